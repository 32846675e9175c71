import { assert } from "../../kernel/assert.ts";
import { Failure } from "../../kernel/failure.ts";
import { type PoolEvent, reasonOf } from "./pool-events.ts";
import type { PoolCall, WorkerPool } from "./protocol.ts";
import { hideFromOwnUser, keepDescriptorsFromChildren } from "./sandbox/parent-shield.ts";
import { chooseSandbox, type Sandbox } from "./sandbox/probe.ts";
import { isInApplication, type TierName, workerCommand, workerIdentity } from "./sandbox/sandbox.ts";
import { SlotsDirectory } from "./slot-directory.ts";
import { Task, tooComplex } from "./task.ts";
import { engineUnavailable, HOPELESS_STARTS, WorkerSlot } from "./worker-slot.ts";

export interface PoolOptions {
  /** Absolute path of the file that calls `serveTasks`. */
  readonly entry: string;
  /** Number of workers. */
  readonly size: number;
  /** Calls that may wait for a worker; one more is refused. */
  readonly queueLimit: number;
  /** This pool's alone: it removes the slots that it finds there. Best beneath the data directory. */
  readonly slotsDirectory: string;
  /** Absent: the best tier that works. */
  readonly tier?: TierName | undefined;
  /** What another pool of this service has found, in place of a probe for `tier`. */
  readonly sandbox?: Sandbox | undefined;
  /** Workers start when tasks wait for them, and not before the first; until then they cost nothing. */
  readonly startsWhenNeeded?: boolean | undefined;
  /** What a worker may use for documents, besides what Node itself needs. */
  readonly memoryBytes: number;
  /** The largest file that a worker may write. */
  readonly fileBytes?: number | undefined;
  /** What the entry file is told: the second argument of its process, as JSON. */
  readonly settings?: object | undefined;
  /**
   * A worker is replaced after so many tasks, or when it has grown by so much since its start. One that a document has
   * taken over, unnoticed, sees what the tasks after it give it: the number bounds how many these are.
   */
  readonly tasksPerWorker: number;
  readonly growthBytes: number;
  /** What the workers read besides the application and the system's libraries, such as a library's directory. */
  readonly readOnlyPaths?: readonly string[] | undefined;
  /**
   * A service that is root runs its workers as `firstWorkerUid` and the `size - 1` following uids, with the first one as
   * the group of all. Nothing else uses these numbers, other pools included.
   */
  readonly firstWorkerUid?: number | undefined;
  readonly log?: ((event: PoolEvent) => void) | undefined;
}

/** A moment of a pool, for health, metrics and `quire doctor`. */
export interface PoolState {
  readonly sandbox: Sandbox;
  readonly size: number;
  /** Those whose first start nobody has needed yet; they are no fault. */
  readonly unneeded: number;
  readonly starting: number;
  readonly idle: number;
  readonly busy: number;
  /** The slots whose worker could not be started several times in a row; they are among `starting`. */
  readonly failing: number;
  readonly waiting: number;
  /** Workers that took another one's place since the start, for whatever reason. */
  readonly restarts: number;
  readonly queueLimit: number;
}

export interface EnginePool extends WorkerPool {
  /** Resolves when the first process is up, or could not be started: that is tried on, and `state` tells. */
  ready(): Promise<void>;
  state(): PoolState;
  /** When a call that is refused now would probably find a place: whole seconds, at least 1. */
  retryAfterSeconds(): number;
  /** Ends all calls with `shutting_down`, and all workers; resolves when they are gone. */
  close(): Promise<void>;
}

const DEFAULT_FIRST_WORKER_UID = 65_000;
// So that jobs go on, slowly, however many requests there are.
const MAX_BACKGROUND_WAIT_MS = 5000;
const DEFAULT_FILE_BYTES = 2 * 2 ** 30;

/**
 * Finds the sandbox, and resolves when the first engine process is on its way; `ready` waits for it. The others follow,
 * since together they would keep the first one waiting.
 * @throws Error when no tier works at all, or the tier that is asked for.
 */
export async function createWorkerPool(options: PoolOptions): Promise<EnginePool> {
  assert(isInApplication(options.entry), "a worker's entry file lies in the application's directory");
  keepDescriptorsFromChildren();
  const slots = await SlotsDirectory.open(options.slotsDirectory, (error) => {
    options.log?.({ event: "removal_failed", reason: reasonOf(error) });
  });
  const firstWorkerUid = options.firstWorkerUid ?? DEFAULT_FIRST_WORKER_UID;
  const sandbox = options.sandbox ?? (await sandboxOrClose(slots, { firstWorkerUid, only: options.tier }));
  if (sandbox.tier === "plain") {
    hideFromOwnUser();
  }
  options.log?.({ event: "pool_started", tier: sandbox.tier, sentence: sandbox.sentence });
  const pool = new Pool({ ...options, firstWorkerUid }, sandbox, slots);
  await pool.isOnItsWay;
  return pool;
}

