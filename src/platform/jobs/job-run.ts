import { Failure } from "../../kernel/failure.ts";
import type { Claim, Job, JobError } from "../store/job-store.ts";
import { RunInterrupted } from "./interruption.ts";
import type { JobChanges } from "./job-changes.ts";
import type { JobDeps } from "./job-deps.ts";
import { type KeptResult, workOn } from "./job-work.ts";
import { ProgressWriter } from "./progress-writer.ts";
import { untilStored } from "./waiting.ts";

/** The end of a run: the job's final state was committed, the job was no longer this run's, or it was given back. */
export type RunEnd = "final" | "not_ours" | "given_back";

type RunOutcome = ({ readonly kind: "complete" } & KeptResult) | { readonly kind: "failed"; readonly error: JobError };

const GIVE_BACK_WITHIN_MS = 2000;

export interface RunDeps extends JobDeps {
  readonly changes: JobChanges;
  /** The names of result files that are kept but not yet known to the store; they must not be swept. */
  readonly newFiles: Set<string>;
}

/** Runs a claimed job, from its claim to its end. */
export class JobRun {
  readonly #job: Job;
  readonly #claim: Claim;
  readonly #signal: AbortSignal;
  readonly #deps: RunDeps;
  /** The name of the kept result file, until the store knows it. */
  #file: string | undefined;
  #isInTrouble = false;
  /** The credits that are owed for what the work has produced so far. */
  #owed = 0;

  /** Takes the claimed job; `signal` is aborted with a `RunInterrupted`. */
  constructor(job: Job, signal: AbortSignal, deps: RunDeps) {
    this.#job = job;
    this.#claim = { jobId: job.id, instance: deps.instance, attempt: job.attempts };
    this.#signal = signal;
    this.#deps = deps;
  }

