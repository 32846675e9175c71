import type { z } from "zod";
import { Failure, type Warning } from "../../../kernel/failure.ts";
import { type Fault, faultParametersOf } from "../../../kernel/faults.ts";

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
  /** The warnings about the same request. */
  readonly warnings: readonly Warning[];

  constructor(items: readonly ValidationItem[], warnings: readonly Warning[] = []) {
    super("validation_error", "The request has invalid parameters.");
    this.items = items;
    this.warnings = warnings;
  }
}

/** Returns the item of one fault at a place of the request. */
export const itemFor = (fault: Fault, loc: ValidationItem["loc"], input?: unknown): ValidationItem => ({
  type: fault.type,
  loc,
  msg: messageOf(fault, loc, input),
  ...(isEchoed(loc, input) && { input }),
  ...(fault.context !== undefined && { ctx: fault.context }),
});

/**
 * Returns the message of a fault: what clients know it by, then the parameter, what it takes, what was sent, and what to
 * do.
 */
function messageOf({ type, message, takes, advice }: Fault, loc: ValidationItem["loc"], input: unknown): string {
  const place = placeOf(loc);
  const sent = isEchoed(loc, input) ? `${shown(input)} was sent` : "";
  const more = place === "" ? "" : detailOf({ type, message, place, takes, sent });
  const sentence = more === "" ? message : `${message.replace(/\.$/, "")}${more}`;
  return [/[.?!]$/.test(sentence) ? sentence : `${sentence}.`, advice ?? ""].filter((part) => part !== "").join(" ");
}

function detailOf({
  type,
  message,
  place,
  takes,
  sent,
}: {
  readonly type: Fault["type"];
  readonly message: string;
  readonly place: string;
  readonly takes: string | undefined;
  readonly sent: string;
}): string {
  if (type === "missing") {
    return message.includes(":") ? "" : `: ${place} is missing`;
  }
  const taken = takes === undefined ? "" : `${place} takes ${takes}`;
  if (taken !== "" && sent !== "") {
    return `; ${taken}, and ${sent}`;
  }
  if (taken === "" && sent === "") {
    return message.includes(place.replace(/^the header /, "")) ? "" : `; this is about ${place}`;
  }
  return `; ${taken || `${sent} as ${place}`}`;
}

/** Returns the name of a parameter as people write it: `pages[1]`, `limit` in the query; "" for the body as a whole. */
function placeOf([where, ...steps]: ValidationItem["loc"]): string {
  const [first, ...rest] = steps;
  if (typeof first !== "string") {
    return "";
  }
  const path = [first, ...rest.map((step) => (typeof step === "number" ? `[${step}]` : `.${step}`))].join("");
  const name = `\`${path}\``;
  return where === "body" ? name : where === "header" ? `the header ${path}` : `${name} in the ${String(where)}`;
}

const MAX_SHOWN_CHARACTERS = 60;

function shown(input: unknown): string {
  const text = JSON.stringify(input);
  return text.length > MAX_SHOWN_CHARACTERS ? `${text.slice(0, MAX_SHOWN_CHARACTERS)}…"` : text;
}

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
    const isWhole = rest.length === 0 && typeof name === "string";
    const input = isWhole ? values.get(name) : partOf(issue);
    return itemFor(faultOf(issue), ["body", ...path], input);
  });
}

/** Returns the part of a parameter that has the fault, when its maker says which one it is. */
const partOf = (issue: z.core.$ZodIssue): unknown => faultParametersOf(issue)?.input;

/** Returns the fault that an issue of zod represents. */
export const faultOf = (issue: z.core.$ZodIssue): Fault =>
  faultParametersOf(issue)?.fault ?? { type: "value_error", message: `Value error, ${issue.message}` };
