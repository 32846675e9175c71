import type { JsonObject } from "./json.ts";

/*
 * The headers of answers (contract §4), as components of the API description. A component has the name of its header.
 */

const integer = (description: string): JsonObject => ({ description, schema: { type: "integer", minimum: 0 } });
const text = (description: string, example: string): JsonObject => ({
  description,
  schema: { type: "string" },
  example,
});

const ON_EVERY_ANSWER = {
  "X-RateLimit-Limit": integer("Maximum requests per minute."),
  "X-RateLimit-Remaining": integer("Requests remaining in the window."),
  "X-RateLimit-Reset": integer("Unix timestamp, in seconds, at which the window resets."),
  "X-Credits-Remaining": integer("Credits left on the account, after this request; 0 when no account is known."),
  "RateLimit-Policy": text("The window in the form of the IETF draft.", '"default";q=120;w=60'),
  RateLimit: text("The remainder of the window, in the form of the IETF draft.", '"default";r=117;t=42'),
  "X-Request-ID": text(
    "Identifier of this request in the service's log: the client's own `X-Request-ID` if it has 1 to 128 " +
      "characters of `A-Z a-z 0-9 . _ -`, else one that the service makes.",
    "req_01JD3V7Q0W8M4X9K2T5B6N1C7H",
  ),
  "X-API-Version": text("Version of this interface.", "2.5.1"),
  "X-Server-Version": text("Version of the service.", "0.1.0"),
};

const ON_SOME_ANSWERS = {
  "X-Credits-Charged": integer("Credits charged for this request; 0 when it failed."),
  "X-Warnings": text(
    "Notes on the request or its result: a list of `code;param=value`.",
    "unknown_field;name=foo, pages_clipped",
  ),
  "Content-Disposition": text(
    "`attachment` and the name of the file; with `filename*` when the name is not ASCII.",
    'attachment; filename="document.pdf"',
  ),
  "X-Image-Count": integer("How many images the archive holds, masks not counted."),
  Location: text("Address of the job.", "https://pdf.example/api/v1/jobs/job_7k2m9q4x1z8v"),
  ETag: text(
    "Identifier of the version that was read or written; sent as `If-Match`, it prevents a change of any other " +
      "version.",
    '"tpl_k2m9q4x1z8v7w3n5.3"',
  ),
  "Idempotency-Replayed": text("`true`: the answer to an earlier request with this `Idempotency-Key`.", "true"),
  "Retry-After": { description: "Seconds to wait.", schema: { type: "integer", minimum: 1 } },
  "WWW-Authenticate": text("How to authenticate.", 'ApiKey realm="api"'),
};

export const headerComponents: JsonObject = {
  ...Object.fromEntries(Object.entries(ON_EVERY_ANSWER).map(([name, header]) => [name, { ...header, required: true }])),
  ...ON_SOME_ANSWERS,
};

export type OccasionalHeader = keyof typeof ON_SOME_ANSWERS;

/** Returns the headers of an answer: those that every answer has, and `names`. */
export function answerHeaders(names: readonly OccasionalHeader[] = []): JsonObject {
  return Object.fromEntries(
    [...Object.keys(ON_EVERY_ANSWER), ...names].map((name) => [name, { $ref: `#/components/headers/${name}` }]),
  );
}
