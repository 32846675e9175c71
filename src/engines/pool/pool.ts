import { basename } from "node:path";
import { assert } from "../../kernel/assert.ts";
import { Failure } from "../../kernel/failure.ts";
import { beginStep } from "../../kernel/observation.ts";
import { Semaphore } from "../../kernel/timing/semaphore.ts";
import { type PoolEvent, reasonOf } from "./pool-events.ts";
import type { PoolCall, WorkerPool } from "./protocol.ts";
import { MAX_THREADS, totalMemoryBytes } from "./sandbox/confinement.ts";
import { ControlGroups, type GroupLimits, worksIn } from "./sandbox/control-groups.ts";
import { hideFromOwnUser, keepDescriptorsFromChildren } from "./sandbox/parent-shield.ts";
import { chooseSandbox, type Sandbox } from "./sandbox/probe.ts";
import { isInApplication, possibleTiers, type TierName, workerCommand, workerIdentity } from "./sandbox/sandbox.ts";
import { SlotsDirectory } from "./slot-directory.ts";
import { Task, tooComplex } from "./task.ts";
import { START_TIMEOUT_MS } from "./worker-process.ts";
import { engineUnavailable, HOPELESS_STARTS, WorkerSlot } from "./worker-slot.ts";

export interface PoolOptions {
  /** Absolute path of the file that calls `serveTasks`. */
  readonly entry: string;
  /** The number of workers. */
  readonly size: number;
  /** The number of calls that may wait for a worker; one more is refused. */
  readonly queueLimit: number;
  /**
   * The directory of this pool's slots, used by no other pool: slots found there at the start are removed. It is best
   * placed beneath the data directory.
   */
  readonly slotsDirectory: string;
  /** The sandbox tier; if absent, the best one that works. */
  readonly tier?: TierName | undefined;
  /** The sandbox that another pool of this service has found, used instead of probing for `tier`. */
  readonly sandbox?: Sandbox | undefined;
  /**
   * The number of workers that are kept, even when there is nothing to do; absent: all. Where it is 0, workers start only when
   * tasks wait for them. Where it is not, one more than are busy is started, so that the next task finds it ready.
   */
  readonly kept?: number | undefined;
  /** The number of workers that are started at once, before there is anything to do; absent: those that are kept. */
  readonly atStart?: number | undefined;
  /** The time after which an idle worker ends that is not among those that are kept, in milliseconds; absent: it stays. */
  readonly idleMs?: number | undefined;
  /** The memory that a worker may use for documents, besides what Node itself needs. */
  readonly memoryBytes: number;
  /** The largest file that a worker may write. */
  readonly fileBytes?: number | undefined;
  /** The bytes that a worker may write for one task, in all files together; if absent, `fileBytes` and 1 GiB. */
  readonly outputBytes?: number | undefined;
  /** Settings for the entry file, which gets them as JSON in its process's second argument. */
  readonly settings?: object | undefined;
  /**
   * The number of tasks after which a worker is replaced; it is also replaced when it has grown too much since its
   * start. A worker that a document has taken over unnoticed can read the inputs of its later tasks, and this number
   * bounds how many those are.
   */
  readonly tasksPerWorker: number;
  readonly growthBytes: number;
  /** The time that the first try to start a worker has, 20 s by default; each further one has twice as much. */
  readonly startTimeoutMs?: number | undefined;
  /** The paths that workers read besides the application and the system's libraries, such as a library's directory. */
  readonly readOnlyPaths?: readonly string[] | undefined;
  /**
   * The first of the uids under which a service that runs as root runs its workers: this one and the `size - 1`
   * following ones, with the first as the group of all. Nothing else may use these numbers, other pools included.
   */
  readonly firstWorkerUid?: number | undefined;
  readonly log?: ((event: PoolEvent) => void) | undefined;
  /** Called when the first process has been launched, or could not be: what else is to be done need not wait for more. */
  readonly onLaunch?: (() => void) | undefined;
  /** The name of the pool for metrics and traces. */
  readonly name?: string | undefined;
}

/** The state of a pool at one moment, for health, metrics and `quire doctor`. */
interface PoolState {
  readonly sandbox: Sandbox;
  readonly size: number;
  /** The number of workers that are not running since no task needs them; they are no fault. */
  readonly unneeded: number;
  readonly starting: number;
  readonly idle: number;
  readonly busy: number;
  /** The number of slots whose worker could not be started several times in a row; they are among `starting`. */
  readonly failing: number;
  readonly waiting: number;
  /** The number of workers that have replaced another one since the start, for whatever reason. */
  readonly restarts: number;
}

