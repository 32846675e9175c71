import type { FailureCode } from "../../kernel/failure.ts";
import type { Operation } from "../../operations/operation.ts";
import type { JobInputs } from "../blobs/job-inputs.ts";
import type { ResultFiles } from "../blobs/result-files.ts";
import type { TaskDirectories } from "../blobs/task-directories.ts";
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

/** What jobs stand on. */
export interface JobDeps {
  readonly store: Pick<Store, "jobs">;
  readonly inputs: JobInputs;
  readonly results: ResultFiles;
  readonly tasks: Pick<TaskDirectories, "create">;
  readonly operations: readonly Operation[];
  readonly execution: ExecutionDeps;
  /** Names this process to the store. */
  readonly instance: string;
  /** Jobs in work at the same time. */
  readonly concurrency: number;
  /** Jobs that may wait. */
  readonly maxPending: number;
  /** Longest work of a job, waiting for a worker included. */
  readonly timeoutMs: number;
  /** Longest time that the engines may work on one job. */
  readonly engineTimeMs: number;
  /** How long results are kept when the request does not say. */
  readonly retentionMs: number;
  readonly log: Log;
  /** Milliseconds of Unix time. */
  now(): number;
  /** What a synchronous request would have been answered that failed with `thrown`. */
  problemOf(thrown: unknown): {
    readonly status: number;
    readonly code: FailureCode;
    readonly members: Readonly<Record<string, unknown>>;
  };
  /** Told of each job that has been completed, for what is measured. */
  readonly onWork?: ((work: DeliveredWork) => void) | undefined;
  readonly onMilestone?: ((milestone: Milestone) => void) | undefined;
}
