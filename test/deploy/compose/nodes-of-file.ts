import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { ACCESS_KEY, startS3Server } from "../../../src/platform/blobs/testing/s3-server.ts";
import {
  freePort,
  type PostgresServer,
  startPostgresServer,
} from "../../../src/platform/store/postgres/testing/postgres-server.ts";
import { type ComposeService, checkout, composeFile, deployFile, environmentOf, imageStage } from "../deploy-files.ts";

/*
 * Runs what deploy/compose.scaled.yaml describes without Docker: the same commands with the same variables, each as a process of
 * this machine. What a container has of its own has another place here: names of services are ports of the loopback address,
 * /data is a directory, the database is Debian's PostgreSQL, and the S3 store is s3rver, which knows one access key.
 */

/** A service of the file that runs. */
interface RunningService {
  readonly port: number;
  /** Ends it as `docker stop` does, and fails unless it ends with 0 within its `stop_grace_period`. */
  stop(): Promise<void>;
  /** Ends it with all its processes, as when its machine is lost. */
  kill(): Promise<void>;
  /** Begins it again on the same port and data, and waits until its health check passes. */
  start(): Promise<void>;
  output(): string;
}

export interface RunningFile {
  readonly services: Readonly<Record<string, RunningService>>;
  /** The address of the proxy. */
  readonly baseUrl: string;
  /** The first API key. */
  readonly key: string;
  end(): Promise<void>;
}

const CADDY = "/usr/bin/caddy";
const HEALTHY_WITHIN_MS = 240_000;
/** Each look starts a program: five nodes that are looked at all the time would not get to start. */
const LOOK_EVERY_MS = 1000;

/** What stands in for what a container has of its own. */
interface Places {
  /** A port of the loopback address for each service. */
  readonly ports: ReadonlyMap<string, number>;
  readonly home: string;
}

/** Starts all services of the scaled file in the order of `depends_on`; secrets and data go below `home`. */
export async function startScaledFile(home: string): Promise<RunningFile> {
  const made = spawn(join(checkout, "deploy/make-env"), [join(home, "env")], { stdio: "ignore" });
  await once(made, "exit");
  const file = composeFile("compose.scaled.yaml");
  const names = Object.keys(file.services);
  const postgres = environmentOf(serviceOf(file.services, "postgres"), home);
  const store = environmentOf(serviceOf(file.services, "store"), home);
  const [database, s3] = await Promise.all([
    startDatabase(postgres),
    startS3Server({ bucket: String(store["GARAGE_DEFAULT_BUCKET"]) }),
  ]);
  const ports = new Map(
    await Promise.all(
      names.map(async (name): Promise<[string, number]> => {
        const known: Readonly<Record<string, number>> = { postgres: database.port, store: s3.port };
        return [name, known[name] ?? (await freePort())];
      }),
    ),
  );
  const places: Places = { ports, home };
  const services: Record<string, RunningService> = {};
  const end = async (): Promise<void> => {
    await Promise.all(Object.values(services).map((service) => service.kill()));
    await Promise.all([database.remove(), s3.remove()]);
  };
  try {
    const ours = names.filter((name) => !["postgres", "store", "proxy"].includes(name));
    for (const name of ours) {
      services[name] = createNode(name, serviceOf(file.services, name), places);
    }
    // Of nodes that start at the same time one makes the tables, and the others wait for it.
    await Promise.all(ours.map(async (name) => services[name]?.start()));
    const proxy = await createProxy(serviceOf(file.services, "proxy"), places);
    services["proxy"] = proxy;
    await proxy.start();
    const key = environmentOf(serviceOf(file.services, "api-1"), home)["QUIRE_BOOTSTRAP_API_KEY"] ?? "";
    return { services, baseUrl: `http://127.0.0.1:${proxy.port}`, key, end };
  } catch (error) {
    await end();
    throw error;
  }
}

function serviceOf(services: Readonly<Record<string, ComposeService>>, name: string): ComposeService {
  const service = services[name];
  if (service === undefined) {
    throw new Error(`compose.scaled.yaml has no service ${name}`);
  }
  return service;
}

/** Starts PostgreSQL with the database and the user that its image makes of these variables. */
async function startDatabase(settings: Readonly<Record<string, string>>): Promise<PostgresServer> {
  const server = await startPostgresServer();
  const client = new Client({ connectionString: `postgres://quire@127.0.0.1:${server.port}/postgres` });
  await client.connect();
  // The server of the tests was made by a user of that name, as that of the image is.
  await client.query(`ALTER ROLE ${settings["POSTGRES_USER"]} PASSWORD '${settings["POSTGRES_PASSWORD"]}'`);
  await client.query(`CREATE DATABASE ${settings["POSTGRES_DB"]}`);
  await client.end();
  return server;
}

