import type { Bitmap } from "../binding/binding.ts";
import type { PageFunctions } from "../binding/page-functions.ts";
import { objectsOf } from "../text/page.ts";
import type { PaintedGlyph } from "./painted-text.ts";
import { hideText } from "./hide-text.ts";
import { readPainted } from "./read-painted.ts";

/** What is painted on a page: its text as glyphs, and all else as a picture. */
export interface PaintedPage {
  readonly widthPt: number;
  readonly heightPt: number;
  /** The glyphs in the order of drawing, without those that are not painted. */
  readonly glyphs: readonly PaintedGlyph[];
  /** Draws the page over the whole of `bitmap`, without its text but that of Type 3 fonts, whose glyphs are drawings. */
  readonly drawRest: (bitmap: Bitmap) => void;
}

/** Reads what is painted on a loaded page; `draw` draws the same page. */
export function paintedPage(
  functions: PageFunctions,
  { page, userUnit }: { readonly page: number; readonly userUnit: number },
  draw: (bitmap: Bitmap) => void,
): PaintedPage {
  const { view, objects } = objectsOf(functions, page, { userUnit, formContent: 0 });
  const { glyphs, drawings } = readPainted({ functions, page, objects, view });
  return {
    widthPt: view.widthPt,
    heightPt: view.heightPt,
    glyphs,
    drawRest: (bitmap) => {
      hideText(functions, objects, (handle) => !drawings.has(functions.raw.FPDFTextObj_GetFont(handle)));
      draw(bitmap);
    },
  };
}
