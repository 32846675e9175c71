import { execFile, spawn } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { chmod, chown, mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { Client } from "pg";
import { assert } from "../../../../kernel/assert.ts";

/** A PostgreSQL server of a test's own, on a free port of the loopback address, with its data in memory where possible. */
export interface PostgresServer {
  /** Makes an empty database and returns its address. */
  createDatabase(): Promise<string>;
  readonly port: number;
  /** The process id of the server's first process. */
  readonly pid: number;
  /** Ends the server as `kill -9` of all its processes does. */
  kill(): void;
  /** Starts it again, on the same port and data. */
  start(): Promise<void>;
  /** Ends the server in order, and leaves its data. */
  stop(): Promise<void>;
  /** Ends the server and removes its data. */
  remove(): Promise<void>;
}

const LIBRARY = "/usr/lib/postgresql";
const run = promisify(execFile);

/** Returns the directory of PostgreSQL's programs, of the newest version that is installed; undefined when none is. */
export function postgresPrograms(): string | undefined {
  const versions = existsSync(LIBRARY) ? readdirSync(LIBRARY).map(Number).filter(Number.isInteger) : [];
  return versions.length === 0 ? undefined : join(LIBRARY, String(Math.max(...versions)), "bin");
}

/** A server's certificate for 127.0.0.1, with the certificate of the authority that it is from. */
export interface ServerCertificate {
  /** The server's settings with which it takes connections by TLS. */
  readonly settings: Readonly<Record<string, string>>;
  /** The path of the authority's certificate. */
  readonly authority: string;
  /** The path of the certificate of an authority that has nothing to do with the server. */
  readonly otherAuthority: string;
}

const openssl = (...args: readonly string[]) => run("openssl", args);

/** Makes a certificate for a server of this directory, which belongs to the user that the server is to be. */
export async function makeCertificate(directory: string): Promise<ServerCertificate> {
  const path = (name: string): string => join(directory, name);
  const newKey = (name: string) => [
    "-newkey",
    "ec",
    "-pkeyopt",
    "ec_paramgen_curve:prime256v1",
    "-nodes",
    "-keyout",
    path(name),
  ];
  for (const name of ["authority", "other"]) {
    // oxlint-disable-next-line eslint/no-await-in-loop -- two of them
    await openssl(
      "req",
      "-x509",
      ...newKey(`${name}.key`),
      "-days",
      "2",
      "-subj",
      `/CN=${name}`,
      "-out",
      path(`${name}.pem`),
    );
  }
  const names = ["-subj", "/CN=database", "-addext", "subjectAltName=IP:127.0.0.1"];
  await openssl("req", ...newKey("server.key"), ...names, "-out", path("server.csr"));
  const signed = [
    "-CA",
    path("authority.pem"),
    "-CAkey",
    path("authority.key"),
    "-days",
    "2",
    "-copy_extensions",
    "copy",
  ];
  await openssl("x509", "-req", "-in", path("server.csr"), ...signed, "-out", path("server.pem"));
  const { uid, gid } = await asOrdinaryUser(directory);
  await chmod(path("server.key"), 0o600);
  if (uid !== undefined && gid !== undefined) {
    await chown(path("server.key"), uid, gid);
  }
  return {
    settings: { ssl: "on", ssl_cert_file: path("server.pem"), ssl_key_file: path("server.key") },
    authority: path("authority.pem"),
    otherAuthority: path("other.pem"),
  };
}

/** The number of `nobody`; PostgreSQL refuses to run as root. */
const NOBODY = 65_534;

/** Returns as whom a program is started that refuses to be root's, and gives a directory to that user. */
export async function asOrdinaryUser(directory: string): Promise<{ readonly uid?: number; readonly gid?: number }> {
  if (process.getuid?.() !== 0) {
    return {};
  }
  await chown(directory, NOBODY, NOBODY);
  return { uid: NOBODY, gid: NOBODY };
}

/**
 * Starts a server as an ordinary user: as this one, or as nobody when this one is root. `settings` are added to those of a
 * server whose data a test throws away.
 */
export async function startPostgresServer(settings: Readonly<Record<string, string>> = {}): Promise<PostgresServer> {
  const programs = postgresPrograms();
  assert(programs !== undefined, "PostgreSQL is installed");
  const directory = await mkdtemp(join(existsSync("/dev/shm") ? "/dev/shm" : tmpdir(), "quire-postgres-"));
  const user = await asOrdinaryUser(directory);
  const data = join(directory, "data");
  const options = { ...user, cwd: directory, env: { LC_ALL: "C.UTF-8", TZ: "UTC" } };
  await run(join(programs, "initdb"), ["-D", data, "-U", "quire", "-A", "trust", "-E", "UTF8", "--no-sync"], options);
  const port = await freePort();
  const given = {
    listen_addresses: "127.0.0.1",
    port: String(port),
    unix_socket_directories: "",
    max_connections: "200",
    fsync: "off",
    ...settings,
  };
  const parameters = Object.entries(given).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const addressOf = (database: string): string => `postgres://quire@127.0.0.1:${port}/${database}`;
  let server: ReturnType<typeof spawn> | undefined;
  let databases = 0;
  const begin = (): void => {
    // A group of its own: all of its processes can be ended at once.
    const begun = spawn(join(programs, "postgres"), ["-D", data, ...parameters], {
      ...options,
      detached: true,
      stdio: "ignore",
    });
    server = begun;
    // Until the last process of a server that was killed is gone, its lock file and its shared memory stop the next one.
    begun.once("exit", (code) => {
      if (code === 1 && server === begun) {
        setTimeout(begin, RESTART_PAUSE_MS);
      }
    });
  };
  const start = async (): Promise<void> => {
    begin();
    await answering(addressOf("postgres"));
  };
  const ended = async (signal: NodeJS.Signals): Promise<void> => {
    const running = server;
    server = undefined;
    if (running !== undefined && running.exitCode === null && running.signalCode === null) {
      const exit = new Promise((resolve) => void running.once("exit", resolve));
      running.kill(signal);
      await exit;
    }
  };
  await start();
  return {
    port,
    get pid() {
      assert(server?.pid !== undefined, "the server runs");
      return server.pid;
    },
    async createDatabase() {
      const name = `test_${++databases}`;
      await statement(addressOf("postgres"), `CREATE DATABASE ${name}`);
      return addressOf(name);
    },
    kill() {
      if (server?.pid !== undefined) {
        process.kill(-server.pid, "SIGKILL");
      }
    },
    start,
    stop: () => ended("SIGINT"),
    async remove() {
      await ended("SIGINT");
      await rm(directory, { recursive: true, force: true });
    },
  };
}

const START_MS = 30_000;
const RESTART_PAUSE_MS = 100;

/** Waits until a server answers a statement. */
export async function answering(url: string): Promise<void> {
  const end = Date.now() + START_MS;
  for (;;) {
    try {
      // oxlint-disable-next-line eslint/no-await-in-loop
      return await statement(url, "SELECT 1");
    } catch (error) {
      if (Date.now() > end) {
        throw error;
      }
      // oxlint-disable-next-line eslint/no-await-in-loop
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

async function statement(url: string, text: string): Promise<void> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 2000 });
  try {
    await client.connect();
    await client.query(text);
  } finally {
    await client.end();
  }
}

export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  assert(address !== null && typeof address === "object", "a server that listens has an address");
  await new Promise((resolve) => void server.close(resolve));
  return address.port;
}
