import { block, type Flow } from "./flow.ts";
import { directionAttribute, escapeHtml } from "./html.ts";
import type { JsonArray, JsonScalar } from "./json-value.ts";
import type { ValueWriter } from "./value-writer.ts";

/** Returns a list of values that are a line or a few each; many short ones stand in columns. */
export function listOf(items: JsonArray, writer: ValueWriter): Flow {
  const look = { key: "", levels: 1, path: [] };
  const isShort = items.length > MANY && items.every((item) => writer.text(item, look).length <= SHORT);
  return {
    open: isShort ? "<ul class=short>" : "<ul>",
    items: items.map((item) => {
      const html = writer.html(item, look);
      return `<li${directionAttribute(html)}>${html}\n`;
    }),
    close: "</ul>",
    itemCost: 1,
  };
}

/** Returns a value that stands by itself. */
export function singleOf(value: JsonScalar, writer: ValueWriter): Flow {
  const html = writer.html(value, { key: "", levels: 0, path: [] });
  return block(
    `<p class=single${directionAttribute(html)}>${html === "" ? escapeHtml(writer.words.emptyText) : html}</p>`,
  );
}

/** Returns a remark that stands in place of values. */
export function noteOf(text: string): Flow {
  return block(`<p class=note>${escapeHtml(text)}</p>`);
}

/** The number of items of a list, and the greatest length of each, that stands in columns. */
export const MANY = 12;
const SHORT = 24;
