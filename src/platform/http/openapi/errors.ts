import type { FaultType } from "../../../kernel/faults.ts";
import { statusOf } from "../lifecycle/problem.ts";
import { answerHeaders, type OccasionalHeader } from "./headers.ts";
import type { JsonObject } from "./json.ts";

/* The errors of the API description: one response component per status, each with the codes that it can carry. */

type Status = (typeof statusOf)[keyof typeof statusOf];

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
