import { isSpace } from "../glyphs/glyph-text.ts";
import { letterBelow } from "./accents.ts";
import { withoutPoints } from "./points.ts";
import type { Letters } from "./word-of.ts";

/*
 * Rows: the glyphs of one baseline from the left. Text is drawn piece by piece, and the order within a piece is that of
 * its content stream (ISO 32000-2, 9.4.4: each glyph moves the text position to where the next one begins): places
 * decide between pieces alone, so that pieces that overlap are never mixed letter by letter.
 */

/** The distance below which baselines are one, in ems: positions are rounded, and fonts on one line differ by hairs. */
const SAME_BASELINE_EM = 0.12;
/** The reach within which a glyph goes on with the line of the one before, in ems: back over its end, and forward. */
const BACK_EM = 0.5;
const FORWARD_EM = 2;

/** Groups glyphs, which are given in the order of drawing, by baselines from the top, each group from the left. */
export function rowsOf(glyphs: readonly number[], letters: Letters): number[][] {
  const { placing, content } = letters;
  const { sizePt } = content.glyphs;
  const { others, points } = withoutPoints(glyphs, placing);
  const rows: number[][] = [];
  let row: number[] = [];
  let top = Number.NEGATIVE_INFINITY;
  for (const run of runsOf(others, letters)) {
    if (run.baseline - top > SAME_BASELINE_EM * (sizePt[run.glyphs[0] ?? 0] ?? 0)) {
      row = [];
      rows.push(row);
      top = run.baseline;
    }
    for (const glyph of run.glyphs) {
      row.push(glyph);
    }
  }
  const middle = (glyph: number): number => (placing.uMin[glyph] ?? 0) + (placing.uMax[glyph] ?? 0);
  const ordered = rows.map((own) => (isAscending(own, middle) ? own : inOrder(own, letters, middle)));
  return points.size === 0
    ? ordered
    : ordered.map((own) => own.flatMap((glyph) => [glyph, ...(points.get(glyph) ?? [])]));
}

interface Run {
  readonly baseline: number;
  readonly glyphs: number[];
}

/** Groups glyphs that are drawn one behind the other on a line, from the top. */
function runsOf(glyphs: readonly number[], letters: Letters): Run[] {
  const { baseline } = letters.placing;
  const runs: Run[] = [];
  let run: Run | undefined;
  for (let at = 0; at < glyphs.length; at++) {
    const glyph = glyphs[at] ?? 0;
    const last = glyphs[at - 1] ?? 0;
    const goesOn = run !== undefined && isLevel(glyph, last, letters);
    const shifted = run === undefined || goesOn ? 0 : shiftedFrom(glyphs, at, letters);
    if (run !== undefined && (shifted > 0 || (goesOn && isWithinReach(glyph, last, letters)))) {
      run.glyphs.push(glyph);
      for (let more = 1; more < shifted; more++) {
        at++;
        run.glyphs.push(glyphs[at] ?? 0);
      }
    } else {
      run = { baseline: baseline[glyph] ?? 0, glyphs: [glyph] };
      runs.push(run);
    }
  }
  return runs.toSorted((a, b) => a.baseline - b.baseline);
}

const sizeOf = (glyph: number, other: number, { content: { glyphs } }: Letters): number =>
  Math.max(glyphs.sizePt[glyph] ?? 0, glyphs.sizePt[other] ?? 0);

/** Returns the gap between a glyph and the one before it, in ems of the larger one. */
const gapEm = (glyph: number, last: number, letters: Letters): number =>
  ((letters.placing.uMin[glyph] ?? 0) - (letters.placing.uMax[last] ?? 0)) / sizeOf(glyph, last, letters);

/** Returns how far the baseline of a glyph is below that of another one, in ems of the larger one. */
const dropEm = (glyph: number, last: number, letters: Letters): number =>
  ((letters.placing.baseline[glyph] ?? 0) - (letters.placing.baseline[last] ?? 0)) / sizeOf(glyph, last, letters);

function isWithinReach(glyph: number, last: number, letters: Letters): boolean {
  const gap = gapEm(glyph, last, letters);
  return gap >= -BACK_EM && gap <= FORWARD_EM;
}

/** The greatest shift of a letter within a word, in ems, as in the logos of TeX; the next line is further down. */
const SHIFT_EM = 0.36;
/** The greatest number of glyphs that are shifted together. */
const MOST_SHIFTED = 2;
/** The widest gap at a shifted letter, and the overlap that shows that a smaller one is kerned into its word. */
const SHIFTED_GAP_EM = 0.06;
const KERNED_EM = 0.08;
const SAME_SIZE = 0.06;
const CLOSING = /^[\p{Pe}\p{Po}]$/u;
const LETTER = /^[\p{L}\p{M}\p{Sk}]+$/u;

