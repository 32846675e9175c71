import { GLYPH, type Glyphs } from "@quire/layout";
import type { PaintedGlyph } from "../../../pdfium/worker/painted/painted-text.ts";

/** The side of a cell in which places count as equal, in points: they are computed twice from the same numbers. */
const CELL_PT = 0.02;
/** The height, in ems, at which glyphs in vertical writing have their place, above the one that PDFium gives. */
const EM_BOX_TOP = 0.88;

/**
 * Finds what paints each of the glyphs that were read from a page: what has the same origin, and is the next in the
 * order of drawing. Returns an array of the length of `glyphs` with indices of `painted`; -1 for a glyph that is not
 * painted as one.
 */
export function matchGlyphs(glyphs: Glyphs, painted: readonly PaintedGlyph[]): Int32Array {
  const places = new Map<string, number[]>();
  const add = (x: number, y: number, index: number): void => {
    const key = keyOf(x, y);
    const found = places.get(key);
    if (found === undefined) {
      places.set(key, [index]);
    } else {
      found.push(index);
    }
  };
  for (const [index, { originX, originY, look }] of painted.entries()) {
    add(originX, originY, index);
    add(originX + look.up.x * EM_BOX_TOP, originY + look.up.y * EM_BOX_TOP, index);
  }
  const isTaken = new Uint8Array(painted.length);
  const matches = new Int32Array(glyphs.count).fill(-1);
  for (let glyph = 0; glyph < glyphs.count; glyph++) {
    // A space that the engine infers stands where the next glyph does.
    const isGenerated = ((glyphs.flags[glyph] ?? 0) & GLYPH.generated) !== 0;
    const found = isGenerated ? [] : candidates(places, glyphs.originX[glyph] ?? 0, glyphs.originY[glyph] ?? 0);
    const match = found.find((index) => isTaken[index] === 0);
    if (match !== undefined) {
      isTaken[match] = 1;
      matches[glyph] = match;
    }
  }
  return matches;
}

const keyOf = (x: number, y: number): string => `${Math.round(x / CELL_PT)} ${Math.round(y / CELL_PT)}`;

/** Returns what has its place in the cell, or else in those around it. */
function candidates(places: ReadonlyMap<string, readonly number[]>, x: number, y: number): readonly number[] {
  const own = places.get(keyOf(x, y));
  if (own !== undefined) {
    return own;
  }
  for (const [dx, dy] of AROUND) {
    const found = places.get(keyOf(x + dx * CELL_PT, y + dy * CELL_PT));
    if (found !== undefined) {
      return found;
    }
  }
  return [];
}

const AROUND = [-1, 0, 1].flatMap((dx) => [-1, 0, 1].map((dy) => [dx, dy] as const));
