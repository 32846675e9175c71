import { assert } from "../../kernel/assert.ts";
import type { Job } from "../store/job-store.ts";
import { RunInterrupted } from "./interruption.ts";
import { JobRun, type RunDeps } from "./job-run.ts";

const POLL_MS = 1000;
const MAX_RETRY_AFTER_SECONDS = 60;
/** The weight of the newest run in the average length of runs. */
const NEWEST_SHARE = 0.2;

interface ActiveRun {
  readonly interruption: AbortController;
  readonly ended: Promise<void>;
}

/** Claims pending jobs and works on them, up to `concurrency` at a time. */
export class JobRunner {
  readonly #deps: RunDeps;
  readonly #runs = new Map<string, ActiveRun>();
  #state: "new" | "open" | "closed" = "new";
  #isClaiming = false;
  #isWanted = false;
  #claiming: Promise<void> = Promise.resolve();
  #polling: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #stopped: Promise<void> | undefined;
  #isInTrouble = false;
  #averageMs = 2000;

  constructor(deps: RunDeps) {
    this.#deps = deps;
  }

  start(): void {
    assert(this.#state === "new", "a runner is started once");
    this.#state = "open";
    // Another process, such as the command line, may have changed something, and the store may have refused a claim.
    this.#timer = setInterval(() => {
      this.#polling ??= this.#poll().finally(() => {
        this.#polling = undefined;
      });
    }, POLL_MS).unref();
    this.wake();
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

  /** The ids of the jobs that are in work here. */
  get jobIds(): Iterable<string> {
    return this.#runs.keys();
  }

  /** Returns in how many seconds a place in a full queue is probably free. */
  retryAfterSeconds(): number {
    const seconds = Math.ceil(this.#averageMs / this.#deps.concurrency / 1000);
    return Math.min(MAX_RETRY_AFTER_SECONDS, Math.max(1, seconds));
  }

  /** Claims nothing more and gives back the jobs that are in work; resolves when all runs have ended. */
  stop(): Promise<void> {
    this.#stopped ??= this.#stop();
    return this.#stopped;
  }

  async #stop(): Promise<void> {
    this.#state = "closed";
    clearInterval(this.#timer);
    for (const { interruption } of this.#runs.values()) {
      interruption.abort(new RunInterrupted("stopped"));
    }
    await this.#claiming;
    await this.#polling;
    await Promise.all(this.#runs.values().map(({ ended }) => ended));
  }

  get #hasPlace(): boolean {
    return this.#state === "open" && this.#runs.size < this.#deps.concurrency;
  }

  async #claim(): Promise<void> {
    this.#isClaiming = true;
    try {
      while (this.#isWanted) {
        this.#isWanted = false;
        await this.#claimAll();
      }
      this.#isInTrouble = false;
    } catch (error) {
      this.#noteTrouble(error);
    } finally {
      // This happens in the same step as the last look at `#isWanted`, so that no wake is lost in between.
      this.#isClaiming = false;
    }
  }

  async #claimAll(): Promise<void> {
    const { store, instance } = this.#deps;
    while (this.#hasPlace) {
      const job = await store.jobs.claim({ instance, now: this.#deps.now() });
      if (job === undefined) {
        return;
      }
      this.#begin(job);
    }
  }

  #begin(job: Job): void {
    assert(!this.#runs.has(job.id), "a job is in work once");
    this.#deps.onMilestone?.("job_claimed");
    this.#deps.changes.tell(job.id);
    const interruption = new AbortController();
    if (this.#state === "closed") {
      // The claim was on its way when the runner was stopped.
      interruption.abort(new RunInterrupted("stopped"));
    }
    this.#runs.set(job.id, { interruption, ended: this.#run(job, interruption.signal) });
  }

  async #run(job: Job, signal: AbortSignal): Promise<void> {
    const startedMs = performance.now();
    const end = await new JobRun(job, signal, this.#deps).run();
    this.#averageMs += NEWEST_SHARE * (performance.now() - startedMs - this.#averageMs);
    this.#runs.delete(job.id);
    if (end === "given_back") {
      // The engines or the service are shutting down: the job would be claimed and given back for ever.
      this.#state = "closed";
    }
    this.wake();
  }

  /** Looks for pending jobs and for jobs that have ended elsewhere, by one or two cheap reads. */
  async #poll(): Promise<void> {
    const { store } = this.#deps;
    try {
      if (this.#hasPlace && (await store.jobs.counts()).pending > 0) {
        this.wake();
      }
      const ids = [...this.#runs.keys()];
      const unfinished = ids.length > 0 ? new Set(await store.jobs.unfinished(ids)) : new Set(ids);
      for (const id of ids.filter((each) => !unfinished.has(each))) {
        this.interrupt(id);
      }
      this.#isInTrouble = false;
    } catch (error) {
      this.#noteTrouble(error);
    }
  }

  /** Logs that jobs cannot be claimed, once for each trouble and not once for each second that it lasts. */
  #noteTrouble(error: unknown): void {
    if (!this.#isInTrouble) {
      this.#isInTrouble = true;
      this.#deps.log.error({ err: error }, "jobs cannot be claimed; it is tried again");
    }
  }
}
