import { inserted, isOpposite, type Shifts } from "./raised-words.ts";
import { type Letters, wordOf } from "./word-of.ts";
import type { Segment } from "./words-of-row.ts";

/* Raised and lowered type has a different baseline: here it comes back into the line that it belongs to. */

/** The greatest size of raised type, as a share of that of its line. */
const SMALLER = 0.86;
/** The greatest distance of a raised baseline above its line's and of a lowered one below, in ems of the line. */
const RAISED_EM = 0.75;
const LOWERED_EM = 0.4;
/** The widest gap between raised type and the word it stands at, in ems of the line. */
const REACH_EM = 0.35;

/** Returns segments with the raised and lowered ones put into those they stand at. */
export function withRaised(segments: readonly Segment[], letters: Letters): Segment[] {
  const sorted = segments.filter(({ words }) => words.length > 0).toSorted((a, b) => a.baseline - b.baseline);
  const result: Segment[] = [...sorted];
  const largest = sorted.reduce((most, { sizePt }) => Math.max(most, sizePt), 0);
  const shifts: Shifts = new Map();
  for (const [index, segment] of sorted.entries()) {
    if (segment.words.length > MOST_RAISED_WORDS) {
      continue;
    }
    const host = hostOf(index, { sorted, result, largest, shifts, letters });
    if (host !== undefined) {
      result[host.at] = inserted(segment, host.line, shifts);
      result[index] = NOTHING;
    }
  }
  return result.filter((segment) => segment !== NOTHING);
}

/** The greatest number of words of raised type; longer small type is separate text. */
const MOST_RAISED_WORDS = 8;
/** The greatest number of neighbours that are looked at, so that a page of a million glyphs takes no quadratic time. */
const MOST_NEIGHBOURS = 400;

/** The greatest number of words of a line that raised type comes into; people read none that are longer. */
const MOST_WORDS = 1000;

const NOTHING: Segment = { words: [], uMin: 0, uMax: 0, baseline: 0, sizePt: 0 };

function hostOf(
  index: number,
  {
    sorted,
    result,
    largest,
    shifts,
    letters,
  }: {
    readonly sorted: readonly Segment[];
    readonly result: readonly Segment[];
    readonly largest: number;
    readonly shifts: Shifts;
    readonly letters: Letters;
  },
): { readonly at: number; readonly line: Segment } | undefined {
  const own = sorted[index] ?? NOTHING;
  let best: { readonly at: number; readonly line: Segment } | undefined;
  let bestGap = Infinity;
  const look = (at: number): boolean => {
    const other = sorted[at];
    const line = result[at];
    if (other === undefined || line === undefined) {
      return false;
    }
    const distance = other.baseline - own.baseline;
    if (Math.abs(distance) > RAISED_EM * largest) {
      return false;
    }
    const reach = REACH_EM * other.sizePt;
    if (
      line !== NOTHING &&
      !isBrackets(other) &&
      line.words.length < MOST_WORDS &&
      own.sizePt <= SMALLER * other.sizePt &&
      distance <= RAISED_EM * other.sizePt &&
      distance >= -LOWERED_EM * other.sizePt &&
      own.uMax >= line.uMin - reach &&
      own.uMin <= line.uMax + reach
    ) {
      const opened = openedFor(own, line, letters);
      const gap = gapBeside(own, { line: opened, shifts, shift: -distance });
      if (gap <= reach && gap < bestGap) {
        best = { at, line: opened };
        bestGap = gap;
      }
    }
    return true;
  };
  for (const step of [1, -1]) {
    let at = index + step;
    while (Math.abs(at - index) < MOST_NEIGHBOURS && look(at)) {
      at += step;
    }
  }
  return best;
}

/** Brackets around matrices and cases are as large as what they enclose, of which each row is a line of its own. */
const BRACKETS = /^[\p{Ps}\p{Pe}|‖√\u239B-\u23AD\s]+$/u;
const isBrackets = ({ words }: Segment): boolean => words.length < 4 && words.every(({ text }) => BRACKETS.test(text));

/** The greatest overlap, in ems, of raised type and the letters that it stands between. */
const TOUCH_EM = 0.1;

/**
 * Returns a line with the word parted that raised type stands within: Chinese and Japanese are written without spaces, and
 * leave the room for a note's number between two letters of what counts as one word.
 */
function openedFor(own: Segment, line: Segment, letters: Letters): Segment {
  const { uMin, uMax, isUpright } = letters.placing;
  const touchPt = TOUCH_EM * line.sizePt;
  const at = isUpright
    ? line.words.findIndex(({ xMin, xMax }) => xMin < own.uMin - touchPt && xMax > own.uMax + touchPt)
    : -1;
  const word = line.words[at];
  if (word === undefined) {
    return line;
  }
  const next = word.glyphs.findIndex((glyph) => (uMin[glyph] ?? 0) > own.uMax - touchPt);
  const isRoomy = next > 0 && word.glyphs.slice(0, next).every((glyph) => (uMax[glyph] ?? 0) < own.uMin + touchPt);
  const left = isRoomy && wordOf(word.glyphs.slice(0, next), { letters, isAfterJoined: false, isRight: false });
  const right = isRoomy && wordOf(word.glyphs.slice(next), { letters, isAfterJoined: true, isRight: false });
  if (!left || !right) {
    return line;
  }
  const parts = [word.isJoined === true ? { ...left, isJoined: true } : left, right];
  return { ...line, words: line.words.toSpliced(at, 1, ...parts) };
}

/**
 * Returns the smaller of the gaps to the words on both sides; infinite where the segment lies over words of the line. It
 * may lie over those that were shifted the other way: they are a stack.
 */
function gapBeside(
  own: Segment,
  { line, shifts, shift }: { readonly line: Segment; readonly shifts: Shifts; readonly shift: number },
): number {
  let gap = Infinity;
  for (const word of line.words) {
    const shared = Math.min(word.xMax, own.uMax) - Math.max(word.xMin, own.uMin);
    if (shared > 0.5 * (own.uMax - own.uMin) && !isOpposite(shifts.get(word), shift)) {
      return Infinity;
    }
    gap = Math.min(gap, Math.max(0, -shared));
  }
  return gap;
}
