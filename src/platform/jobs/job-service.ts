import { assert } from "../../kernel/assert.ts";
import { Failure } from "../../kernel/failure.ts";
import { cleanFileName } from "../../kernel/file-name.ts";
import type { WorkClass } from "../../kernel/work-class.ts";
import type { Input } from "../../operations/operation.ts";
import { storageTrouble } from "../blobs/storage-trouble.ts";
import { cutOff, insufficientCredits, storageFull } from "../credits/charge.ts";
import type { Answer } from "../execution/execution.ts";
import { pagesOf } from "../execution/inspection.ts";
import { openAnswer } from "../execution/kept-answers.ts";
import type { Remembered } from "../store/credit-store.ts";
import { newId } from "../store/ids.ts";
import type { Job, JobNotice, PartNotice } from "../store/job-store.ts";
import { JobChanges } from "./job-changes.ts";
import type { JobDeps } from "./job-deps.ts";
import type { RunDeps } from "./job-run.ts";
import { JobRunners } from "./job-runners.ts";
import { JobSweep } from "./job-sweep.ts";
import type { Download, Jobs, Submission } from "./jobs.ts";
import { keepRequest } from "./kept-request.ts";
import { type Turn, Turns } from "./turns.ts";

export interface JobService extends Jobs {
  /**
   * Begins to work. It is called once, after `store.recover` and before requests are accepted: result files and inputs
   * that the store does not know are removed here.
   */
  start(): Promise<void>;
  /** Gives back the jobs that are in work, without counting the attempt; resolves when all work has ended. */
  stop(): Promise<void>;
}

export const createJobs = (deps: JobDeps): JobService => new StoredJobs(deps);

class StoredJobs implements JobService {
  readonly #deps: RunDeps;
  readonly #runners: JobRunners;
  readonly #sweep: JobSweep;
  readonly #submitting = new Set<string>();
  readonly #turns = new Turns();
  /** The jobs whose results were read once and for all, and could not be discarded. */
  readonly #wasRead = new Set<string>();
  #starting: Promise<void> = Promise.resolve();
  #watch: Disposable | undefined;

