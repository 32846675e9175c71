import type { Box, PageContent } from "../content.ts";
import { heightOf, widthOf } from "../geometry/boxes.ts";
import { firstFrom } from "../geometry/statistics.ts";
import type { Line } from "../words.ts";

/** Bullets are this large, in ems of the text beside them. */
const LEAST_EM = 0.12;
const MOST_EM = 0.85;
/** They are about as wide as high. */
const MOST_ASPECT = 1.6;
/** The gap from a bullet to its text, in ems: browsers draw them 0.4 to 1 left of it, word processors up to 2. */
const REACH_EM = 2.6;

export interface DrawnBullets {
  readonly of: (line: Line) => Box | undefined;
}

/** Small shapes and images that stand left of a line (right of one that is read from the right) with nothing between. */
export function bulletsOf({ shapes, images }: PageContent, lines: readonly Line[]): DrawnBullets {
  const dots = withoutBorders(
    [...shapes.filter(({ isArtifact }) => !isArtifact), ...images]
      .filter((box) => isDot(box))
      .slice(0, MOST_DOTS)
      .toSorted((a, b) => middleOf(a) - middleOf(b)),
  );
  const middles = dots.map(middleOf);
  const segments = lines.toSorted((a, b) => a.yMin - b.yMin);
  const of = (line: Line): Box | undefined => {
    const { sizePt, baselineY } = line;
    // The middle of a bullet is near that of small letters: 0.25 em above the baseline.
    for (let at = firstFrom(middles, baselineY - 0.62 * sizePt); at < dots.length; at++) {
      const dot = dots[at];
      if (dot === undefined || (middles[at] ?? 0) > baselineY + 0.1 * sizePt) {
        return undefined;
      }
      const size = Math.max(widthOf(dot), heightOf(dot));
      const gap = Math.max(line.xMin - dot.xMax, dot.xMin - line.xMax);
      const isBeside = gap > -0.1 * sizePt && gap < REACH_EM * sizePt;
      if (isBeside && size >= LEAST_EM * sizePt && size <= MOST_EM * sizePt && !isBetween(segments, dot, line)) {
        return dot;
      }
    }
    return undefined;
  };
  return { of: dots.length === 0 ? () => undefined : of };
}

/** Dots of a dotted border follow each other within this many of their heights; bullets within a line of text. */
const BORDER_STEP = 2.6;

function withoutBorders(dots: readonly Box[]): Box[] {
  const lastAt = new Map<number, Box>();
  const ofBorder = new Set<Box>();
  for (const dot of dots) {
    const key = Math.round(dot.xMin);
    const last = lastAt.get(key);
    if (last !== undefined && dot.yMin - last.yMin < BORDER_STEP * heightOf(dot)) {
      ofBorder.add(last).add(dot);
    }
    lastAt.set(key, dot);
  }
  return dots.filter((dot) => !ofBorder.has(dot));
}

/** Pages with more small shapes are drawings. */
const MOST_DOTS = 1500;
/** The largest bullet of the largest type. */
const MOST_PT = 30;

function isDot(box: Box): boolean {
  const width = widthOf(box);
  const height = heightOf(box);
  return width > 0.5 && height > 0.5 && width < MOST_PT && width / height < MOST_ASPECT && height / width < MOST_ASPECT;
}

const middleOf = ({ yMin, yMax }: Box): number => (yMin + yMax) / 2;

function isBetween(segments: readonly Line[], dot: Box, line: Line): boolean {
  const y = middleOf(dot);
  const from = Math.min(dot.xMin, line.xMax);
  const to = Math.max(dot.xMax, line.xMin);
  return segments.some(
    (other) =>
      other.yMin < y &&
      other.yMax > y &&
      (dot.xMax <= line.xMin + 1
        ? other.xMin < line.xMin - 1 && other.xMax > from
        : other.xMax > line.xMax + 1 && other.xMin < to),
  );
}
