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
export function withRaised(segments: readonly Segment[]): Segment[] {
  const sorted = segments.filter(({ words }) => words.length > 0).toSorted((a, b) => a.baseline - b.baseline);
  const result: Segment[] = [...sorted];
  const largest = sorted.reduce((most, { sizePt }) => Math.max(most, sizePt), 0);
  for (const [index, segment] of sorted.entries()) {
    if (segment.words.length > MOST_RAISED_WORDS) {
      continue;
    }
    const host = hostOf(index, { sorted, result, largest });
    if (host >= 0) {
      const line = result[host];
      if (line !== undefined) {
        result[host] = inserted(segment, line);
        result[index] = NOTHING;
      }
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
  }: { readonly sorted: readonly Segment[]; readonly result: readonly Segment[]; readonly largest: number },
): number {
  const own = sorted[index] ?? NOTHING;
  let best = -1;
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
      line.words.length < MOST_WORDS &&
      own.sizePt <= SMALLER * other.sizePt &&
      distance <= RAISED_EM * other.sizePt &&
      distance >= -LOWERED_EM * other.sizePt &&
      own.uMax >= line.uMin - reach &&
      own.uMin <= line.uMax + reach
    ) {
      const gap = gapBeside(own, line);
      if (gap <= reach && gap < bestGap) {
        best = at;
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

/** Returns the smaller of the gaps to the words on both sides; infinite where the segment lies over words. */
function gapBeside(own: Segment, line: Segment): number {
  let gap = Infinity;
  for (const { xMin, xMax } of line.words) {
    const shared = Math.min(xMax, own.uMax) - Math.max(xMin, own.uMin);
    if (shared > 0.5 * (own.uMax - own.uMin)) {
      return Infinity;
    }
    gap = Math.min(gap, Math.max(0, -shared));
  }
  return gap;
}

/** The least width of a space before raised type, in ems of the line. */
const SPACE_EM = 0.12;

function inserted(own: Segment, line: Segment): Segment {
  const at = line.words.findIndex(({ xMin }) => xMin > own.uMin);
  const place = at < 0 ? line.words.length : at;
  const before = line.words[place - 1];
  const after = line.words[place];
  const [first, ...rest] = own.words;
  const isJoined = before !== undefined && own.uMin - before.xMax < SPACE_EM * line.sizePt;
  const isNextJoined = after !== undefined && after.xMin - own.uMax < SPACE_EM * line.sizePt;
  const words = [
    ...line.words.slice(0, place),
    ...(first === undefined ? [] : [{ ...first, isJoined }]),
    ...rest,
    ...(after === undefined ? [] : [{ ...after, isJoined: isNextJoined }]),
    ...line.words.slice(place + 1),
  ];
  return { ...line, words, uMin: Math.min(own.uMin, line.uMin), uMax: Math.max(own.uMax, line.uMax) };
}
