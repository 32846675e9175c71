import type { Fault } from "../../kernel/faults.ts";
import { fields } from "../../kernel/fields.ts";
import { itemFor, type ValidationItem } from "./validation.ts";

/** How a request wants to be answered, whatever its operation (contract §6). */
export interface AnswerWishes {
  readonly isAsync: boolean;
  /** How long the result of a job is kept; 0: until it has been read once. Undefined: the service's default. */
  readonly retentionMs: number | undefined;
  /** What is wrong with them. */
  readonly items: readonly ValidationItem[];
}

/** Fields of every operation's form that are not the operation's. */
export const PLATFORM_FIELDS: readonly string[] = ["retention_seconds"];

const flag = fields.flag({ default: false });
const retention = fields.optionalInteger({ min: 0, max: 30 * 24 * 3600 });
const MIN_RETENTION_SECONDS = 60;

/** Reads them from the query, or `retention_seconds` from the body. */
export function readWishes(url: string, values: ReadonlyMap<string, unknown>): AnswerWishes {
  const asked = lastValueOf("async", url);
  const isAsync = flag.safeParse(asked);
  const items: ValidationItem[] = [];
  // In a query, unlike in a form, an empty value is a bad one (contract §1.4).
  if (!isAsync.success || asked === "") {
    const message = "Input should be a valid boolean, unable to interpret input";
    items.push(itemFor({ type: "bool_parsing", message }, ["query", "async"], asked));
  }
  const inQuery = lastValueOf("retention_seconds", url);
  const given = inQuery ?? values.get("retention_seconds") ?? undefined;
  const seconds = retention.safeParse(given);
  const isInvalid =
    !seconds.success ||
    inQuery === "" ||
    (seconds.data !== undefined && seconds.data !== 0 && seconds.data < MIN_RETENTION_SECONDS);
  if (isInvalid) {
    items.push(itemFor(badRetention, [inQuery === undefined ? "body" : "query", "retention_seconds"], given));
  }
  return {
    isAsync: isAsync.data === true,
    retentionMs: seconds.data === undefined ? undefined : seconds.data * 1000,
    items,
  };
}

const retentionRule = `0, or an integer from ${MIN_RETENTION_SECONDS} to ${30 * 24 * 3600}`;
const badRetention: Fault = {
  type: "value_error",
  message: `Value error, retention_seconds is ${retentionRule}`,
  context: { error: `retention_seconds is ${retentionRule}` },
};

/** The query of a request as it was sent, without the question mark. */
export const queryOf = (url: string): string => url.split(/\?(.*)/s)[1] ?? "";

/** A name without `=` is a flag that is set: `?async` is `?async=true`. */
function lastValueOf(wanted: string, url: string): string | undefined {
  let last: string | undefined;
  for (const pair of queryOf(url).split("&")) {
    const [[name, value] = []] = new URLSearchParams(pair);
    if (name === wanted) {
      last = pair.includes("=") ? value : "true";
    }
  }
  return last;
}
