import { setTimeout as sleep } from "node:timers/promises";
import { seededRandom } from "../../bench/measuring/random.ts";
import { Agreement } from "./agreement.ts";
import { assemble, type Cast } from "./cast.ts";
import { type CrashPoint, MILESTONES, type Milestone } from "./milestones.ts";
import { type RunningService, type Start, startToKill } from "./running-service.ts";
import { isUnfinished, namesIn, readStoreContents } from "./store-contents.ts";

/** The longest time after the first answers until a service is killed from outside. */
const KILL_WITHIN_MS = 600;
/** The time for which a service with a crash point may go on without reaching it. */
const CRASH_WITHIN_MS = 1000;
/** The probabilities of a crash at the milestones of requests and of jobs, which are fewer. */
const CRASH_PROBABILITY = { request: 0.3, job: 0.5 };
const FIRST_ANSWERS = 8;
const DRAINED_WITHIN_MS = 60_000;

/** Starts a service again and again on one data directory, with clients at work, and kills it each time. */
export class CrashLoop implements AsyncDisposable {
  readonly readyMs: number[] = [];
  readonly workerStartMs: number[] = [];
  /** The number of services that ended in each way: from outside, or at which milestone. */
  readonly ends = new Map<string, number>();
  readonly cast: Cast;
  readonly agreement: Agreement;
  readonly #start: Start;
  readonly #random: () => number;
  #tasksLeft: readonly string[] = [];
  #service: RunningService | undefined;

  private constructor(start: Start, cast: Cast, random: () => number) {
    this.#start = start;
    this.cast = cast;
    this.agreement = new Agreement(start.dataDirectory, cast.journal);
    this.#random = random;
  }

  /** Makes the accounts and finds out what requests are answered, undisturbed. */
  static async begin(start: Start, seed: number): Promise<CrashLoop> {
    const service = surely(await startToKill(start));
    const cast = await assemble(service.port, { adminKey: start.adminKey, seed });
    await service.stop();
    return new CrashLoop(start, cast, seededRandom(seed));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#service?.kill();
  }

  /**
   * Starts the service, compares, lets the clients work, and ends it: every other time at a milestone, each milestone
   * in turn. Returns the inconsistencies that were found after the start.
   */
  async round(number: number): Promise<string[]> {
    const milestone = number % 2 === 1 ? MILESTONES[((number - 1) / 2) % MILESTONES.length] : undefined;
    const service = await this.#startOnce(milestone && crashPointAt(milestone, number));
    const differences = await this.agreement.differences(service, this.#tasksLeft);
    const isAtWork = new AbortController();
    const work = this.#work(service, isAtWork.signal);
    await Promise.race([work.firstAnswers, service.ended]);
    await Promise.race([
      sleep(milestone === undefined ? this.#random() * KILL_WITHIN_MS : CRASH_WITHIN_MS),
      service.ended,
    ]);
    this.#noteEnd(service.wasKilled() && milestone !== undefined ? milestone : "from outside");
    await service.kill();
    isAtWork.abort();
    await work.done;
    this.#tasksLeft = await namesIn(this.#start.dataDirectory, "tasks");
    return differences;
  }

  /** Starts the service a last time: everything that was cut is sent again, and all jobs come to their end. */
  async drain(): Promise<{ service: RunningService; differences: string[] }> {
    const service = await this.#startOnce(undefined);
    const afterStart = await this.agreement.differences(service, this.#tasksLeft);
    const { clients, granter } = this.cast;
    await Promise.all([granter, ...clients].map((client) => client.catchUp(service.port)));
    const giveUpMs = performance.now() + DRAINED_WITHIN_MS;
    while (readStoreContents(this.#start.dataDirectory).jobs.some(isUnfinished) && performance.now() < giveUpMs) {
      await sleep(50);
    }
    return { service, differences: [...afterStart, ...(await this.agreement.differences(service, []))] };
  }

  /**
   * Starts the service. When it crashes during the start, which a recovered job may cause, starts it again without a
   * crash point.
   */
  async #startOnce(crashPoint: CrashPoint | undefined): Promise<RunningService> {
    const service = await startToKill({ ...this.#start, crashPoint });
    if (service === undefined) {
      this.#noteEnd(`${crashPoint?.milestone} before it was ready`);
      return this.#startOnce(undefined);
    }
    this.#service = service;
    this.readyMs.push(service.readyMs);
    this.workerStartMs.push(...service.workerStartMs);
    return service;
  }

  #work({ port }: RunningService, signal: AbortSignal): { firstAnswers: Promise<void>; done: Promise<unknown> } {
    const { promise: firstAnswers, resolve } = Promise.withResolvers<void>();
    let answers = 0;
    const answered = (): void => {
      answers += 1;
      if (answers === FIRST_ANSWERS) {
        resolve();
      }
    };
    const isOver = (): boolean => signal.aborted;
    const { clients, granter } = this.cast;
    const done = Promise.all([
      granter.run(port, signal),
      ...clients.map((client) => client.run(port, { isOver, answered })),
    ]);
    return { firstAnswers, done };
  }

  #noteEnd(how: string): void {
    this.ends.set(how, (this.ends.get(how) ?? 0) + 1);
  }
}

const crashPointAt = (milestone: Milestone, seed: number): CrashPoint => ({
  milestone,
  probability: CRASH_PROBABILITY[milestone.startsWith("job_") ? "job" : "request"],
  seed,
});

function surely<T>(value: T | undefined): T {
  if (value === undefined) {
    throw new Error("The service ended before it was ready.");
  }
  return value;
}
