import type { Box } from "@quire/layout";
import { GLYPH } from "@quire/layout";
import type { PageFunctions } from "../binding/page-functions.ts";
import type { PageFont, PageFonts } from "./fonts.ts";
import { concatenated, isUsable, type Matrix } from "./geometry.ts";
import { matrixOf, type PageObject, type PageObjects, paintOf } from "./objects.ts";

/** The properties that all glyphs of a text object share. */
export interface TextStyle {
  readonly font: PageFont;
  /** The index in the list of fonts. */
  readonly fontIndex: number;
  /** A unit vector of text space along the baseline, as long as the type size; a step of 1 in it is an em. */
  readonly along: { readonly x: number; readonly y: number };
  /** The vector of the same kind from the baseline to the top. */
  readonly up: { readonly x: number; readonly y: number };
  readonly sizePt: number;
  readonly color: number;
  readonly markedContentId: number;
  /** Flags of `GLYPH`. */
  readonly flags: number;
  readonly clip: Box;
  /** The angle of the baseline, clockwise from rightwards. */
  readonly angleDegrees: number;
}

/** Returns the style of a text object; undefined for text that has no place or no size. */
export function styleOf(
  functions: PageFunctions,
  object: PageObject,
  { fonts, objects }: { fonts: PageFonts; objects: PageObjects },
): TextStyle | undefined {
  const { raw, scratch } = functions;
  const own = matrixOf(functions, object.handle);
  const size = raw.FPDFTextObj_GetFontSize(object.handle, scratch.address) === 0 ? 0 : (scratch.floats[0] ?? 0);
  if (own === undefined || !Number.isFinite(size)) {
    return undefined;
  }
  const matrix = concatenated(own, object.surroundings.matrix);
  const along = { x: matrix.a * size, y: matrix.b * size };
  const up = { x: matrix.c * size, y: matrix.d * size };
  const sizePt = Math.hypot(up.x, up.y);
  if (!isUsable(matrix) || !(sizePt > 0 && sizePt < MAX_SIZE_PT)) {
    return undefined;
  }
  const font = fonts.get(raw.FPDFTextObj_GetFont(object.handle));
  const { mode, paint } = paintOfText(functions, object.handle);
  const { isArtifact, markedContentId } = objects.marksOf(object);
  const style = { isSlanted: isSlanted(own), isStroked: mode === MODE.fillAndStroke };
  return {
    font,
    fontIndex: fonts.indexOf(font, style),
    along,
    up,
    sizePt,
    color: paint.color,
    markedContentId,
    flags: (isArtifact ? GLYPH.artifact : 0) | (paint.isVisible ? 0 : GLYPH.invisible),
    clip: objects.clipOf(object),
    angleDegrees: angleOf(along),
  };
}

export const angleOf = ({ x, y }: { x: number; y: number }): number =>
  (Math.round((Math.atan2(y, x) * 180) / Math.PI) + 360) % 360;

/** A type size larger than any page is high. */
const MAX_SIZE_PT = 100_000;

/** Text rendering modes (ISO 32000-2, table 104); 4 more is the same with clipping. */
const MODE = { stroke: 1, fillAndStroke: 2, invisible: 3, invisibleClipping: 7 };

function paintOfText(functions: PageFunctions, object: number) {
  const given = functions.raw.FPDFTextObj_GetTextRenderMode(object);
  const mode = given >= 4 ? given - 4 : given;
  const isDrawn = given !== MODE.invisible && given !== MODE.invisibleClipping;
  const paint = paintOf(
    functions,
    object,
    mode === MODE.stroke ? "FPDFPageObj_GetStrokeColor" : "FPDFPageObj_GetFillColor",
  );
  return { mode, paint: { color: paint.color, isVisible: paint.isVisible && isDrawn } };
}

/** Returns whether a matrix slants by 5 to 40 degrees: less is chance, more is something other than a style. */
function isSlanted({ a, b, c, d }: Matrix): boolean {
  const slant = (a * c + b * d) / (a * d - b * c);
  return slant > 0.09 && slant < 0.85;
}
