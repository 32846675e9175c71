import type { FaultType } from "../../../kernel/faults.ts";
import { statusOf } from "../lifecycle/problem.ts";
import { answerHeaders, type OccasionalHeader } from "./headers.ts";
import type { JsonObject } from "./json.ts";

/* The errors of the API description: one response component per status, each with the codes that it can carry. */

type Status = (typeof statusOf)[keyof typeof statusOf];

/** The meaning of each failure code. */
const MEANINGS: Record<keyof typeof statusOf, string> = {
  malformed_request: "The request is not HTTP that the service understands.",
  malformed_multipart: "The form is cut short, or its framing or boundary is broken.",
  empty_file: "The file has no bytes.",
  unsupported_file_type: "The file's content is of no type that the operation takes.",
  invalid_pdf: "The PDF cannot be read, even after a repair.",
  pdf_encrypted: "The PDF needs a password and none was given.",
  wrong_password: "The password does not open the PDF.",
  page_out_of_range: "The document has no such page.",
  too_many_pages: "The document has more pages than the service takes.",
  image_too_large: "An image would have more pixels than the service draws.",
  document_too_complex: "The document used up the time or memory of its request.",
  not_convertible: "The document cannot be made to conform to the PDF/A level that is asked for.",
  url_blocked: "The URL leads where the service does not go.",
  url_fetch_failed: "What the URL leads to could not be fetched.",
  render_failed: "The page did not become what the request waits for.",
  template_error: "The stored template cannot be filled in.",
  content_refused: "The model provider does not read this content.",
  sync_timeout: "The work took longer than a request may.",
  missing_api_key: "There is no `X-API-Key` header.",
  invalid_api_key: "The key is not known.",
  expired_api_key: "The key's time is over.",
  revoked_api_key: "The key has been revoked.",
  account_disabled: "The key's account has been disabled.",
  insufficient_scope: "The key may not be used for this.",
  insufficient_credits: "The account has fewer credits than the request costs.",
  not_found: "There is nothing at this path.",
  method_not_allowed: "The path takes other methods; `Allow` names them.",
  idempotency_in_progress: "A request with the same `Idempotency-Key` is still running.",
  name_taken: "There is one of this name already.",
  too_many_templates: "The account keeps as many templates, or as much in them, as it may.",
  too_many_webhooks: "The account has as many webhook endpoints as it may.",
  job_not_cancellable: "The job has ended.",
  job_cancelled: "The job was cancelled; it has no result.",
  result_expired: "The result has been deleted.",
  precondition_failed: "It is not, or no longer, what `If-Match` or `If-None-Match` asks for.",
  request_timeout: "The request did not arrive in time.",
  payload_too_large: "The request, or a field of it, is larger than the service takes.",
  validation_error: "A parameter is missing or wrong; `detail` lists every one.",
  idempotency_mismatch: "The `Idempotency-Key` was used before, for another request.",
  rate_limited: "The requests of this minute are used up.",
  too_many_concurrent: "The key has too many requests under way.",
  queue_full: "The service has too many requests waiting.",
  headers_too_large: "The headers are larger than the service takes.",
  internal_error: "The service failed; nothing is charged.",
  provider_failed: "The model provider gave no usable answer, however often it was asked.",
  engine_unavailable: "The service lacks what this operation needs.",
  storage_unavailable: "The service cannot store anything at the moment.",
  shutting_down: "The service is going down.",
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
  400: { response: "BadRequest", schema: "BadRequestError", description: "Bad Request: the file cannot be processed." },
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
  403: { response: "Forbidden", schema: "ForbiddenError", description: "Forbidden: the key may not do this." },
  404: { response: "NotFound", schema: "NotFoundError", description: "Not Found." },
  408: { response: "RequestTimeout", schema: "RequestTimeoutError", description: "Request Timeout." },
  409: {
    response: "Conflict",
    schema: "ConflictError",
    description: "Conflict: not in this state of things.",
    headers: ["Retry-After"],
  },
  410: { response: "Gone", schema: "GoneError", description: "Gone: it was there." },
  412: {
    response: "PreconditionFailed",
    schema: "PreconditionFailedError",
    description: "Precondition Failed: it has been changed meanwhile.",
  },
  413: {
    response: "PayloadTooLarge",
    schema: "PayloadTooLargeError",
    description: "Payload Too Large.",
    members: { limit_bytes: { type: "integer", description: "The limit that was met, in bytes." } },
  },
  422: {
    response: "ValidationError",
    schema: "HTTPValidationError",
    description: "Validation Error: `detail` lists what is wrong with the parameters, all of it.",
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
      "Internal Server Error: the service failed, not the request. Nothing is charged, but for pages of a job that a model " +
      "provider had read by then.",
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
  described.map(({ response, schema, description, headers }) => [
    response,
    {
      description,
      headers: answerHeaders(headers),
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
        description: "Where: `body`, `query`, `path` or `header`, then the field as the client named it.",
        examples: [["body", "dpi"]],
      },
      msg: { type: "string", description: "What is wrong, for people.", examples: ["Input should be 72, 150 or 300"] },
      type: { type: "string", description: "What is wrong, for programs.", examples: FAULT_TYPES },
      input: { description: "The value that was sent, when it is short and no secret." },
      ctx: { type: "object", description: "The bounds that the value was held against.", examples: [{ le: 1 }] },
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
              : { type: "string", description: "What failed and what would work, for people." },
          code: { type: "string", enum: codes, description: "What failed, for programs." },
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
