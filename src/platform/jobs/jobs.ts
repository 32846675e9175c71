import type { Warning } from "../../kernel/failure.ts";
import type { Input } from "../../operations/operation.ts";
import type { Caller } from "../auth/callers.ts";
import type { PaymentTerms } from "../credits/payment-terms.ts";
import type { Answer } from "../execution/execution.ts";
import type { Job, JobStore } from "../store/job-store.ts";

/** A request that is to be done as a job: bound, inspected and priced. */
export interface Submission {
  readonly caller: Caller;
  readonly operation: string;
  /** The fields as they were sent, by their documented names; the job parses them again. */
  readonly fields: Readonly<Record<string, unknown>>;
  readonly files: Input;
  /** The name that the result will have, for work without an input file. */
  readonly resultName?: string | undefined;
  /** The warnings that its answer carries in addition to those of the run. */
  readonly warnings: readonly Warning[];
  /** The number of credits to hold. */
  readonly credits: number;
  readonly terms: PaymentTerms;
  /** The reason why it is a job, for people to read. */
  readonly message: string;
  /**
   * The time for which the result is kept, in milliseconds; 0: until it has been read once; absent: the service's
   * default.
   */
  readonly retentionMs?: number | undefined;
  /** The address that is notified when the job has ended. */
  readonly webhookUrl?: string | undefined;
  /** The service's base address as the client knows it, for the links in notifications. */
  readonly baseUrl?: string | undefined;
  /** Returns what a repetition of the request is answered, with its Idempotency-Key, given the job. */
  readonly remember?: ((job: Job) => { readonly idempotencyKey: string; readonly answer: Answer }) | undefined;
}

/** A result on its way to its reader. */
export interface Download {
  readonly answer: Answer;
  /** Ends the download, which must be called once; `isWhole`: the reader has all of the result. */
  end(isWhole: boolean): Promise<void>;
}

/** Asynchronous jobs (contract §6), as the other parts of the platform see them. */
export interface Jobs {
  /**
   * Keeps the inputs, holds the credits and enqueues the job, which is on disk when this resolves.
   * @throws Failure `insufficient_credits` (facts `required`, `available`), `queue_full`, `storage_unavailable`
   */
  submit(submission: Submission): Promise<{ readonly job: Job; readonly available: number }>;
  find(id: string): Promise<Job | undefined>;
  list(page: Parameters<JobStore["list"]>[0]): Promise<readonly Job[]>;
  /**
   * Stops a job that has not ended. Returns `final` when it had ended before, and undefined when there is no such job.
   */
  cancel(id: string): Promise<{ readonly kind: "cancelled" | "final"; readonly job: Job } | undefined>;
  /** Removes the inputs of jobs that ended in the store alone, such as those of an account that was disabled. */
  removeEndedInputs(): Promise<void>;
  /** Returns the result as the synchronous call would have answered; undefined when its file is gone. */
  resultOf(job: Job): Promise<Answer | undefined>;
  /**
   * Begins a download of the result; undefined when there is none any more. A result that is kept only until it has been
   * read has one download at a time: the next one waits for it, finds nothing when that was whole, and may try again
   * when it broke off.
   */
  download(job: Job): Promise<Download | undefined>;
  /** Deletes the result of a job that has ended; the job's record stays. */
  discard(id: string): Promise<void>;
  /**
   * Returns the job once its `sequence` is above the given one, or as it is after `maxMs` or when `signal` is aborted.
   */
  waitForChange(
    id: string,
    wait: { readonly after: number; readonly maxMs: number; readonly signal: AbortSignal },
  ): Promise<Job | undefined>;
}
