import { assert } from "../../kernel/assert.ts";
import { WORK_CLASSES, type WorkClass } from "../../kernel/work-class.ts";
import type { PartClaim } from "../store/job-part-store.ts";
import type { RunDeps } from "./job-run.ts";
import { JobRunner } from "./job-runner.ts";
import { secondsToNextEnd } from "./pace.ts";
import { JobHelper } from "./sharing/job-helper.ts";

/** The time that a full queue is given where no job of the class has ended yet, in milliseconds. */
const UNKNOWN_MS = 2000;

/**
 * The runners of the classes that are worked on here, each with places of its own, so that slow work of one class keeps no
 * other waiting; and the look, from time to time, at what other processes have done.
 */
export class JobRunners {
  readonly #deps: RunDeps;
  readonly #runners: readonly JobRunner[];
  readonly #helpers: readonly JobHelper[];
  #hasStarted = false;
  #polling: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #stopped: Promise<void> | undefined;
  #isInTrouble = false;

  constructor(deps: RunDeps) {
    this.#deps = deps;
    this.#runners = WORK_CLASSES.flatMap((workClass) => {
      const places = deps.places[workClass] ?? 0;
      return places > 0
        ? [new JobRunner({ workClass, places, deps, onClaim: (failure) => this.#noteTrouble(failure) })]
        : [];
    });
    this.#helpers = this.#runners.flatMap((runner) => {
      const { workClass } = runner;
      const places = deps.helpPlaces?.[workClass] ?? 0;
      return places > 0 ? [new JobHelper({ workClass, places, owned: () => runner.size, deps })] : [];
    });
  }

  start(): void {
    assert(!this.#hasStarted, "runners are started once");
    this.#hasStarted = true;
    // Another process may have changed something that this one was not told of, and the store may have refused a claim.
    this.#timer = setInterval(() => this.look(), this.#deps.pollMs).unref();
    this.wake();
    this.look();
  }

  /** Starts claiming jobs, of all classes or of one; called when there may be something to do. */
  wake(workClass?: WorkClass): void {
    if (!this.#hasStarted || this.#stopped !== undefined) {
      return;
    }
    for (const runner of this.#runners) {
      if ((workClass === undefined || runner.workClass === workClass) && runner.hasPlace) {
        runner.wake();
      }
    }
  }

  /** Starts claiming parts of others' jobs; called when there may be some. */
  wakeHelpers(workClass: WorkClass): void {
    if (this.#hasStarted && this.#stopped === undefined) {
      for (const helper of this.#helpers.filter((each) => each.workClass === workClass && each.hasPlace)) {
        helper.wake();
      }
    }
  }

  /** Looks for pending jobs, and for jobs in work here that have ended or are in work elsewhere, soon. */
  look(): void {
    if (this.#hasStarted && this.#stopped === undefined) {
      this.#polling ??= this.#poll().finally(() => {
        this.#polling = undefined;
      });
    }
  }

  /** Ends the work on a job that is no longer to be done; returns whether it was in work here. */
  interrupt(jobId: string): boolean {
    return this.#runners.some((runner) => runner.interrupt(jobId));
  }

  /** Returns whether the job is in work here. */
  has(jobId: string): boolean {
    return this.jobIds().includes(jobId);
  }

  /** Returns the ids of the jobs that are in work here. */
  jobIds(): readonly string[] {
    return this.#runners.flatMap((runner) => runner.claims().map(({ jobId }) => jobId));
  }

  /** Returns in how many seconds a place in a full queue is probably free, by the jobs that ended of late on all nodes. */
  async retryAfterSeconds(workClass: WorkClass): Promise<number> {
    const { store, now } = this.#deps;
    const own = this.#runners.find((runner) => runner.workClass === workClass);
    return secondsToNextEnd(await store.jobs.pace({ workClass, now: now() }), own?.untilPlaceMs() ?? UNKNOWN_MS);
  }

  /** Claims nothing more and gives back the jobs that are in work; resolves when all runs have ended. */
  stop(): Promise<void> {
    this.#stopped ??= this.#stop();
    return this.#stopped;
  }

  async #stop(): Promise<void> {
    clearInterval(this.#timer);
    const stopping = [...this.#runners, ...this.#helpers].map((each) => each.stop());
    await this.#polling;
    await Promise.all(stopping);
  }

  /** A few cheap reads, over all classes. */
  async #poll(): Promise<void> {
    const { store, instance } = this.#deps;
    try {
      const free = this.#runners.filter(({ hasPlace }) => hasPlace).map(({ workClass }) => workClass);
      if (free.length > 0) {
        for (const workClass of await store.jobs.pendingClasses(free)) {
          this.wake(workClass);
        }
      }
      const claims = this.#runners.flatMap((runner) => runner.claims());
      if (claims.length > 0) {
        const held = new Set((await store.jobs.heldClaims({ instance, claims })).map(keyOf));
        for (const claim of claims.filter((each) => !held.has(keyOf(each)))) {
          this.#runners.forEach((runner) => runner.interruptClaim(claim));
        }
      }
      await this.#pollParts();
      this.#isInTrouble = false;
    } catch (error) {
      this.#noteTrouble(error);
    }
  }

  async #pollParts(): Promise<void> {
    const { store, instance } = this.#deps;
    const free = this.#helpers.filter(({ hasPlace }) => hasPlace).map(({ workClass }) => workClass);
    if (free.length > 0) {
      for (const workClass of await store.parts.offeredClasses({ instance, classes: free })) {
        this.wakeHelpers(workClass);
      }
    }
    const claims = this.#helpers.flatMap((helper) => helper.claims());
    if (claims.length > 0) {
      const held = new Set((await store.parts.held(claims)).map(partKeyOf));
      const lost = new Set(claims.map(partKeyOf).filter((key) => !held.has(key)));
      this.#helpers.forEach((helper) => helper.interruptLost((claim) => lost.has(partKeyOf(claim))));
    }
  }

  /** Logs that jobs cannot be claimed, once for each trouble and not once for each second that it lasts. */
  #noteTrouble(failure: unknown): void {
    if (failure !== undefined && !this.#isInTrouble) {
      this.#deps.log.error({ err: failure }, "jobs cannot be claimed; it is tried again");
    }
    this.#isInTrouble = failure !== undefined;
  }
}

const keyOf = ({ jobId, attempt }: { readonly jobId: string; readonly attempt: number }): string =>
  `${jobId} ${attempt}`;

const partKeyOf = ({ partId, claim }: PartClaim): string => `${partId} ${claim}`;