export interface EnginePool extends WorkerPool {
  /**
   * Resolves when the first process is up or could not be started. A failed start is retried, and `state` reports it.
   */
  ready(): Promise<void>;
  state(): PoolState;
  /**
   * Returns the time after which a call that is refused now would probably be accepted, in whole seconds, at least 1.
   */
  retryAfterSeconds(): number;
  /** Ends all calls with `shutting_down`, and all workers; resolves when they are gone. */
  close(): Promise<void>;
}

const DEFAULT_FIRST_WORKER_UID = 65_000;
const DEFAULT_FILE_BYTES = 2 * 2 ** 30;
/** The room for what a worker writes besides its results: repaired copies, and pictures of pages. */
const SCRATCH_BYTES = 2 ** 30;
/** The most files that a worker may hand over for one task: the images of a long document are some thousands. */
const MAX_OUTPUT_FILES = 50_000;
/** The most files in `out` at one moment, scratch files and results that wait to be taken. */
const MAX_LISTED_FILES = 20_000;

/**
 * Creates a pool: finds the sandbox, and resolves when the first engine process has been launched; `ready` waits until
 * it is up. The other processes are launched after it, since together they would delay it.
 *
 * In a pool of several processes the first one is launched in the best tier that may work here, beside the probe that finds
 * out whether it does: most often it does, and the start is the shorter by the time of the probe. The process gets no task
 * before the probe has ended, and is replaced when the sandbox is another one.
 * @throws Error when no tier works at all, or the requested one does not.
 */
export async function createWorkerPool(options: PoolOptions): Promise<EnginePool> {
  assert(isInApplication(options.entry), "a worker's entry file lies in the application's directory");
  keepDescriptorsFromChildren();
  const slots = await SlotsDirectory.open(options.slotsDirectory, (error) => {
    options.log?.({ event: "removal_failed", reason: reasonOf(error) });
  });
  const firstWorkerUid = options.firstWorkerUid ?? DEFAULT_FIRST_WORKER_UID;
  const pool = new Pool({ ...options, firstWorkerUid }, slots);
  try {
    await pool.isOnItsWay;
    return pool;
  } catch (error) {
    await pool.close();
    throw error;
  }
}

class Pool implements EnginePool {
  /** Resolves when the sandbox is known, and the first process has been launched or could not be. */
  readonly isOnItsWay: Promise<void>;
  readonly #options: PoolOptions;
  /** The sandbox once it is known, and till then the tier that is tried first. */
  #sandbox: Sandbox | { readonly tier: TierName };
  readonly #slotsDirectory: SlotsDirectory;
  readonly #slots: readonly WorkerSlot[];
  /** The number of workers that are kept. */
  readonly #kept: number;
  /** How many times a slot that rested was begun. */
  #begun = 0;
  /** Whether the first process is up, or could not be started, so that others no longer delay it. */
  #isPastFirst = false;
  /** Settles when the sandbox is known. */
  readonly #confirmed: Promise<void>;
  readonly #serviceTime = new ServiceTime();
  readonly #onItsWay = Promise.withResolvers<void>();
  readonly #ready = Promise.withResolvers<void>();
  /** Its permits are the idle slots. */
  readonly #idle: Semaphore<WorkerSlot>;
  #startedWorkers = 0;
  /** The tasks whose readers have not reached the end. */
  readonly #unfinished = new Set<Task>();
  #closed: Promise<void> | undefined;

