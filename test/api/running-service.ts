import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

/*
 * Starts and ends `quire serve`. It does not depend on Vitest's tests, so that the set-up of a whole run can use it as
 * well.
 */

/** A running service, as a test sees it. */
export interface Service {
  readonly baseUrl: string;
  readonly port: number;
  /** An API key with all scopes. */
  readonly key: string;
  readonly pid: number;
  readonly dataDirectory: string;
  /** The files and directories that the service keeps when no request is in work, relative to the data directory. */
  readonly restingEntries: readonly string[];
  /** Whether its tests make results that are meant to stay: those of jobs, and of requests with an Idempotency-Key. */
  readonly keepsResults: boolean;
}

/** A service that a test has started for itself, with the key of its first account. */
export interface OwnService extends Service {
  /** Returns everything that the service has written to standard output and standard error. */
  output(): string;
  /** Returns what the service has written to standard output, which is its log. */
  log(): string;
  /** Sends SIGTERM; fails unless the service ends by itself with status 0. */
  stop(): Promise<void>;
  /** Ends it as a power failure would, with SIGKILL. */
  kill(): Promise<void>;
}

export type Settings = Readonly<Record<string, string>>;

export interface ServiceOptions {
  /**
   * A directory that outlives the service and belongs to the caller; by default a new one, removed when the service
   * ends.
   */
  readonly dataDirectory?: string;
  /** The key of the first account; by default a new one. */
  readonly key?: string;
  readonly keepsResults?: boolean;
  /** The command of `quire` that is run; by default it is `serve`. */
  readonly command?: readonly string[];
  /** A command that starts the service, whose own command is appended to it. */
  readonly through?: readonly string[];
}

const root = resolve(import.meta.dirname, "../..");
const READY_WITHIN_MS = 50_000;
/**
 * The time a service may take to end. With nothing in work it ends at once; this only has to be less than what it waits
 * for work that goes on.
 */
const ENDS_WITHIN_MS = 20_000;
/** The files of the database; SQLite writes and removes the second and the third as it needs them. */
const DATABASE_FILES = ["quire.db", "quire.db-wal", "quire.db-shm"];
const LISTENS_ON = /^Quire .*listens on http:\/\/\S+?:(\d+) /m;

/**
 * Starts `quire serve` on a port that the system assigns; `settings` are further QUIRE_* variables. A port chosen here
 * could be another service's by the time this one listens, and that one would answer for it.
 */
export async function startService(settings: Settings = {}, options: ServiceOptions = {}): Promise<OwnService> {
  const home = mkdtempSync(join(tmpdir(), "quire-api-"));
  const dataDirectory = options.dataDirectory ?? join(home, "data");
  mkdirSync(dataDirectory, { recursive: true });
  const key = options.key ?? `test-key-${crypto.randomUUID()}`;
  const command = [...(options.through ?? []), process.execPath, "src/cli/quire.ts", ...(options.command ?? ["serve"])];
  const child = spawn("env", command, {
    cwd: root,
    env: {
      ...foreignEnvironment(),
      QUIRE_HOST: "127.0.0.1",
      QUIRE_PORT: "0",
      QUIRE_DATA_DIR: dataDirectory,
      QUIRE_BOOTSTRAP_API_KEY: key,
      QUIRE_LOG_LEVEL: "warn",
      // One worker is enough for most tests, and starts in half the time.
      QUIRE_WORKERS: "1",
      QUIRE_RATE_LIMIT: "1000000",
      QUIRE_RATE_LIMIT_READS: "1000000",
      QUIRE_RATE_LIMIT_ANONYMOUS: "1000000",
      // No test meets the end of a window except those that set a short one.
      QUIRE_RATE_WINDOW_SECONDS: "86400",
      QUIRE_CONCURRENCY: "64",
      QUIRE_ACCOUNT_CONCURRENCY: "64",
      ...settings,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  let log = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    output += text;
    log += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    output += text;
  });
  let port: number;
  try {
    port = await untilReady(child, () => output);
  } catch (error) {
    child.kill("SIGKILL");
    throw error;
  }
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    port,
    key,
    pid: child.pid ?? 0,
    dataDirectory,
    restingEntries: restingEntriesOf(dataDirectory),
    keepsResults: options.keepsResults ?? false,
    output: () => output,
    log: () => log,
    async stop() {
      try {
        await end(child, () => output);
      } finally {
        rmSync(home, { recursive: true, force: true });
      }
    },
    async kill() {
      if (child.exitCode === null && child.signalCode === null) {
        const ended = once(child, "exit");
        child.kill("SIGKILL");
        await ended;
      }
      rmSync(home, { recursive: true, force: true });
    },
  };
}

/** Returns what the data directory holds now, and what the database adds to it as needed. */
export const restingEntriesOf = (dataDirectory: string): string[] => [
  ...DATABASE_FILES,
  ...entriesBelow(dataDirectory),
];

/** Returns everything below `directory`, as paths relative to it. */
export function entriesBelow(directory: string): string[] {
  return namesIn(directory).flatMap(({ name, isDirectory }) => [
    name,
    ...(isDirectory ? entriesBelow(join(directory, name)).map((path) => join(name, path)) : []),
  ]);
}

function namesIn(directory: string): { name: string; isDirectory: boolean }[] {
  try {
    const entries = readdirSync(directory, { withFileTypes: true });
    return entries.map((entry) => ({ name: entry.name, isDirectory: entry.isDirectory() }));
  } catch (error) {
    // The service may remove a directory while this reads it.
    if (error instanceof Error && "code" in error && error.code === "ENOENT") {
      return [];
    }
    throw error;
  }
}

/**
 * Returns this process's environment without settings of a service that happens to be configured in it, and without the
 * fonts of the tests: a service finds its fonts by itself.
 */
function foreignEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !name.startsWith("QUIRE_") && name !== "FONTCONFIG_FILE"),
  );
}

/** Waits until the service is ready, and returns its port as the service prints it. */
async function untilReady(child: ChildProcess, output: () => string): Promise<number> {
  const deadline = Date.now() + READY_WITHIN_MS;
  while (Date.now() < deadline) {
    if (child.exitCode !== null) {
      throw new Error(`The service ended with status ${child.exitCode} before it was ready:\n${output()}`);
    }
    const port = LISTENS_ON.exec(output())?.[1];
    if (port !== undefined && (await isReady(`http://127.0.0.1:${port}`))) {
      return Number(port);
    }
    await sleep(50);
  }
  throw new Error(`The service was not ready within ${READY_WITHIN_MS} ms:\n${output()}`);
}

async function isReady(baseUrl: string): Promise<boolean> {
  const response = await fetch(`${baseUrl}/health/ready`);
  await response.arrayBuffer();
  return response.status === 200;
}

async function end(child: ChildProcess, output: () => string): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) {
    const killer = setTimeout(() => child.kill("SIGKILL"), ENDS_WITHIN_MS);
    const ended = once(child, "exit");
    child.kill("SIGTERM");
    await ended;
    clearTimeout(killer);
  }
  if (child.exitCode !== 0) {
    throw new Error(`The service ended with ${child.exitCode ?? child.signalCode}, not with 0:\n${output()}`);
  }
}
