import type { Box, PageContent } from "../content.ts";
import { boxAround } from "../geometry/boxes.ts";
import { type Rotation, rotationOf } from "../geometry/turning.ts";
import { fontFacts } from "../glyphs/font-facts.ts";
import type { Line } from "../words.ts";
import { placingOf } from "./placing.ts";
import { withRaised } from "./raised.ts";
import type { Letters } from "./word-of.ts";
import { type Segment, segmentsOfRow } from "./words-of-row.ts";

/**
 * The greatest angle from one of the four directions, in degrees; text further from them is drawn across the page: a
 * watermark, a label of a chart.
 */
const SLANT_DEGREES = 8;

export const isStraight = (degrees: number): boolean => Math.abs(((degrees + 45) % 90) - 45) <= SLANT_DEGREES;

/** The distance below which baselines are one, in ems: positions are rounded, and fonts on one line differ by hairs. */
const SAME_BASELINE_EM = 0.12;

/** Returns the words of a page in lines that no wide gap interrupts, rotation by rotation. */
export function linesOfPage(content: PageContent, glyphs: readonly number[]): Line[] {
  const fonts = fontFacts(content);
  const byRotation = new Map<Rotation, number[]>();
  const { angleDegrees } = content.glyphs;
  for (const glyph of glyphs) {
    const degrees = angleDegrees[glyph] ?? 0;
    const rotation = rotationOf(degrees);
    if (isStraight(degrees)) {
      const own = byRotation.get(rotation);
      if (own === undefined) {
        byRotation.set(rotation, [glyph]);
      } else {
        own.push(glyph);
      }
    }
  }
  return [...byRotation]
    .toSorted(([a], [b]) => a - b)
    .flatMap(([rotation, own]) =>
      linesOfLetters(own, { content, placing: placingOf(content, rotation, own), fonts }, rotation),
    );
}

/** Makes lines of glyphs that all have one rotation. */
export function linesOfLetters(glyphs: readonly number[], letters: Letters, rotation: Rotation): Line[] {
  const rows = rowsOf(glyphs, letters.placing, letters.content.glyphs.sizePt);
  return withRaised(rows.flatMap((row) => segmentsOfRow(row, letters))).map((segment) => lineOf(segment, rotation));
}

/** Groups glyphs by baselines from the top, each group from the left. */
function rowsOf(
  glyphs: readonly number[],
  { baseline, uMin, uMax }: Pick<ReturnType<typeof placingOf>, "baseline" | "uMin" | "uMax">,
  sizePt: Float32Array,
): number[][] {
  const rows: number[][] = [];
  let row: number[] = [];
  let top = Number.NEGATIVE_INFINITY;
  for (const run of runsOnBaselines(glyphs, baseline)) {
    for (const glyph of run) {
      const own = baseline[glyph] ?? 0;
      if (own - top > SAME_BASELINE_EM * (sizePt[glyph] ?? 0)) {
        row = [];
        rows.push(row);
        top = own;
      }
      row.push(glyph);
    }
  }
  const middle = (glyph: number): number => (uMin[glyph] ?? 0) + (uMax[glyph] ?? 0);
  for (const glyphsOfRow of rows) {
    if (!isAscending(glyphsOfRow, middle)) {
      glyphsOfRow.sort((a, b) => middle(a) - middle(b) || a - b);
    }
  }
  return rows;
}

/**
 * Groups glyphs that follow each other on one baseline, from the top: text is drawn line by line, so there are few
 * groups.
 */
function runsOnBaselines(glyphs: readonly number[], baseline: Float32Array): number[][] {
  const runs: { readonly y: number; readonly glyphs: number[] }[] = [];
  let last: (typeof runs)[number] | undefined;
  for (const glyph of glyphs) {
    const y = baseline[glyph] ?? 0;
    if (last?.y === y) {
      last.glyphs.push(glyph);
    } else {
      last = { y, glyphs: [glyph] };
      runs.push(last);
    }
  }
  return runs.toSorted((a, b) => a.y - b.y).map((run) => run.glyphs);
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

function lineOf({ words, sizePt, baseline }: Segment, rotation: Rotation): Line {
  const box: Box = boxAround(words);
  return { words, ...box, baselineY: rotation === 0 ? baseline : box.yMax, sizePt, rotation };
}
