import type { FailureCode } from "../../kernel/failure.ts";
import type { WorkClass } from "../../kernel/work-class.ts";
import type { Held, HoldRequest, KeyLost, Remembered, Short, StorageFull } from "./credit-store.ts";
import type { HandedNotice } from "./handed-request-store.ts";
import type { StoredAnswer } from "./stored-answer.ts";

export const JOB_STATES = ["pending", "processing", "complete", "failed", "cancelled"] as const;
export type JobState = (typeof JOB_STATES)[number];

export interface JobError {
  readonly code: FailureCode;
  readonly status: number;
  readonly detail: unknown;
  /** The members that the error has beside those of all errors, such as `required` and `available`. */
  readonly members?: Readonly<Record<string, unknown>> | undefined;
}

export interface Job {
  /** The job's id: `job_` and 12 characters of a-z0-9. */
  readonly id: string;
  readonly accountId: string;
  readonly keyId: string;
  readonly operation: string;
  readonly state: JobState;
  /** A message for people: why it is a job, how far it is, how it ended. */
  readonly message: string;
  /** The name of the input file, or without one that of the result. */
  readonly filename: string;
  /** The pages of the input; of content, which has none, those of the result once the job is complete, and 0 before. */
  readonly pageCount: number;
  readonly pagesDone: number;
  readonly pagesTotal: number;
  /** The number of times that a process began to work on the job and was not stopped in order. */
  readonly attempts: number;
  /** A number that increases with every change, and names events. */
  readonly sequence: number;
  readonly createdAt: number;
  readonly startedAt: number | null;
  readonly completedAt: number | null;
  /** The time at which the result expires; null before the final state. */
  readonly expiresAt: number | null;
  /** Whether the result is gone. */
  readonly expired: boolean;
  /** The time for which the result is kept once complete, in milliseconds; 0: until it has been read. */
  readonly retentionMs: number;
  readonly held: number;
  readonly charged: number;
  /** The answer that the synchronous call would have given; present in state `complete` until it expires. */
  readonly answer: StoredAnswer | null;
  readonly error: JobError | null;
}

export interface NewJob {
  readonly id: string;
  readonly workClass: WorkClass;
  readonly hold: HoldRequest;
  readonly message: string;
  readonly filename: string;
  readonly pageCount: number;
  readonly retentionMs: number;
  /** An address that is notified when the job has ended, in addition to the account's endpoints. */
  readonly webhookUrl?: string | undefined;
  /** The base address as the job's client knows it, for the links in notifications. */
  readonly baseUrl?: string | undefined;
  readonly remembered?: Remembered | undefined;
  /** The size of the job's uploads and of its request, in bytes; they are stored until it ends. */
  readonly inputBytes?: number | undefined;
  /** The number of pending jobs of all accounts that may wait. */
  readonly maxPending: number;
  /** The number of pending jobs of its account that may wait; absent: any number. */
  readonly maxPendingOfAccount?: number | undefined;
  /** The bytes that may be stored for its account; absent: any number. */
  readonly maxStoredBytes?: number | undefined;
  readonly now: number;
}

/** A job that a process works on: the process may end it only while the attempt is still its own. */
export interface Claim {
  readonly jobId: string;
  readonly instance: string;
  readonly attempt: number;
}

/** A change of a job that has been committed, by whichever process. */
export interface JobNotice {
  readonly jobId: string;
  readonly workClass: WorkClass;
  /** Its state since then. */
  readonly state: JobState;
}

/** A change of parts of a job that has been committed, by whichever process. */
export interface PartNotice {
  readonly jobId: string;
  readonly workClass: WorkClass;
  readonly state: "offered" | "done";
}

export interface JobListener {
  onChange(notice: JobNotice): void;
  /** Called when parts of a job can be claimed, and when one of them is done. */
  onPart(notice: PartNotice): void;
  /** Called when a request that was handed over waits, is done, or was withdrawn. */
  onHanded(notice: HandedNotice): void;
  /** Called when changes may have gone untold, such as while a connection was cut. */
  onMissed(): void;
}

/** How many pieces of work ended within a time, while others waited. */
export interface Pace {
  readonly ended: number;
  readonly withinMs: number;
}

/** The time over which work that ends is counted for a pace, in milliseconds. */
export const PACE_MS = 60_000;

/** The jobs that wait and those in work; when the one was submitted that has waited longest, null when none waits. */
export interface JobCounts {
  readonly pending: number;
  readonly processing: number;
  readonly oldestPendingAt: number | null;
}

