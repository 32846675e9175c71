import { Failure } from "../../kernel/failure.ts";
import { type Backoff, backoffMs, doublingDelays, NO_JITTER } from "../../kernel/timing/backoff.ts";
import { sleep, systemClock } from "../../kernel/timing/clock.ts";
import { ProtocolViolation } from "./messages.ts";
import { type PoolEvent, reasonOf } from "./pool-events.ts";
import { relay } from "./relay.ts";
import type { WorkerCommand } from "./sandbox/sandbox.ts";
import { type SlotDirectory, TooMuchOutput } from "./slot-directory.ts";
import { type Task, tooComplex } from "./task.ts";
import { TaskClock } from "./task-clock.ts";
import { type WorkerEnd, WorkerEnded } from "./worker-end.ts";
import { WorkerProcess } from "./worker-process.ts";
import type { WorkerBounds } from "./worker-watch.ts";

export interface SlotOptions {
  readonly index: number;
  readonly directory: SlotDirectory;
  /** Returns how to start a worker; called when the directory exists. */
  readonly command: () => WorkerCommand;
  /** Resolves with whether the last command was the right one, as soon as that is known. */
  readonly isRight: () => Promise<boolean>;
  readonly bounds: WorkerBounds;
  /** The time that the first try to start a worker has. */
  readonly startTimeoutMs: number;
  /** The time for which a worker may be idle before it is asked whether it is needed; infinity: any. */
  readonly idleMs: number;
  /** Returns whether the worker that has been idle for that time may end, and its slot rest. */
  readonly mayRest: () => boolean;
  /**
   * The number of tasks after which a worker is replaced; it is also replaced when it has grown too much since its
   * start.
   */
  readonly tasksPerWorker: number;
  readonly growthBytes: number;
  readonly log: (event: PoolEvent) => void;
  /** Called when a worker's process has been started and is not ready yet. */
  readonly onSpawn: () => void;
  /** Called when the slot has become idle, its idle worker has ended, or a start has failed. */
  readonly onChange: () => void;
  /** Called when a task is over, with the time that its last attempt took. */
  readonly onServed: (serviceMs: number) => void;
}

/** A slot that rests has no worker, until it is begun. */
export type SlotState = "resting" | "starting" | "idle" | "busy" | "closed";

interface LiveWorker {
  readonly process: WorkerProcess;
  readonly startBytes: number;
}

/** What happens to a worker after a task, and to the task. */
type Outcome =
  | { readonly kind: "kept"; readonly residentBytes: number }
  | { readonly kind: "lost" }
  | { readonly kind: "lost-try-again" };

/** One of the pool's places: a directory, and the worker that currently uses it. */
export class WorkerSlot {
  readonly #options: SlotOptions;
  readonly #closing = new AbortController();
  readonly #life: Promise<void>;
  #state: SlotState = "resting";
  /** Resolved by `begin`, and at the end. */
  #begun = Promise.withResolvers<void>();
  #failedStarts = 0;
  #tasksStarted = 0;
  /** Set while the slot is idle: gives it a task, or undefined when there will be none. */
  #wake: ((task: Task | undefined) => void) | undefined;
  /** A task whose first worker has crashed, kept for the next worker. */
  #tryAgain: Task | undefined;

  /** Makes a slot that rests. */
  constructor(options: SlotOptions) {
    this.#options = options;
    this.#life = this.#live();
  }

  get state(): SlotState {
    return this.#state;
  }

  /** The number of times in a row that no worker could be started. */
  get failedStarts(): number {
    return this.#failedStarts;
  }

  /** Has the slot start a worker, if it rests; `onChange` is called when the worker is ready. */
  begin(): void {
    if (this.#state === "resting") {
      this.#state = "starting";
      this.#begun.resolve();
    }
  }

  /** Runs `task` to its end. The slot must be idle. */
  give(task: Task): void {
    this.#state = "busy";
    this.#wake?.(task);
  }

  /** Ends the worker and removes the directory. A running task has been cancelled before. */
  async close(): Promise<void> {
    this.#closing.abort();
    if (this.#state === "idle") {
      this.#state = "starting";
      this.#wake?.(undefined);
    }
    this.#begun.resolve();
    await this.#life;
  }

