import { Failure, type FailureCode } from "../../kernel/failure.ts";
import { InvalidRequest } from "./validation.ts";

/** The one table of statuses: a code belongs to one status. */
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
  sync_timeout: 400,
  missing_api_key: 401,
  invalid_api_key: 401,
  not_found: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  payload_too_large: 413,
  validation_error: 422,
  rate_limited: 429,
  too_many_concurrent: 429,
  queue_full: 429,
  headers_too_large: 431,
  internal_error: 500,
  engine_unavailable: 503,
  shutting_down: 503,
} as const satisfies Record<FailureCode, number>;

export interface Problem {
  readonly status: number;
  readonly code: FailureCode;
  readonly headers: Readonly<Record<string, string>>;
  readonly members: Readonly<Record<string, unknown>>;
  /** `members` as JSON. */
  readonly body: Buffer;
}

/**
 * The one place where a thrown value becomes an answer. What is no `Failure` is a defect of ours: its message is not
 * sent. `retryAfterSeconds` is the wait where the failure itself knows none.
 */
export function toProblem(
  thrown: unknown,
  { requestId, retryAfterSeconds }: { readonly requestId: string; readonly retryAfterSeconds: number },
): Problem {
  const failure =
    thrown instanceof Failure ? thrown : new Failure("internal_error", "The service failed. Nothing has been charged.");
  const status = statusOf[failure.code];
  const members = { detail: detailOf(failure), code: failure.code, request_id: requestId, ...membersOf(failure) };
  return {
    status,
    code: failure.code,
    headers: {
      "content-type": "application/json",
      "cache-control": "no-store",
      ...(status === 401 && { "www-authenticate": 'ApiKey realm="api"' }),
      ...((status === 429 || status === 503) && { "retry-after": retryAfter(failure, retryAfterSeconds) }),
    },
    members,
    body: Buffer.from(JSON.stringify(members)),
  };
}

/** An array for 422 and a text for every other status, as clients of the published interface expect. */
function detailOf(failure: Failure): unknown {
  if (failure instanceof InvalidRequest) {
    return failure.items;
  }
  return failure.code === "validation_error"
    ? [{ type: "value_error", loc: ["body"], msg: `Value error, ${failure.message}` }]
    : failure.message;
}

function membersOf({ code, facts }: Failure): object {
  return code === "payload_too_large" && typeof facts.limitBytes === "number" ? { limit_bytes: facts.limitBytes } : {};
}

function retryAfter({ facts }: Failure, fallbackSeconds: number): string {
  const seconds = typeof facts.retryAfterSeconds === "number" ? facts.retryAfterSeconds : fallbackSeconds;
  return String(Math.max(1, Math.ceil(seconds)));
}
