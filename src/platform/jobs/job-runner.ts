import { assert } from "../../kernel/assert.ts";
import type { WorkClass } from "../../kernel/work-class.ts";
import type { Claim, Job } from "../store/job-store.ts";
import { RunInterrupted } from "./interruption.ts";
import { JobRun, type RunDeps } from "./job-run.ts";

/** The weight of the newest run in the average length of runs. */
const NEWEST_SHARE = 0.2;

interface ActiveRun {
  readonly attempt: number;
  readonly interruption: AbortController;
  ended: Promise<void>;
}

interface JobRunnerOptions {
  readonly workClass: WorkClass;
  /** The number of jobs of the class that are in work here at the same time. */
  readonly places: number;
  readonly deps: RunDeps;
  /** Called when a claim has failed, and when one has succeeded. */
  readonly onClaim: (failure: unknown) => void;
}

/** Claims pending jobs of one class and works on them, as many at a time as there are places. */
export class JobRunner {
  readonly workClass: WorkClass;
  readonly #places: number;
  readonly #deps: RunDeps;
  readonly #onClaim: (failure: unknown) => void;
  readonly #runs = new Map<string, ActiveRun>();
  #isOpen = true;
  #isClaiming = false;
  #isWanted = false;
  #claiming: Promise<void> = Promise.resolve();
  #averageMs = 2000;

  constructor({ workClass, places, deps, onClaim }: JobRunnerOptions) {
    this.workClass = workClass;
    this.#places = places;
    this.#deps = deps;
    this.#onClaim = onClaim;
  }

  /** Starts claiming jobs; called when there may be something to do. */
  wake(): void {
    this.#isWanted = true;
    if (!this.#isClaiming) {
      this.#claiming = this.#claim();
    }
  }

  /** Ends the work on a job that is no longer to be done; returns whether it was in work here. */
  interrupt(jobId: string): boolean {
    const run = this.#runs.get(jobId);
    run?.interruption.abort(new RunInterrupted("cancelled"));
    return run !== undefined;
  }

  /** Ends the work under a claim that is no longer held; the job may be in work here again, under another one. */
  interruptClaim({ jobId, attempt }: Pick<Claim, "jobId" | "attempt">): void {
    if (this.#runs.get(jobId)?.attempt === attempt) {
      this.interrupt(jobId);
    }
  }

  /** Returns the claims of the jobs that are in work here. */
  claims(): readonly Pick<Claim, "jobId" | "attempt">[] {
    return [...this.#runs].map(([jobId, { attempt }]) => ({ jobId, attempt }));
  }

  /** The number of jobs that are in work here. */
  get size(): number {
    return this.#runs.size;
  }

  /** Whether a further job would be worked on. */
  get hasPlace(): boolean {
    return this.#isOpen && this.#runs.size < this.#places && this.#deps.freeDisk?.isLow !== true;
  }

  /** Returns the time after which a place is probably free, in milliseconds. */
  untilPlaceMs(): number {
    return this.#averageMs / this.#places;
  }

  /** Claims nothing more and gives back the jobs that are in work; resolves when all runs have ended. */
  async stop(): Promise<void> {
    this.#isOpen = false;
    for (const { interruption } of this.#runs.values()) {
      interruption.abort(new RunInterrupted("stopped"));
    }
    await this.#claiming;
    await Promise.all(this.#runs.values().map(({ ended }) => ended));
  }

  async #claim(): Promise<void> {
    this.#isClaiming = true;
    try {
      while (this.#isWanted) {
        this.#isWanted = false;
        await this.#claimAll();
      }
      this.#onClaim(undefined);
    } catch (error) {
      this.#onClaim(error);
    } finally {
      // This happens in the same step as the last look at `#isWanted`, so that no wake is lost in between.
      this.#isClaiming = false;
    }
  }

  async #claimAll(): Promise<void> {
    const { store, instance } = this.#deps;
    while (this.hasPlace) {
      const job = await store.jobs.claim({ instance, workClass: this.workClass, now: this.#deps.now() });
      if (job === undefined) {
        return;
      }
      this.#begin(job);
    }
  }

  #begin(job: Job): void {
    this.#deps.onMilestone?.("job_claimed");
    this.#deps.changes.tell(job.id);
    const before = this.#runs.get(job.id);
    assert(before?.attempt !== job.attempts, "an attempt is in work once");
    // The lease had ended, and the job came back here before the run before this one had noticed.
    before?.interruption.abort(new RunInterrupted("cancelled"));
    const interruption = new AbortController();
    if (!this.#isOpen) {
      // The claim was on its way when the runner was stopped.
      interruption.abort(new RunInterrupted("stopped"));
    }
    const run: ActiveRun = { attempt: job.attempts, interruption, ended: Promise.resolve() };
    this.#runs.set(job.id, run);
    run.ended = before === undefined ? this.#run(job, run) : before.ended.then(() => this.#run(job, run));
  }

  async #run(job: Job, run: ActiveRun): Promise<void> {
    const startedMs = performance.now();
    const end = await new JobRun(job, run.interruption.signal, this.#deps).run();
    this.#averageMs += NEWEST_SHARE * (performance.now() - startedMs - this.#averageMs);
    if (this.#runs.get(job.id) === run) {
      this.#runs.delete(job.id);
    }
    if (end === "given_back") {
      // The engines or the service are shutting down: the job would be claimed and given back for ever.
      this.#isOpen = false;
    }
    this.wake();
  }
}
