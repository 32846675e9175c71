import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { Duplex, Readable, Writable } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import { assert } from "../../kernel/assert.ts";
import { linesOf } from "./lines.ts";
import { ProtocolViolation, parseWorkerMessage } from "./messages.ts";
import { processorWaitsMs, programProcess } from "./program-process.ts";
import type { ParentMessage, WorkerMessage } from "./protocol.ts";
import { withNiceness } from "./sandbox/priority.ts";
import type { WorkerCommand } from "./sandbox/sandbox.ts";
import { type WorkerEnd, WorkerEnded, workerEnd } from "./worker-end.ts";
import { type Excess, type WatchedWorker, type WorkerBounds, watchWorker } from "./worker-watch.ts";

/** The time for a worker to get ready, which takes a fraction of a second on a machine that has nothing else to do. */
export const START_TIMEOUT_MS = 20_000;
/** The time that a process without a socket may take to end by itself. */
const END_TIMEOUT_MS = 250;
/** The time to wait for the stderr of an ended process, in case something else holds its end of the pipe. */
const LAST_WORDS_MS = 200;
const STDERR_TAIL_BYTES = 8192;

export type ReadyMessage = Extract<WorkerMessage, { kind: "ready" }>;

export interface StartOptions {
  readonly bounds?: WorkerBounds;
  /** The time after which a worker that is not ready is killed. */
  readonly timeoutMs?: number;
}

/** One engine process, from its start to its end. It is only ever ended by SIGKILL, which it cannot delay. */
export class WorkerProcess {
  /** Resolves when the process and everything that it started are gone. */
  readonly ended: Promise<WorkerEnd>;
  readonly #child: ChildProcess;
  readonly #socket: Duplex;
  readonly #lines: AsyncGenerator<Buffer, void>;
  /** The process of the worker's program, known from when it is ready. */
  #processId: number | undefined;
  #isKilled = false;
  #excess: Excess | undefined;

  /**
   * Starts a worker in `directory` and waits until it is confined; from then on it is watched, if `bounds` are given.
   * @throws WorkerEnded, ProtocolViolation, or the operating system's error when the program cannot be run.
   */
  static async start(
    command: WorkerCommand,
    directory: string,
    { bounds, timeoutMs = START_TIMEOUT_MS }: StartOptions = {},
  ): Promise<{ readonly worker: WorkerProcess; readonly ready: ReadyMessage }> {
    const worker = new WorkerProcess(command, directory);
    const timer = setTimeout(() => worker.kill(), timeoutMs);
    try {
      const ready = await worker.next();
      if (ready.kind !== "ready") {
        throw new ProtocolViolation("The worker did not begin by saying that it is ready.");
      }
      worker.#ready(directory, bounds);
      return { worker, ready };
    } catch (error) {
      worker.kill();
      await worker.ended;
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  private constructor(command: WorkerCommand, directory: string) {
    const [program, options] = withNiceness(command.program, command.arguments);
    this.#child = spawn(program, options, {
      cwd: directory,
      env: {},
      // A separate session leaves a Ctrl-C at the service's terminal to the service, and puts the terminal out of
      // reach.
      detached: true,
      stdio: ["ignore", "ignore", "pipe", "pipe", ...(command.filter === undefined ? [] : ["pipe" as const])],
    });
    const [, , stderr, socket, filter] = this.#child.stdio;
    assert(stderr instanceof Readable && socket instanceof Duplex, "pipes of a child are streams");
    this.#socket = socket;
    // Writing to a worker that has just ended fails; the reading side notices its end.
    this.#socket.on("error", () => undefined);
    this.#lines = linesOf(this.#socket);
    if (filter instanceof Writable) {
      filter.on("error", () => undefined);
      filter.end(command.filter);
    }
    this.ended = this.#waitForEnd(stderr);
  }

  send(message: ParentMessage): void {
    this.#socket.write(`${JSON.stringify(message)}\n`);
  }

  /**
   * Returns the next message of the worker. It must not be called again before the last call has settled.
   * @throws WorkerEnded; ProtocolViolation when the worker sends what it never should.
   */
  async next(): Promise<WorkerMessage> {
    const line = await this.#nextLine();
    if (line !== undefined) {
      return parseWorkerMessage(line);
    }
    // The worker has ended, and how it did is known in a moment; one that lives on without its socket is of no use.
    const timer = setTimeout(() => this.kill(), END_TIMEOUT_MS);
    try {
      throw new WorkerEnded(await this.ended);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Returns for how many milliseconds since its start each thread of the worker was ready to run, but had no processor. */
  processorWaitsMs(): ReadonlyMap<string, number> {
    return this.#processId === undefined ? new Map() : processorWaitsMs(this.#processId);
  }

  kill(): void {
    this.#isKilled = true;
    this.#child.kill("SIGKILL");
    // Should the kernel refuse that, an idle worker still ends without its socket.
    this.#socket.destroy();
  }

  #ready(directory: string, bounds: WorkerBounds | undefined): void {
    const { pid } = this.#child;
    this.#processId = pid === undefined ? undefined : programProcess(pid);
    if (this.#processId !== undefined && bounds !== undefined) {
      this.#watch({ processId: this.#processId, outputDirectory: join(directory, "out"), bounds });
    }
  }

  #watch(worker: WatchedWorker): void {
    const ending = new AbortController();
    void this.ended.then(() => ending.abort());
    const onExceeded = (excess: Excess): void => {
      this.#excess = excess;
      this.kill();
    };
    watchWorker(worker, { signal: ending.signal, onExceeded });
  }

  async #nextLine(): Promise<Buffer | undefined> {
    try {
      const { value } = await this.#lines.next();
      return value ?? undefined;
    } catch (error) {
      if (error instanceof RangeError) {
        throw new ProtocolViolation("The worker sent a line that is too long.", { cause: error });
      }
      // The connection was reset, which is one way in which a process ends.
      return undefined;
    }
  }

  async #waitForEnd(stderr: Readable): Promise<WorkerEnd> {
    const lastWords = tailOf(stderr);
    const { exitCode, signal, reason } = await exitOf(this.#child);
    if (!stderr.closed) {
      await Promise.race([once(stderr, "close"), delay(LAST_WORDS_MS, undefined, { ref: false })]);
    }
    for (const stream of this.#child.stdio) {
      stream?.destroy();
    }
    return workerEnd({
      exitCode,
      signal,
      stderr: lastWords() + reason,
      isKilled: this.#isKilled,
      excess: this.#excess,
    });
  }
}

interface Exit {
  readonly exitCode: number | null;
  readonly signal: string | null;
  /** Why there was no process; empty if there was one. */
  readonly reason: string;
}

async function exitOf(child: ChildProcess): Promise<Exit> {
  return new Promise((resolve) => {
    child.once("exit", (exitCode, signal) => resolve({ exitCode, signal, reason: "" }));
    child.once("error", (error) => resolve({ exitCode: 127, signal: null, reason: error.message }));
  });
}

/**
 * Reads a stream to its end and returns a function that returns its last bytes so far, as text without control
 * characters.
 */
function tailOf(stream: Readable): () => string {
  let tail = Buffer.alloc(0);
  stream.on("data", (chunk: Buffer) => {
    tail = Buffer.concat([tail, chunk]).subarray(-STDERR_TAIL_BYTES);
  });
  stream.on("error", () => undefined);
  return () => tail.toString("utf8").replaceAll(/[^\n\P{Cc}]/gu, "");
}
