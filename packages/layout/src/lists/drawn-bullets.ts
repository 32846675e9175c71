import type { Box, PageContent } from "../content.ts";
import { heightOf, widthOf } from "../geometry/boxes.ts";
import { firstFrom } from "../geometry/statistics.ts";
import type { Line } from "../words.ts";

/** The least size of a bullet, in ems of the text next to it. */
const LEAST_EM = 0.12;
const MOST_EM = 0.85;
/** The greatest ratio of a bullet's longer side to its shorter one. */
const MOST_ASPECT = 1.6;
/**
 * The greatest gap from a bullet to its text, in ems: browsers draw bullets 0.4 to 1 left of it, word processors up to
 * 2.
 */
const REACH_EM = 2.6;

export interface DrawnBullets {
  readonly of: (line: Line) => Box | undefined;
}

/**
 * Finds small shapes and images that stand left of a line (right of one that is read from the right) with nothing
 * between.
 */
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

/** The greatest step between dots of a dotted border, in heights of a dot; bullets are a line of text apart. */
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

/** The greatest number of small shapes that are looked at; pages with more are drawings. */
const MOST_DOTS = 1500;
/** The width of the largest bullet of the largest type, in points. */
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
