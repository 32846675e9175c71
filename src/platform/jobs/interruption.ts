/** Why a run ends without an outcome of its own; the reason of its signal. */
export class RunInterrupted extends Error {
  /** `cancelled`: somebody else ended the job. `stopped`: this process ends, another one goes on with the job. */
  readonly kind: "cancelled" | "stopped";

  constructor(kind: RunInterrupted["kind"]) {
    super(`The run was interrupted: ${kind}.`);
    this.name = "RunInterrupted";
    this.kind = kind;
  }
}
