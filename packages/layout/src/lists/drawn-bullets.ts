import type { Box, PageContent } from "../content.ts";
import type { DrawnBullet } from "../flow/flow.ts";
import { heightOf, holdsMiddle, widthOf } from "../geometry/boxes.ts";
import { firstFrom } from "../geometry/statistics.ts";
import type { Line } from "../words.ts";
import { mayStandOnBullet } from "./markers.ts";

/** The least size of a bullet, in ems of the text next to it. */
const LEAST_EM = 0.12;
const MOST_EM = 0.85;
/** The greatest size of a box to tick, in ems of the text next to it. */
const MOST_BOX_EM = 1.4;
/** The greatest size of a bullet with the item's number on it, in ems of the text next to it. */
const MOST_NUMBERED_EM = 1.7;
/** The greatest ratio of a bullet's longer side to its shorter one. */
const MOST_ASPECT = 1.6;
/** The least and the greatest length of a dash that is drawn, in ems of the text next to it. */
const LEAST_DASH_EM = 0.25;
const MOST_DASH_EM = 1.1;
/**
 * The greatest gap from a bullet to its text, in ems: browsers draw bullets 0.4 to 1 left of it, word processors up to
 * 2.
 */
const REACH_EM = 2.6;

export interface DrawnBullets {
  readonly of: (line: Line) => DrawnBullet | undefined;
}

/**
 * Finds small shapes, dashes and images that stand left of a line (right of one that is read from the right) with
 * nothing between, and shapes under a number that begins a line.
 */
export function bulletsOf({ rules, shapes, images }: PageContent, lines: readonly Line[]): DrawnBullets {
  const dots = withoutBorders(
    // A small square that is drawn as thick as it is long counts as a rule.
    [...[...shapes, ...rules].filter(({ isArtifact }) => !isArtifact), ...images]
      .filter(isDot)
      .slice(0, MOST_DOTS)
      .toSorted(byMiddle),
    lines,
  );
  const dashes = rules.filter(isDash).slice(0, MOST_DOTS);
  const all: DrawnBullet[] = [
    ...dots.map((box) => ({ box, isRule: false, isBox: isSquare(box) })),
    ...dashes.map((box) => ({ box, isRule: true })),
  ].toSorted((a, b) => byMiddle(a.box, b.box));
  const middles = all.map(({ box }) => middleOf(box));
  const segments = lines.toSorted((a, b) => a.yMin - b.yMin);
  const of = (line: Line): DrawnBullet | undefined => {
    for (let at = firstFrom(middles, highest(line)); at < all.length; at++) {
      const bullet = all[at];
      if (bullet === undefined || (middles[at] ?? 0) > lowest(line)) {
        return undefined;
      }
      if (isOf(bullet, line) && !isBetween(segments, bullet.box, line)) {
        return bullet;
      }
    }
    return undefined;
  };
  return { of: all.length === 0 ? () => undefined : of };
}

/** The middle of a bullet is near that of small letters: 0.25 em above the baseline. */
const highest = ({ baselineY, sizePt }: Line): number => baselineY - 0.62 * sizePt;
const lowest = ({ baselineY, sizePt }: Line): number => baselineY + 0.1 * sizePt;

function isOf({ box, isRule, isBox }: DrawnBullet, line: Line): boolean {
  const { sizePt } = line;
  const size = Math.max(widthOf(box), heightOf(box));
  const [first, second] = line.words;
  if (first !== undefined && second !== undefined && !isRule && holdsMiddle(box, first)) {
    return size <= MOST_NUMBERED_EM * sizePt && mayStandOnBullet(first) && second.xMin > box.xMax - 0.1 * sizePt;
  }
  if (isRule && !/\p{L}{2}/u.test(first?.text ?? "")) {
    return false;
  }
  const gap = Math.max(line.xMin - box.xMax, box.xMin - line.xMax);
  const [least, most] = isRule ? [LEAST_DASH_EM, MOST_DASH_EM] : [LEAST_EM, isBox === true ? MOST_BOX_EM : MOST_EM];
  return gap > -0.1 * sizePt && gap < REACH_EM * sizePt && size >= least * sizePt && size <= most * sizePt;
}

/** The greatest step between dots of a dotted border, in heights of a dot. */
const BORDER_STEP = 2.6;
/** The least share of dots above each other that stand beside a line of text each: those of borders do by chance. */
const OWN_LINES = 0.7;

/** Leaves out the dots of dotted borders: they follow each other more closely than lines of text do. */
function withoutBorders(dots: readonly Box[], lines: readonly Line[]): Box[] {
  const sorted = lines.toSorted((a, b) => a.baselineY - b.baselineY);
  const baselines = sorted.map(({ baselineY }) => baselineY);
  const chains = new Map<number, Box[][]>();
  for (const dot of dots) {
    const key = Math.round(dot.xMin);
    const own = chains.get(key) ?? [];
    const last = own.at(-1)?.at(-1);
    if (last !== undefined && dot.yMin - last.yMin < BORDER_STEP * heightOf(dot)) {
      own.at(-1)?.push(dot);
    } else {
      own.push([dot]);
    }
    chains.set(key, own);
  }
  const kept = [...chains.values()]
    .flat()
    .filter((chain) => chain.length === 1 || linesBeside(chain, sorted, baselines) >= OWN_LINES * chain.length);
  return kept.flat().toSorted(byMiddle);
}

/** Counts the lines, sorted by their baselines, that dots of one chain stand at. */
function linesBeside(chain: readonly Box[], lines: readonly Line[], baselines: readonly number[]): number {
  const beside = new Set<number>();
  for (const dot of chain) {
    const middle = middleOf(dot);
    for (let at = firstFrom(baselines, middle - MOST_PT); at < lines.length; at++) {
      const line = lines[at];
      if (line === undefined || line.baselineY > middle + MOST_PT) {
        break;
      }
      const isLevel = middle >= highest(line) && middle <= lowest(line);
      if (isLevel && line.xMin < dot.xMax + REACH_EM * line.sizePt && line.xMax > dot.xMin - REACH_EM * line.sizePt) {
        beside.add(Math.round(line.baselineY));
        break;
      }
    }
  }
  return beside.size;
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

/** The greatest ratio of the sides of a square. */
const SQUARE_ASPECT = 1.15;

function isSquare(box: Box & { readonly isRectangle?: boolean }): boolean {
  const ratio = widthOf(box) / heightOf(box);
  return box.isRectangle === true && ratio < SQUARE_ASPECT && 1 / ratio < SQUARE_ASPECT;
}

/** The greatest ratio of a dash's height to its width. */
const DASH_ASPECT = 0.25;

const isDash = (rule: PageContent["rules"][number]): boolean =>
  !rule.isArtifact && widthOf(rule) < MOST_PT && heightOf(rule) < DASH_ASPECT * widthOf(rule);

const middleOf = ({ yMin, yMax }: Box): number => (yMin + yMax) / 2;
const byMiddle = (a: Box, b: Box): number => middleOf(a) - middleOf(b);

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
