import type { Column, FlowItem, FlowLine } from "../flow/flow.ts";
import { styleOf } from "../flow/line-style.ts";
import { endOfColumn, hasRoomBefore, startOf } from "./line-ends.ts";

/*
 * Facts: what letters and invoices say beside their text, such as names, telephone numbers and dates, each on a line of
 * its own.
 */

/** The greatest number of lines of a column of facts, and the fewest that stand close below another. */
const MOST_LINES = 40;
const FEWEST_PAIRS = 3;
/** The share of those that begin where the line above them has ended by itself. */
const SHARE = 0.7;
/** The greatest distance of the lines of one block, in ems. */
const CLOSE_EM = 1.6;

/** Addresses of mail and pages, and the names of such numbers as those of telephones. */
export const ADDRESS = /^[^\s@]+@[^\s@]+\.|^(?:https?:|www\.|(?:e-?mail|tel|fax|phone)\b)/iu;

/**
 * Returns whether a column holds facts and no running text, because most of its lines ended by themselves. So do lines of
 * two there, where two lines of running text say nothing.
 */
export function isColumnOfFacts(column: Column): boolean {
  // Asked for at many lines: those of a long column are not gathered each time.
  const lines = [
    ...column.items
      .values()
      .filter(isLine)
      .take(MOST_LINES + 1),
  ];
  if (lines.length > MOST_LINES) {
    return false;
  }
  let pairs = 0;
  let ended = 0;
  for (const [index, next] of lines.entries()) {
    const last = lines[index - 1];
    if (last !== undefined && next.line.baselineY - last.line.baselineY < CLOSE_EM * next.line.sizePt) {
      pairs++;
      ended += endsByItself(last, next, column) ? 1 : 0;
    }
  }
  return pairs >= FEWEST_PAIRS && ended >= SHARE * pairs;
}

const isLine = (item: FlowItem): item is FlowLine => item.kind === "line";

/** The numbers of lines of an address, the least and the greatest leading of one, and how much it may differ, in ems. */
const FEWEST_LINES = 3;
const MOST_LINES_OF_ADDRESS = 12;
const LEAST_LEADING = 1;
const MOST_LEADING = 2;
const SAME_LEADING = 0.05;
const BEGINS = /^["'“‘«(+]*[\p{Lu}\p{Nd}]/u;

/**
 * Returns the leading of a column that is nothing but an address or a few facts beside other text, as a multiple of its
 * size: it may be wider than that of the text, which parts no lines that are all at one distance. Undefined for all other
 * columns.
 */
export function evenLeadingOf(column: Column): number | undefined {
  const { items, nextXMin } = column;
  const lines = items.flatMap((item) => (item.kind === "line" ? [item] : []));
  const [first, second] = lines;
  if (
    nextXMin === undefined ||
    column.isRightToLeft ||
    first === undefined ||
    second === undefined ||
    lines.length < FEWEST_LINES ||
    items.length > Math.min(lines.length, MOST_LINES_OF_ADDRESS)
  ) {
    return undefined;
  }
  const { sizePt } = first.line;
  const leading = (second.line.baselineY - first.line.baselineY) / sizePt;
  const isEven = lines.slice(1).every((next, index) => {
    const last = lines[index] ?? next;
    const own = (next.line.baselineY - last.line.baselineY) / sizePt;
    return (
      next.line.sizePt === sizePt &&
      Math.abs(own - leading) < SAME_LEADING &&
      (BEGINS.test(next.text) || ADDRESS.test(next.text)) &&
      hasRoomBefore(nextXMin, { last, next, column })
    );
  });
  return isEven && leading >= LEAST_LEADING && leading <= MOST_LEADING ? leading : undefined;
}

/** The greatest number of words of a fact. */
const MOST_WORDS = 8;
const WORD = /\p{L}{2}/u;
const FORMULA = /[=≡≈≤≥∑∏∫√→]/u;

/**
 * Returns whether a line of facts ended where its author did: the next word had room within the column, both are
 * addresses, or they are set in different weights.
 */
export const endsByItself = (last: FlowLine, next: FlowLine, column: Column): boolean =>
  last.line.words.length <= MOST_WORDS &&
  WORD.test(next.text) &&
  !FORMULA.test(last.text) &&
  !FORMULA.test(next.text) &&
  (hasRoomBefore(endOfColumn(column), { last, next, column }) ||
    (ADDRESS.test(last.text) && ADDRESS.test(next.text)) ||
    styleOf(last.line.words).isBold !== styleOf(next.line.words).isBold);

/** The greatest number of words of a label, its least width, and the distance below which a line is below its value, in ems. */
const WORDS_OF_LABEL = 3;
const LEAST_LABEL_EM = 1;
const SAME_START_EM = 0.1;

/** Returns whether a line begins below the value of the label that another begins with, as further values of it do. */
export function isUnderValue(next: FlowLine, first: FlowLine, column: Column): boolean {
  const { words } = first.line;
  const label = words.slice(0, WORDS_OF_LABEL).findIndex(({ text }) => text.endsWith(":"));
  const value = words[label + 1];
  if (label < 0 || value === undefined) {
    return false;
  }
  const start = column.isRightToLeft ? -value.xMax : value.xMin;
  if (start - startOf(first, column) < LEAST_LABEL_EM * first.line.sizePt) {
    return false;
  }
  return Math.abs(startOf(next, column) - start) < SAME_START_EM * next.line.sizePt;
}
