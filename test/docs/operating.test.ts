import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { configSchema, readConfig } from "../../src/platform/config/config.ts";
import { s3Settings } from "../../src/platform/config/s3.ts";
import { allPages, call, moneyOf, newClient } from "../api/accounts.ts";
import { letterPages } from "../api/documents.ts";
import { jobOf, ONE_AT_A_TIME, resultOf, submitted, untilFinal } from "../api/jobs.ts";
import { expectFailure, expectOk } from "../api/reply.ts";
import { onOneDirectory, withService } from "../api/service.ts";
import { fencesOf } from "./page-samples.ts";

/*
 * What docs/operating.md and docs/scaling.md print: each sample is read by the program that it is for, and the backup is taken
 * and restored.
 */

const root = resolve(import.meta.dirname, "../..");
const fences = (await Promise.all(["docs/operating.md", "docs/scaling.md"].map(fencesOf))).flat();

/** Returns the one block of a language that has `words`. */
function sampleWith(language: string, words: string): string {
  const found = fences.filter((fence) => fence.language === language && fence.text.includes(words));
  expect(found.length, words).toBe(1);
  return String(found[0]?.text);
}

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "quire-operating-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Returns the program's path, or undefined, which leaves its test out and says so. */
function program(name: string): string | undefined {
  const path = ["/usr/sbin", "/usr/bin"].map((folder) => join(folder, name)).find((each) => existsSync(each));
  if (path === undefined) {
    process.stderr.write(`Tests of docs/operating.md with ${name} are left out: it is not installed.\n`);
  }
  return path;
}

function ranWell(command: string, args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: "utf8" });
  expect([status, status === 0 ? "" : stderr]).toEqual([0, ""]);
  return stdout + stderr;
}

test("the settings are settings", () => {
  const lines = sampleWith("ini", "QUIRE_TRUSTED_PROXIES").split("\n");
  expect(readConfig(Object.fromEntries(lines.map((line) => line.split("=", 2))))).toMatchObject({
    QUIRE_PUBLIC_URL: "https://pdf.example",
  });
  const s3 = sampleWith("ini", "QUIRE_S3_ENDPOINT").split("\n");
  expect(s3Settings(readConfig(Object.fromEntries(s3.map((line) => line.split("=", 2)))))).toMatchObject({
    bucket: "example-documents",
    encryption: "aws:kms",
  });
  const database = sampleWith("ini", "QUIRE_DATABASE_URL").split("\n");
  const shared = readConfig(
    Object.fromEntries(database.map((line) => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)])),
  );
  expect(new URL(shared.QUIRE_DATABASE_URL ?? "").searchParams.get("sslmode")).toBe("verify-full");
  const nodes = sampleWith("ini", "QUIRE_DATABASE_URL");
  const names = [...nodes.matchAll(/QUIRE_[A-Z0-9_]+/g)].map(([name]) => name);
  expect(names.filter((name) => !(name in configSchema.shape))).toEqual([]);
});

const caddy = program("caddy");
test.skipIf(caddy === undefined)("Caddy takes its configuration", () => {
  const folder = temporaryFolder();
  const path = join(folder, "Caddyfile");
  writeFileSync(path, sampleWith("caddyfile", "reverse_proxy"));
  const { status, stderr } = spawnSync(String(caddy), ["validate", "--adapter", "caddyfile", "--config", path], {
    encoding: "utf8",
    env: { HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
  });
  expect([status, status === 0 ? "" : stderr]).toEqual([0, ""]);
});

const nginx = program("nginx");
test.skipIf(nginx === undefined)(
  "behind nginx links have the public address, and what a client claims is overwritten",
  async () => {
    const settings = { QUIRE_PUBLIC_URL: "https://pdf.example", QUIRE_TRUSTED_PROXIES: "127.0.0.1" };
    await withService({ ...settings, QUIRE_RATE_LIMIT_ANONYMOUS: "3" }, async (service) => {
      const port = await freePort();
      const { stop } = await startNginx({ port, servicePort: service.port });
      try {
        const options = [
          "-sk",
          "--retry",
          "20",
          "--retry-delay",
          "1",
          "--retry-connrefused",
          "--resolve",
          `pdf.example:${port}:127.0.0.1`,
        ];
        const curl = (...args: string[]) => execFileSync("curl", [...options, ...args], { encoding: "utf8" });
        const url = `https://pdf.example:${port}`;
        const upload = ["-H", `X-API-Key: ${service.key}`, "-F", `file=@${join(root, "docs/samples/letter.pdf")}`];
        const job: unknown = JSON.parse(
          curl(...upload, "-H", "X-Forwarded-Host: evil.example", `${url}/api/v1/pdf/split?async=true`),
        );
        expect(String(Object(job).status_url)).toMatch(/^https:\/\/pdf\.example\/api\/v1\/jobs\/job_/);
        await untilFinal(service, String(Object(job).job_id));
        const large = join(temporaryFolder(), "large.pdf");
        writeFileSync(large, Buffer.alloc(5_000_000, 32));
        const answer = curl("-H", `X-API-Key: ${service.key}`, "-F", `file=@${large}`, `${url}/api/v1/pdf/split`);
        expect(JSON.parse(answer)).toMatchObject({ code: "unsupported_file_type" });
        // A client that claims another address each time is counted as one.
        const left = [1, 2, 3].map((host) =>
          curl(
            "-H",
            `X-Forwarded-For: 203.0.113.${host}`,
            "-o",
            "/dev/null",
            "-w",
            "%header{x-ratelimit-remaining}",
            `${url}/api/v1/limits`,
          ),
        );
        expect(left).toEqual(["2", "1", "0"]);
        await call(service, "DELETE", `/api/v1/jobs/${String(Object(job).job_id)}`);
      } finally {
        await stop();
      }
    });
  },
);

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  await new Promise((closed) => server.close(closed));
  return typeof address === "object" && address !== null ? address.port : 0;
}

