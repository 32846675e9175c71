import type { TextDraft } from "../flow/drafts.ts";
import type { FlowLine } from "../flow/flow.ts";
import { ADDRESS, endsByItself, isColumnOfFacts, isUnderValue } from "./facts.ts";
import { endOf, endOfColumn, startOf } from "./line-ends.ts";
import { beginsReference } from "./references.ts";

/** The least number of lines that show where they end. */
const FEWEST_LINES = 3;
/** The share of lines before the last that end although the next word had room, usually and far from other text. */
const SHORT_SHARE = 0.6;
const SHORT_SHARE_ALONE = 0.5;
/** The share of its column that the widest line of an address takes at most. */
const NARROW_SHARE = 0.6;
/** The share of the room as far as the next text that it takes at most where it is a column by itself. */
const FAR_SHARE = 0.4;
/** The width of a space and some tolerance, in ems. */
const SPACE_EM = 0.8;

const BEGINS_WITHIN = /^["'“‘«([]*\p{Ll}/u;
/** Scripts without capitals do not show by a first letter that a line begins. */
const BEGINS_WITHOUT_CASE = /^["'“‘«([]*\p{Lo}/u;
/** Lines without a letter or a digit are pieces of large signs. */
const WORDY = /[\p{L}\p{N}]/u;
const HYPHEN_END = /\p{L}[-\u2010\u00AD]$/u;

/**
 * Returns whether the lines of a paragraph were ended by its author, as those of addresses and verses are, and not
 * wrapped: each begins like a line of its own, and their ends say so.
 */
export function hasOwnLines(draft: TextDraft): boolean {
  const { lines, column, lastColumn, marker } = draft;
  const [first] = lines;
  const isItem = marker !== undefined || (first !== undefined && beginsReference(first));
  if (lines.length < 2 || column !== lastColumn || isItem) {
    return false;
  }
  const widest = lines.reduce((most, line) => Math.max(most, widthOf(line)), 0);
  return (
    pairsOf(lines).every(
      ({ last, next }) =>
        beginsLine(last, next) && (!BEGINS_WITHOUT_CASE.test(next.text) || hasRoom(last, next, widest)),
    ) &&
    (areShort(draft, widest) || isFlushEnd(draft) || areValues(draft) || isOfFacts(draft))
  );
}

/** Returns the lines of a text with those that they stand above. */
const pairsOf = (lines: readonly FlowLine[]): { last: FlowLine; next: FlowLine }[] =>
  lines.slice(1).map((next, index) => ({ last: lines[index] ?? next, next }));

/**
 * Returns whether most lines end where the next word would have had room within the widest, which wrapping never does,
 * or all are far from the edge of their column.
 */
function areShort({ lines, column }: TextDraft, widest: number): boolean {
  const pairs = pairsOf(lines);
  const short = pairs.filter(({ last, next }) => hasRoom(last, next, widest)).length;
  const isNarrow = widest <= NARROW_SHARE * (column.xMax - column.xMin);
  const ofRoom = widest / ((column.nextXMin ?? column.xMax) - column.xMin);
  return (
    lines.length >= FEWEST_LINES &&
    (isNarrow ||
      ofRoom <= FAR_SHARE ||
      short >= (ofRoom <= NARROW_SHARE ? SHORT_SHARE_ALONE : SHORT_SHARE) * pairs.length)
  );
}

/** The greatest distance between ends at one edge, the least between starts that differ, and between the outermost, in ems. */
const SAME_END_EM = 0.05;
const OTHER_START_EM = 0.02;
const RAGGED_EM = 0.5;

/** Returns whether lines end at one edge and begin at none, as a sender's address at the right of a letter does. */
function isFlushEnd({ lines, column }: TextDraft): boolean {
  let [least, greatest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const line of lines) {
    const start = startOf(line, column);
    [least, greatest] = [Math.min(least, start), Math.max(greatest, start)];
  }
  return (
    lines.length >= FEWEST_LINES &&
    greatest - least > RAGGED_EM * sizeOf(lines) &&
    pairsOf(lines).every(
      ({ last, next }) =>
        Math.abs(endOf(last, column) - endOf(next, column)) < SAME_END_EM * sizeOf(lines) &&
        Math.abs(startOf(last, column) - startOf(next, column)) > OTHER_START_EM * sizeOf(lines),
    )
  );
}

const sizeOf = ([first]: readonly FlowLine[]): number => first?.line.sizePt ?? 0;

/** Returns whether lines are the values of one label, below each other, and end far from the edge of the column. */
function areValues({ lines, column }: TextDraft): boolean {
  const [first, ...others] = lines;
  return (
    first !== undefined &&
    others.every((line) => isUnderValue(line, first, column)) &&
    lines.every((line) => endOfColumn(column) - endOf(line, column) > (1 - NARROW_SHARE) * (column.xMax - column.xMin))
  );
}

/** Returns whether lines of a column of facts each end where the next begins by itself. */
const isOfFacts = ({ lines, column }: TextDraft): boolean =>
  pairsOf(lines).every(({ last, next }) => endsByItself(last, next, column)) && isColumnOfFacts(column);

const widthOf = ({ line }: FlowLine): number => line.xMax - line.xMin;

function hasRoom(last: FlowLine, { line }: FlowLine, widest: number): boolean {
  const [first] = line.words;
  return first !== undefined && widthOf(last) + SPACE_EM * line.sizePt + first.xMax - first.xMin < widest;
}

const beginsLine = (last: FlowLine, { text }: FlowLine): boolean =>
  WORDY.test(text) && !HYPHEN_END.test(last.text) && (!BEGINS_WITHIN.test(text) || ADDRESS.test(text));
