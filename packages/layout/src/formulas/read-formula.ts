import type { PageContent, Rule } from "../content.ts";
import { withAccents } from "./accents.ts";
import { withBars } from "./bars.ts";
import { withFences } from "./fences.ts";
import { rowsOfItems } from "./grid.ts";
import { type Item, itemsOf, type ReadItems } from "./items.ts";
import { withLimits } from "./limits.ts";
import type { FormulaNode } from "./nodes.ts";
import { withDots, withNegations, withWholeBrackets, withWords } from "./pieces.ts";
import { readRow } from "./rows.ts";

/** A line of a formula, and where it begins and ends on the page. */
export interface FormulaLine {
  readonly node: FormulaNode;
  readonly yMin: number;
  readonly yMax: number;
}

/** The greatest number of glyphs of a formula, and the greatest depth of its tree: what is more is none. */
const MOST_GLYPHS = 600;
const MOST_DEPTH = 12;

/**
 * Reads glyphs of a page as a formula, by their places: a node for each of its lines, from the top. Returns undefined
 * where it is not certain how they belong together.
 */
export function readFormula(
  content: PageContent,
  { glyphs, rules }: { readonly glyphs: readonly number[]; readonly rules: readonly Rule[] },
): FormulaLine[] | undefined {
  const all = glyphs.length > MOST_GLYPHS ? undefined : itemsOf(content, glyphs);
  const read = reader(0);
  const items =
    all && structured(withAccents(withWords(withNegations(withDots(withWholeBrackets(all))))), { rules, read });
  if (items === undefined || items.length === 0) {
    return undefined;
  }
  const lines: Item[] = [];
  for (const row of rowsOfItems(items)) {
    const line = readRow(row, reader(1));
    if (line === undefined) {
      return undefined;
    }
    lines.push(line);
  }
  const isWhole = lines.reduce((sum, line) => sum + line.glyphs, 0) === glyphs.length;
  return isWhole ? lines.map(({ node, ink }) => ({ node, yMin: ink.yMin, yMax: ink.yMax })) : undefined;
}

const reader =
  (depth: number): ReadItems =>
  (items) => {
    const read = reader(depth + 1);
    const own = depth > MOST_DEPTH ? undefined : structured(items, { rules: [], read });
    return own && readRow(own, read);
  };

function structured(
  items: readonly Item[],
  { rules, read }: { readonly rules: readonly Rule[]; readonly read: ReadItems },
): Item[] | undefined {
  const barred = rules.length === 0 ? [...items] : withBars(items, rules, read);
  const fenced = barred && withFences(barred, read);
  return fenced && withLimits(fenced, read);
}
