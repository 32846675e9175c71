import type { Warning } from "../../kernel/failure.ts";
import type { Input } from "../../operations/operation.ts";
import type { Caller } from "../auth/callers.ts";
import type { Answer } from "../execution/execution.ts";
import type { Job, JobStore } from "../store/job-store.ts";

/** A request that is to be done as a job: bound, inspected and priced. */
export interface Submission {
  readonly caller: Caller;
  readonly operation: string;
  /** The fields as they were sent, by their documented names: the job parses them again. */
  readonly fields: Readonly<Record<string, unknown>>;
  readonly files: Input;
  /** Warnings that its answer is to carry besides those of the run. */
  readonly warnings: readonly Warning[];
  /** Credits to hold. */
  readonly credits: number;
  /** Why it is a job, for people. */
  readonly message: string;
  /** How long the result is kept; 0: until it has been read once. Absent: the service's default. */
  readonly retentionMs?: number | undefined;
  /** Told when the job has ended. */
  readonly webhookUrl?: string | undefined;
  /** Base address as the client knows it, for the links of what is told. */
  readonly baseUrl?: string | undefined;
  /**
   * What the request is to be answered again when it is sent again: given the job, the answer and the Idempotency-Key.
   */
  readonly remember?: ((job: Job) => { readonly idempotencyKey: string; readonly answer: Answer }) | undefined;
}

/** Asynchronous jobs (contract §6), as the platform's other parts see them. */
export interface Jobs {
  /**
   * Keeps the inputs, holds the credits and enqueues. The job is on disk when this resolves.
   * @throws Failure `insufficient_credits` (facts `required`, `available`), `queue_full`, `storage_unavailable`
   */
  submit(submission: Submission): Promise<{ readonly job: Job; readonly available: number }>;
  find(id: string): Promise<Job | undefined>;
  list(page: Parameters<JobStore["list"]>[0]): Promise<readonly Job[]>;
  /** Stops a job that has not ended; `final` when it had. Undefined: there is none. */
  cancel(id: string): Promise<{ readonly kind: "cancelled" | "final"; readonly job: Job } | undefined>;
  /** The result as the synchronous call would have answered; undefined when its file is gone. */
  resultOf(job: Job): Promise<Answer | undefined>;
  /** To be called when a result has been sent whole: one that is kept until it has been read goes. */
  resultWasRead(job: Job): Promise<void>;
  /** Deletes the result of a job that has ended; the record stays. */
  discard(id: string): Promise<void>;
  /** The job once its `sequence` is above the given one, or as it is after `maxMs` or when `signal` is aborted. */
  waitForChange(
    id: string,
    wait: { readonly after: number; readonly maxMs: number; readonly signal: AbortSignal },
  ): Promise<Job | undefined>;
}
