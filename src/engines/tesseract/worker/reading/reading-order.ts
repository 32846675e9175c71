import type { EngineBlock } from "../../library/text-engine.ts";
import { columnsApart } from "./columns-apart.ts";
import { rowsTogether } from "./rows-together.ts";

/** The number of lines beyond which a page keeps the engine's order: finding what stands beside a line takes time for each. */
const MOST_LINES = 3000;

/**
 * Returns the blocks in the order in which they are to be read, which is the engine's but for two mistakes that it makes:
 * lines of prose that it read across two columns, or two pages on one sheet, become the lines of each; and a column of
 * values, such as amounts or what is filled in in a form, goes to the labels that it stands beside, row by row. Blocks of
 * prose side by side stay columns.
 */
export function inReadingOrder(blocks: readonly EngineBlock[]): readonly EngineBlock[] {
  const lines = blocks.flatMap(({ paragraphs }) => paragraphs.flatMap((paragraph) => paragraph.lines));
  return lines.length > MOST_LINES ? blocks : columnsApart(rowsTogether(blocks));
}