async function sandboxOrClose(
  slots: SlotsDirectory,
  choice: { readonly firstWorkerUid: number; readonly only: TierName | undefined },
): Promise<Sandbox> {
  try {
    return await chooseSandbox({ slots, ...choice });
  } catch (error) {
    await slots.close();
    throw error;
  }
}

class Pool implements EnginePool {
  /** Resolves when the first process has been started, or could not be. */
  readonly isOnItsWay: Promise<void>;
  readonly #options: PoolOptions;
  readonly #sandbox: Sandbox;
  readonly #slotsDirectory: SlotsDirectory;
  readonly #slots: readonly WorkerSlot[];
  /** What each slot waits for before its first worker. */
  readonly #starts: readonly PromiseWithResolvers<void>[];
  /** The slots, the first ones, that wait no more. */
  #begunSlots = 0;
  readonly #serviceTime = new ServiceTime();
  readonly #onItsWay = Promise.withResolvers<void>();
  readonly #ready = Promise.withResolvers<void>();
  #waiting: Task[] = [];
  #startedWorkers = 0;
  /** Tasks whose reader has not come to their end. */
  readonly #unfinished = new Set<Task>();
  #closed: Promise<void> | undefined;

  constructor(options: PoolOptions & { readonly firstWorkerUid: number }, sandbox: Sandbox, slots: SlotsDirectory) {
    this.#options = options;
    this.#sandbox = sandbox;
    this.#slotsDirectory = slots;
    this.isOnItsWay = this.#onItsWay.promise;
    this.#starts = Array.from({ length: options.size }, () => Promise.withResolvers<void>());
    this.#slots = this.#starts.map(({ promise }, index) => this.#newSlot(index, options.firstWorkerUid, promise));
    if (options.startsWhenNeeded === true) {
      this.#isReady();
    } else {
      this.#begin(1);
    }
  }

  async *stream<Item>(call: PoolCall): AsyncGenerator<Item, void, undefined> {
    const { signal } = call.work;
    signal.throwIfAborted();
    const task = this.#admit(call);
    const abort = (): void => this.#cancel(task, signal.reason);
    signal.addEventListener("abort", abort, { once: true });
    try {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- who calls a method checks what it reads of an item
      yield* task.items as AsyncIterable<object> as AsyncIterable<Item>;
    } finally {
      signal.removeEventListener("abort", abort);
      this.#cancel(task, new Error("The reader of the results has left."));
      this.#unfinished.delete(task);
    }
  }

  async call<Item>(call: PoolCall): Promise<Item> {
    const found: Item[] = [];
    for await (const item of this.stream<Item>(call)) {
      found.push(item);
      // A worker that has been taken over could go on for ever.
      if (found.length > 1) {
        break;
      }
    }
    const [item] = found;
    if (item === undefined || found.length > 1) {
      throw tooComplex("crash", `The engine gave ${found.length === 0 ? "no answer" : "more than one answer"}.`);
    }
    return item;
  }

  async ready(): Promise<void> {
    await this.#ready.promise;
  }

