import { type CosDirect, CosString, type CosValue, Dict, Name, type Ref, Stream } from "@quire/cos";
import type { Font } from "harfbuzzjs";
import type { FontFace } from "../fonts/font-face.ts";
import { hbFontOf } from "../text/harfbuzz.ts";
import { withCids } from "./cff.ts";
import { fontDescriptor } from "./font-descriptor.ts";
import { type GlyphCode, textOfCode } from "./glyph-code.ts";
import { tableOf } from "./sfnt.ts";
import { subsetFont } from "./subset.ts";
import { toUnicodeCMap } from "./to-unicode.ts";

/**
 * A face as a composite font (ISO 32000-2, 9.7): the code of a glyph, which is its CID, is its id in the face. So the
 * code is known as soon as the glyph is shown, and the font program is made once, at the end.
 */
export class CompositeFont {
  readonly font: Font;
  readonly #face: FontFace;
  readonly #name: string;
  readonly #codes = new Map<number, GlyphCode>();

  constructor(face: FontFace, name: string) {
    this.font = hbFontOf(face);
    this.#face = face;
    this.#name = name;
  }

  codeOf(glyph: number): GlyphCode {
    let code = this.#codes.get(glyph);
    if (code === undefined) {
      const width = (this.font.glyphHAdvance(glyph) * 1000) / this.#face.unitsPerEm;
      const digits = glyph.toString(16).toUpperCase().padStart(4, "0");
      code = { font: this.#name, code: digits, width: Math.round(width * 100) / 100, text: undefined, part: undefined };
      this.#codes.set(glyph, code);
    }
    return code;
  }

  /** Makes the font and returns it by its name in the resources. */
  finish(add: (value: CosDirect) => Ref): [string, Ref][] {
    const glyphs = [...this.#codes.keys()].toSorted((one, other) => one - other);
    const name = `${subsetTag(this.#face, glyphs)}+${baseFontName(this.#face)}`;
    const descriptor = fontDescriptor(this.#face, this.font, name);
    const program = fontProgram(this.#face, glyphs);
    const isCff = this.#face.glyphs === "cff";
    if (program !== undefined) {
      descriptor.set(isCff ? "FontFile3" : "FontFile2", add(program));
    }
    const widths = glyphs.map((glyph): [number, number] => [glyph, this.codeOf(glyph).width]);
    const descendant = cidFont(name, { isCff, widths });
    descendant.set("FontDescriptor", add(descriptor));
    const texts = new Map(glyphs.map((glyph) => this.codeOf(glyph)).map((code) => [code.code, textOfCode(code)]));
    const font: [string, CosValue][] = [
      ["Type", new Name("Font")],
      ["Subtype", new Name("Type0")],
      ["BaseFont", new Name(isCff ? `${name}-Identity-H` : name)],
      ["Encoding", new Name("Identity-H")],
      ["DescendantFonts", [add(descendant)]],
      ["ToUnicode", add(toUnicodeCMap(texts))],
    ];
    return [[this.#name, add(new Dict(font))]];
  }
}

interface Glyphs {
  readonly isCff: boolean;
  /** The width of each glyph, in thousandths of the size. */
  readonly widths: readonly [number, number][];
}

function cidFont(name: string, { isCff, widths }: Glyphs): Dict {
  // Poppler accepts only an integer.
  const defaultWidth = mostFrequent(widths.map(([, width]) => width).filter(Number.isInteger)) ?? 1000;
  const systemInfo: [string, CosValue][] = [
    ["Registry", new CosString(Buffer.from("Adobe"))],
    ["Ordering", new CosString(Buffer.from("Identity"))],
    ["Supplement", 0],
  ];
  const font: [string, CosValue][] = [
    ["Type", new Name("Font")],
    ["Subtype", new Name(isCff ? "CIDFontType0" : "CIDFontType2")],
    ["BaseFont", new Name(name)],
    ["CIDSystemInfo", new Dict(systemInfo)],
    ["DW", defaultWidth],
    ["W", widthArray(widths.filter(([, width]) => width !== defaultWidth))],
  ];
  return new Dict(isCff ? font : [...font, ["CIDToGIDMap", new Name("Identity")]]);
}

/** Returns the array /W (9.7.4.3): a CID, and the widths of the CIDs from there on. */
function widthArray(widths: readonly [number, number][]): CosValue[] {
  const array: CosValue[] = [];
  let group: CosValue[] = [];
  let next = -1;
  for (const [cid, width] of widths) {
    if (cid !== next) {
      group = [];
      array.push(cid, group);
    }
    group.push(width);
    next = cid + 1;
  }
  return array;
}

function mostFrequent(values: readonly number[]): number | undefined {
  const counts = new Map<number, number>();
  for (const value of values) {
    counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return [...counts].toSorted(([, one], [, other]) => other - one)[0]?.[0];
}

/**
 * Returns the font program; undefined for a font that cannot be subset: readers use another font then, as they do for
 * fonts that are not embedded.
 */
const fontProgram = (face: FontFace, glyphs: readonly number[]): Stream | undefined =>
  face.glyphs === "cff" ? cffProgram(face, glyphs) : trueTypeProgram(face, glyphs);

/**
 * Returns a TrueType subset with all ids up to the highest: loca and hmtx are long then, but nearly empty when they are
 * deflated.
 */
function trueTypeProgram(face: FontFace, glyphs: readonly number[]): Stream | undefined {
  const bytes = subsetFont(face, { glyphs, renumbers: false });
  if (bytes === undefined || tableOf(bytes, "glyf") === undefined) {
    return undefined;
  }
  return new Stream(new Dict([["Length1", bytes.length]]), bytes);
}

/**
 * Returns the bare CFF table. In a CID-keyed one the charset gives each glyph its CID, so the glyphs follow each other:
 * 60,000 empty ones would not deflate well. In others the CID is the place of the glyph (9.7.4.2), which has to stay.
 */
function cffProgram(face: FontFace, glyphs: readonly number[]): Stream | undefined {
  const subset = (renumbers: boolean): Uint8Array | undefined => {
    const bytes = subsetFont(face, { glyphs, renumbers });
    return bytes === undefined ? undefined : tableOf(bytes, "CFF ");
  };
  const renumbered = subset(true);
  if (renumbered === undefined) {
    return undefined;
  }
  const cids = glyphs.filter((glyph) => glyph !== 0);
  const bytes = withCids(renumbered, cids) ?? subset(false);
  const entries: [string, CosValue][] = [["Subtype", new Name("CIDFontType0C")]];
  return bytes === undefined ? undefined : new Stream(new Dict(entries), bytes);
}

const baseFontName = (face: FontFace): string =>
  (face.postScriptName || face.family).replaceAll(/[^\w+.-]/gu, "") || "Font";

/** Returns the tag of a subset (9.9.2): six letters, different for other glyphs (FNV-1a). */
function subsetTag(face: FontFace, glyphs: readonly number[]): string {
  let hash = 0x811c9dc5;
  for (const character of `${face.postScriptName} ${glyphs.join(" ")}`) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  }
  let tag = "";
  for (let letter = 0; letter < 6; letter++) {
    tag += String.fromCharCode(65 + (hash % 26));
    hash = Math.floor(hash / 26);
  }
  return tag;
}
