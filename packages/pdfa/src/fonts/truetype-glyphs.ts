import { encodingNamed, type Font, type FontProgram, macOsCodeOf, type ProgramCMap, type SimpleEncoding, simpleEncodingOf, unicodeOfGlyphName } from "@quire/fonts";
import type { Validation } from "../validation.ts";
import { simpleWidths } from "./font-widths.ts";
import type { GlyphFacts } from "./glyph-facts.ts";
import { eachByte, type GlyphReader, hexCode } from "./glyph-reader.ts";
import { unicodeReader } from "./unicode.ts";

/** Returns a reader of the glyphs of a simple TrueType font (ISO 32000-2, 9.6.5.4). */
export function trueTypeGlyphs(font: Font, program: FontProgram | undefined, validation: Validation): GlyphReader {
  const encoding = simpleEncodingOf(font.dict);
  const isByName = !font.isSymbolic && encoding.isPresent;
  const widths = simpleWidths(font.dict);
  const unicodeOf = unicodeReader({ font, encoding, validation });
  return {
    program,
    eachCode: eachByte,
    factsOf(code): GlyphFacts {
      const name = isByName ? nameOf(code, encoding) : undefined;
      const glyph = program && (isByName ? glyphOfName(name, program) : glyphOfCode(code, program));
      return {
        code: hexCode(code, 1),
        cid: undefined,
        name,
        isNotdef: isByName ? (name ?? ".notdef") === ".notdef" : glyph === 0,
        // Code 0 may stand for .notdef, which every program has.
        isPresent: program && glyph !== undefined && (glyph > 0 || code === 0) && glyph < program.glyphCount,
        widthInDictionary: widths(code),
        widthInProgram: glyph === undefined ? undefined : program?.widthOf(glyph),
        unicode: unicodeOf({ code, lengthBytes: 1, name, cid: undefined }),
      };
    },
  };
}

/**
 * Returns the glyph name of a code. With Differences, codes that the encoding leaves open have the names of
 * StandardEncoding.
 */
function nameOf(code: number, { names, differences }: SimpleEncoding): string | undefined {
  const name = differences?.get(code) ?? names?.get(code);
  return name === undefined && differences !== undefined ? encodingNamed("StandardEncoding")?.get(code) : name;
}

/**
 * Finds a glyph by (3, 1) and the Adobe Glyph List, then by (1, 0) and the Mac OS encoding, then by the names of post.
 */
function glyphOfName(name: string | undefined, program: FontProgram): number {
  if (name === undefined) {
    return 0;
  }
  const unicode = unicodeOfGlyphName(name)?.codePointAt(0);
  const byUnicode = unicode === undefined ? 0 : (subtable(program, 3, 1)?.glyphOf(unicode) ?? 0);
  if (byUnicode !== 0) {
    return byUnicode;
  }
  const macintosh = macOsCodeOf(name);
  const byMacintosh = macintosh === undefined ? 0 : (subtable(program, 1, 0)?.glyphOf(macintosh) ?? 0);
  return byMacintosh === 0 ? (program.glyphOfName(name) ?? 0) : byMacintosh;
}

/** Finds a glyph by (3, 0), whose codes may begin at F000, F100 or F200, then by (1, 0). */
function glyphOfCode(code: number, program: FontProgram): number {
  const symbol = subtable(program, 3, 0);
  for (const start of symbol === undefined ? [] : SYMBOL_STARTS) {
    const glyph = symbol?.glyphOf(start + code) ?? 0;
    if (glyph !== 0) {
      return glyph;
    }
  }
  return subtable(program, 1, 0)?.glyphOf(code) ?? 0;
}

const SYMBOL_STARTS = [0xf000, 0, 0xf100, 0xf200] as const;

const subtable = (program: FontProgram, platform: number, encoding: number): ProgramCMap | undefined =>
  program.cmaps.find((cmap) => cmap.platform === platform && cmap.encoding === encoding);