/**
 * Returns the number of glyphs from `at` on that stand on another baseline than the one before them, and belong to its
 * word all the same: letters that a word is drawn with in one go, of its size, or kerned into it.
 */
function shiftedFrom(glyphs: readonly number[], at: number, letters: Letters): number {
  const before = glyphs[at - 1] ?? 0;
  const first = glyphs[at] ?? 0;
  const drop = Math.abs(dropEm(first, before, letters));
  if (drop <= SAME_BASELINE_EM || drop > SHIFT_EM || !isBeside(first, before, letters)) {
    return 0;
  }
  let end = at + 1;
  while (
    end < at + MOST_SHIFTED &&
    isBeside(glyphs[end] ?? 0, first, letters) &&
    isLevel(glyphs[end], first, letters)
  ) {
    end++;
  }
  const next = glyphs[end];
  const last = glyphs[end - 1] ?? first;
  const { sizePt, text } = letters.content.glyphs;
  if (next === undefined || !isLevel(next, before, letters)) {
    return 0;
  }
  if (!isBeside(next, last, letters)) {
    // A bracket may close right behind a letter that is kerned into its word.
    const isClosed = CLOSING.test(text[next] ?? "") && Math.abs(gapEm(next, last, letters)) < BACK_EM;
    return isClosed && isKerned(first, before, letters) ? end - at : 0;
  }
  const isSameSize = Math.abs((sizePt[first] ?? 0) - (sizePt[before] ?? 0)) <= SAME_SIZE * (sizePt[before] ?? 0);
  return isSameSize || isKerned(first, before, letters) ? end - at : 0;
}

const isLevel = (glyph: number | undefined, other: number, letters: Letters): boolean =>
  glyph !== undefined && Math.abs(dropEm(glyph, other, letters)) <= SAME_BASELINE_EM;

/** Returns whether a letter was drawn right behind another one. */
function isBeside(glyph: number, last: number, letters: Letters): boolean {
  const { text } = letters.content.glyphs;
  const gap = gapEm(glyph, last, letters);
  return gap >= -BACK_EM && gap <= SHIFTED_GAP_EM && LETTER.test(text[glyph] ?? "") && LETTER.test(text[last] ?? "");
}

/** Returns whether a letter is kerned over the one that was drawn right before it: both are of one word. */
export const isKerned = (glyph: number, last: number, letters: Letters): boolean =>
  glyph === last + 1 && gapEm(glyph, last, letters) < -KERNED_EM && isBeside(glyph, last, letters);

/** The widest gap within a piece, in ems, and the furthest that a glyph of it begins before the last one does. */
const PIECE_GAP_EM = 0.1;
const PIECE_BACK_EM = 0.05;

/**
 * Puts the glyphs of a row into order: pieces without a gap by the place of their first glyph, the glyphs of each as
 * they are drawn.
 */
function inOrder(row: readonly number[], letters: Letters, middle: (glyph: number) => number): number[] {
  const pieces: { readonly place: number; readonly glyphs: number[] }[] = [];
  let last: number | undefined;
  for (const glyph of row.toSorted((a, b) => a - b)) {
    const piece = pieces.at(-1);
    if (piece !== undefined && last !== undefined && isOfPiece(glyph, last, letters)) {
      piece.glyphs.push(glyph);
    } else {
      const letter = letterBelow(glyph, letters.content.glyphs, letters.placing) ?? glyph;
      pieces.push({ place: Math.min(middle(glyph), middle(letter)), glyphs: [glyph] });
    }
    last = glyph;
  }
  return pieces.toSorted((a, b) => a.place - b.place).flatMap(({ glyphs }) => glyphs);
}

function isOfPiece(glyph: number, last: number, letters: Letters): boolean {
  const { text } = letters.content.glyphs;
  if (isSpace(text[glyph] ?? "") || isSpace(text[last] ?? "")) {
    return false;
  }
  const { uMin } = letters.placing;
  const advance = ((uMin[glyph] ?? 0) - (uMin[last] ?? 0)) / sizeOf(glyph, last, letters);
  return advance >= -PIECE_BACK_EM && gapEm(glyph, last, letters) <= PIECE_GAP_EM;
}

function isAscending(glyphs: readonly number[], placeOf: (glyph: number) => number): boolean {
  let last = Number.NEGATIVE_INFINITY;
  for (const glyph of glyphs) {
    const own = placeOf(glyph);
    if (own < last) {
      return false;
    }
    last = own;
  }
  return true;
}
