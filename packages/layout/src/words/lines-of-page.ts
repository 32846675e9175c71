import type { Box, PageContent } from "../content.ts";
import { boxAround } from "../geometry/boxes.ts";
import { type Rotation, rotationOf } from "../geometry/turning.ts";
import { fontFacts } from "../glyphs/font-facts.ts";
import type { Line } from "../words.ts";
import { withRaised } from "./raised.ts";
import { placingOf } from "./placing.ts";
import { type Segment, segmentsOfRow } from "./words-of-row.ts";

/** Text further from the four directions than this is drawn across the page: a watermark, a label of a chart. */
const SLANT_DEGREES = 8;

/** Baselines nearer than this are one: positions are rounded, and fonts on one line differ by hairs. */
const SAME_BASELINE_EM = 0.12;

/** Words of a page, in lines that no wide gap interrupts; those of other rotations after those of the first. */
export function linesOfPage(content: PageContent, glyphs: readonly number[]): Line[] {
  const fonts = fontFacts(content);
  const byRotation = new Map<Rotation, number[]>();
  const { angleDegrees } = content.glyphs;
  for (const glyph of glyphs) {
    const degrees = angleDegrees[glyph] ?? 0;
    const rotation = rotationOf(degrees);
    const slant = Math.abs(((degrees + 45) % 90) - 45);
    if (slant <= SLANT_DEGREES) {
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
    .flatMap(([rotation, own]) => {
      const placing = placingOf(content, rotation, own);
      const segments = rowsOf(own, placing, content.glyphs.sizePt).flatMap((row) =>
        segmentsOfRow(row, { content, placing, fonts }),
      );
      return withRaised(segments).map((segment) => lineOf(segment, rotation));
    });
}

/** Glyphs by baselines from the top, each from the left. */
function rowsOf(
  glyphs: readonly number[],
  { baseline, uMin, uMax }: Pick<ReturnType<typeof placingOf>, "baseline" | "uMin" | "uMax">,
  sizePt: Float32Array,
): number[][] {
  const sorted = Uint32Array.from(glyphs).toSorted((a, b) => (baseline[a] ?? 0) - (baseline[b] ?? 0) || a - b);
  const rows: number[][] = [];
  let row: number[] = [];
  let top = Number.NEGATIVE_INFINITY;
  for (const glyph of sorted) {
    const own = baseline[glyph] ?? 0;
    if (own - top > SAME_BASELINE_EM * (sizePt[glyph] ?? 0)) {
      row = [];
      rows.push(row);
      top = own;
    }
    row.push(glyph);
  }
  const middle = (glyph: number): number => (uMin[glyph] ?? 0) + (uMax[glyph] ?? 0);
  for (const glyphsOfRow of rows) {
    glyphsOfRow.sort((a, b) => middle(a) - middle(b) || a - b);
  }
  return rows;
}

function lineOf({ words, sizePt, baseline }: Segment, rotation: Rotation): Line {
  const box: Box = boxAround(words);
  return { words, ...box, baselineY: rotation === 0 ? baseline : box.yMax, sizePt, rotation };
}