  state(): PoolState {
    const count = (state: WorkerSlot["state"]): number => this.#slots.filter((slot) => slot.state === state).length;
    return {
      sandbox: this.#sandbox,
      size: this.#options.size,
      unneeded: this.#slots.length - this.#begunSlots,
      starting: count("starting") - (this.#slots.length - this.#begunSlots),
      idle: count("idle"),
      busy: count("busy"),
      failing: this.#slots.filter(isFailing).length,
      waiting: this.#waiting.length,
      restarts: Math.max(0, this.#startedWorkers - this.#begunSlots),
      queueLimit: this.#options.queueLimit,
    };
  }

  retryAfterSeconds(): number {
    const waitMs = (this.#waiting.length * this.#serviceTime.averageMs) / this.#options.size;
    return Math.max(1, Math.ceil(waitMs / 1000));
  }

  async close(): Promise<void> {
    this.#closed ??= this.#shutDown();
    await this.#closed;
  }

  async #shutDown(): Promise<void> {
    for (const task of this.#unfinished) {
      this.#cancel(task, shuttingDown());
    }
    this.#ready.resolve();
    this.#begin(this.#slots.length);
    await Promise.all(this.#slots.map((slot) => slot.close()));
    await this.#slotsDirectory.close();
  }

  #newSlot(index: number, firstWorkerUid: number, startAfter: Promise<void>): WorkerSlot {
    const { tier } = this.#sandbox;
    const { entry, readOnlyPaths = [], memoryBytes, fileBytes = DEFAULT_FILE_BYTES, settings = {} } = this.#options;
    const directory = this.#slotsDirectory.slot(index, workerIdentity(firstWorkerUid, index));
    return new WorkerSlot({
      index,
      directory,
      command: () => workerCommand(tier, { entry, readOnlyPaths, memoryBytes, fileBytes, settings }, directory),
      startAfter,
      tasksPerWorker: this.#options.tasksPerWorker,
      growthBytes: this.#options.growthBytes,
      log: (event) => {
        this.#startedWorkers += event.event === "worker_started" ? 1 : 0;
        this.#options.log?.(event);
      },
      onSpawn: () => this.#onItsWay.resolve(),
      onChange: () => this.#dispatch(),
      onServed: (serviceMs) => this.#serviceTime.add(serviceMs),
    });
  }

  /** @throws Failure `queue_full`, `engine_unavailable`, `shutting_down` */
  #admit(call: PoolCall): Task {
    if (this.#closed !== undefined) {
      throw shuttingDown();
    }
    if (this.#slots.every(isFailing)) {
      throw engineUnavailable();
    }
    const task = new Task(call);
    this.#waiting.push(task);
    this.#dispatch();
    if (this.#waiting.length > this.#options.queueLimit) {
      this.#waiting.pop();
      const facts = { retryAfterSeconds: this.retryAfterSeconds() };
      throw new Failure("queue_full", "The service has more work than it can accept; try again later.", { facts });
    }
    this.#unfinished.add(task);
    return task;
  }

  #cancel(task: Task, reason: unknown): void {
    this.#waiting = this.#waiting.filter((waiting) => waiting !== task);
    task.cancel(reason);
  }

  /**
   * Takes the next task from the queue: the one that waits longest, but those that nobody waits for come after the others,
   * until they have waited too long.
   */
  #next(): Task | undefined {
    const [first] = this.#waiting;
    if (first === undefined || !first.isBackground || first.waitedMs > MAX_BACKGROUND_WAIT_MS) {
      return this.#waiting.shift();
    }
    const urgent = this.#waiting.findIndex(({ isBackground }) => !isBackground);
    return this.#waiting.splice(Math.max(0, urgent), 1)[0];
  }

  /** Gives waiting tasks to idle slots. */
  #dispatch(): void {
    for (const slot of this.#slots) {
      const task = slot.state === "idle" ? this.#next() : undefined;
      if (task !== undefined) {
        slot.give(task);
      }
    }
    if (this.#slots.every(isFailing)) {
      for (const task of this.#waiting.splice(0)) {
        task.fail(engineUnavailable());
      }
    }
    if (this.#options.startsWhenNeeded === true) {
      this.#beginForTasks();
    } else if (this.#slots.some((slot) => slot.state !== "starting" || slot.failedStarts > 0)) {
      this.#isReady();
      this.#begin(this.#slots.length);
    }
  }

  /** One more slot begins for tasks that none of those that are about to be idle will take. */
  #beginForTasks(): void {
    const coming = this.#slots
      .slice(0, this.#begunSlots)
      .filter((slot) => slot.state === "starting" && !isFailing(slot));
    if (this.#waiting.length > coming.length) {
      this.#begin(this.#begunSlots + 1);
    }
  }

  #begin(slots: number): void {
    for (const start of this.#starts.slice(this.#begunSlots, slots)) {
      start.resolve();
      this.#begunSlots++;
    }
  }

  #isReady(): void {
    this.#onItsWay.resolve();
    this.#ready.resolve();
  }
}

function isFailing(slot: WorkerSlot): boolean {
  return slot.failedStarts >= HOPELESS_STARTS;
}

function shuttingDown(): Failure {
  return new Failure("shutting_down", "The service is shutting down.");
}

/** How long tasks take on a worker: an average in which each new one counts a fifth. */
class ServiceTime {
  #averageMs: number | undefined;

  get averageMs(): number {
    return this.#averageMs ?? 0;
  }

  add(serviceMs: number): void {
    this.#averageMs = this.#averageMs === undefined ? serviceMs : 0.8 * this.#averageMs + 0.2 * serviceMs;
  }
}
