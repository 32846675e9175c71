import { type CosDirect, type CosValue, Dict, Name, type Ref, Stream } from "@quire/cos";
import type { Font } from "harfbuzzjs";
import type { FontFace } from "../fonts/font-face.ts";
import { hbFontOf } from "../text/harfbuzz.ts";
import { bitmapBoxes, type GlyphBox } from "./bitmap-boxes.ts";
import { type GlyphCode, textOfCode } from "./glyph-code.ts";
import { glyphImage } from "./glyph-image.ts";
import { pdfNumber } from "./pdf-number.ts";
import { toUnicodeCMap } from "./to-unicode.ts";

/**
 * A face whose glyphs are images, as Type 3 fonts (ISO 32000-2, 9.6.4) of up to 255 glyphs each, which are numbered as
 * they are shown. The images have their own colours; a constant alpha applies to them.
 */
export class Type3Fonts {
  readonly font: Font;
  readonly #face: FontFace;
  readonly #nextName: () => string;
  readonly #codes = new Map<number, GlyphCode>();
  readonly #fonts: { readonly name: string; readonly glyphs: number[] }[] = [];

  /** Takes the face and a function that returns a name in the resources for one more font. */
  constructor(face: FontFace, nextName: () => string) {
    this.font = hbFontOf(face);
    this.#face = face;
    this.#nextName = nextName;
  }

  codeOf(glyph: number): GlyphCode {
    let code = this.#codes.get(glyph);
    if (code === undefined) {
      const font = this.#fontWithRoom();
      const number = font.glyphs.push(glyph);
      const width = (this.font.glyphHAdvance(glyph) * 1000) / this.#face.unitsPerEm;
      const digits = number.toString(16).toUpperCase().padStart(2, "0");
      code = { font: font.name, code: digits, width, text: undefined, part: undefined };
      this.#codes.set(glyph, code);
    }
    return code;
  }

  /** Makes the fonts and returns them by their names in the resources. */
  finish(add: (value: CosDirect) => Ref): [string, Ref][] {
    return this.#fonts.map(({ name, glyphs }) => [name, add(this.#font(glyphs, add))]);
  }

  #fontWithRoom(): { readonly name: string; readonly glyphs: number[] } {
    const last = this.#fonts.at(-1);
    if (last !== undefined && last.glyphs.length < 255) {
      return last;
    }
    const font = { name: this.#nextName(), glyphs: [] };
    this.#fonts.push(font);
    return font;
  }

  #font(glyphs: readonly number[], add: (value: CosDirect) => Ref): Dict {
    const boxes = bitmapBoxes(this.#face, glyphs);
    const procedures = glyphs.map((glyph) => this.#procedure(glyph, boxes.get(glyph), add));
    const codes = glyphs.map((glyph) => this.codeOf(glyph));
    const names = codes.map(({ code }) => `g${code}`);
    const images = procedures.flatMap(({ image }, index): [string, Ref][] =>
      image === undefined ? [] : [[imageName(glyphs[index] ?? 0), image]],
    );
    const encoding: [string, CosValue][] = [
      ["Type", new Name("Encoding")],
      ["Differences", [1, ...names.map((name) => new Name(name))]],
    ];
    const scale = 1 / this.#face.unitsPerEm;
    const entries: [string, CosValue][] = [
      ["Type", new Name("Font")],
      ["Subtype", new Name("Type3")],
      ["FontBBox", boundingBox([...boxes.values()])],
      ["FontMatrix", [scale, 0, 0, scale, 0, 0]],
      ["CharProcs", new Dict(procedures.map(({ stream }, index) => [names[index] ?? "", add(stream)]))],
      ["Encoding", new Dict(encoding)],
      ["FirstChar", 1],
      ["LastChar", glyphs.length],
      ["Widths", glyphs.map((glyph) => this.font.glyphHAdvance(glyph))],
      ["Resources", new Dict([["XObject", new Dict(images)]])],
      ["ToUnicode", add(toUnicodeCMap(new Map(codes.map((code) => [code.code, textOfCode(code)]))))],
    ];
    return new Dict(entries);
  }

  /** Makes the procedure of a glyph. A glyph without an image, such as that of the space, leaves no mark. */
  #procedure(glyph: number, box: GlyphBox | undefined, add: (value: CosDirect) => Ref): GlyphProcedure {
    const png = box === undefined ? undefined : this.font.getGlyphColorPng(glyph);
    const image = png === undefined ? undefined : glyphImage(png, add);
    let content = `${pdfNumber(this.font.glyphHAdvance(glyph))} 0 d0`;
    if (image !== undefined && box !== undefined) {
      const placed = [box.width, 0, 0, box.height, box.left, box.bottom].map(pdfNumber).join(" ");
      content += `\nq ${placed} cm /${imageName(glyph)} Do Q`;
    }
    return { stream: new Stream(new Dict(), Buffer.from(content, "latin1")), image };
  }
}

const imageName = (glyph: number): string => `I${glyph}`;

interface GlyphProcedure {
  readonly stream: Stream;
  readonly image: Ref | undefined;
}

/** Returns the bounding box of all images; all zero, which means unknown (9.6.4), for a font without images. */
function boundingBox(boxes: readonly GlyphBox[]): CosValue[] {
  if (boxes.length === 0) {
    return [0, 0, 0, 0];
  }
  return [
    Math.floor(Math.min(...boxes.map(({ left }) => left))),
    Math.floor(Math.min(...boxes.map(({ bottom }) => bottom))),
    Math.ceil(Math.max(...boxes.map(({ left, width }) => left + width))),
    Math.ceil(Math.max(...boxes.map(({ bottom, height }) => bottom + height))),
  ];
}
