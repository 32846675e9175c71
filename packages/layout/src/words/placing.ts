import type { PageContent } from "../content.ts";
import { type Rotation, turning } from "../geometry/turning.ts";
import { baselinesWithAccents } from "./accents.ts";
import { type Places, withPoints } from "./points.ts";

/**
 * The positions of the glyphs of one direction of reading: u along the line, the baseline downward from line to line.
 */
export interface Placing extends Places {
  readonly isUpright: boolean;
}

export function placingOf(content: PageContent, rotation: Rotation, indices: readonly number[]): Placing {
  const { glyphs } = content;
  if (rotation === 0) {
    const { xMin: uMin, xMax: uMax } = glyphs;
    const baseline = baselinesWithAccents(glyphs, indices);
    return { isUpright: true, ...withPoints({ uMin, uMax, baseline }, glyphs, indices) };
  }
  const turn = turning(content, rotation);
  const placing = emptyPlacing(glyphs.count);
  for (const glyph of indices) {
    const box = turn({
      xMin: glyphs.xMin[glyph] ?? 0,
      yMin: glyphs.yMin[glyph] ?? 0,
      xMax: glyphs.xMax[glyph] ?? 0,
      yMax: glyphs.yMax[glyph] ?? 0,
    });
    const x = glyphs.originX[glyph] ?? 0;
    const y = glyphs.originY[glyph] ?? 0;
    placing.uMin[glyph] = box.xMin;
    placing.uMax[glyph] = box.xMax;
    placing.baseline[glyph] = turn({ xMin: x, yMin: y, xMax: x, yMax: y }).yMin;
  }
  return placing;
}

/** Returns a placing for type that is not upright, with all glyphs in one place. */
export function emptyPlacing(count: number): Placing {
  const empty = (): Float32Array => new Float32Array(count);
  return { isUpright: false, uMin: empty(), uMax: empty(), baseline: empty() };
}
