import { randomBytes } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";

// Crockford's alphabet, which ULIDs use: it is sortable by time, and its letters cannot be confused.
const BASE32 = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const TIME_CHARACTERS = 10;
const RANDOM_CHARACTERS = 16;

/** Returns the client's own X-Request-ID when it is well-formed, or else `req_` and a new ULID. */
export function requestIdFrom({ "x-request-id": given }: IncomingHttpHeaders): string {
  return typeof given === "string" && /^[A-Za-z0-9._-]{1,128}$/.test(given) ? given : newRequestId();
}

function newRequestId(): string {
  let rest = Date.now();
  let time = "";
  for (let position = 0; position < TIME_CHARACTERS; position++) {
    time = `${BASE32[rest % 32]}${time}`;
    rest = Math.floor(rest / 32);
  }
  let random = "";
  for (const byte of randomBytes(RANDOM_CHARACTERS)) {
    random += BASE32[byte % 32];
  }
  return `req_${time}${random}`;
}

/** Returns the trace that a request belongs to, from a W3C `traceparent` header; undefined when there is none. */
export function traceIdFrom(headers: IncomingHttpHeaders): string | undefined {
  return traceparentFrom(headers)?.slice("00-".length, "00-".length + 32);
}

/** Returns the members of a well-formed `traceparent` header that its version 00 has; undefined when there is none. */
export function traceparentFrom({ traceparent }: IncomingHttpHeaders): string | undefined {
  const [, members] =
    /^(?!ff)[\da-f]{2}-((?!0{32})[\da-f]{32}-(?!0{16})[\da-f]{16}-[\da-f]{2})/.exec(String(traceparent)) ?? [];
  return members && `00-${members}`;
}