  constructor(options: PoolOptions & { readonly firstWorkerUid: number }, slots: SlotsDirectory) {
    this.#options = options;
    this.#sandbox = options.sandbox ?? { tier: options.tier ?? possibleTiers()[0] ?? "plain" };
    this.#slotsDirectory = slots;
    this.#idle = new Semaphore<WorkerSlot>({
      permits: [],
      queueLimit: options.queueLimit,
      retryAfterSeconds: () => this.retryAfterSeconds(),
    });
    this.#kept = Math.min(options.kept ?? options.size, options.size);
    this.#slots = Array.from({ length: options.size }, (_, index) => this.#newSlot(index, options.firstWorkerUid));
    const launchesEarly = options.size > 1 && this.#atStart > 0;
    this.#confirmed = this.#confirm({ ...options, slots, slotIndex: launchesEarly ? 1 : 0, only: options.tier });
    // It is waited for by those that have use for it.
    this.#confirmed.catch(() => undefined);
    if (launchesEarly) {
      this.#begin(1);
    }
    this.isOnItsWay = this.#setOut();
  }

  /** Finds the sandbox, in a slot that has no process yet. @throws Error when there is none */
  async #confirm(options: PoolOptions & Parameters<typeof chooseSandbox>[0]): Promise<void> {
    const sandbox = options.sandbox ?? (await this.#choose(options));
    this.#sandbox = sandbox;
    if (sandbox.tier === "plain") {
      hideFromOwnUser();
    }
    options.log?.({ event: "pool_started", tier: sandbox.tier, sentence: sandbox.sentence });
  }

  async #choose(options: Parameters<typeof chooseSandbox>[0]): Promise<Sandbox> {
    try {
      return await chooseSandbox(options);
    } catch (error) {
      // No further process is launched.
      void this.close();
      throw error;
    }
  }

  async #setOut(): Promise<void> {
    await this.#confirmed;
    if (this.#atStart === 0) {
      this.#isReady();
    } else if (this.#begun === 0) {
      this.#begin(1);
    }
    await this.#onItsWay.promise;
  }

  async *stream<Item>(call: PoolCall): AsyncGenerator<Item, void, undefined> {
    call.work.signal.throwIfAborted();
    const end = beginStep("engine task", { pool: this.#name, method: call.method });
    try {
      yield* this.#run<Item>(call);
    } catch (error) {
      end(error);
      throw error;
    } finally {
      end();
    }
  }

  async *#run<Item>(call: PoolCall): AsyncGenerator<Item, void, undefined> {
    const { task, leave } = this.#admit(call);
    try {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- who calls a method checks what it reads of an item
      yield* task.items as AsyncIterable<object> as AsyncIterable<Item>;
    } finally {
      leave();
      task.cancel(new Error("The reader of the results has left."));
      this.#unfinished.delete(task);
    }
  }

  async call<Item>(call: PoolCall): Promise<Item> {
    const found: Item[] = [];
    for await (const item of this.stream<Item>(call)) {
      found.push(item);
      // A worker that a document has taken over could go on for ever.
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

  get #name(): string {
    return this.#options.name ?? "engine";
  }

  async ready(): Promise<void> {
    await this.#ready.promise;
  }

  state(): PoolState {
    assert("walls" in this.#sandbox, "who has the pool has it with its sandbox");
    return {
      sandbox: this.#sandbox,
      size: this.#options.size,
      unneeded: this.#count("resting"),
      starting: this.#count("starting"),
      idle: this.#count("idle"),
      busy: this.#count("busy"),
      failing: this.#slots.filter(isFailing).length,
      waiting: this.#idle.waiting,
      restarts: Math.max(0, this.#startedWorkers - this.#begun),
    };
  }

  #count(state: WorkerSlot["state"]): number {
    return this.#slots.filter((slot) => slot.state === state).length;
  }

  retryAfterSeconds(): number {
    const waitMs = (this.#idle.waiting * this.#serviceTime.averageMs) / this.#options.size;
    return Math.max(1, Math.ceil(waitMs / 1000));
  }

  async close(): Promise<void> {
    this.#closed ??= this.#shutDown();
    await this.#closed;
  }

  async #shutDown(): Promise<void> {
    this.#idle.close(shuttingDown());
    for (const task of this.#unfinished) {
      task.cancel(shuttingDown());
    }
    this.#ready.resolve();
    await Promise.all(this.#slots.map((slot) => slot.close()));
    await this.#slotsDirectory.close();
  }

  #newSlot(index: number, firstWorkerUid: number): WorkerSlot {
    let { tier } = this.#sandbox;
    const { entry, readOnlyPaths = [], memoryBytes, fileBytes = DEFAULT_FILE_BYTES, settings = {} } = this.#options;
    const limits = { memoryBytes: totalMemoryBytes(memoryBytes), threads: MAX_THREADS };
    const { outputBytes = fileBytes + SCRATCH_BYTES } = this.#options;
    const output = { bytes: outputBytes, files: MAX_OUTPUT_FILES };
    const directory = this.#slotsDirectory.slot(index, workerIdentity(firstWorkerUid, index), output);
    const group = groupFor(`${process.pid}-${basename(this.#slotsDirectory.path)}-${index}`, limits);
    const place = { path: directory.path, identity: directory.identity, group };
    const slot: WorkerSlot = new WorkerSlot({
      index,
      directory,
      command: () => {
        ({ tier } = this.#sandbox);
        return workerCommand(tier, { entry, readOnlyPaths, memoryBytes, fileBytes, settings }, place);
      },
      isRight: () =>
        this.#confirmed.then(
          () => this.#sandbox.tier === tier,
          () => false,
        ),
      bounds: {
        ...limits,
        outputBytes,
        outputFiles: MAX_LISTED_FILES,
      },
      startTimeoutMs: this.#options.startTimeoutMs ?? START_TIMEOUT_MS,
      idleMs: this.#options.idleMs ?? Number.POSITIVE_INFINITY,
      mayRest: () =>
        this.#slots.length - this.#count("resting") > Math.max(this.#kept, this.#count("busy") + this.#spare),
      tasksPerWorker: this.#options.tasksPerWorker,
      growthBytes: this.#options.growthBytes,
      log: (event) => {
        this.#startedWorkers += event.event === "worker_started" ? 1 : 0;
        this.#options.log?.(event);
      },
      onSpawn: () => this.#launched(),
      onChange: () => this.#changed(slot),
      onServed: (serviceMs) => this.#serviceTime.add(serviceMs),
    });
    return slot;
  }

  /**
   * Gives a call to an idle slot, or lets it wait for one; `leave` takes it out of the queue, and no longer listens
   * to its signal.
   * @throws Failure `queue_full`, `engine_unavailable`, `shutting_down`
   */
  #admit(call: PoolCall): { readonly task: Task; readonly leave: () => void } {
    if (this.#closed !== undefined) {
      throw shuttingDown();
    }
    if (this.#slots.every(isFailing)) {
      throw engineUnavailable();
    }
    const task = new Task(call);
    const { signal } = call.work;
    const abort = (): void => task.cancel(signal.reason);
    const endWait = beginStep("engine wait", { pool: this.#name });
    const { beganMs } = call.work.engineTime;
    const leaveQueue = this.#idle.request(
      { ...call.work, beganMs },
      {
        grant: (slot) => {
          endWait();
          signal.addEventListener("abort", abort, { once: true });
          slot.give(task);
        },
        refuse: (reason) => {
          endWait(reason);
          task.cancel(reason);
        },
      },
    );
    const leave = (): void => {
      endWait();
      leaveQueue();
      signal.removeEventListener("abort", abort);
    };
    this.#unfinished.add(task);
    this.#beginNeeded();
    return { task, leave };
  }

  /** Notes that a slot has become idle, or has ceased to be without a task, or could not start a worker. */
  #changed(slot: WorkerSlot): void {
    if (slot.state === "idle") {
      this.#idle.release(slot);
    } else {
      this.#idle.withdraw(slot);
    }
    if (this.#slots.every(isFailing)) {
      this.#idle.refuseWaiting(engineUnavailable());
    }
    if (!this.#isPastFirst) {
      this.#isReady();
      this.#begin(this.#atStart - 1);
    }
    this.#beginNeeded();
  }

  get #atStart(): number {
    return this.#options.atStart ?? this.#kept;
  }

  /** The number of workers that are to be ready beside those that are busy. */
  get #spare(): number {
    return this.#kept > 0 ? 1 : 0;
  }

  /** Begins as many slots as tasks need beside the workers that are idle or about to be, and those that are kept. */
  #beginNeeded(): void {
    if (this.#isPastFirst && this.#closed === undefined) {
      const coming = this.#slots.filter((slot) => slot.state === "starting" && !isFailing(slot)).length;
      const lacking = this.#idle.waiting + this.#spare - coming - this.#count("idle");
      const unkept = this.#kept - (this.#slots.length - this.#count("resting"));
      this.#begin(Math.max(lacking, unkept));
    }
  }

  /** Begins that many of the slots that rest, if there are as many. */
  #begin(count: number): void {
    for (const slot of this.#slots.filter(({ state }) => state === "resting").slice(0, Math.max(0, count))) {
      slot.begin();
      this.#begun++;
    }
  }

  #launched(): void {
    this.#onItsWay.resolve();
    this.#options.onLaunch?.();
  }

  #isReady(): void {
    this.#isPastFirst = true;
    this.#launched();
    this.#ready.resolve();
  }
}

/** The groups that the system has delegated to this service, for all pools; looked for once. */
let groups: { readonly found: ControlGroups | undefined } | undefined;

/** Returns the control group for a slot; undefined where none is delegated, or processes cannot be started in it. */
function groupFor(name: string, limits: GroupLimits): string | undefined {
  groups ??= { found: ControlGroups.open() };
  try {
    const group = groups.found?.make(name, limits);
    return group !== undefined && worksIn(group) ? group : undefined;
  } catch {
    // The group is no longer the service's to divide; the other bounds stand.
    return undefined;
  }
}

function isFailing(slot: WorkerSlot): boolean {
  return slot.failedStarts >= HOPELESS_STARTS;
}

function shuttingDown(): Failure {
  return new Failure("shutting_down", "The service is shutting down.");
}

/** The time that tasks take on a worker: a moving average in which each new task counts a fifth. */
class ServiceTime {
  #averageMs: number | undefined;

  get averageMs(): number {
    return this.#averageMs ?? 0;
  }

  add(serviceMs: number): void {
    this.#averageMs = this.#averageMs === undefined ? serviceMs : 0.8 * this.#averageMs + 0.2 * serviceMs;
  }
}
