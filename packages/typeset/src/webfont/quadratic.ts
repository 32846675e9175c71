import type { Contour } from "./outline.ts";

/** A point of a TrueType contour (OpenType 1.9, glyf), in units of the font. */
export interface OutlinePoint {
  readonly x: number;
  readonly y: number;
  readonly isOnCurve: boolean;
}

/**
 * Returns the points of a contour with quadratic curves, each less than `tolerance` units from the cubic one. The
 * outlines of TrueType fonts, which are quadratic, come out as they were.
 */
export function quadraticPoints(contour: Contour, unitsPerEm: number, tolerance: number): OutlinePoint[] {
  const points: OutlinePoint[] = [];
  let x = contour.startX * unitsPerEm;
  let y = contour.startY * unitsPerEm;
  const add = (pointX: number, pointY: number, isOnCurve: boolean): void => {
    points.push({ x: clamped(pointX), y: clamped(pointY), isOnCurve });
  };
  add(x, y, true);
  for (const step of contour.steps) {
    if (step.length === 2) {
      add(step[0] * unitsPerEm, step[1] * unitsPerEm, true);
    } else {
      const [x1, y1, x2, y2, x3, y3] = step;
      const ends = [x1, y1, x2, y2, x3, y3].map((value) => value * unitsPerEm);
      addCurve([x, y, ...ends], tolerance, add);
    }
    x = (step.at(-2) ?? 0) * unitsPerEm;
    y = (step.at(-1) ?? 0) * unitsPerEm;
  }
  return withoutRepeats(points);
}

/** The most quadratic curves for a cubic one. */
const MAX_PARTS = 16;

/** Adds a cubic curve in equal parts of its parameter; the error of a part is that of the whole by the third power. */
function addCurve(
  [x0 = 0, y0 = 0, x1 = 0, y1 = 0, x2 = 0, y2 = 0, x3 = 0, y3 = 0]: readonly number[],
  tolerance: number,
  add: (x: number, y: number, isOnCurve: boolean) => void,
): void {
  // The third difference, which is zero for a curve that is quadratic.
  const thirdX = x3 - 3 * x2 + 3 * x1 - x0;
  const thirdY = y3 - 3 * y2 + 3 * y1 - y0;
  const error = (Math.sqrt(3) / 36) * Math.hypot(thirdX, thirdY);
  const parts = Math.max(1, Math.min(MAX_PARTS, Math.ceil(Math.cbrt(error / tolerance))));
  for (let part = 0; part < parts; part++) {
    const from = part / parts;
    const to = (part + 1) / parts;
    const control = (a: number, b: number, c: number, d: number): number =>
      // The mean of the two points in which tangents of the ends at this distance meet.
      (along(from, a, b, c, d) + along(to, a, b, c, d)) / 2 +
      ((slope(from, a, b, c, d) - slope(to, a, b, c, d)) * (to - from)) / 4;
    add(control(x0, x1, x2, x3), control(y0, y1, y2, y3), false);
    add(along(to, x0, x1, x2, x3), along(to, y0, y1, y2, y3), true);
  }
}

/** A coordinate of a cubic curve at a place of its parameter, and how it changes there. */
const along = (t: number, a: number, b: number, c: number, d: number): number =>
  (1 - t) ** 3 * a + 3 * (1 - t) ** 2 * t * b + 3 * (1 - t) * t ** 2 * c + t ** 3 * d;
const slope = (t: number, a: number, b: number, c: number, d: number): number =>
  3 * (1 - t) ** 2 * (b - a) + 6 * (1 - t) * t * (c - b) + 3 * t ** 2 * (d - c);

/** The largest coordinate that leaves room for differences of 16 bits. */
const MOST = 16_000;
const clamped = (value: number): number =>
  Number.isFinite(value) ? Math.round(Math.min(MOST, Math.max(-MOST, value))) : 0;

/** Returns points without those that stand on the one before, and without the return to the start. */
function withoutRepeats(points: readonly OutlinePoint[]): OutlinePoint[] {
  const kept = points.filter((point, index) => {
    const before = points[index - 1];
    return before === undefined || !point.isOnCurve || !before.isOnCurve || !isSame(point, before);
  });
  const [first] = kept;
  const last = kept.at(-1);
  return kept.length > 1 && first !== undefined && last?.isOnCurve === true && isSame(first, last)
    ? kept.slice(0, -1)
    : kept;
}

const isSame = (one: OutlinePoint, other: OutlinePoint): boolean => one.x === other.x && one.y === other.y;
