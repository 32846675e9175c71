/** The headers by which browsers decide whether a page may call the service, and read what it answers. */
export interface Cors {
  /** Returns the headers that every answer has; `origin` is the request's Origin header. */
  headers(origin: string | undefined): Readonly<Record<string, string>>;
}

// A wildcard covers every other header except Authorization; keys are not ambient, so any page may send one.
const REQUEST_HEADERS = "X-API-Key, Content-Type, Idempotency-Key, X-Request-ID, traceparent, *";

const EXPOSED_HEADERS = [
  "X-RateLimit-Limit",
  "X-RateLimit-Remaining",
  "X-RateLimit-Reset",
  "X-Credits-Remaining",
  "X-Credits-Charged",
  "RateLimit-Policy",
  "RateLimit",
  "Retry-After",
  "X-Request-ID",
  "X-API-Version",
  "X-Server-Version",
  "X-Warnings",
  "Content-Disposition",
  "X-Image-Count",
  "Location",
  "ETag",
  "Idempotency-Replayed",
  "Deprecation",
  "Sunset",
  "Link",
].join(", ");

/** Creates the headers for `origins`: origins separated by commas, or `*` for any. */
export function createCors(origins: string): Cors {
  const allowed = origins.split(",").map((origin) => origin.trim().toLowerCase().replace(/\/$/, ""));
  if (allowed.includes("*")) {
    const headers = { "access-control-allow-origin": "*", "access-control-expose-headers": EXPOSED_HEADERS };
    return { headers: () => headers };
  }
  return {
    headers: (origin) =>
      origin !== undefined && allowed.includes(origin.toLowerCase())
        ? {
            vary: "Origin",
            "access-control-allow-origin": origin,
            "access-control-expose-headers": EXPOSED_HEADERS,
          }
        : { vary: "Origin" },
  };
}

/** Returns the rest of the answer to a preflight request, for a path that takes `methods`. */
export const preflightHeaders = (methods: string): Readonly<Record<string, string>> => ({
  "access-control-allow-methods": methods,
  "access-control-allow-headers": REQUEST_HEADERS,
  "access-control-max-age": "86400",
});