  constructor(deps: JobDeps) {
    this.#deps = { ...deps, now: () => deps.now(), changes: new JobChanges(), newFiles: new Set() };
    this.#runners = new JobRunners(this.#deps);
    this.#sweep = new JobSweep(this.#deps, {
      files: () => this.#deps.newFiles,
      jobIds: () => [...this.#submitting, ...this.#runners.jobIds()],
    });
  }

  start(): Promise<void> {
    this.#starting = this.#start();
    return this.#starting;
  }

  async #start(): Promise<void> {
    await this.#sweep.start();
    this.#runners.start();
    this.#watch = this.#deps.store.watchJobs({
      onChange: (notice) => this.#onNotice(notice),
      onPart: (notice) => this.#onPart(notice),
      onHanded: () => {},
      onMissed: () => this.#runners.look(),
    });
  }

  /** Reacts to what was done to a job here or on another node. */
  #onNotice({ jobId, state, workClass }: JobNotice): void {
    this.#deps.changes.tell(jobId);
    if (state === "pending") {
      this.#runners.wake(workClass);
    }
    // A run that still holds its claim is in state processing, or has just completed its job.
    if (state !== "processing" && state !== "complete" && this.#runners.has(jobId)) {
      this.#runners.look();
    }
  }

  /** Reacts to parts of a job that were offered or done. */
  #onPart({ jobId, state, workClass }: PartNotice): void {
    if (state === "offered") {
      this.#runners.wakeHelpers(workClass);
    } else {
      this.#deps.changes.tell(jobId);
    }
  }

  async stop(): Promise<void> {
    await this.#starting;
    this.#watch?.[Symbol.dispose]();
    await Promise.all([this.#sweep.stop(), this.#runners.stop()]);
  }

  removeEndedInputs(): Promise<void> {
    return this.#sweep.removeInputs();
  }

  async submit(submission: Submission): Promise<{ readonly job: Job; readonly available: number }> {
    const id = newId.job();
    this.#submitting.add(id);
    try {
      return await this.#submit(id, submission);
    } catch (error) {
      if (error instanceof Failure) {
        // After a failure of the store, nothing has happened. After any other error the sweep asks the store what did.
        await this.#removeInputs(id);
      }
      throw error;
    } finally {
      this.#submitting.delete(id);
    }
  }

  async #submit(id: string, submission: Submission): Promise<{ readonly job: Job; readonly available: number }> {
    const { store, maxPending, accountBounds, onMilestone, changes } = this.#deps;
    const job = pendingJob(id, submission, this.#deps);
    const { accountId, keyId, operation, held: amount, message, filename, pageCount, retentionMs } = job;
    const remembered = rememberedOf(job, submission, this.#deps);
    const inputBytes = await this.#keep(id, submission);
    const workClass = this.#classOf(operation);
    const submitted = await store.jobs.submit({
      id,
      workClass,
      hold: { id: newId.hold(), accountId, keyId, operation, amount },
      message,
      filename,
      pageCount,
      retentionMs,
      webhookUrl: submission.webhookUrl,
      baseUrl: submission.baseUrl,
      remembered,
      inputBytes,
      maxPending,
      maxPendingOfAccount: accountBounds.pendingJobs,
      maxStoredBytes: accountBounds.storedBytes,
      now: job.createdAt,
    });
    switch (submitted.kind) {
      case "short":
        throw insufficientCredits(amount, submitted.available);
      case "queue_full":
        throw new Failure("queue_full", `${maxPending} jobs are waiting, which is the limit; try again later.`, {
          facts: { retryAfterSeconds: await this.#runners.retryAfterSeconds(workClass) },
        });
      case "too_many_of_account":
        throw new Failure(
          "too_many_concurrent",
          `${accountBounds.pendingJobs} jobs of the account are waiting, the most that it may have; try again later.`,
          { facts: { retryAfterSeconds: await this.#runners.retryAfterSeconds(workClass) } },
        );
      case "storage_full":
        throw storageFull(accountBounds.storedBytes);
      case "key_lost":
        throw cutOff();
      case "submitted":
        onMilestone?.("job_submitted");
        changes.tell(id);
        this.#runners.wake(workClass);
        return submitted;
    }
  }

  #classOf(name: string): WorkClass {
    const operation = this.#deps.operations.find((each) => each.name === name);
    assert(operation !== undefined, "a job's operation is one of the service's");
    return operation.workClass;
  }

  async #keep(id: string, submission: Submission): Promise<number> {
    try {
      return await keepRequest(id, submission, this.#deps.inputs);
    } catch (error) {
      await this.#removing(id, () => this.#deps.inputs.removeRemains(id));
      throw storageTrouble(error) ?? error;
    }
  }

  async find(id: string): Promise<Job | undefined> {
    const job = await this.#deps.store.jobs.find(id);
    return job === undefined ? undefined : reported(job, this.#deps.now());
  }

  async list(page: Parameters<Jobs["list"]>[0]): Promise<readonly Job[]> {
    return (await this.#deps.store.jobs.list(page)).map((job) => reported(job, this.#deps.now()));
  }

  async cancel(id: string): Promise<{ readonly kind: "cancelled" | "final"; readonly job: Job } | undefined> {
    const { store, changes } = this.#deps;
    const cancelled = await store.jobs.cancel({ jobId: id, now: this.#deps.now() });
    if (cancelled.kind === "unknown") {
      return undefined;
    }
    if (cancelled.kind === "cancelled") {
      changes.tell(id);
      // A run removes the inputs itself, when it no longer uses them, be it here or on another node.
      const isInWorkElsewhere = store.isShared && cancelled.job.startedAt !== null;
      if (!this.#runners.interrupt(id) && !isInWorkElsewhere) {
        await this.#removeInputs(id);
      }
    }
    return cancelled;
  }

  async resultOf({ answer, expired, expiresAt }: Job): Promise<Answer | undefined> {
    const isOver = expired || (expiresAt !== null && expiresAt <= this.#deps.now());
    if (answer === null || isOver) {
      return undefined;
    }
    const { body, ...head } = answer;
    assert(body.kind !== "sealed", "a job's answer holds no secret");
    return openAnswer({ ...head, body }, this.#deps.results);
  }

  async download(job: Job): Promise<Download | undefined> {
    if (job.retentionMs > 0) {
      const answer = await this.resultOf(job);
      return answer && { answer, end: () => Promise.resolve() };
    }
    return await this.#onlyDownload(job.id);
  }

  async #onlyDownload(id: string): Promise<Download | undefined> {
    const turn = await this.#turns.take(id);
    try {
      const job = this.#wasRead.has(id) ? undefined : await this.find(id);
      const answer = job && (await this.resultOf(job));
      if (answer !== undefined) {
        return { answer, end: (isWhole) => this.#endOnlyDownload(id, turn, isWhole) };
      }
    } catch (error) {
      turn.end();
      throw error;
    }
    turn.end();
    return undefined;
  }

  async #endOnlyDownload(id: string, turn: Turn, isWhole: boolean): Promise<void> {
    try {
      if (isWhole) {
        // Where the store refuses the change, the result is not given again all the same.
        this.#wasRead.add(id);
        await this.discard(id);
        this.#wasRead.delete(id);
      }
    } finally {
      turn.end();
    }
  }

  async discard(id: string): Promise<void> {
    const { store, results, changes } = this.#deps;
    const name = await store.jobs.discardResult({ jobId: id, now: this.#deps.now() });
    changes.tell(id);
    if (name !== undefined) {
      await results.remove(name);
    }
  }

  async waitForChange(
    id: string,
    { after, maxMs, signal }: { readonly after: number; readonly maxMs: number; readonly signal: AbortSignal },
  ): Promise<Job | undefined> {
    const untilMs = performance.now() + maxMs;
    for (;;) {
      // The watch begins before the job is read, so that a change right after the read is noticed.
      using watch = this.#deps.changes.watch(id);
      const job = await this.find(id);
      const leftMs = untilMs - performance.now();
      if (job === undefined || job.sequence > after || leftMs <= 0 || signal.aborted) {
        return job;
      }
      await watch.changed(Math.min(leftMs, this.#deps.pollMs), signal);
    }
  }

  #removeInputs(id: string): Promise<void> {
    return this.#removing(id, () => this.#deps.inputs.remove(id));
  }

  async #removing(id: string, remove: () => Promise<void>): Promise<void> {
    try {
      await remove();
    } catch (error) {
      this.#deps.log.warn({ err: error, job: id }, "the inputs of a job could not be removed");
    }
  }
}

/**
 * Returns the job as it is reported: its message says how far it is rather than why it is a job, and a result whose
 * time is over counts as expired even before the sweep.
 */
function reported(job: Job, now: number): Job {
  if (job.state === "processing" && job.pagesDone > 0) {
    return { ...job, message: `${job.pagesDone} of ${job.pagesTotal} pages are done.` };
  }
  return { ...job, expired: job.expired || (job.expiresAt !== null && job.expiresAt <= now) };
}

/** Returns the job as it will be once it is submitted. */
function pendingJob(
  id: string,
  { caller, operation, files, resultName, credits, message, retentionMs }: Submission,
  deps: Pick<JobDeps, "retentionMs" | "now">,
): Job {
  const pageCount = pagesOf(files);
  return {
    id,
    accountId: caller.account.id,
    keyId: caller.key.id,
    operation,
    state: "pending",
    message,
    filename: nameOf(files, resultName),
    pageCount,
    pagesDone: 0,
    pagesTotal: pageCount,
    attempts: 0,
    sequence: 1,
    createdAt: deps.now(),
    startedAt: null,
    completedAt: null,
    expiresAt: null,
    expired: false,
    retentionMs: retentionMs ?? deps.retentionMs,
    held: credits,
    charged: 0,
    answer: null,
    error: null,
  };
}

/** Returns the name by which people know what a job works on. */
const nameOf = (input: Input, resultName = cleanFileName("")): string =>
  "assets" in input ? (input.file?.filename ?? resultName) : input[0].filename;

function rememberedOf(
  job: Job,
  { remember }: Submission,
  { instance, accountBounds }: Pick<JobDeps, "instance" | "accountBounds">,
): Remembered | undefined {
  if (remember === undefined) {
    return undefined;
  }
  const { idempotencyKey, answer } = remember(job);
  const { body, ...head } = answer;
  assert(body.kind !== "file" && body.kind !== "kept", "the answer to a submission is no file");
  return {
    accountId: job.accountId,
    idempotencyKey,
    instance,
    answer: { ...head, body, jobId: job.id },
    fileExpiresAt: null,
    maxStoredBytes: accountBounds.storedBytes,
  };
}