  /** Works on the job and ends it; never rejects. */
  async run(): Promise<RunEnd> {
    const { log } = this.#deps;
    let end: RunEnd = "not_ours";
    try {
      end = await this.#end();
    } catch (error) {
      // Another process, or the next start of this one, finds the job in work and continues it.
      log.error({ err: error, job: this.#job.id }, "a job could not be ended");
    }
    await this.#tidy(end);
    this.#deps.changes.tell(this.#job.id);
    return end;
  }

  async #end(): Promise<RunEnd> {
    const { log } = this.#deps;
    try {
      const outcome = await this.#work();
      return (await this.#finishOrFail(outcome)) ? "final" : "not_ours";
    } catch (error) {
      if (!(error instanceof RunInterrupted)) {
        throw error;
      }
      if (error.kind === "cancelled") {
        return "not_ours";
      }
      await this.#giveBack();
      log.info(
        { job: this.#job.id },
        "a job was given back, since the service stops; the next start works on it again",
      );
      return "given_back";
    }
  }

  /**
   * Does the work and returns its outcome.
   * @throws RunInterrupted when the run is to end without an outcome
   */
  async #work(): Promise<RunOutcome> {
    const { store, changes } = this.#deps;
    const progress = new ProgressWriter({ store: store.jobs, claim: this.#claim, changes });
    try {
      const result = await workOn({
        job: this.#job,
        claim: this.#claim,
        signal: this.#signal,
        deps: this.#deps,
        changes,
        progress: (pagesDone, pagesTotal) => progress.report(pagesDone, pagesTotal),
        onStorageTrouble: (error) => this.#noteTrouble(error),
        onOwed: (credits) => {
          this.#owed = credits;
        },
      });
      this.#noteFile(result);
      this.#deps.onMilestone?.("job_result_kept");
      return { kind: "complete", ...result };
    } catch (error) {
      return this.#failedBy(error);
    } finally {
      await progress.end();
    }
  }

  #noteFile({ answer: { body } }: KeptResult): void {
    if (body.kind === "file") {
      this.#file = body.name;
      this.#deps.newFiles.add(body.name);
    }
  }

  #letGoOfFile(): void {
    if (this.#file !== undefined) {
      this.#deps.newFiles.delete(this.#file);
      this.#file = undefined;
    }
  }

  #failedBy(thrown: unknown): RunOutcome {
    if (thrown instanceof RunInterrupted) {
      throw thrown;
    }
    if (thrown instanceof Failure && thrown.code === "shutting_down") {
      throw new RunInterrupted("stopped");
    }
    if (!(thrown instanceof Failure)) {
      this.#deps.log.error({ err: thrown, job: this.#job.id }, "a job failed on an error of the service");
    }
    const failure = thrown instanceof Failure ? thrown : new Failure("internal_error", this.#failedWork);
    const { status, code, members } = this.#deps.problemOf(failure);
    const { detail, code: _, request_id: __, ...more } = members;
    const own = Object.keys(more).length > 0 ? { members: more } : {};
    return { kind: "failed", error: { status, code, detail, ...own } };
  }

  get #failedWork(): string {
    return Math.min(this.#owed, this.#job.held) > 0
      ? "The work failed. What it had done by then has been charged."
      : "The work failed. Nothing has been charged.";
  }

  /**
   * Commits the outcome. A result that the store cannot take, for whatever reason, fails its job rather than leave it
   * in work.
   */
  async #finishOrFail(outcome: RunOutcome): Promise<boolean> {
    try {
      return await this.#finish(outcome);
    } catch (error) {
      if (error instanceof RunInterrupted || outcome.kind === "failed") {
        throw error;
      }
      return await this.#finish(this.#failedBy(error));
    }
  }

  /** Commits the outcome; returns false when the job is no longer this run's. */
  async #finish(outcome: RunOutcome): Promise<boolean> {
    const { store, onMilestone } = this.#deps;
    const finished = await untilStored(
      () => {
        const now = this.#deps.now();
        return store.jobs.finish({
          ...this.#claim,
          outcome: outcome.kind === "failed" ? outcome : this.#completion(outcome, now),
          message: messageOf(outcome),
          maxStoredBytes: this.#deps.accountBounds.storedBytes,
          now,
        });
      },
      { signal: this.#signal, onTrouble: (error) => this.#noteTrouble(error) },
    );
    if (finished === undefined) {
      return false;
    }
    onMilestone?.("job_finished");
    // A result that was too much for the account's storage has failed its job, and its file is removed.
    if (outcome.kind === "complete" && finished.state === "complete") {
      const { operation, charged, pageCount } = finished;
      this.#deps.onWork?.({ operation, mode: "job", pages: outcome.pages ?? pageCount, credits: charged });
      this.#letGoOfFile();
    }
    return true;
  }

  #completion({ answer, charge, pages }: KeptResult, now: number) {
    const { retentionMs, pageCount } = this.#job;
    // A result that is never read does not stay for ever.
    const keptMs = retentionMs === 0 ? this.#deps.retentionMs : retentionMs;
    return {
      kind: "complete",
      answer,
      charge,
      pages: pages ?? pageCount,
      expiresAt: now + keptMs,
    } as const;
  }

  async #giveBack(): Promise<void> {
    await untilStored(() => this.#deps.store.jobs.giveBack({ ...this.#claim, now: this.#deps.now() }), {
      signal: AbortSignal.timeout(GIVE_BACK_WITHIN_MS),
      onTrouble: (error) => this.#noteTrouble(error),
    });
  }

  /** Logs that the store refuses to write, once for each run: a disk may stay full for hours. */
  #noteTrouble(error: Failure): void {
    if (!this.#isInTrouble) {
      this.#isInTrouble = true;
      this.#deps.log.warn(
        { err: error, job: this.#job.id },
        "the store refuses what a job has to write; it is tried again",
      );
    }
  }

  /** Removes the files that are not needed any more. What cannot be removed now is swept later. */
  async #tidy(end: RunEnd): Promise<void> {
    const { store, inputs, results, log } = this.#deps;
    const { id } = this.#job;
    try {
      if (end === "final" || (await store.jobs.unfinished([id])).length === 0) {
        await inputs.remove(id);
      }
      // The store is asked, because a commit that was reported as failed may have succeeded.
      if (this.#file !== undefined && (await store.jobs.knownFiles([this.#file])).length === 0) {
        await results.remove(this.#file);
      }
    } catch (error) {
      log.warn({ err: error, job: id }, "files of a job could not be removed");
    } finally {
      this.#letGoOfFile();
    }
  }
}

const messageOf = (outcome: RunOutcome): string =>
  outcome.kind === "complete"
    ? "The work is done."
    : typeof outcome.error.detail === "string"
      ? outcome.error.detail
      : "The work failed.";
