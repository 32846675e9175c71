import type { Warning } from "../../kernel/failure.ts";
import { fields } from "../../kernel/fields.ts";
import { itemFor, type ValidationItem } from "./validation.ts";

/** What the query of an operation asks for, or what is wrong with it. */
export interface OperationQuery {
  readonly items: readonly ValidationItem[];
  readonly warnings: readonly Warning[];
}

const flag = fields.flag({ default: false });

/**
 * Reads the query of an operation. Work is synchronous only: `async` is checked, and a warning says that it changes
 * nothing.
 */
export function readQuery(url: string): OperationQuery {
  const value = lastValueOf("async", url);
  const parsed = flag.safeParse(value);
  // In a query, unlike in a form, an empty value is a bad one (contract §1.4).
  if (!parsed.success || value === "") {
    const message = "Input should be a valid boolean, unable to interpret input";
    return { items: [itemFor({ type: "bool_parsing", message }, ["query", "async"], value)], warnings: [] };
  }
  return { items: [], warnings: parsed.data ? [{ code: "async_unavailable" }] : [] };
}

/** A name without `=` is a flag that is set: `?async` is `?async=true`. */
function lastValueOf(wanted: string, url: string): string | undefined {
  const [, query = ""] = url.split(/\?(.*)/s);
  let last: string | undefined;
  for (const pair of query.split("&")) {
    const [[name, value] = []] = new URLSearchParams(pair);
    if (name === wanted) {
      last = pair.includes("=") ? value : "true";
    }
  }
  return last;
}
