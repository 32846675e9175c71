import { Failure } from "../../kernel/failure.ts";

/** The reasons for which a request is not made at all. */
export type BlockedReason =
  /** QUIRE_OUTBOUND is off. */
  | "outbound_off"
  /** The URL is not http or https, or has credentials in it. */
  | "bad_url"
  /** The host's name or one of its addresses is not public, and not allowed. */
  | "not_public"
  | "port"
  /** The opener of the budget does not permit the target. */
  | "not_allowed"
  /** The budget's requests, bytes, connections or time are used up, or it has been closed. */
  | "budget_spent";

/** The reasons for which a request that was made failed. */
export type FailedReason = "name_unknown" | "unreachable" | "timeout" | "certificate" | "tls" | "protocol";

/**
 * Reports a request that was not made, or did not succeed. The message names the host as the caller wrote it; what the
 * host resolved to is nowhere in it.
 */
export class OutboundFailure extends Failure {
  readonly reason: BlockedReason | FailedReason;
  readonly host: string;

  private constructor(
    code: "url_blocked" | "url_fetch_failed",
    { host, reason, message, cause }: FailureParts<BlockedReason | FailedReason>,
  ) {
    super(code, message, { cause, facts: { host, reason } });
    this.name = "OutboundFailure";
    this.reason = reason;
    this.host = host;
  }

  static blocked(reason: BlockedReason, host: string): OutboundFailure {
    return new OutboundFailure("url_blocked", { host, reason, message: blockedMessage(reason, host) });
  }

  static failed(reason: FailedReason, host: string, { cause }: { readonly cause?: unknown } = {}): OutboundFailure {
    return new OutboundFailure("url_fetch_failed", { host, reason, message: failedMessage(reason, host), cause });
  }
}

interface FailureParts<Reason> {
  readonly host: string;
  readonly reason: Reason;
  readonly message: string;
  readonly cause?: unknown;
}

function blockedMessage(reason: BlockedReason, host: string): string {
  switch (reason) {
    case "outbound_off":
      return `${host} was not fetched: this service makes no outbound requests (QUIRE_OUTBOUND is off).`;
    case "bad_url":
      return "Only http and https URLs without a user name and password are fetched.";
    case "not_public":
      return `${host} is not a public host. The service's operator can allow it (QUIRE_OUTBOUND_ALLOW).`;
    case "port":
      return `${host} was not fetched: only ports 80, 443, 8080 and 8443 are allowed, and those that the service's operator allows (QUIRE_OUTBOUND_ALLOW).`;
    case "not_allowed":
      return `${host} was not fetched: this document may not refer to it.`;
    case "budget_spent":
      return `${host} was not fetched: the document has used up its requests, bytes, connections or time.`;
  }
}

function failedMessage(reason: FailedReason, host: string): string {
  switch (reason) {
    case "name_unknown":
      return `${host} could not be fetched: its name has no address.`;
    case "unreachable":
      return `${host} could not be fetched: it does not accept connections.`;
    case "timeout":
      return `${host} could not be fetched in time.`;
    case "certificate":
      return `${host} could not be fetched: its certificate is not valid.`;
    case "tls":
      return `${host} could not be fetched: no secure connection could be made.`;
    case "protocol":
      return `${host} could not be fetched: its answer is not valid HTTP.`;
  }
}
