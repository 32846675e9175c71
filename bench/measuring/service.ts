import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";

/** A running service with a separate data directory; disposing of it ends it. */
export interface BenchService extends AsyncDisposable {
  readonly port: number;
  readonly key: string;
  readonly pid: number;
}

const ROOT = resolve(import.meta.dirname, "../..");
const READY_WITHIN_MS = 120_000;

/** Settings that do not hold up a measurement; all others are the defaults. */
export const BENCH_SETTINGS: Readonly<Record<string, string>> = {
  QUIRE_RATE_LIMIT: "100000000",
  QUIRE_CONCURRENCY: "1000",
  QUIRE_ACCOUNT_CONCURRENCY: "0",
  QUIRE_CONNECTIONS_PER_ADDRESS: "0",
  QUIRE_QUEUE_LIMIT: "1000",
  QUIRE_MAX_UPLOAD_BYTES: String(256 * 1024 ** 2),
  QUIRE_SYNC_TIMEOUT_MS: "300000",
  QUIRE_ENGINE_TIMEOUT_MS: "300000",
};

/**
 * Starts `quire serve`, or another `command`, in a separate process and waits until it is ready. `settings` take
 * precedence over the usual ones; `key` is that of the first account, the same for nodes of one database.
 */
export async function startBenchService(
  settings: Readonly<Record<string, string>> = {},
  {
    command = ["serve"],
    key = `bench-${crypto.randomUUID()}`,
  }: { readonly command?: readonly string[]; readonly key?: string } = {},
): Promise<BenchService> {
  const dataDirectory = await mkdtemp(join(tmpdir(), "quire-bench-data-"));
  const child = spawn(resolve(ROOT, "bin/quire"), command, {
    cwd: ROOT,
    env: {
      ...foreignEnvironment(),
      ...BENCH_SETTINGS,
      ...settings,
      QUIRE_PORT: "0",
      QUIRE_DATA_DIR: dataDirectory,
      QUIRE_BOOTSTRAP_API_KEY: key,
    },
    stdio: ["ignore", "ignore", "pipe"],
  });
  const ended = once(child, "exit");
  const died = ended.then(() => Promise.reject(new Error("The service did not start.")));
  child.stderr.pipe(process.stderr, { end: false });
  const port = await Promise.race([portOf(child.stderr), died]);
  if (command[0] === "serve") {
    await Promise.race([untilAllUp(port, key), died]);
  }
  return {
    port,
    key,
    pid: child.pid ?? 0,
    async [Symbol.asyncDispose]() {
      child.kill("SIGTERM");
      await ended;
      await rm(dataDirectory, { recursive: true, force: true });
    },
  };
}

/** Returns this process's environment without the settings of a service. */
export function foreignEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("QUIRE_")));
}

/** Returns the port that the system assigned to the service, which prints it on standard error. */
async function portOf(said: Readable): Promise<number> {
  let text = "";
  for (;;) {
    const [piece] = (await once(said, "data")) as [Buffer];
    text += piece.toString();
    const port = /listens on http:\/\/\S+?:(\d+) /.exec(text)?.[1];
    if (port !== undefined) {
      return Number(port);
    }
  }
}

/** Waits until all engine processes are running: the service is ready with the first. */
async function untilAllUp(port: number, key: string): Promise<void> {
  const giveUpMs = performance.now() + READY_WITHIN_MS;
  while (performance.now() < giveUpMs) {
    const response = await fetch(`http://127.0.0.1:${port}/api/v1/system`, { headers: { "x-api-key": key } });
    const system = await response.text();
    if (/(\d+) of \1 processes are running/.test(system)) {
      return;
    }
    await sleep(50);
  }
  throw new Error(`The service was not ready within ${READY_WITHIN_MS} ms.`);
}
