import { encodingNamed, macOsCodeOf } from "./encodings/encodings.ts";
import { unicodeOfGlyphName } from "./encodings/glyph-unicode.ts";
import type { FontProgram, ProgramCMap } from "./programs/font-program.ts";
import type { SimpleEncoding } from "./simple-encoding.ts";

/* How codes of a simple TrueType font lead to glyphs (ISO 32000-2, 9.6.5.4). */

/**
 * Returns the glyph name of a code. With Differences, codes that the encoding leaves open have the names of
 * StandardEncoding.
 */
export function trueTypeNameOf(code: number, { names, differences }: SimpleEncoding): string | undefined {
  const name = differences?.get(code) ?? names?.get(code);
  return name === undefined && differences !== undefined ? encodingNamed("StandardEncoding")?.get(code) : name;
}

/**
 * Finds a glyph by (3, 1) and its Unicode value, then by (1, 0) and the Mac OS encoding, then by the names of post. By
 * default, names such as `uni0041` have a Unicode value as well as those of the Adobe Glyph List.
 */
export function trueTypeGlyphOfName(
  name: string | undefined,
  program: GlyphsOfNames,
  unicodeOf: (name: string) => string | undefined = unicodeOfGlyphName,
): number {
  if (name === undefined) {
    return 0;
  }
  const unicode = unicodeOf(name)?.codePointAt(0);
  const byUnicode = unicode === undefined ? 0 : (subtable(program, 3, 1)?.glyphOf(unicode) ?? 0);
  if (byUnicode !== 0) {
    return byUnicode;
  }
  const macintosh = macOsCodeOf(name);
  const byMacintosh = macintosh === undefined ? 0 : (subtable(program, 1, 0)?.glyphOf(macintosh) ?? 0);
  return byMacintosh === 0 ? (program.glyphOfName(name) ?? 0) : byMacintosh;
}

/** Finds a glyph by (3, 0), whose codes may begin at F000, F100 or F200, then by (1, 0). */
export function trueTypeGlyphOfCode(code: number, program: FontProgram): number {
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

/** What glyphs are found by from their names. */
type GlyphsOfNames = Pick<FontProgram, "cmaps" | "glyphOfName">;

const subtable = (program: GlyphsOfNames, platform: number, encoding: number): ProgramCMap | undefined =>
  program.cmaps.find((cmap) => cmap.platform === platform && cmap.encoding === encoding);
