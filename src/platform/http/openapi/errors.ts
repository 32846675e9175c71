import type { FaultType } from "../../../kernel/faults.ts";
import { statusOf } from "../lifecycle/problem.ts";
import { answerHeaders, type OccasionalHeader } from "./headers.ts";
import type { JsonObject } from "./json.ts";

/* The errors of the API description: one response component per status, each with the codes that it can carry. */

type Status = (typeof statusOf)[keyof typeof statusOf];

/** The meaning of each failure code. */
const MEANINGS: Record<keyof typeof statusOf, string> = {
  malformed_request: "The request is not valid HTTP.",
  malformed_multipart: "The multipart body is cut short, or its framing or boundary is broken.",
  empty_file: "The file is empty.",
  unsupported_file_type: "The operation does not accept the type of the file's content.",
  invalid_pdf: "The PDF cannot be read, even after a repair.",
  pdf_encrypted: "The PDF needs a password and none was given.",
  wrong_password: "The password does not open the PDF.",
  page_out_of_range: "The document does not have the requested page.",
  too_many_pages: "The document has more pages than the limit.",
  image_too_large: "An image has, or would have, more pixels than the limit.",
  document_too_complex: "The document needs more time or memory than a request may use.",
  not_convertible: "The document cannot be made to conform to the requested PDF/A level.",
  url_blocked: "The service's rules do not allow it to fetch the URL.",
  url_fetch_failed: "The URL could not be fetched.",
  render_failed: "The page did not reach the state that the request waits for.",
  template_error: "The stored template cannot be filled in.",
  content_refused: "The model provider refuses to read this content.",
  sync_timeout: "The work took longer than a synchronous request allows; use `async=true`.",
  missing_api_key: "There is no `X-API-Key` header.",
  invalid_api_key: "The API key is not known.",
  expired_api_key: "The API key has expired.",
  revoked_api_key: "The API key has been revoked.",
  account_disabled: "The account of the API key has been disabled.",
  address_not_allowed: "The API key may not be used from the address of the client.",
  insufficient_scope: "The API key lacks the scope for this, or may not do it.",
  insufficient_credits: "The account has fewer credits than the request costs.",
  not_found: "There is nothing at this path.",
  method_not_allowed: "The path does not accept this method; `Allow` lists those that it accepts.",
  idempotency_in_progress: "A request with the same `Idempotency-Key` is still running.",
  name_taken: "The name is already in use.",
  too_many_templates: "The account has reached its limit of templates, in number or in bytes.",
  too_many_webhooks: "The account has reached its limit of webhook endpoints.",
  too_many_keys: "The account has reached its limit of keys that are neither revoked nor expired.",
  storage_full: "The account has stored as much as it may.",
  job_not_cancellable: "The job has already ended.",
  job_cancelled: "The job was cancelled; it has no result.",
  result_expired: "The result has been deleted.",
  precondition_failed: "The current version does not match `If-Match` or `If-None-Match`.",
  request_timeout: "The request did not arrive in time.",
  payload_too_large: "The request, or a field of it, is larger than the limit.",
  validation_error: "A parameter is missing or wrong; `detail` lists every one.",
  idempotency_mismatch: "The `Idempotency-Key` was used before, for a different request.",
  rate_limited: "The requests of this minute are used up.",
  too_many_concurrent: "The API key or its account has too many requests running, or too many jobs waiting.",
  queue_full: "Too many requests are waiting for the service.",
  headers_too_large: "The headers are larger than the limit.",
  internal_error: "The service failed; nothing is charged.",
  provider_failed: "The model provider gave no usable answer, after all retries.",
  engine_unavailable: "An engine or a setting that the operation needs is missing.",
  storage_unavailable: "The service cannot store anything at the moment.",
  shutting_down: "The service is shutting down.",
};

const FAULT_TYPES: readonly FaultType[] = [
  "missing",
  "int_parsing",
  "bool_parsing",
  "greater_than_equal",
  "less_than_equal",
  "enum",
  "string_too_long",
  "value_error",
];

/** The description of a status: its response component, the schema of its body, and its meaning. */
interface ErrorAnswer {
  readonly response: string;
  readonly schema: string;
  readonly description: string;
  readonly headers?: readonly OccasionalHeader[];
  /** The members of the body in addition to those of all errors. */
  readonly members?: JsonObject;
}

