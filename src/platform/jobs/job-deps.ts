import type { FailureCode } from "../../kernel/failure.ts";
import type { WorkClass } from "../../kernel/work-class.ts";
import type { Operation } from "../../operations/operation.ts";
import type { FreeDisk } from "../blobs/free-disk.ts";
import type { JobInputs } from "../blobs/job-inputs.ts";
import type { PageResults } from "../blobs/page-results.ts";
import type { ResultFiles } from "../blobs/result-files.ts";
import type { TaskDirectories } from "../blobs/task-directories.ts";
import type { AccountBounds } from "../config/account-bounds.ts";
import type { ExecutionDeps } from "../execution/execution.ts";
import type { Store } from "../store/store.ts";
import type { Log } from "../telemetry/log.ts";
import type { DeliveredWork } from "../telemetry/metrics.ts";

/** Points of a job's life at which something has just become durable. */
export type Milestone =
  | "job_submitted"
  | "job_claimed"
  /** The result file is kept; the store does not know of it yet. */
  | "job_result_kept"
  | "job_finished";

/** The dependencies of jobs. */
export interface JobDeps {
  readonly store: Pick<Store, "jobs" | "parts" | "handed" | "isShared" | "watchJobs">;
  readonly inputs: JobInputs;
  readonly results: ResultFiles;
  readonly pageResults: PageResults;
  /** Whether other processes keep inputs and results in the same place (BlobStore.isShared). */
  readonly sharesBlobs: boolean;
  readonly tasks: Pick<TaskDirectories, "create">;
  readonly operations: readonly Operation[];
  readonly execution: ExecutionDeps;
  /** The name by which the store knows this process. */
  readonly instance: string;
  /** The number of jobs that are in work here at the same time, by their class; jobs of other classes are left to others. */
  readonly places: Readonly<Partial<Record<WorkClass, number>>>;
  /**
   * The number of jobs of each class from which this process does no pages of others' jobs: mostly the number of its engine
   * processes. Absent: it never does.
   */
  readonly helpPlaces?: Readonly<Partial<Record<WorkClass, number>>> | undefined;
  /** Whether too little of the disk is free: nothing more is taken then, and left to others. Absent: it never is. */
  readonly freeDisk?: Pick<FreeDisk, "isLow"> | undefined;
  /** The interval at which the store is looked at, in case a notice of another process went lost, in milliseconds. */
  readonly pollMs: number;
  /** The largest number of jobs that may wait. */
  readonly maxPending: number;
  /** The bounds of each account. */
  readonly accountBounds: AccountBounds;
  /** The longest time that the work of a job may take, in milliseconds; waiting for a worker is included. */
  readonly timeoutMs: number;
  /** The longest time that the engines may work on one job, in milliseconds. */
  readonly engineTimeMs: number;
  /** The time for which results are kept when the request does not say, in milliseconds. */
  readonly retentionMs: number;
  readonly log: Log;
  /** Returns the time, in milliseconds of Unix time. */
  readonly now: () => number;
  /** Returns the problem with which a synchronous request that failed with `thrown` would have been answered. */
  problemOf(thrown: unknown): {
    readonly status: number;
    readonly code: FailureCode;
    readonly members: Readonly<Record<string, unknown>>;
  };
  /** Called with each job that has been completed, for the metrics. */
  readonly onWork?: ((work: DeliveredWork) => void) | undefined;
  /** Called with each page that was done for a job of another process, for the metrics. */
  readonly onHelp?: ((page: { readonly operation: string }) => void) | undefined;
  readonly onMilestone?: ((milestone: Milestone) => void) | undefined;
}