  async #live(): Promise<void> {
    for (;;) {
      await this.#begun.promise;
      if (this.#closing.signal.aborted) {
        break;
      }
      const worker = await this.#start();
      if (worker !== undefined) {
        await this.#serve(worker);
        worker.process.kill();
        await worker.process.ended;
      }
    }
    this.#state = "closed";
    await this.#options.directory.remove();
  }

  /**
   * Starts a worker, and tries again more and more slowly when that fails. Returns undefined when the slot is closed
   * meanwhile. Each try has twice the time of the one before: on a machine that is so busy that no worker is ready in
   * time, killing each at the same moment of its start would keep the machine busy for ever.
   */
  async #start(): Promise<LiveWorker | undefined> {
    this.#state = "starting";
    const { index, directory, command, isRight, bounds, startTimeoutMs, log, onSpawn, onChange } = this.#options;
    const startTimeouts = { delaysMs: doublingDelays(startTimeoutMs, MOST_START_TIMEOUT_MS), jitter: NO_JITTER };
    while (!this.#closing.signal.aborted) {
      const startedMs = performance.now();
      try {
        await directory.renew();
        const timeoutMs = backoffMs(startTimeouts, this.#failedStarts + 1);
        const starting = WorkerProcess.start(command(), directory.path, { bounds, timeoutMs });
        onSpawn();
        const { worker, ready } = await starting;
        if (!(await isRight())) {
          worker.kill();
          await worker.ended;
          continue;
        }
        this.#failedStarts = 0;
        log({ event: "worker_started", slot: index, startMs: performance.now() - startedMs });
        return { process: worker, startBytes: ready.residentBytes };
      } catch (error) {
        if (!(await isRight())) {
          continue;
        }
        this.#failedStarts++;
        log({ event: "worker_start_failed", slot: index, failures: this.#failedStarts, reason: startFault(error) });
        this.#giveUpTryingAgain();
        onChange();
        const delayMs = backoffMs(START_BACKOFF, this.#failedStarts);
        await sleep(systemClock, delayMs, this.#closing.signal).catch(() => undefined);
      }
    }
    return undefined;
  }

  /** Runs tasks on one worker until it is lost or due for replacement. */
  async #serve(worker: LiveWorker): Promise<void> {
    const { index, tasksPerWorker, growthBytes, log, onServed } = this.#options;
    void worker.process.ended.then((end) => this.#wakeWithout(end));
    for (let tasks = 1; ; tasks++) {
      const task = await this.#nextTask();
      if (task === undefined) {
        return;
      }
      const startedMs = performance.now();
      const outcome = await this.#attempt(task, worker.process);
      if (outcome.kind === "lost-try-again") {
        this.#tryAgain = task;
        return;
      }
      onServed(performance.now() - startedMs);
      if (outcome.kind === "lost") {
        return;
      }
      const { residentBytes } = outcome;
      if (tasks >= tasksPerWorker || residentBytes - worker.startBytes > growthBytes) {
        log({ event: "worker_retired", slot: index, tasks, residentBytes });
        return;
      }
      if (!(await this.#sweep())) {
        return;
      }
    }
  }

  /** Waits, idle, for a task. Returns undefined when the worker ends meanwhile, or is not needed, or the slot is closed. */
  async #nextTask(): Promise<Task | undefined> {
    const again = this.#tryAgain;
    this.#tryAgain = undefined;
    if (this.#closing.signal.aborted) {
      return undefined;
    }
    if (again !== undefined && !again.isOver) {
      this.#state = "busy";
      return again;
    }
    const next = Promise.withResolvers<Task | undefined>();
    this.#wake = next.resolve;
    this.#state = "idle";
    const timer = this.#restLater();
    this.#options.onChange();
    const task = await next.promise;
    clearTimeout(timer);
    return task;
  }

  /** Has the slot rest when it has been idle for long, and is not needed then. */
  #restLater(): NodeJS.Timeout | undefined {
    const { index, idleMs, mayRest, log, onChange } = this.#options;
    if (idleMs === Number.POSITIVE_INFINITY) {
      return undefined;
    }
    const rest = (): void => {
      if (this.#state === "idle" && mayRest()) {
        this.#state = "resting";
        this.#begun = Promise.withResolvers();
        log({ event: "worker_unneeded", slot: index });
        onChange();
        this.#wake?.(undefined);
      }
    };
    return setTimeout(rest, idleMs).unref();
  }

  /**
   * Handles the end of a worker. An idle one has ended by itself; during a task, the code that waits for its messages
   * notices the end.
   */
  #wakeWithout(end: WorkerEnd): void {
    if (this.#state === "idle") {
      this.#state = "starting";
      this.#options.log({ event: "worker_lost", slot: this.#options.index, end });
      this.#options.onChange();
      this.#wake?.(undefined);
    }
  }

  /** Runs `task` once. It never throws: an error ends the worker, and the task or this attempt at it. */
  async #attempt(task: Task, worker: WorkerProcess): Promise<Outcome> {
    if (task.isOver) {
      return { kind: "kept", residentBytes: 0 };
    }
    const { method, parameters, inputs, work } = task.call;
    const clock = new TaskClock(work.engineTime, worker, () => worker.kill());
    task.onCancel(() => worker.kill());
    try {
      const { directory } = this.#options;
      const given = await directory.give(inputs);
      this.#tasksStarted++;
      clock.start();
      const number = this.#tasksStarted;
      worker.send({ kind: "run", task: number, method, parameters, inputs: given, outputDirectory: "out" });
      return { kind: "kept", residentBytes: await relay({ task, number, worker, directory, clock }) };
    } catch (error) {
      worker.kill();
      return this.#afterFault(task, clock.isExpired ? "time" : error);
    } finally {
      clock.stop();
      task.onCancel(() => undefined);
    }
  }

  /** Decides what a fault means for the task; its worker is lost in any case. */
  #afterFault(task: Task, fault: unknown): Outcome {
    if (task.isOver) {
      const { index, log } = this.#options;
      log({ event: "worker_stopped", slot: index, method: task.call.method });
      return { kind: "lost" };
    }
    if (fault === "time") {
      this.#logFault(task, "time");
      task.fail(tooComplex("time", TIME_MESSAGE));
      return { kind: "lost" };
    }
    if (fault instanceof WorkerEnded && fault.end.cause !== "crash" && fault.end.cause !== "killed") {
      this.#logFault(task, fault);
      task.fail(tooComplex(fault.end.cause, LIMIT_MESSAGES[fault.end.cause]));
      return { kind: "lost" };
    }
    if (fault instanceof TooMuchOutput) {
      this.#logFault(task, fault);
      task.fail(tooComplex("file-size", LIMIT_MESSAGES["file-size"]));
      return { kind: "lost" };
    }
    if (fault instanceof WorkerEnded || fault instanceof ProtocolViolation) {
      this.#logFault(task, fault);
      const isKilled = fault instanceof WorkerEnded && fault.end.cause === "killed";
      const failure = isKilled ? tooComplex("memory", LIMIT_MESSAGES.memory) : tooComplex("crash", CRASHED_TWICE);
      return task.crashed(failure) ? { kind: "lost-try-again" } : { kind: "lost" };
    }
    // A fault of the service itself, such as a full disk.
    task.fail(fault);
    return { kind: "lost" };
  }

  #logFault(task: Task, fault: "time" | Error): void {
    const { index, log } = this.#options;
    const { method } = task.call;
    const end = fault instanceof WorkerEnded ? fault.end : undefined;
    const reason = typeof fault === "string" ? fault : fault.message;
    log({ event: "worker_failed_task", slot: index, method, reason, end });
  }

  /** Fails a task that waits for a second worker when workers cannot be started, so that it does not wait for ever. */
  #giveUpTryingAgain(): void {
    if (this.#failedStarts >= HOPELESS_STARTS) {
      this.#tryAgain?.fail(engineUnavailable());
    }
  }

  /**
   * Empties the slot.
   * @returns whether the worker may stay: one that has made its slot impossible to empty may not.
   */
  async #sweep(): Promise<boolean> {
    try {
      await this.#options.directory.sweep();
      return true;
    } catch (error) {
      const { index, log } = this.#options;
      log({ event: "sweep_failed", slot: index, reason: reasonOf(error) });
      return false;
    }
  }
}

/** Consecutive failed starts after which tasks are no longer kept waiting for a slot. */
export const HOPELESS_STARTS = 3;

export function engineUnavailable(): Failure {
  return new Failure("engine_unavailable", "The engine for this operation cannot be started at the moment.");
}

const TIME_MESSAGE =
  "The document needs more engine time than the service allows: send fewer pages at a time or, unless it was a job already, all of them with async=true, which has more.";
const CRASHED_TWICE = "The document made the engine crash twice.";

const LIMIT_MESSAGES = {
  threads: "The document needs more threads of the engine than the service allows.",
  memory: "The document needs more memory than the service allows.",
  "file-size": "The result would be larger than the service allows.",
} as const;

/** The most time that a try to start a worker has. */
const MOST_START_TIMEOUT_MS = 320_000;
const START_BACKOFF: Backoff = { delaysMs: doublingDelays(100, 10_000), jitter: NO_JITTER };

function startFault(error: unknown): string {
  if (error instanceof WorkerEnded) {
    return `${error.message} ${error.end.stderr}`.trim();
  }
  return reasonOf(error);
}
