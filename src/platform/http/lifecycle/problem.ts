import { Failure, type FailureCode } from "../../../kernel/failure.ts";
import { InvalidContent } from "../../../kernel/faults.ts";
import { storageTrouble } from "../../blobs/storage-trouble.ts";
import { warningsHeader } from "../../execution/warnings.ts";
import { HandedFailure } from "../../handing/handed-failure.ts";
import { InvalidRequest, itemFor } from "../body/validation.ts";

/** The status of each failure code; this is the only table of statuses. */
export const statusOf = {
  malformed_request: 400,
  malformed_multipart: 400,
  empty_file: 400,
  unsupported_file_type: 400,
  invalid_pdf: 400,
  pdf_encrypted: 400,
  wrong_password: 400,
  page_out_of_range: 400,
  too_many_pages: 400,
  image_too_large: 400,
  document_too_complex: 400,
  not_convertible: 400,
  url_blocked: 400,
  url_fetch_failed: 400,
  render_failed: 400,
  template_error: 400,
  content_refused: 400,
  sync_timeout: 400,
  missing_api_key: 401,
  invalid_api_key: 401,
  expired_api_key: 401,
  revoked_api_key: 401,
  insufficient_credits: 402,
  account_disabled: 403,
  address_not_allowed: 403,
  insufficient_scope: 403,
  not_found: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  idempotency_in_progress: 409,
  name_taken: 409,
  too_many_templates: 409,
  too_many_webhooks: 409,
  too_many_keys: 409,
  storage_full: 409,
  job_not_cancellable: 409,
  job_cancelled: 409,
  result_expired: 410,
  precondition_failed: 412,
  payload_too_large: 413,
  validation_error: 422,
  idempotency_mismatch: 422,
  rate_limited: 429,
  too_many_concurrent: 429,
  queue_full: 429,
  headers_too_large: 431,
  internal_error: 500,
  provider_failed: 500,
  engine_unavailable: 503,
  storage_unavailable: 503,
  shutting_down: 503,
} as const satisfies Record<FailureCode, number>;

export interface Problem {
  readonly status: number;
  readonly code: FailureCode;
  readonly headers: Readonly<Record<string, string>>;
  readonly members: Readonly<Record<string, unknown>>;
  /** The `members` as JSON. */
  readonly body: Buffer;
}

/**
 * Turns a thrown value into an answer; this is the only place that does. The message of an error that is not a
 * `Failure` is not sent. `retryAfterSeconds` is the wait where the failure itself has none.
 */
export function toProblem(
  thrown: unknown,
  { requestId, retryAfterSeconds }: { readonly requestId: string; readonly retryAfterSeconds: number },
): Problem {
  const failure =
    thrown instanceof Failure
      ? thrown
      : (storageTrouble(thrown) ?? new Failure("internal_error", "The service failed. Nothing has been charged."));
  const status = statusOf[failure.code];
  const members = { detail: detailOf(failure), code: failure.code, request_id: requestId, ...membersOf(failure) };
  return {
    status,
    code: failure.code,
    headers: {
      "content-type": "application/json",
      "cache-control": "no-store",
      ...(status === 401 && { "www-authenticate": 'ApiKey realm="api"' }),
      ...(failure instanceof InvalidRequest &&
        failure.warnings.length > 0 && { "x-warnings": warningsHeader(failure.warnings) }),
      ...(isRetryable(failure, status) && { "retry-after": retryAfter(failure, retryAfterSeconds) }),
    },
    members,
    body: Buffer.from(JSON.stringify(members)),
  };
}

const IDEMPOTENCY_LOC = ["header", "Idempotency-Key"];

/**
 * Returns the detail of an error: an array for 422 and a text for every other status, as clients of the published
 * interface expect.
 */
function detailOf(failure: Failure): unknown {
  if (failure instanceof InvalidRequest) {
    return failure.items;
  }
  if (failure instanceof HandedFailure) {
    return failure.detail;
  }
  if (failure instanceof InvalidContent) {
    return failure.faults.map(({ fault, path }) => itemFor(fault, ["body", ...path]));
  }
  const msg = `Value error, ${failure.message}`;
  return statusOf[failure.code] === 422
    ? [{ type: "value_error", loc: failure.code === "idempotency_mismatch" ? IDEMPOTENCY_LOC : ["body"], msg }]
    : failure.message;
}

/** Returns the members that a code has in addition to those of every error. */
function membersOf({ code, facts: { limitBytes, required, available } }: Failure): object {
  if (code === "payload_too_large") {
    return { limit_bytes: limitBytes };
  }
  return code === "insufficient_credits" ? { required, available } : {};
}

const isRetryable = ({ code }: Failure, status: number): boolean =>
  status === 429 || status === 503 || code === "idempotency_in_progress";

function retryAfter({ facts }: Failure, fallbackSeconds: number): string {
  const seconds = typeof facts.retryAfterSeconds === "number" ? facts.retryAfterSeconds : fallbackSeconds;
  return String(Math.max(1, Math.ceil(seconds)));
}