const ANSWERS = {
  400: {
    response: "BadRequest",
    schema: "BadRequestError",
    description: "Bad Request: the file cannot be processed.",
    headers: ["Idempotency-Replayed"],
  },
  401: {
    response: "Unauthorized",
    schema: "UnauthorizedError",
    description: "Unauthorized: the request has no acceptable API key.",
    headers: ["WWW-Authenticate"],
  },
  402: {
    response: "InsufficientCredits",
    schema: "InsufficientCreditsError",
    description: "Insufficient Credits: the request costs more than the account has.",
    members: {
      required: { type: "integer", description: "Credits that the request costs." },
      available: { type: "integer", description: "Credits that the account has." },
    },
  },
  403: {
    response: "Forbidden",
    schema: "ForbiddenError",
    description: "Forbidden: the key may not do this, or not from here.",
  },
  404: { response: "NotFound", schema: "NotFoundError", description: "Not Found." },
  408: { response: "RequestTimeout", schema: "RequestTimeoutError", description: "Request Timeout." },
  409: {
    response: "Conflict",
    schema: "ConflictError",
    description: "Conflict: not possible in the current state.",
    headers: ["Retry-After"],
  },
  410: { response: "Gone", schema: "GoneError", description: "Gone: it has been deleted." },
  412: {
    response: "PreconditionFailed",
    schema: "PreconditionFailedError",
    description: "Precondition Failed: it has been changed in the meantime.",
  },
  413: {
    response: "PayloadTooLarge",
    schema: "PayloadTooLargeError",
    description: "Payload Too Large.",
    members: { limit_bytes: { type: "integer", description: "The limit that was exceeded, in bytes." } },
  },
  422: {
    response: "ValidationError",
    schema: "HTTPValidationError",
    description: "Validation Error: `detail` lists everything that is wrong with the parameters.",
  },
  429: {
    response: "RateLimitExceeded",
    schema: "RateLimitExceededError",
    description: "Rate Limit Exceeded: `Retry-After` says when to try again.",
    headers: ["Retry-After"],
  },
  500: {
    response: "InternalServerError",
    schema: "InternalServerError",
    description:
      "Internal Server Error: the service failed, not the request. Nothing is charged, except pages of a job that a " +
      "model " +
      "provider has already read.",
  },
  503: {
    response: "ServiceUnavailable",
    schema: "ServiceUnavailableError",
    description: "Service Unavailable.",
    headers: ["Retry-After"],
  },
  // No operation of the description answers 405 (another method) or 431 (a request without a path yet).
} satisfies Record<Exclude<Status, 405 | 431>, ErrorAnswer>;

export type DescribedStatus = keyof typeof ANSWERS;
const described = Object.entries<ErrorAnswer>(ANSWERS).map(([status, answer]) => ({
  ...answer,
  codes: codesOf(Number(status)),
}));

function codesOf(status: number): readonly string[] {
  return Object.entries(statusOf).flatMap(([code, own]) => (own === status ? [code] : []));
}

/** Returns the `responses` of an operation: references to the components of `statuses`. */
export function errorResponses(statuses: readonly DescribedStatus[]): JsonObject {
  return Object.fromEntries(
    statuses.map((status) => [status, { $ref: `#/components/responses/${ANSWERS[status].response}` }]),
  );
}

export const errorResponseComponents: JsonObject = Object.fromEntries(
  described.map(({ response, schema, description, headers = [] }) => [
    response,
    {
      description,
      headers: answerHeaders([...headers, "X-Credits-Charged", "X-Warnings"]),
      content: { "application/json": { schema: { $ref: `#/components/schemas/${schema}` } } },
    },
  ]),
);

const REQUEST_ID = { type: "string", description: "The same as the header `X-Request-ID`." };

// The two names and their members are those of FastAPI, which clients of the published interface know.
const validationSchemas: JsonObject = {
  ValidationError: {
    type: "object",
    title: "ValidationError",
    required: ["loc", "msg", "type"],
    properties: {
      loc: {
        type: "array",
        items: { anyOf: [{ type: "string" }, { type: "integer" }] },
        description: "Place of the fault: `body`, `query`, `path` or `header`, then the field as the client named it.",
        examples: [["body", "dpi"]],
      },
      msg: { type: "string", description: "What is wrong, in words.", examples: ["Input should be 72, 150 or 300"] },
      type: { type: "string", description: "What is wrong, as a code for programs.", examples: FAULT_TYPES },
      input: { description: "The value that was sent, if it is short and not a secret." },
      ctx: { type: "object", description: "The limits that the value was checked against.", examples: [{ le: 1 }] },
    },
  },
};

export const errorSchemas: JsonObject = {
  ...validationSchemas,
  ...Object.fromEntries(
    described.map(({ schema, codes, members = {} }) => [
      schema,
      {
        type: "object",
        title: schema,
        required: ["detail", "code", "request_id"],
        properties: {
          detail:
            schema === ANSWERS[422].schema
              ? { type: "array", items: { $ref: "#/components/schemas/ValidationError" } }
              : { type: "string", description: "What failed and what would work, in words." },
          code: { type: "string", enum: codes, description: "What failed, as a code for programs." },
          request_id: REQUEST_ID,
          ...members,
        },
      },
    ]),
  ),
};

const statuses: ReadonlyMap<string, Status> = new Map(Object.entries(statusOf));

/** Every code with its status and meaning, as a Markdown table. */
export const errorTable: string = [
  "| Status | Code | Meaning |",
  "|---|---|---|",
  ...Object.entries(MEANINGS).map(([code, meaning]) => `| ${statuses.get(code)} | \`${code}\` | ${meaning} |`),
].join("\n");
