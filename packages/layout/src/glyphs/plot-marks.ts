import type { PageContent } from "../content.ts";

/** The least number of signs drawn one after the other that are the points of a plot. */
const LEAST_MARKS = 20;
/** The number of different places across and down the page that are enough, however many points there are. */
const ENOUGH_PLACES = 30;
/** The number of parts of a point that places are counted in. */
const PLACES_PER_PT = 4;

/** A sign alone: a circle, a cross, a triangle. */
const SIGN = /^[^\p{L}\p{N}\p{M}\s]$/u;

/**
 * Returns the glyphs of a page without the points of its plots: one sign drawn over and over, at places that form
 * neither lines nor columns. They are part of a picture, of which there may be thousands, and no text.
 */
export function withoutPlotMarks(
  { glyphs: { text, font, originX, originY } }: PageContent,
  glyphs: readonly number[],
): readonly number[] {
  const marks = new Set<number>();
  let first = 0;
  for (let end = 1; end <= glyphs.length; end++) {
    const one = glyphs[first] ?? 0;
    const next = glyphs[end];
    if (next !== undefined && text[next] === text[one] && font[next] === font[one]) {
      continue;
    }
    const run = glyphs.slice(first, end);
    if (
      run.length >= LEAST_MARKS &&
      SIGN.test(text[one] ?? "") &&
      isScattered(run, originX) &&
      isScattered(run, originY)
    ) {
      for (const glyph of run) {
        marks.add(glyph);
      }
    }
    first = end;
  }
  return marks.size === 0 ? glyphs : glyphs.filter((glyph) => !marks.has(glyph));
}

function isScattered(run: readonly number[], origins: Float32Array): boolean {
  const places = new Set(run.map((glyph) => Math.round((origins[glyph] ?? 0) * PLACES_PER_PT)));
  return places.size >= Math.min(ENOUGH_PLACES, run.length / 2);
}
