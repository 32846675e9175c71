/** One fault of a request's field, as the contract reports it with status 422. */
export interface FieldFault {
  readonly loc: readonly (string | number)[];
  readonly msg: string;
}

/** An error answer of the API, or why there was none, in words for people. */
export class Problem extends Error {
  override readonly name = "Problem";
  readonly status: number;
  readonly code: string;
  readonly requestId: string | undefined;
  readonly faults: readonly FieldFault[];
  /** The seconds after which the same request may succeed; undefined where the answer does not say. */
  readonly retryAfterSeconds: number | undefined;
  /** The time of that, in milliseconds since 1970. */
  readonly retryAtMs: number | undefined;

  constructor(
    message: string,
    facts: Partial<Pick<Problem, "status" | "code" | "requestId" | "faults" | "retryAfterSeconds">> = {},
  ) {
    super(message);
    this.status = facts.status ?? 0;
    this.code = facts.code ?? "no_answer";
    this.requestId = facts.requestId;
    this.faults = facts.faults ?? [];
    this.retryAfterSeconds = facts.retryAfterSeconds;
    this.retryAtMs = facts.retryAfterSeconds === undefined ? undefined : Date.now() + facts.retryAfterSeconds * 1000;
  }
}

/** Returns the problem that an answer with an error status is, by its body: an object of the contract, or whatever a proxy wrote. */
export function problemOf(status: number, headers: Headers, body: unknown): Problem {
  const { detail, code, request_id: requestId } = isRecord(body) ? body : {};
  const faults = Array.isArray(detail) ? detail.filter(isFault) : [];
  const message =
    typeof detail === "string"
      ? detail
      : faults.length > 0
        ? faults.map(({ loc, msg }) => `${loc.slice(1).join(".")}: ${msg}`).join("\n")
        : `The service answered with status ${status}.`;
  const retryAfter = Number(headers.get("retry-after") ?? Number.NaN);
  return new Problem(message, {
    status,
    code: typeof code === "string" ? code : `status_${status}`,
    requestId: typeof requestId === "string" ? requestId : (headers.get("x-request-id") ?? undefined),
    faults,
    retryAfterSeconds: Number.isFinite(retryAfter) ? retryAfter : undefined,
  });
}

/** The problem of a request that got no answer. */
export const noAnswer = (): Problem =>
  new Problem("The service did not answer. Is it running, and is this machine connected? Try again.");

/** Returns any thrown value as a problem. */
export const asProblem = (error: unknown): Problem =>
  error instanceof Problem ? error : error instanceof TypeError ? noAnswer() : new Problem(String(error));

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

const isFault = (value: unknown): value is FieldFault =>
  isRecord(value) && Array.isArray(value["loc"]) && typeof value["msg"] === "string";