export interface JobStore {
  /** Holds the credits and enqueues the job, or does neither. Durable. */
  submit(
    job: NewJob,
  ): Promise<
    | { readonly kind: "submitted"; readonly job: Job; readonly available: number }
    | Short
    | { readonly kind: "queue_full" | "too_many_of_account" }
    | StorageFull
    | KeyLost
  >;
  /**
   * Claims a pending job of a class: the oldest of the account with the fewest of that class in work. It is
   * `processing` from now on, with one more attempt. Returns undefined when none is pending. Not durable: a process that is
   * lost leaves its attempts counted, a power failure may forget one.
   */
  claim(claim: {
    readonly instance: string;
    readonly workClass: WorkClass;
    readonly now: number;
  }): Promise<Job | undefined>;
  /** Returns those of the classes of which jobs are pending; it changes nothing. */
  pendingClasses(classes: readonly WorkClass[]): Promise<readonly WorkClass[]>;
  /**
   * Returns those of the claims of an instance that it still holds; another process may have cancelled the job, or taken it
   * over when the lease of the instance had ended.
   */
  heldClaims(claims: {
    readonly instance: string;
    readonly claims: readonly Pick<Claim, "jobId" | "attempt">[];
  }): Promise<readonly Pick<Claim, "jobId" | "attempt">[]>;
  /** Records how far the job is. Not durable. Nothing happens when the claim is no longer held. */
  progress(progress: Claim & { readonly pagesDone: number; readonly pagesTotal: number }): Promise<void>;
  /**
   * Sets what is owed from now on for all that the work has produced so far: it is charged, at most what is held, if
   * the job ends in another way than `complete`; `pages` are then its usage. `bytes` are those that all of it takes on
   * disk, which are stored until the job ends. Durable. Returns `not_claimed` when the claim is no longer held, and
   * `storage_full` when more bytes would be stored for the account than may; nothing happened then.
   */
  owe(
    owed: Claim & {
      readonly credits: number;
      readonly pages: number;
      readonly bytes: number;
      /** The bytes that may be stored for its account; absent: any number. */
      readonly maxStoredBytes?: number | undefined;
    },
  ): Promise<"owed" | "not_claimed" | "storage_full">;
  /**
   * Raises the hold of the job to `amount` credits, as `CreditStore.raise` does for a request. The hold stays raised if
   * the work begins again. Not durable: without it the work is lost as well. Returns undefined when the claim is no
   * longer held, and nothing happened.
   */
  raise(raise: Claim & { readonly amount: number; readonly now: number }): Promise<Held | Short | undefined>;
  /**
   * Commits the final state, with its hold settled (`charge`, or what a failed job owes) or released, and the usage
   * counted. A result that is more than may be stored for the account fails the job with `storage_full`. Durable. Returns
   * undefined when the claim is no longer held (cancelled, or taken over), and nothing
   * happened; the result is to be discarded.
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
      readonly maxStoredBytes?: number | undefined;
      readonly now: number;
    },
  ): Promise<Job | undefined>;
  /** Returns the job to `pending` without counting the attempt, because the process ends in order. Durable. */
  giveBack(claim: Claim & { readonly now: number }): Promise<void>;
  /**
   * Cancels an unfinished job: it is charged what it owes, and the rest of its hold is released. Durable. Returns
   * `final` when the job had ended.
   */
  cancel(cancel: {
    readonly jobId: string;
    readonly now: number;
  }): Promise<{ readonly kind: "cancelled" | "final"; readonly job: Job } | { readonly kind: "unknown" }>;
  find(id: string): Promise<Job | undefined>;
  /**
   * Lists jobs, newest first; `before` is the id of the last job of the page before. `keyId` restricts the list to what
   * this key submitted.
   */
  list(page: {
    readonly accountId: string;
    readonly keyId?: string | undefined;
    readonly state?: JobState | undefined;
    readonly operation?: string | undefined;
    readonly limit: number;
    readonly before?: string | undefined;
  }): Promise<readonly Job[]>;
  /** Marks the result as gone and returns its file's name when it had one. The caller removes the file. */
  discardResult(discard: { readonly jobId: string; readonly now: number }): Promise<string | undefined>;
  /** Returns those of the ids that belong to jobs that are not final: their inputs are still needed. */
  unfinished(ids: readonly string[]): Promise<readonly string[]>;
  /** Counts the jobs that wait and those in work, and the same for each class that has any. */
  counts(): Promise<JobCounts & { readonly classes: readonly (JobCounts & { readonly workClass: WorkClass })[] }>;
  /**
   * Returns how many jobs of a class ended, on any node, since the one was submitted that has waited longest, but not more
   * than a minute ago: while jobs wait, all places are in use.
   */
  pace(pace: { readonly workClass: WorkClass; readonly now: number }): Promise<Pace>;
  /**
   * Removes what has expired: results and remembered answers' files (their names are returned, for the caller to
   * remove), remembered requests, records of jobs 30 days after their end, ended holds, deliveries of webhooks. Works
   * through a bounded number at a time; `more`: there is more to sweep.
   */
  sweep(sweep: {
    readonly now: number;
    readonly recordsBefore: number;
  }): Promise<{ readonly files: readonly string[]; readonly more: boolean }>;
  /** Returns those of the names of result files that a job or a remembered request still has. */
  knownFiles(names: readonly string[]): Promise<readonly string[]>;
}
