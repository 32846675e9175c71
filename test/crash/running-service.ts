import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { descendants } from "../../src/engines/pool/testing/processes.ts";
import type { CrashPoint } from "./milestones.ts";

/** A service in a separate process, started to be killed. */
export interface RunningService {
  readonly port: number;
  /** The time from spawn to the first 200 of /health/ready. */
  readonly readyMs: number;
  /** The start-up time of each engine process so far, as the pool logged it. */
  readonly workerStartMs: readonly number[];
  /** Resolves when the process has ended, for whatever reason. */
  readonly ended: Promise<unknown>;
  /** Returns whether the process was ended by SIGKILL. */
  wasKilled(): boolean;
  /** Sends SIGKILL to the process and all that it started. */
  kill(): Promise<void>;
  /**
   * Sends SIGTERM and waits for the end.
   * @throws when the service does not end by itself with status 0.
   */
  stop(): Promise<void>;
}

const root = resolve(import.meta.dirname, "../..");
const READY_WITHIN_MS = 30_000;

export interface Start {
  readonly dataDirectory: string;
  readonly adminKey: string;
  readonly crashPoint?: CrashPoint | undefined;
  /** The number of engine processes; 0 or undefined means one per core. */
  readonly workers?: number;
  /** A program, with its arguments, that runs the service's command line. */
  readonly runner?: readonly string[];
}

/** Starts a service; returns undefined when it reached its crash point before it was ready. */
export async function startToKill(start: Start): Promise<RunningService | undefined> {
  const { crashPoint } = start;
  const spawnedMs = performance.now();
  const child = spawnService(start);
  const ended = once(child, "exit");
  const workerStartMs = workerStarts(child.stdout);
  const said = collect(child.stderr);
  const listening = await Promise.race([listeningOf(said), ended.then(() => undefined)]);
  const isReady =
    listening !== undefined && (await Promise.race([untilReady(listening.port), ended.then(() => false)]));
  if (listening === undefined || !isReady) {
    if (crashPoint !== undefined && child.signalCode === "SIGKILL") {
      return undefined;
    }
    child.kill("SIGKILL");
    throw new Error(`The service did not become ready (status ${child.exitCode}):\n${said.text()}`);
  }
  const { port, pid: servicePid } = listening;
  return {
    port,
    readyMs: performance.now() - spawnedMs,
    workerStartMs,
    ended,
    wasKilled: () => child.signalCode === "SIGKILL",
    kill: () => killTree(child, ended),
    async stop() {
      process.kill(servicePid, "SIGTERM");
      await ended;
      if (child.exitCode !== 0) {
        throw new Error(`The service ended with ${child.exitCode ?? child.signalCode}:\n${said.text()}`);
      }
    },
  };
}

function spawnService({ dataDirectory, adminKey, crashPoint, workers = 0, runner = [] }: Start) {
  const point = crashPoint === undefined ? [] : [JSON.stringify(crashPoint)];
  const [program, ...parameters] = [...runner, process.execPath, "test/crash/service.ts", ...point] as const;
  if (program === undefined) {
    throw new Error("There is nothing to run.");
  }
  const env = { ...settings(dataDirectory, adminKey), QUIRE_WORKERS: String(workers) };
  return spawn(program, parameters, { cwd: root, env, stdio: ["ignore", "pipe", "pipe"] });
}

const settings = (dataDirectory: string, adminKey: string): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("QUIRE_"))),
  QUIRE_HOST: "127.0.0.1",
  QUIRE_PORT: "0",
  QUIRE_DATA_DIR: dataDirectory,
  QUIRE_BOOTSTRAP_API_KEY: adminKey,
  QUIRE_RATE_LIMIT: "1000000",
  QUIRE_RATE_LIMIT_READS: "1000000",
  QUIRE_CONCURRENCY: "64",
  // A thousand rounds take more than the hour for which results are kept otherwise.
  QUIRE_RESULT_RETENTION_SECONDS: "86400",
  QUIRE_ACCOUNT_CONCURRENCY: "64",
});

async function killTree(child: ChildProcess, ended: Promise<unknown>): Promise<void> {
  // A process that ends meanwhile is no error; its id is not given away again within milliseconds.
  const pids = child.pid === undefined ? [] : await descendants(child.pid);
  child.kill("SIGKILL");
  for (const pid of pids) {
    try {
      process.kill(pid, "SIGKILL");
    } catch {
      // It died with its parent.
    }
  }
  await ended;
}

interface Collected {
  text(): string;
  /** Waits for the first match of a pattern in the output and returns it. */
  match(pattern: RegExp): Promise<RegExpExecArray>;
}

function collect(stream: Readable): Collected {
  let text = "";
  stream.setEncoding("utf8").on("data", (piece: string) => {
    text += piece;
  });
  return {
    text: () => text,
    async match(pattern) {
      for (;;) {
        const found = pattern.exec(text);
        if (found !== null) {
          return found;
        }
        await once(stream, "data");
      }
    },
  };
}

async function listeningOf(said: Collected): Promise<{ port: number; pid: number }> {
  const [, pid, port] = await said.match(/^process (\d+) listens on http:\/\/\S+:(\d+)$/m);
  return { port: Number(port), pid: Number(pid) };
}

function workerStarts(log: Readable): readonly number[] {
  const starts: number[] = [];
  createInterface({ input: log }).on("line", (line) => {
    if (line.includes('"worker_started"')) {
      starts.push((JSON.parse(line) as { startMs: number }).startMs);
    }
  });
  return starts;
}

async function untilReady(port: number): Promise<boolean> {
  const giveUpMs = performance.now() + READY_WITHIN_MS;
  while (performance.now() < giveUpMs) {
    const response = await fetch(`http://127.0.0.1:${port}/health/ready`).catch(() => undefined);
    await response?.arrayBuffer();
    if (response?.ok === true) {
      return true;
    }
    await sleep(5);
  }
  return false;
}
