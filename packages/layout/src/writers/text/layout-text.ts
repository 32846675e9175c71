import type { Line, PageLines, Word } from "../../words.ts";
import { cleanText } from "../common/clean-text.ts";
import { displayWidth } from "../common/display-width.ts";
import { lineText } from "./line-text.ts";
import { PAGE_SEPARATOR, type TextOptions } from "./options.ts";

/** The distance below which baselines are of one row, as a share of the type's size. */
const SAME_ROW_EM = 0.4;

/** The distance below which pieces begin in the same column, in cells of the grid. */
const SAME_COLUMN_CELLS = 0.7;

/** The least gap between pieces, in cells, so that a wide gap is still seen as one. */
const MIN_GAP = 2;

const MAX_BLANK_LINES = 3;
const MAX_COLUMNS = 600;

/** Writes each page as it looks, on a grid of characters; rotated text stands beneath the upright. */
export function* writeLayoutText(
  pages: Iterable<PageLines>,
  options: Pick<TextOptions, "pageSeparator"> = {},
): Generator<string> {
  let isFirst = true;
  for (const page of pages) {
    const text = layoutLines(page).join("\n");
    yield isFirst ? text : (options.pageSeparator ?? PAGE_SEPARATOR) + text;
    isFirst = false;
  }
}

/** A line of text between wide gaps, on its way onto the grid. */
interface Piece {
  readonly xMin: number;
  readonly row: number;
  readonly text: string;
  readonly width: number;
}

function layoutLines({ lines }: PageLines): string[] {
  const upright = lines.filter(({ rotation, words }) => rotation === 0 && words.length > 0);
  const turned = lines.filter(({ rotation }) => rotation !== 0).map(({ words }) => lineText(words));
  const rows = rowsOf(upright);
  const cell = cellWidth(upright);
  const left = upright.reduce((least, { xMin }) => Math.min(least, xMin), Number.POSITIVE_INFINITY);
  const pieces = rows.flatMap((row, index) =>
    row.map(({ xMin, words }) => ({ xMin: (xMin - left) / cell, row: index, ...measured(words) })),
  );
  const grid = placed(pieces, rows.length);
  return [...withBlankLines(grid, rows), ...(turned.length > 0 && grid.length > 0 ? [""] : []), ...turned];
}

/** Returns the lines of a page in the order in which `writeLayoutText` writes them: row by row, then the rotated ones. */
export function linesInRows({ lines }: PageLines): Line[] {
  const upright = lines.filter(({ rotation, words }) => rotation === 0 && words.length > 0);
  const rows = rowsOf(upright).map((row) => row.toSorted((one, other) => one.xMin - other.xMin));
  return [...rows.flat(), ...lines.filter(({ rotation }) => rotation !== 0)];
}

function measured(words: readonly Word[]): { text: string; width: number } {
  const text = cleanText(lineText(words));
  return { text, width: displayWidth(text) };
}

function rowsOf(lines: readonly Line[]): Line[][] {
  const rows: Line[][] = [];
  let baseline = Number.NEGATIVE_INFINITY;
  for (const line of lines.toSorted((a, b) => a.baselineY - b.baselineY)) {
    const row = rows.at(-1);
    if (row !== undefined && line.baselineY - baseline < SAME_ROW_EM * line.sizePt) {
      row.push(line);
    } else {
      rows.push([line]);
      baseline = line.baselineY;
    }
  }
  return rows;
}

/** Returns the width of a character in most of the text, in points. */
function cellWidth(lines: readonly Line[]): number {
  const weights = new Map<number, number>();
  let half = 0;
  for (const { words } of lines) {
    for (const { xMin, xMax, text } of words) {
      const width = (xMax - xMin) / Math.max(1, displayWidth(text));
      if (width > 0) {
        weights.set(width, (weights.get(width) ?? 0) + text.length);
        half += text.length / 2;
      }
    }
  }
  let sum = 0;
  return (
    Float64Array.from(weights.keys())
      .toSorted()
      .find((width) => (sum += weights.get(width) ?? 0) >= half) ?? 1
  );
}

/**
 * Returns the text of each row. Pieces that begin at the same place do so in all rows: the column is where they stand
 * on the page, or further right where the text left of one of them needs the room.
 */
function placed(pieces: readonly Piece[], rowCount: number): string[] {
  const rows = Array.from({ length: rowCount }, () => ({ text: "", width: 0 }));
  const fromLeft = pieces.toSorted((a, b) => a.xMin - b.xMin);
  for (let from = 0; from < fromLeft.length; ) {
    const begin = fromLeft[from]?.xMin ?? 0;
    let to = from + 1;
    while (to < fromLeft.length && (fromLeft[to]?.xMin ?? 0) - begin < SAME_COLUMN_CELLS) {
      to++;
    }
    const together = fromLeft.slice(from, to);
    const free = together.reduce((most, { row }) => Math.max(most, (rows[row]?.width ?? 0) + MIN_GAP), 0);
    const natural = Math.min(Math.round(begin), MAX_COLUMNS);
    const column = Math.max(natural, begin === 0 ? 0 : Math.min(free, MAX_COLUMNS));
    for (const { row, text, width } of together) {
      const own = rows[row];
      if (own !== undefined) {
        const gap = Math.max(column - own.width, own.text === "" ? 0 : MIN_GAP);
        own.text += " ".repeat(gap) + text;
        own.width += gap + width;
      }
    }
    from = to;
  }
  return rows.map(({ text }) => text);
}

/** Adds blank lines between rows that are further apart than most. */
function withBlankLines(texts: readonly string[], rows: readonly (readonly Line[])[]): string[] {
  const baselines = rows.map(([line]) => line?.baselineY ?? 0);
  const steps = baselines.slice(1).map((baseline, index) => baseline - (baselines[index] ?? 0));
  const pitch = steps.toSorted((a, b) => a - b)[Math.floor((steps.length - 1) / 2)] ?? 1;
  return texts.flatMap((text, index) => {
    const blank = index === 0 ? 0 : Math.min(Math.round((steps[index - 1] ?? 0) / pitch) - 1, MAX_BLANK_LINES);
    return [...Array.from({ length: Math.max(0, blank) }, () => ""), text];
  });
}
