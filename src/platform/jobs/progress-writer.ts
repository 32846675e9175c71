import type { Claim, JobStore } from "../store/job-store.ts";
import type { JobChanges } from "./job-changes.ts";

const INTERVAL_MS = 250;

interface Progress {
  readonly pagesDone: number;
  readonly pagesTotal: number;
}

export interface ProgressDeps {
  readonly store: Pick<JobStore, "progress">;
  readonly claim: Claim;
  readonly changes: JobChanges;
}

/** Writes a job's progress, not more often than people can see, but always the last step. */
export class ProgressWriter {
  readonly #deps: ProgressDeps;
  #latest: Progress | undefined;
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();
  #hasEnded = false;

  constructor(deps: ProgressDeps) {
    this.#deps = deps;
  }

  report(pagesDone: number, pagesTotal: number): void {
    if (this.#hasEnded) {
      return;
    }
    this.#latest = { pagesDone, pagesTotal };
    if (this.#timer === undefined) {
      this.#write();
      this.#timer = setTimeout(() => this.#onInterval(), INTERVAL_MS).unref();
    }
  }

  /** Writes what is left to write; nothing is written afterwards. */
  async end(): Promise<void> {
    this.#hasEnded = true;
    clearTimeout(this.#timer);
    this.#write();
    await this.#writing;
  }

  #onInterval(): void {
    this.#timer = undefined;
    if (this.#latest !== undefined) {
      this.report(this.#latest.pagesDone, this.#latest.pagesTotal);
    }
  }

  #write(): void {
    const latest = this.#latest;
    this.#latest = undefined;
    if (latest !== undefined) {
      this.#writing = this.#writing.then(() => this.#store(latest));
    }
  }

  async #store(progress: Progress): Promise<void> {
    const { store, claim, changes } = this.#deps;
    try {
      await store.progress({ ...claim, ...progress });
      changes.tell(claim.jobId);
    } catch {
      // A step that is not shown does no harm; what matters is reported when the job ends.
    }
  }
}
