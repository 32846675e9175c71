import type { Glyphs } from "../content.ts";
import { hasRightToLeft } from "./bidi.ts";

/*
 * The points of Hebrew and Arabic: vowels and other marks, which are glyphs of their own without an advance. They are
 * drawn before or after the letter that they stand at, somewhere above or below it.
 */

/** The places of glyphs: u along the line, the baseline, and the letters of points where there are any. */
export interface Places {
  readonly uMin: Float32Array;
  readonly uMax: Float32Array;
  readonly baseline: Float32Array;
  /** The letters of Hebrew and Arabic points; undefined where there are none. */
  readonly letterOf?: ReadonlyMap<number, number>;
}

const POINT = /^\p{Mn}+$/u;
const LETTER = /\p{L}/u;
const FIRST = 0x591;
const LAST = 0x8ff;
/** The greatest number of glyphs between a point and its letter, in the order of drawing. */
const REACH = 4;
/** The furthest that the middle of a point is beside its letter, and above or below the letter's baseline, in ems. */
const BESIDE_EM = 0.3;
const APART_EM = 0.7;

/** Returns places of upright glyphs in which points have no width, stand where their letter ends, and name it. */
export function withPoints(places: Places, glyphs: Glyphs, indices: readonly number[]): Places {
  const letterOf = new Map<number, number>();
  for (const glyph of indices) {
    const text = glyphs.text[glyph] ?? "";
    const unit = text.charCodeAt(0);
    const letter = unit >= FIRST && unit <= LAST && POINT.test(text) ? letterAt(glyph, glyphs, places) : undefined;
    if (letter !== undefined) {
      letterOf.set(glyph, letter);
    }
  }
  if (letterOf.size === 0) {
    return places;
  }
  const [uMin, uMax, baseline] = [places.uMin.slice(), places.uMax.slice(), places.baseline.slice()];
  for (const [point, letter] of letterOf) {
    uMin[point] = uMax[point] = places.uMax[letter] ?? 0;
    baseline[point] = places.baseline[letter] ?? 0;
  }
  return { uMin, uMax, baseline, letterOf };
}

/** Returns the letter that a point stands at, among those that are drawn shortly before or after it. */
function letterAt(point: number, glyphs: Glyphs, { uMin, uMax, baseline }: Places): number | undefined {
  const sizePt = glyphs.sizePt[point] ?? 0;
  const middle = ((uMin[point] ?? 0) + (uMax[point] ?? 0)) / 2;
  let nearest: number | undefined;
  let least = BESIDE_EM * sizePt;
  for (let at = Math.max(0, point - REACH); at <= point + REACH && at < glyphs.count; at++) {
    const text = glyphs.text[at] ?? "";
    const beside = Math.max((uMin[at] ?? 0) - middle, middle - (uMax[at] ?? 0), 0);
    const apart = Math.abs((baseline[at] ?? 0) - (baseline[point] ?? 0));
    if (beside < least && apart <= APART_EM * sizePt && hasRightToLeft(text) && LETTER.test(text)) {
      nearest = at;
      least = beside;
    }
  }
  return nearest;
}

/** Takes the points out of glyphs whose letters are among them; returns the other glyphs, and the points by letter. */
export function withoutPoints(
  glyphs: readonly number[],
  { letterOf }: Places,
): { readonly others: readonly number[]; readonly points: ReadonlyMap<number, readonly number[]> } {
  if (letterOf === undefined) {
    return { others: glyphs, points: NONE };
  }
  const own = new Set(glyphs);
  const points = new Map<number, number[]>();
  const others: number[] = [];
  for (const glyph of glyphs) {
    const letter = letterOf.get(glyph);
    if (letter === undefined || !own.has(letter)) {
      others.push(glyph);
    } else {
      points.set(letter, [...(points.get(letter) ?? []), glyph]);
    }
  }
  return { others, points };
}

const NONE: ReadonlyMap<number, readonly number[]> = new Map();
