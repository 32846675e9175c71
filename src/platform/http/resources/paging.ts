import { fields } from "../../../kernel/fields/fields.ts";
import type { JsonObject } from "../openapi/json.ts";
import { listOf, objectSchema, orNull, ref, text } from "./json.ts";

/* Paging of lists: each page has the cursor with which the next one begins. */

export const pageLimit = () => fields.integer({ min: 1, max: 200, default: 50 }).describe("Items per page.");

export const pageCursor = () =>
  fields.optionalText({ maxLength: 64 }).describe("The `next_cursor` of the previous page.");

/** Returns how many items to read for a page: one more than it has, so that the last page is known as such. */
export const pageAndOne = (limit: number): number => limit + 1;

/** Returns the page that `found`, read by `pageAndOne`, begins with. */
export function pageOf<T>(
  found: readonly T[],
  {
    limit,
    item,
    cursor,
  }: { readonly limit: number; readonly item: (value: T) => object; readonly cursor: (value: T) => string },
): { readonly items: readonly object[]; readonly next_cursor: string | null } {
  const page = found.slice(0, limit);
  const last = page.at(-1);
  return {
    items: page.map((value) => item(value)),
    next_cursor: found.length > limit && last !== undefined ? cursor(last) : null,
  };
}

/** Returns the schema of a page of `items`, under its title. */
export const pageSchema = (title: string, items: string): JsonObject =>
  objectSchema(title, {
    items: listOf(ref(items)),
    next_cursor: orNull(text("Value for `cursor` that gives the next page; null on the last page.")),
  });
