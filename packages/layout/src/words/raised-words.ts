import type { Word } from "../words.ts";
import type { Segment } from "./words-of-row.ts";

/*
 * How raised and lowered type comes into a line. Where both stand over each other at one sign, the lowered comes first,
 * and their digits stay two numbers.
 */

/** How far below its line's baseline the words that came into it stand, in points; negative for raised ones. */
export type Shifts = Map<Word, number>;

/** Returns whether of two shifted words one is raised and the other lowered. */
export const isOpposite = (one: number | undefined, other: number | undefined): boolean =>
  (one ?? 0) * (other ?? 0) < 0;

/** The least width of a space before raised type, in ems of the line. */
const SPACE_EM = 0.12;
/** The same between digits: a number and its exponent touch, hours and their minutes do not. */
const DIGIT_SPACE_EM = 0.08;

/** Returns a line with the words of raised or lowered type put in. */
export function inserted(own: Segment, line: Segment, shifts: Shifts): Segment {
  const shift = own.baseline - line.baseline;
  const place = placeOf(own, { line, shifts, shift });
  const before = line.words[place - 1];
  const after = line.words[place];
  const [first, ...rest] = own.words;
  const last = rest.at(-1) ?? first;
  const firstOfLine = first && {
    ...first,
    isJoined:
      before !== undefined &&
      isNear(before, first, {
        gapPt: own.uMin - before.xMax,
        line,
        areOpposite: isOpposite(shifts.get(before), shift),
      }),
  };
  const afterOfLine = after && {
    ...after,
    isJoined:
      last !== undefined &&
      isNear(last, after, { gapPt: after.xMin - own.uMax, line, areOpposite: isOpposite(shift, shifts.get(after)) }),
  };
  for (const word of [firstOfLine, ...rest]) {
    if (word !== undefined) {
      shifts.set(word, shift);
    }
  }
  const shiftAfter = after && shifts.get(after);
  if (afterOfLine !== undefined && shiftAfter !== undefined) {
    shifts.set(afterOfLine, shiftAfter);
  }
  const words = [
    ...line.words.slice(0, place),
    ...(firstOfLine === undefined ? [] : [firstOfLine]),
    ...rest,
    ...(afterOfLine === undefined ? [] : [afterOfLine]),
    ...line.words.slice(place + 1),
  ];
  return { ...line, words, uMin: Math.min(own.uMin, line.uMin), uMax: Math.max(own.uMax, line.uMax) };
}

/** Returns the index among the words of a line at which a segment comes in: of a stack, the lowered is the first. */
function placeOf(
  own: Segment,
  { line, shifts, shift }: { readonly line: Segment; readonly shifts: Shifts; readonly shift: number },
): number {
  const stacked = (word: Word): boolean =>
    isOpposite(shifts.get(word), shift) && Math.min(word.xMax, own.uMax) > Math.max(word.xMin, own.uMin);
  const isAfter = (word: Word): boolean => (stacked(word) ? shift > 0 : word.xMin > own.uMin);
  const at = line.words.findIndex(isAfter);
  return at < 0 ? line.words.length : at;
}

/** Returns whether no space parts two words, of which at least one is shifted. */
function isNear(
  left: Word,
  right: Word,
  { gapPt, line, areOpposite }: { readonly gapPt: number; readonly line: Segment; readonly areOpposite: boolean },
): boolean {
  const areDigits = /\p{N}$/u.test(left.text) && /^[-−+±]?\p{N}/u.test(right.text);
  return gapPt < (areDigits ? DIGIT_SPACE_EM : SPACE_EM) * line.sizePt && !(areDigits && areOpposite);
}
