import type { TextDraft } from "../flow/drafts.ts";
import type { FlowLine } from "../flow/flow.ts";
import { beginsReference } from "./references.ts";

/** The least number of lines that show where they end. */
const FEWEST_LINES = 3;
/** The share of lines before the last that end although the next word had room, usually and far from other text. */
const SHORT_SHARE = 0.6;
const SHORT_SHARE_ALONE = 0.5;
/** The share of its column that the widest line of an address takes at most. */
const NARROW_SHARE = 0.6;
/** The width of a space and some tolerance, in ems. */
const SPACE_EM = 0.8;

const BEGINS_WITHIN = /^["'“‘«([]*\p{Ll}/u;
/** Scripts without capitals do not show by a first letter that a line begins. */
const BEGINS_WITHOUT_CASE = /^["'“‘«([]*\p{Lo}/u;
const ADDRESS = /^[^\s@]+@[^\s@]+\.|^(?:https?:|www\.|(?:e-?mail|tel|fax|phone)\b)/iu;
/** Lines without a letter or a digit are pieces of large signs. */
const WORDY = /[\p{L}\p{N}]/u;
const HYPHEN_END = /\p{L}[-\u2010\u00AD]$/u;

/**
 * Returns whether the lines of a paragraph were ended by its author, as those of addresses and verses are, and not
 * wrapped: each begins like a line of its own, and most of them end where the next word would have had room
 * within the widest, which wrapping never does, or all are far from the edge of their column.
 */
export function hasOwnLines({ lines, column, lastColumn, marker }: TextDraft): boolean {
  const [first] = lines;
  const isItem = marker !== undefined || (first !== undefined && beginsReference(first));
  if (lines.length < FEWEST_LINES || column !== lastColumn || isItem) {
    return false;
  }
  const widest = lines.reduce((most, line) => Math.max(most, widthOf(line)), 0);
  const pairs = lines.slice(1).map((next, index) => ({ last: lines[index] ?? next, next }));
  const short = pairs.filter(({ last, next }) => hasRoom(last, next, widest)).length;
  const isNarrow = widest <= NARROW_SHARE * (column.xMax - column.xMin);
  const isAlone = widest <= NARROW_SHARE * ((column.nextXMin ?? column.xMax) - column.xMin);
  return (
    (isNarrow || short >= (isAlone ? SHORT_SHARE_ALONE : SHORT_SHARE) * pairs.length) &&
    pairs.every(
      ({ last, next }) =>
        beginsLine(last, next) && (!BEGINS_WITHOUT_CASE.test(next.text) || hasRoom(last, next, widest)),
    )
  );
}

const widthOf = ({ line }: FlowLine): number => line.xMax - line.xMin;

function hasRoom(last: FlowLine, { line }: FlowLine, widest: number): boolean {
  const [first] = line.words;
  return first !== undefined && widthOf(last) + SPACE_EM * line.sizePt + first.xMax - first.xMin < widest;
}

const beginsLine = (last: FlowLine, { text }: FlowLine): boolean =>
  WORDY.test(text) && !HYPHEN_END.test(last.text) && (!BEGINS_WITHIN.test(text) || ADDRESS.test(text));
