import type { TierName } from "./sandbox/sandbox.ts";
import type { WorkerEnd } from "./worker-end.ts";

/**
 * Something that happened in a pool, for the service's log and counters. No event contains a file name of a caller.
 * `end.stderr` is what a process printed last, which may quote a document.
 */
export type PoolEvent =
  | { readonly event: "pool_started"; readonly tier: TierName; readonly sentence: string }
  | { readonly event: "worker_started"; readonly slot: number; readonly startMs: number }
  | { readonly event: "worker_start_failed"; readonly slot: number; readonly failures: number; readonly reason: string }
  /** An idle worker ended by itself. */
  | { readonly event: "worker_lost"; readonly slot: number; readonly end: WorkerEnd }
  /** A worker that had been idle for long was ended; another one is started when it is needed. */
  | { readonly event: "worker_unneeded"; readonly slot: number }
  /** A worker was replaced after enough tasks, or enough growth. */
  | { readonly event: "worker_retired"; readonly slot: number; readonly tasks: number; readonly residentBytes: number }
  /** A worker was ended because its task is no longer wanted: its caller has left, or the service stops. */
  | { readonly event: "worker_stopped"; readonly slot: number; readonly method: string }
  /** A worker was lost over a task. `reason` is "time" or a sentence. */
  | {
      readonly event: "worker_failed_task";
      readonly slot: number;
      readonly method: string;
      readonly reason: string;
      readonly end: WorkerEnd | undefined;
    }
  /** A slot could not be emptied; its worker was replaced. */
  | { readonly event: "sweep_failed"; readonly slot: number; readonly reason: string }
  /** Something that a worker left behind could not be removed; the next start of the service tries again. */
  | { readonly event: "removal_failed"; readonly reason: string };

export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
