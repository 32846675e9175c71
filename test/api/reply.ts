import type { IncomingHttpHeaders } from "node:http";
import { expect } from "vitest";

/** One answer of the service. */
export interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

export interface Fault {
  readonly type: string;
  readonly loc: readonly (string | number)[];
  readonly msg: string;
  readonly input?: unknown;
  readonly ctx?: Readonly<Record<string, unknown>>;
}

export interface ErrorBody {
  readonly detail: string | readonly Fault[];
  readonly code: string;
  readonly request_id: string;
  readonly limit_bytes?: number;
  /** The credits required; present with `insufficient_credits`. */
  readonly required?: number;
  readonly available?: number;
}

/** The status of each code (contract, section 3): one code belongs to one status, and there are no others. */
export const STATUS_OF_CODE: Readonly<Record<string, number>> = {
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
};

/** The types of faults (contract, section 3): the vocabulary that FastAPI's clients know, and `extra_conflict`. */
const FAULT_TYPES: ReadonlySet<string> = new Set([
  "missing",
  "string_type",
  "string_too_short",
  "string_too_long",
  "string_pattern_mismatch",
  "int_parsing",
  "float_parsing",
  "bool_parsing",
  "greater_than_equal",
  "less_than_equal",
  "enum",
  "too_short",
  "too_long",
  "json_invalid",
  "model_attributes_type",
  "value_error",
  "url_parsing",
  "extra_conflict",
]);

const INTEGER = /^\d+$/;

/**
 * Checks what the contract promises for every answer (sections 3 and 4). `method` decides whether a body may be
 * expected.
 */
export function expectEveryPromise(reply: Reply, method: string): void {
  expectRateHeaders(reply);
  expect(reply.headers["x-credits-remaining"], "X-Credits-Remaining").toMatch(INTEGER);
  expect(reply.headers["x-api-version"], "X-API-Version").toBe("2.5.1");
  expect(reply.headers["x-server-version"], "X-Server-Version").toMatch(/\S/);
  expect(reply.headers["x-request-id"], "X-Request-ID").toMatch(/^[A-Za-z0-9._-]{1,128}$/);
  expectChargeHeader(reply);
  if (reply.headers["x-warnings"] !== undefined) {
    expect(warnings(reply).length, "X-Warnings").toBeGreaterThan(0);
  }
  if (reply.status >= 400) {
    expectErrorShape(reply, method);
  }
}

function expectRateHeaders({ headers }: Reply): void {
  const nowSeconds = Date.now() / 1000;
  const [limit, remaining, reset] = ["limit", "remaining", "reset"].map((name) => {
    const value = headers[`x-ratelimit-${name}`];
    expect(value, `X-RateLimit-${name}`).toMatch(INTEGER);
    return Number(value);
  }) as [number, number, number];
  expect(limit, "X-RateLimit-Limit").toBeGreaterThan(0);
  expect(remaining, "X-RateLimit-Remaining").toBeLessThanOrEqual(limit);
  // The answer may be read just after the window has ended.
  expect(reset, "X-RateLimit-Reset").toBeGreaterThan(nowSeconds - 2);
  // The window lasts a minute, except where QUIRE_RATE_WINDOW_SECONDS says otherwise.
  const windowSeconds = Number(/^"default";q=\d+;w=(\d+)$/.exec(String(headers["ratelimit-policy"]))?.[1]);
  expect(reset, "X-RateLimit-Reset").toBeLessThanOrEqual(Math.ceil(nowSeconds) + windowSeconds);
  expect(reset % windowSeconds, "X-RateLimit-Reset stands at the end of a window").toBe(0);
}

/** Checks that only a delivered success is charged. A failure that is a job's result is free as well. */
function expectChargeHeader({ status, headers }: Reply): void {
  const charged = headers["x-credits-charged"];
  if (charged !== undefined) {
    expect(charged, "X-Credits-Charged").toMatch(status === 200 ? INTEGER : /^0$/);
  }
  if (headers["idempotency-replayed"] !== undefined) {
    // Only operations are billable: other resources need not say that they cost nothing.
    expect([headers["idempotency-replayed"], charged ?? "0"], "a replay is free").toEqual(["true", "0"]);
  }
}

