import type { Contour, ContourStep, WebGlyph } from "@quire/typeset/webfont";
import type { PageFunctions } from "../binding/page-functions.ts";
import { pointOf } from "../text/objects.ts";

/** The FPDF_SEGMENT_* numbers. */
const SEGMENT = { line: 0, curve: 1, move: 2 } as const;
/** The most steps of a glyph that are read; pictures are drawn with more. */
const MAX_SEGMENTS = 20_000;

/** Reads the glyphs of the fonts of a loaded page, each once. Handles of fonts are those of that page. */
export class OutlineReader {
  readonly #functions: PageFunctions;
  readonly #glyphs = new Map<number, Map<number, WebGlyph>>();

  constructor(functions: PageFunctions) {
    this.#functions = functions;
  }

  /** Returns the glyph of a font by its value (codes.ts); one without contours draws nothing. */
  glyph(font: number, value: number): WebGlyph {
    let known = this.#glyphs.get(font);
    if (known === undefined) {
      known = new Map();
      this.#glyphs.set(font, known);
    }
    let glyph = known.get(value);
    if (glyph === undefined) {
      glyph = { contours: this.#contours(font, value), advance: this.#advance(font, value) };
      known.set(value, glyph);
    }
    return glyph;
  }

  #advance(font: number, value: number): number {
    const { raw, scratch } = this.#functions;
    return raw.FPDFFont_GetGlyphWidth(font, value, 1, scratch.address) === 0 ? 0 : (scratch.floats[0] ?? 0);
  }

  #contours(font: number, value: number): Contour[] {
    const { raw } = this.#functions;
    // The path is of a size of 1, whatever is asked for.
    const path = raw.FPDFFont_GetGlyphPath(font, value, 1);
    const count = path === 0 ? 0 : Math.min(MAX_SEGMENTS, raw.FPDFGlyphPath_CountGlyphSegments(path));
    const contours: { startX: number; startY: number; steps: ContourStep[] }[] = [];
    for (let index = 0; index < count; index++) {
      const segment = raw.FPDFGlyphPath_GetGlyphPathSegment(path, index);
      const { x, y } = pointOf(this.#functions, segment);
      const type = raw.FPDFPathSegment_GetType(segment);
      if (type === SEGMENT.move) {
        contours.push({ startX: x, startY: y, steps: [] });
      } else if (type === SEGMENT.line) {
        contours.at(-1)?.steps.push([x, y]);
      } else if (type === SEGMENT.curve && index + 2 < count) {
        // A curve is three segments: two control points and the end.
        const second = pointOf(this.#functions, raw.FPDFGlyphPath_GetGlyphPathSegment(path, index + 1));
        const end = pointOf(this.#functions, raw.FPDFGlyphPath_GetGlyphPathSegment(path, index + 2));
        contours.at(-1)?.steps.push([x, y, second.x, second.y, end.x, end.y]);
        index += 2;
      }
    }
    return contours.filter(({ steps }) => steps.length > 0);
  }
}
