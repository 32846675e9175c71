import type { StateCore, Token } from "markdown-it";

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

interface Cell {
  readonly open: Token;
  readonly column: number;
  readonly longestWord: number;
}

/** Gives tables and cells the classes that keep them between the margins. */
export function tableRoom(state: StateCore): void {
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
        cells.push({ open: token, column, longestWord: longestWordOf(state.tokens[index + 1]?.content ?? "") });
        column += 1;
        break;
      case "table_close":
        makeRoom(table, cells);
        break;
    }
  });
}

function makeRoom(table: Token | undefined, cells: readonly Cell[]): void {
  const widest: number[] = [];
  for (const { column, longestWord } of cells) {
    widest[column] = Math.max(widest[column] ?? 0, longestWord);
  }
  const needed = widest.reduce((sum, width) => sum + Math.min(width, LONG_WORD), 0);
  const roomIn = ({ line, padding }: (typeof DENSITIES)[number]): number => line - padding * widest.length;
  const density = DENSITIES.find((one) => needed <= roomIn(one)) ?? DENSITIES[2];
  if (density.name !== undefined) {
    table?.attrJoin("class", density.name);
  }
  const most = longestThatFits(widest, roomIn(density));
  for (const { open, longestWord } of cells) {
    if (longestWord > most) {
      open.attrJoin("class", "breakable");
    }
  }
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

const longestWordOf = (text: string): number =>
  text.split(/[\s-]+/u).reduce((longest, { length }) => Math.max(longest, length), 0);
