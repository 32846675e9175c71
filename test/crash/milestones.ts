/** The points at which the service says how far it is, between steps that must not come apart. */
export const MILESTONES = [
  /** The credits of a synchronous request are held. */
  "held",
  /** Its result is on disk, the charge not settled. */
  "result_ready",
  /** The charge is settled, the answer not sent. */
  "settled",
  /** A job is on disk, the 202 not sent. */
  "job_submitted",
  "job_claimed",
  "job_result_kept",
  "job_finished",
] as const;
export type Milestone = (typeof MILESTONES)[number];

/**
 * A process with a crash point kills itself, with SIGKILL, at `milestone` with `probability`, decided by random numbers
 * of `seed`.
 */
export interface CrashPoint {
  readonly milestone: Milestone;
  readonly probability: number;
  readonly seed: number;
}
