import type { StateCore, Token } from "markdown-it";
import type { Environment } from "./environment.ts";

/*
 * A column is at least as wide as its longest word. Where the words of all columns do not fit next to each other, type
 * becomes smaller, and the longest words may be broken anywhere.
 */

/**
 * The classes of tables by density; `line` is the characters that a line holds between the margins, `padding` those
 * that the padding of a column takes of it.
 */
const DENSITIES = [
  { name: undefined, line: 88, padding: 3.7 },
  { name: "table-many", line: 100, padding: 2.7 },
  { name: "table-crowded", line: 121, padding: 1.7 },
] as const;

/**
 * The longest word that is kept whole at the price of smaller type, in characters; a longer one is an address, or the
 * like.
 */
const LONG_WORD = 24;

/**
 * The columns that are set in one line: those whose longest cell has at most so many characters, as long as they take no
 * more of a line than this share of it together. Longer text wraps, and has the rest of the line.
 */
const SHORT_CELL = 24;
const SHORT_CELLS_TOGETHER = 0.5;

interface Cell {
  readonly open: Token;
  readonly column: number;
  readonly longestWord: number;
  /** The width of its text in one line, in characters. */
  readonly width: number;
}

/** Gives tables and cells the classes that keep them between the margins. */
export function tableRoom(state: StateCore): void {
  const { lineShare = 1 }: Environment = state.env;
  let table: Token | undefined;
  let cells: Cell[] = [];
  let column = 0;
  state.tokens.forEach((token, index) => {
    switch (token.type) {
      case "table_open":
        table = token;
        cells = [];
        break;
      case "tr_open":
        column = 0;
        break;
      case "th_open":
      case "td_open":
        cells.push({ open: token, column, ...measured(state.tokens[index + 1]) });
        column += 1;
        break;
      case "table_close":
        makeRoom(table, cells, lineShare);
        break;
    }
  });
}

function makeRoom(table: Token | undefined, cells: readonly Cell[], lineShare: number): void {
  const widest: number[] = [];
  for (const { column, longestWord } of cells) {
    widest[column] = Math.max(widest[column] ?? 0, longestWord);
  }
  const needed = widest.reduce((sum, width) => sum + Math.min(width, LONG_WORD), 0);
  const roomIn = ({ line, padding }: (typeof DENSITIES)[number]): number => line * lineShare - padding * widest.length;
  const density = DENSITIES.find((one) => needed <= roomIn(one)) ?? DENSITIES[2];
  if (density.name !== undefined) {
    table?.attrJoin("class", density.name);
  }
  const most = longestThatFits(widest, roomIn(density));
  const whole = shortColumns(cells, { ...density, line: density.line * lineShare });
  for (const { open, column, longestWord } of cells) {
    if (longestWord > most) {
      open.attrJoin("class", "breakable");
    } else if (whole.has(column)) {
      open.attrJoin("class", "unbroken");
    }
  }
}

/** Returns the columns whose cells are set in one line, the shortest first; none where every column is short. */
function shortColumns(
  cells: readonly Cell[],
  { line, padding }: { readonly line: number; readonly padding: number },
): ReadonlySet<number> {
  const widths: number[] = [];
  for (const { column, width } of cells) {
    widths[column] = Math.max(widths[column] ?? 0, width);
  }
  const ascending = [...widths.entries()].toSorted(([, one], [, other]) => one - other);
  const whole = new Set<number>();
  let left = line * SHORT_CELLS_TOGETHER;
  for (const [column, width] of ascending) {
    left -= width + padding;
    if (width > SHORT_CELL || left < 0) {
      return whole;
    }
    whole.add(column);
  }
  return new Set();
}

/**
 * Returns the greatest length of a word, in characters, with which the columns fit into `room` together; infinite where
 * all words fit.
 */
function longestThatFits(widest: readonly number[], room: number): number {
  const ascending = widest.toSorted((one, other) => one - other);
  let left = room;
  for (const [index, width] of ascending.entries()) {
    const share = Math.floor(left / (ascending.length - index));
    if (width > share) {
      return Math.max(1, share);
    }
    left -= width;
  }
  return Number.POSITIVE_INFINITY;
}

function measured(inline: Token | undefined): Pick<Cell, "longestWord" | "width"> {
  const text = inline?.content ?? "";
  const shown = (inline?.children ?? []).reduce((sum, { type, content }) => sum + (IN_LINE[type]?.(content) ?? 0), 0);
  return { longestWord: longestWordOf(text), width: shown };
}

/** The widths of the parts of a cell; those that are not here have none, or are no text. */
const IN_LINE: Readonly<Partial<Record<string, (content: string) => number>>> = {
  text: (content) => widthOf(content),
  code_inline: (content) => 1.2 * widthOf(content) + 1,
  softbreak: () => 1,
  // They are not set in one line, whatever they have.
  hardbreak: () => Number.POSITIVE_INFINITY,
  image: () => Number.POSITIVE_INFINITY,
  html_inline: () => Number.POSITIVE_INFINITY,
  math_inline: () => Number.POSITIVE_INFINITY,
};

/** Characters of East Asia are as wide as two others. */
const widthOf = (text: string): number => text.length + (text.match(WIDE)?.length ?? 0);
const WIDE = /[\u1100-\u115f\u2e80-\u9fff\uac00-\ud7a3\uf900-\ufaff\uff00-\uff60]/gu;

const longestWordOf = (text: string): number =>
  text.split(/[\s-]+/u).reduce((longest, { length }) => Math.max(longest, length), 0);
