import type { FailureCode } from "../../kernel/failure.ts";
import type { HoldRequest, Remembered, Short } from "./credit-store.ts";
import type { StoredAnswer } from "./stored-answer.ts";

export type JobState = "pending" | "processing" | "complete" | "failed" | "cancelled";

export interface JobError {
  readonly code: FailureCode;
  readonly status: number;
  readonly detail: unknown;
}

export interface Job {
  /** `job_` and 12 characters of a-z0-9. */
  readonly id: string;
  readonly accountId: string;
  readonly keyId: string;
  readonly operation: string;
  readonly state: JobState;
  /** For people: why it is a job, how far it is, how it ended. */
  readonly message: string;
  readonly filename: string;
  readonly pageCount: number;
  readonly pagesDone: number;
  readonly pagesTotal: number;
  /** Times that a process began to work on it and was not stopped in order. */
  readonly attempts: number;
  /** Increases with every change; names events. */
  readonly sequence: number;
  readonly createdAt: number;
  readonly startedAt: number | null;
  readonly completedAt: number | null;
  /** When the result goes; null before the final state. */
  readonly expiresAt: number | null;
  /** The result is gone. */
  readonly expired: boolean;
  /** How long the result is kept once complete; 0: until it has been read. */
  readonly retentionMs: number;
  readonly held: number;
  readonly charged: number;
  /** What the synchronous call would have answered; there in state `complete` until it expires. */
  readonly answer: StoredAnswer | null;
  readonly error: JobError | null;
}

export interface NewJob {
  readonly id: string;
  readonly hold: HoldRequest;
  readonly message: string;
  readonly filename: string;
  readonly pageCount: number;
  readonly retentionMs: number;
  /** Told when the job has ended, besides the account's endpoints. */
  readonly webhookUrl?: string | undefined;
  /** Base address as its client knows it, for the links of what is told. */
  readonly baseUrl?: string | undefined;
  readonly remembered?: Remembered | undefined;
  /** Pending jobs of all accounts that may wait. */
  readonly maxPending: number;
  readonly now: number;
}

/** A job that a process works on: the process may end it only as long as the attempt is still its own. */
export interface Claim {
  readonly jobId: string;
  readonly instance: string;
  readonly attempt: number;
}

export interface JobStore {
  /** Holds the credits and enqueues, or does neither. Durable. */
  submit(
    job: NewJob,
  ): Promise<
    | { readonly kind: "submitted"; readonly job: Job; readonly available: number }
    | Short
    | { readonly kind: "queue_full" }
  >;
  /**
   * The oldest pending job of the account with the fewest in work, now `processing`, with one more attempt. Undefined:
   * none is pending. Not durable: a process that is lost leaves its attempts counted, a power failure may forget one.
   */
  claim(claim: { readonly instance: string; readonly now: number }): Promise<Job | undefined>;
  /** Not durable. Nothing happens when the claim is no longer held. */
  progress(progress: Claim & { readonly pagesDone: number; readonly pagesTotal: number }): Promise<void>;
  /**
   * What is owed from now on for all that the work has brought so far: charged, at most what is held, if the job ends in
   * another way than `complete`; `pages` are then its usage. Durable. False: the claim is no longer held, and nothing
   * happened.
   */
  owe(owed: Claim & { readonly credits: number; readonly pages: number }): Promise<boolean>;
  /**
   * The final state, with its hold settled (`charge`, or what a failed job owes) or released, usage counted. Durable.
   * Undefined: the claim is no longer held (cancelled, or taken over), and nothing happened; the result is to be thrown
   * away.
   */
  finish(
    finish: Claim & {
      readonly outcome:
        | {
            readonly kind: "complete";
            readonly answer: StoredAnswer;
            readonly charge: number;
            readonly pages: number;
            readonly expiresAt: number | null;
          }
        | { readonly kind: "failed"; readonly error: JobError };
      readonly message: string;
      readonly now: number;
    },
  ): Promise<Job | undefined>;
  /** Back to `pending`, the attempt not counted: the process ends in order. Durable. */
  giveBack(claim: Claim & { readonly now: number }): Promise<void>;
  /** Unfinished: `cancelled`, charged what it owes, the rest of its hold released. Durable. `final`: it had ended. */
  cancel(cancel: {
    readonly jobId: string;
    readonly now: number;
  }): Promise<{ readonly kind: "cancelled" | "final"; readonly job: Job } | { readonly kind: "unknown" }>;
  find(id: string): Promise<Job | undefined>;
  /** Newest first; `before` is the id of the last job of the page before. `keyId`: only what this key submitted. */
  list(page: {
    readonly accountId: string;
    readonly keyId?: string | undefined;
    readonly state?: JobState | undefined;
    readonly operation?: string | undefined;
    readonly limit: number;
    readonly before?: string | undefined;
  }): Promise<readonly Job[]>;
  /** Marks the result as gone; its file's name when it had one. The caller removes the file. */
  discardResult(discard: { readonly jobId: string; readonly now: number }): Promise<string | undefined>;
  /** Of these ids, those of jobs that are not final: their inputs are still needed. */
  unfinished(ids: readonly string[]): Promise<readonly string[]>;
  counts(): Promise<{ readonly pending: number; readonly processing: number; readonly oldestPendingAt: number | null }>;
  /**
   * What has had its time: results and remembered answers' files (their names are given back, for the caller to remove),
   * remembered requests, records of jobs 30 days after their end, ended holds, deliveries of webhooks. Works through a bounded number at a time;
   * `more`: there is more to sweep.
   */
  sweep(sweep: {
    readonly now: number;
    readonly recordsBefore: number;
  }): Promise<{ readonly files: readonly string[]; readonly more: boolean }>;
  /** Of these names of result files, those that a job or a remembered request still has. */
  knownFiles(names: readonly string[]): Promise<readonly string[]>;
}
