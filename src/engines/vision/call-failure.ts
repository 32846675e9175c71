/** The reason why a call brought no usable answer; logged as `reason`. */
export type CallFailureReason =
  /** Status 401 or 403. */
  | "credentials"
  /** Status 404. */
  | "model_unknown"
  /** Any other 4xx: another call like it would be refused as well. */
  | "rejected"
  | "redirected"
  /** The service's own rules do not allow the call. */
  | "blocked"
  /** Status 429, 503 or 529. */
  | "overloaded"
  /** Any other 5xx, 408 or 409. */
  | "server_error"
  | "connection"
  | "timeout"
  /** An answer that does not follow the protocol or the prompt. */
  | "garbage"
  /** The provider refused, or withheld its answer. */
  | "refused"
  /** The provider demanded a longer wait than the service allows. */
  | "wait_too_long";

/** The remedy for a failure. `at once`: the next call leaves out what the model does not accept. */
export type Remedy = "none" | "later" | "at once";

export class CallFailure extends Error {
  readonly reason: CallFailureReason;
  readonly remedy: Remedy;
  readonly status: number | undefined;
  /** The delay that the provider demanded; undefined when it did not. */
  readonly retryAfterMs: number | undefined;

  constructor(
    reason: CallFailureReason,
    remedy: Remedy,
    about: {
      readonly status?: number | undefined;
      readonly retryAfterMs?: number | undefined;
      readonly cause?: unknown;
    } = {},
  ) {
    super(`The provider's answer cannot be used: ${reason}.`, { cause: about.cause });
    this.name = "CallFailure";
    this.reason = reason;
    this.remedy = remedy;
    this.status = about.status;
    this.retryAfterMs = about.retryAfterMs;
  }
}

/** Returns the failure for the status of an answer that is no success. */
export function statusFailure(status: number, retryAfterMs: number | undefined, cause: unknown): CallFailure {
  const about = { status, retryAfterMs, cause };
  if (status >= 300 && status < 400) {
    return new CallFailure("redirected", "none", about);
  }
  if (status === 429 || status === 503 || status === 529) {
    return new CallFailure("overloaded", "later", about);
  }
  if (status === 408 || status === 409 || status >= 500) {
    return new CallFailure("server_error", "later", about);
  }
  if (status === 401 || status === 403) {
    return new CallFailure("credentials", "none", about);
  }
  return new CallFailure(status === 404 ? "model_unknown" : "rejected", "none", about);
}