/** Returns a variable as it is here: its addresses, directory and access key. */
function placed(name: string, value: string, service: string, { ports, home }: Places): string {
  switch (name) {
    case "QUIRE_HOST":
      return "127.0.0.1";
    case "QUIRE_PORT":
      return String(ports.get(service));
    case "QUIRE_DATA_DIR":
      return join(home, "data", service);
    case "QUIRE_TRUSTED_PROXIES":
      return "127.0.0.1";
    case "QUIRE_S3_ACCESS_KEY_ID":
    case "QUIRE_S3_SECRET_ACCESS_KEY":
      return ACCESS_KEY;
    default:
      return withPorts(value, ports);
  }
}

/** Returns a text with `name:port` of each service as a port of the loopback address. */
function withPorts(text: string, ports: ReadonlyMap<string, number>): string {
  let result = text;
  for (const [name, port] of ports) {
    result = result.replaceAll(new RegExp(`(?<=^|[ /@])${name}:\\d+`, "gm"), `127.0.0.1:${port}`);
  }
  return result;
}

function createNode(name: string, service: ComposeService, places: Places): RunningService {
  const image = imageStage();
  const given = { ...image.environment, ...environmentOf(service, places.home) };
  const environment = Object.fromEntries(
    Object.entries(given).map(([variable, value]) => [variable, placed(variable, value, name, places)]),
  );
  // tini is what a container needs in addition: here the machine has a first process.
  const entrypoint = image.entrypoint.slice(image.entrypoint.indexOf("--") + 1);
  const command = [...entrypoint, ...(service.command ?? image.command)].map(here);
  const [program = "", ...args] = image.healthcheck.command.map(here);
  mkdirSync(environment["QUIRE_DATA_DIR"] ?? "", { recursive: true });
  const env = { ...environment, PATH: String(process.env["PATH"]) };
  return createProcess(name, {
    port: places.ports.get(name) ?? 0,
    command,
    env,
    graceMs: Number.parseInt(service.stop_grace_period, 10) * 1000,
    isHealthy: async () => (await exitCodeOf(spawn(program, args, { env, stdio: "ignore" }))) === 0,
  });
}

/** Returns a path of the image as it is in this checkout. */
const here = (path: string): string =>
  path === "/opt/quire/.node/bin/node" ? process.execPath : path.replace(/^\/opt\/quire(?=\/)/, checkout);

async function createProxy(service: ComposeService, { ports, home }: Places): Promise<RunningService> {
  const port = ports.get("proxy") ?? 0;
  const config = join(home, "Caddyfile");
  writeFileSync(config, withPorts(deployFile("Caddyfile"), ports));
  return createProcess("proxy", {
    port,
    command: [CADDY, "run", "--adapter", "caddyfile", "--config", config],
    env: {
      ...environmentOf(service, home),
      SITE_ADDRESS: `http://127.0.0.1:${port}`,
      CADDY_ADMIN: `127.0.0.1:${await freePort()}`,
      HOME: home,
    },
    graceMs: Number.parseInt(service.stop_grace_period, 10) * 1000,
    isHealthy: async () => (await fetch(`http://127.0.0.1:${port}/health/ready`)).ok,
  });
}

interface Description {
  readonly port: number;
  readonly command: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly graceMs: number;
  readonly isHealthy: () => Promise<boolean>;
}

function createProcess(name: string, { port, command, env, graceMs, isHealthy }: Description): RunningService {
  let child: ChildProcess | undefined;
  let output = "";
  const begin = (): ChildProcess => {
    // A group of its own, as a container is: all of its processes can be ended at once.
    const [program = "", ...args] = command;
    const begun = spawn(program, args, { env, detached: true, stdio: ["ignore", "pipe", "pipe"] });
    for (const stream of [begun.stdout, begun.stderr]) {
      stream.setEncoding("utf8").on("data", (text: string) => {
        output += text;
      });
    }
    return begun;
  };
  return {
    port,
    output: () => output,
    async start() {
      const begun = begin();
      child = begun;
      const deadline = Date.now() + HEALTHY_WITHIN_MS;
      while (!(await isHealthy().catch(() => false))) {
        if (begun.exitCode !== null || Date.now() > deadline) {
          throw new Error(`${name} is not healthy (${begun.exitCode ?? "it runs"}):\n${output.slice(-4000)}`);
        }
        await sleep(LOOK_EVERY_MS);
      }
    },
    async stop() {
      const running = child;
      if (running?.pid !== undefined && running.exitCode === null) {
        const killer = setTimeout(() => process.kill(-(running.pid ?? 0), "SIGKILL"), graceMs);
        const status = exitCodeOf(running);
        running.kill("SIGTERM");
        const code = await status;
        clearTimeout(killer);
        if (code !== 0) {
          throw new Error(`${name} ended with ${code}:\n${output.slice(-4000)}`);
        }
      }
    },
    async kill() {
      const running = child;
      if (running?.pid !== undefined && running.exitCode === null && running.signalCode === null) {
        const status = exitCodeOf(running);
        process.kill(-running.pid, "SIGKILL");
        await status;
      }
    },
  };
}

async function exitCodeOf(child: ChildProcess): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) {
    await once(child, "exit");
  }
  return child.exitCode;
}