function expectErrorShape(reply: Reply, method: string): void {
  expect(reply.headers["content-type"], "media type of an error").toMatch(/^application\/json(; *charset=utf-8)?$/i);
  if (reply.status === 429 || reply.status === 503) {
    expect(reply.headers["retry-after"], "Retry-After").toMatch(/^[1-9]\d*$/);
  }
  if (method === "HEAD") {
    expect(reply.body.length, "body of an answer to HEAD").toBe(0);
    return;
  }
  const body = errorBody(reply);
  expect(body.request_id).toBe(reply.headers["x-request-id"]);
  expect(body.code).toMatch(/^[a-z][a-z_]*$/);
  if (body.code === "idempotency_in_progress") {
    expect(reply.headers["retry-after"], "Retry-After").toMatch(/^[1-9]\d*$/);
  }
  expect(STATUS_OF_CODE[body.code], `the status of ${body.code}`).toBe(reply.status);
  if (body.code === "insufficient_credits") {
    expect(body).toMatchObject({ required: expect.any(Number), available: expect.any(Number) });
  }
  if (reply.status === 422) {
    for (const fault of faults(reply)) {
      expect(fault).toMatchObject({ type: expect.any(String), msg: expect.stringMatching(/\S/) });
      expect(FAULT_TYPES, "the types of faults").toContain(fault.type);
      expect(["body", "query", "path", "header"]).toContain(fault.loc[0]);
    }
  } else {
    expect(body.detail, "detail").toEqual(expect.stringMatching(/\S/));
  }
  // The body is never HTML and never holds a stack trace.
  expect(reply.body.toString()).not.toMatch(/<html|\bat .+\.[jt]s:\d+/i);
}

/** Returns the JSON value of an answer. */
export const json = (reply: Reply): unknown => JSON.parse(reply.body.toString("utf8"));

export const errorBody = (reply: Reply): ErrorBody => json(reply) as ErrorBody;

/** Returns the faults in `detail` of a 422. */
export function faults(reply: Reply): readonly Fault[] {
  const { detail } = errorBody(reply);
  if (typeof detail === "string" || detail.length === 0) {
    throw new Error(`detail of a 422 must be a list: ${JSON.stringify(detail)}`);
  }
  return detail;
}

/** Checks the status and the code of an error, and returns its body. */
export function expectFailure(reply: Reply, status: number, code: string): ErrorBody {
  expect({ status: reply.status, code: codeIn(reply) }, readable(reply)).toEqual({ status, code });
  return errorBody(reply);
}

const codeIn = ({ body }: Reply): string | undefined => /"code":"(\w+)"/.exec(body.toString("utf8"))?.[1];

/** Checks that a 422 reports exactly one fault, which has at least the members of `expected`; returns it. */
export function expectFault(reply: Reply, expected: Partial<Fault>): Fault {
  expectFailure(reply, 422, "validation_error");
  expect(faults(reply)).toEqual([expect.objectContaining(expected)]);
  return faults(reply)[0] as Fault;
}

/** Checks for success; on another status the message shows the body. */
export function expectOk(reply: Reply): Reply {
  expect(reply.status, readable(reply)).toBe(200);
  return reply;
}

/** Returns the items of X-Warnings: `code;param=value`, separated by commas; a value is a token or a quoted string. */
export function warnings(reply: Reply): string[] {
  const header = reply.headers["x-warnings"];
  if (header === undefined) {
    return [];
  }
  const item = /[a-z_]+(?:;[a-z_]+=(?:"(?:[^"\\]|\\.)*"|[^\s",;]*))*/.source;
  expect(header, "X-Warnings").toMatch(new RegExp(`^${item}(?:, *${item})*$`));
  return String(header).match(new RegExp(item, "g")) ?? [];
}

const OF_ACCESSIBILITY = /^(?:language_guessed|alternative_text_missing|not_accessible)\b/;

/**
 * Returns the items of X-Warnings that are not about accessibility: the documents of most tests state no language, and their
 * pictures have no alternative text.
 */
export const otherWarnings = (reply: Reply): string[] => warnings(reply).filter((item) => !OF_ACCESSIBILITY.test(item));

export const warningCodes = (reply: Reply): string[] => warnings(reply).map((item) => item.replace(/;.*/s, ""));

export interface Disposition {
  readonly type: string;
  readonly filename: string | undefined;
  /** The decoded `filename*` (RFC 8187). */
  readonly extended: string | undefined;
}

/** Reads a Content-Disposition (RFC 6266) strictly: quoted strings, each parameter at most once. */
export function disposition(reply: Reply): Disposition {
  const header = String(reply.headers["content-disposition"]);
  const grammar =
    /^(?<type>[a-z-]+)(?:; *filename="(?<quoted>(?:[^"\\\r\n]|\\.)*)")?(?:; *filename\*=UTF-8''(?<percent>[A-Za-z0-9!#$&+.^_`|~%-]+))?$/;
  const groups = grammar.exec(header)?.groups;
  expect(groups, `Content-Disposition: ${header}`).toBeDefined();
  return {
    type: String(groups?.["type"]),
    filename: groups?.["quoted"]?.replaceAll(/\\(.)/gs, "$1"),
    extended: groups?.["percent"] === undefined ? undefined : decodeURIComponent(groups["percent"]),
  };
}

/** Returns the name under which a client saves the answer: `filename*` takes precedence over `filename`. */
export function savedName(reply: Reply): string | undefined {
  const { extended, filename } = disposition(reply);
  return extended ?? filename;
}

const readable = (reply: Reply): string =>
  reply.body.subarray(0, 2000).toString(/json|text/.test(String(reply.headers["content-type"])) ? "utf8" : "latin1");
