import type { z } from "zod";
import { Failure } from "../../../kernel/failure.ts";
import type { Fault, FaultParameters } from "../../../kernel/faults.ts";

/** One fault of a request, in the form that FastAPI's clients know. */
export interface ValidationItem {
  readonly type: Fault["type"];
  /** `body`, `query`, `path` or `header`; then the field as the client named it. */
  readonly loc: readonly (string | number)[];
  readonly msg: string;
  readonly input?: unknown;
  readonly ctx?: Readonly<Record<string, unknown>>;
}

/** Reports all faults of a request's parameters. The items stay out of the log, since they repeat what was sent. */
export class InvalidRequest extends Failure {
  readonly items: readonly ValidationItem[];

  constructor(items: readonly ValidationItem[]) {
    super("validation_error", "The request has invalid parameters.");
    this.items = items;
  }
}

/** Returns the error of another content type, which is an invalid parameter, as in FastAPI (contract §1.3). */
export function wrongContentType(expected: string): InvalidRequest {
  const fault = { type: "value_error", message: `Value error, the request should be ${expected}` } as const;
  return new InvalidRequest([itemFor(fault, ["header", "Content-Type"])]);
}

/** Returns the item of one fault at a place of the request. */
export const itemFor = (fault: Fault, loc: ValidationItem["loc"], input?: unknown): ValidationItem => ({
  type: fault.type,
  loc,
  msg: fault.message,
  ...(isEchoed(loc, input) && { input }),
  ...(fault.context !== undefined && { ctx: fault.context }),
});

const MAX_ECHOED_CHARACTERS = 200;

// The fields that hold secrets: passwords, and what is sent on to others in the caller's name.
const SECRET_FIELDS = /password|^(?:headers|cookies)$/i;

/**
 * Returns whether an input is repeated in the answer. Scalars help a caller to find a mistake; secrets and long texts
 * are never repeated, nor are headers.
 */
function isEchoed(loc: ValidationItem["loc"], input: unknown): boolean {
  if (loc[0] === "header" || loc.some((step) => SECRET_FIELDS.test(String(step)))) {
    return false;
  }
  return typeof input === "string"
    ? input !== "" && input.length <= MAX_ECHOED_CHARACTERS
    : typeof input === "number" || typeof input === "boolean";
}

/**
 * Returns the items for the faults that zod found. `nameAsSent` returns the client's spelling of a parameter, `values`
 * has what it sent under each name.
 */
export function itemsFrom(
  error: z.ZodError,
  { nameAsSent, values }: { nameAsSent: (name: string) => string; values: ReadonlyMap<string, unknown> },
): ValidationItem[] {
  return error.issues.map((issue) => {
    const [name, ...rest] = issue.path.map((step) => (typeof step === "number" ? step : String(step)));
    const path = name === undefined ? [] : [typeof name === "string" ? nameAsSent(name) : name, ...rest];
    const input = rest.length === 0 && typeof name === "string" ? values.get(name) : undefined;
    return itemFor(faultOf(issue), ["body", ...path], input);
  });
}

/** Returns the fault that an issue of zod represents. */
export function faultOf(issue: z.core.$ZodIssue): Fault {
  if (issue.code === "custom" && isFaultParameters(issue.params)) {
    return issue.params.fault;
  }
  return { type: "value_error", message: `Value error, ${issue.message}` };
}

const isFaultParameters = (parameters: unknown): parameters is FaultParameters =>
  typeof parameters === "object" && parameters !== null && "fault" in parameters;