/** Starts nginx with the sample, on another port, with another certificate, in front of another port. */
async function startNginx({ port, servicePort }: { readonly port: number; readonly servicePort: number }) {
  const folder = temporaryFolder();
  const pair = ["-keyout", join(folder, "key.pem"), "-out", join(folder, "cert.pem"), "-subj", "/CN=pdf.example"];
  ranWell("openssl", ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", ...pair]);
  const server = sampleWith("nginx", "proxy_pass")
    .replace("listen 443", `listen 127.0.0.1:${port}`)
    .replace(/\/etc\/letsencrypt\S+fullchain\.pem/, join(folder, "cert.pem"))
    .replace(/\/etc\/letsencrypt\S+privkey\.pem/, join(folder, "key.pem"))
    .replace("127.0.0.1:8080", `127.0.0.1:${servicePort}`);
  const kinds = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
  const temporary = kinds.map((kind) => `${kind}_temp_path ${folder}/${kind};`).join("\n");
  const config = join(folder, "nginx.conf");
  writeFileSync(
    config,
    `pid ${folder}/pid;\nerror_log stderr;\nevents {}\nhttp {\naccess_log off;\n${temporary}\n${server}\n}\n`,
  );
  ranWell(String(nginx), ["-t", "-c", config]);
  const child: ChildProcess = spawn(String(nginx), ["-c", config, "-g", "daemon off;"], { stdio: "ignore" });
  return {
    stop: async () => {
      const ended = once(child, "exit");
      child.kill("SIGQUIT");
      await ended;
    },
  };
}

test("a backup that is taken while the service works brings keys, money, results and unfinished jobs back", {
  timeout: 240_000,
}, async () => {
  await onOneDirectory(async (start) => {
    const first = await start(ONE_AT_A_TIME);
    const places = { data: first.dataDirectory, backups: `${first.dataDirectory}-backups` };
    const { key, accountId } = await newClient(first, 100);
    const done = await submitted(first, { key });
    await untilFinal(first, done, key);
    const working = await submitted(first, { file: letterPages(40), fields: allPages(40, 300), key });
    const waiting = await submitted(first, { key });
    await expect
      .poll(async () => (await jobOf(first, working, key)).progress.pages_done, { interval: 20 })
      .toBeGreaterThan(0);

    runCommands(sampleWith("sh", "quire backup"), places);
    const late = await newClient(first, 100);
    await first.kill();
    const [backup = ""] = readdirSync(places.backups);
    runCommands(sampleWith("sh", "systemctl stop quire\nmv").replace("2026-11-23", backup), places);

    const second = await start(ONE_AT_A_TIME);
    for (const id of [done, working, waiting]) {
      expect((await untilFinal(second, id, key)).status).toBe("complete");
      expectOk(await resultOf(second, id, key));
    }
    // 1 credit for a page, 8 for forty at 300 dpi.
    expect(await moneyOf(second, accountId)).toEqual([90, 0, 90]);
    expectFailure(await call(second, "GET", "/api/v1/account", { key: late.key }), 401, "invalid_api_key");
    await second.stop();
  });
});

/** Runs commands of the page with other directories, and with a systemctl that does nothing. */
function runCommands(commands: string, { data, backups }: { readonly data: string; readonly backups: string }): void {
  const folder = temporaryFolder();
  mkdirSync(join(folder, "programs"));
  writeFileSync(join(folder, "programs/systemctl"), "#!/bin/sh\n");
  chmodSync(join(folder, "programs/systemctl"), 0o755);
  const text = commands
    .replaceAll("/var/backups/quire", backups)
    .replaceAll("/var/lib/quire", data)
    .replaceAll("/opt/quire", root);
  // oxlint-disable-next-line node/no-process-env -- what a terminal has
  const env = { ...process.env, PATH: `${join(folder, "programs")}:${process.env["PATH"]}` };
  execFileSync("bash", ["--norc", "-ec", text], { env });
}
