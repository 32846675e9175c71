import type { PaintedOutline } from "@quire/layout";
import type { Contour, WebGlyph } from "@quire/typeset/webfont";
import type { PaintedGlyph } from "../../../pdfium/worker/painted/painted-text.ts";
import { paintOf } from "./set-words.ts";

/** The most glyphs of a page that are drawn as outlines. */
const MAX_OUTLINES = 5000;

/**
 * Returns the outlines of glyphs that are no part of a word although they are seen: the shadow of a letter, or the
 * letters that an /ActualText replaces.
 */
export function looseOutlines(
  painted: readonly PaintedGlyph[],
  isSet: (index: number) => boolean,
  { widthPt, heightPt }: { readonly widthPt: number; readonly heightPt: number },
): PaintedOutline[] {
  const outlines: PaintedOutline[] = [];
  for (const [index, one] of painted.entries()) {
    const { look, glyph, originX, originY } = one;
    const isDrawn = glyph !== undefined && glyph.contours.length > 0 && !look.isOptional;
    const isOnPage = originX > -widthPt && originX < widthPt && originY > 0 && originY < 2 * heightPt;
    if (!isSet(index) && isDrawn && isOnPage && isWithinClip(one, glyph) && outlines.length < MAX_OUTLINES) {
      outlines.push({
        path: pathOf(glyph),
        matrix: [look.along.x, look.along.y, look.up.x, look.up.y, originX, originY],
        sizePt: Math.hypot(look.up.x, look.up.y),
        paint: paintOf(look),
      });
    }
  }
  return outlines;
}

/** Returns whether the middle of a glyph is within its clip path. */
function isWithinClip({ look: { along, up, clip }, originX, originY }: PaintedGlyph, { advance }: WebGlyph): boolean {
  const x = originX + (along.x * advance) / 2 + up.x / 3;
  const y = originY + (along.y * advance) / 2 + up.y / 3;
  return x >= clip.xMin && x <= clip.xMax && y >= clip.yMin && y <= clip.yMax;
}

const pathOf = ({ contours }: WebGlyph): string => contours.map(contourPath).join("");

function contourPath({ startX, startY, steps }: Contour): string {
  const inner = steps.map((step) => `${step.length === 2 ? "L" : "C"}${step.map(rounded).join(" ")}`);
  return `M${rounded(startX)} ${rounded(startY)}${inner.join("")}Z`;
}

const rounded = (value: number): number => (Number.isFinite(value) ? Math.round(value * 1e4) / 1e4 : 0);
