import type { PageFunctions } from "../binding/page-functions.ts";
import { PageFonts } from "../text/fonts.ts";
import { concatenated, isUsable, type PageView, scaleOf, xOf, yOf } from "../text/geometry.ts";
import { matrixOf, type PageObject, type PageObjects, paintOf } from "../text/objects.ts";
import { inOrderOfDrawing, type Run, readCharacters, runsOf } from "../text/runs.ts";
import { type FontKind, fontKindOf } from "./codes.ts";
import { hasMark, removeActualText } from "./marks.ts";
import { OutlineReader } from "./outlines.ts";
import type { GlyphPaint, PaintedGlyph, TextLook } from "./painted-text.ts";

interface Reading {
  readonly functions: PageFunctions;
  /** The address of a loaded page of a copy whose fonts have the maps of codes.ts. */
  readonly page: number;
  readonly objects: PageObjects;
  readonly view: PageView;
}

/**
 * Returns the glyphs that the text of a page paints, in the order of drawing, and the fonts whose glyphs are drawings:
 * those of Type 3, by their handles. Text that is not painted has no glyphs.
 */
export function readPainted(reading: Reading): {
  readonly glyphs: readonly PaintedGlyph[];
  readonly drawings: ReadonlySet<number>;
} {
  const { functions, objects, page } = reading;
  const { raw } = functions;
  // PDFium would give the characters of an /ActualText in place of the codes.
  removeActualText(functions, objects);
  const textPage = raw.FPDFText_LoadPage(page);
  try {
    const characters = readCharacters(raw, textPage);
    const reader = new PaintedReader(reading, textPage, characters.units);
    for (const run of inOrderOfDrawing(runsOf(characters), (handle) => objects.texts.get(handle)?.order)) {
      reader.add(run);
    }
    return reader;
  } finally {
    raw.FPDFText_ClosePage(textPage);
  }
}

class PaintedReader {
  readonly glyphs: PaintedGlyph[] = [];
  readonly drawings = new Set<number>();
  readonly #reading: Reading;
  readonly #textPage: number;
  readonly #units: Uint32Array;
  readonly #fonts: PageFonts;
  readonly #outlines: OutlineReader;
  readonly #looks = new Map<number, (TextLook & { readonly font: number }) | undefined>();

  constructor(reading: Reading, textPage: number, units: Uint32Array) {
    this.#reading = reading;
    this.#textPage = textPage;
    this.#units = units;
    this.#fonts = new PageFonts(reading.functions);
    this.#outlines = new OutlineReader(reading.functions);
  }

  add({ object, start, end }: Run): void {
    const { raw } = this.#reading.functions;
    for (let index = object === 0 ? end : start; index < end; index++) {
      const value = this.#units[index] ?? 0;
      if (raw.FPDFText_IsGenerated(this.#textPage, index) === 1) {
        continue;
      }
      const look = this.#lookOf(object, value);
      if (look === undefined || (look.fill === undefined && look.stroke === undefined)) {
        return;
      }
      const hasOutline = look.kind === "outlines" && fontKindOf(value) === "outlines";
      this.glyphs.push({
        look,
        ...this.#originOf(index),
        glyph: hasOutline ? this.#outlines.glyph(look.font, value) : undefined,
      });
    }
  }

  #originOf(index: number): Pick<PaintedGlyph, "originX" | "originY"> {
    const { functions, view } = this.#reading;
    const { raw, scratch } = functions;
    raw.FPDFText_GetCharOrigin(this.#textPage, index, scratch.address, scratch.address + 8);
    const [x = 0, y = 0] = scratch.doubles;
    return { originX: xOf(view.matrix, x, y), originY: yOf(view.matrix, x, y) };
  }

  #lookOf(handle: number, value: number): (TextLook & { readonly font: number }) | undefined {
    if (this.#looks.has(handle)) {
      return this.#looks.get(handle);
    }
    const object = this.#reading.objects.texts.get(handle);
    const look = object === undefined ? undefined : this.#readLook(object, fontKindOf(value));
    this.#looks.set(handle, look);
    return look;
  }

  #readLook(object: PageObject, kind: FontKind): (TextLook & { readonly font: number }) | undefined {
    const { functions, objects } = this.#reading;
    const { raw, scratch } = functions;
    const own = matrixOf(functions, object.handle);
    const size = raw.FPDFTextObj_GetFontSize(object.handle, scratch.address) === 0 ? 0 : (scratch.floats[0] ?? 0);
    const matrix = own && concatenated(own, object.surroundings.matrix);
    if (own === undefined || matrix === undefined || !isUsable(matrix) || !Number.isFinite(size)) {
      return undefined;
    }
    const font = raw.FPDFTextObj_GetFont(object.handle);
    if (kind === "type 3") {
      this.drawings.add(font);
    }
    return {
      font,
      fontName: this.#fonts.get(font).font.name,
      kind,
      along: { x: matrix.a * size, y: matrix.b * size },
      up: { x: matrix.c * size, y: matrix.d * size },
      ...paintsOf(functions, object, scaleOf(object.surroundings.matrix) * Math.min(1, scaleOf(own))),
      clip: objects.clipOf(object),
      isOptional: hasMark(functions, object.handle, "OC"),
    };
  }
}

/** The text rendering modes that fill and that stroke (ISO 32000-2, table 104). */
const FILLS = new Set([0, 2, 4, 6]);
const STROKES = new Set([1, 2, 5, 6]);

/**
 * Returns how a text object is painted. `scale` is the factor of its line width. That is in user space, whose
 * transformation PDFium tells only together with the text matrix: where both together make text smaller, it is by
 * transformation of all content, and where they make it larger, it is type of size 1 that the text matrix sizes.
 */
function paintsOf(functions: PageFunctions, { handle }: PageObject, scale: number): Pick<TextLook, "fill" | "stroke"> {
  const { raw, scratch } = functions;
  const mode = raw.FPDFTextObj_GetTextRenderMode(handle);
  const fill = FILLS.has(mode) ? seenPaint(functions, handle, "FPDFPageObj_GetFillColor") : undefined;
  const stroke = STROKES.has(mode) ? seenPaint(functions, handle, "FPDFPageObj_GetStrokeColor") : undefined;
  const width = raw.FPDFPageObj_GetStrokeWidth(handle, scratch.address) === 0 ? 0 : (scratch.floats[0] ?? 0);
  return { fill, stroke: stroke && { ...stroke, widthPt: Math.abs(width) * scale } };
}

function seenPaint(
  functions: PageFunctions,
  handle: number,
  name: "FPDFPageObj_GetFillColor" | "FPDFPageObj_GetStrokeColor",
): GlyphPaint | undefined {
  const { color, isVisible } = paintOf(functions, handle, name);
  // The opacity is what the last call has left.
  return isVisible ? { color, opacity: Math.min(1, (functions.scratch.integers[3] ?? 255) / 255) } : undefined;
}
