/** Ends a run without an outcome; it is the reason with which the run's signal is aborted. */
export class RunInterrupted extends Error {
  /**
   * `cancelled`: the job was ended from outside the run. `stopped`: this process ends, and another one continues the
   * job.
   */
  readonly kind: "cancelled" | "stopped";

  constructor(kind: RunInterrupted["kind"]) {
    super(`The run was interrupted: ${kind}.`);
    this.name = "RunInterrupted";
    this.kind = kind;
  }
}
