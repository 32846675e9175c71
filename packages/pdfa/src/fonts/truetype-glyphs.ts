import {
  type Font,
  type FontProgram,
  listedUnicodeOf,
  simpleEncodingOf,
  trueTypeGlyphOfCode,
  trueTypeGlyphOfName,
  trueTypeNameOf,
} from "@quire/fonts";
import { Dict, Name } from "@quire/cos";
import type { Validation } from "../validation.ts";
import type { GlyphFacts } from "./glyph-facts.ts";
import { widthsOf } from "./dictionary-widths.ts";
import { type GlyphReader, hexCode } from "./glyph-reader.ts";
import { unicodeReader } from "./unicode.ts";

/** Returns a reader of the glyphs of a simple TrueType font (ISO 32000-2, 9.6.5.4). */
export function trueTypeGlyphs(font: Font, program: FontProgram | undefined, validation: Validation): GlyphReader {
  const written = simpleEncodingOf(font.dict);
  // StandardEncoding is no Encoding of a font (table 112), so it gives no names.
  const isUnusable = hasUnusableEncoding(font) && written.base === "StandardEncoding";
  const encoding = isUnusable ? { ...written, base: undefined, names: undefined } : written;
  const isByName = !font.isSymbolic && encoding.isPresent;
  const widths = widthsOf(font);
  const unicodeOf = unicodeReader({ font, encoding, validation });
  // The encoding of a symbolic font chooses no glyphs, but says what they stand for (9.10.2).
  const nameForText = (code: number) => (encoding.isPresent ? trueTypeNameOf(code, encoding) : undefined);
  return {
    program,
    factsOf(code): GlyphFacts {
      // 9.6.5.4: of names, the Adobe Glyph List gives the Unicode values.
      const name = isByName ? trueTypeNameOf(code, encoding) : undefined;
      const glyph =
        program &&
        (isByName ? trueTypeGlyphOfName(name, byTables(program), listedUnicodeOf) : trueTypeGlyphOfCode(code, program));
      const drawn = isByName || glyph !== 0 ? glyph : anyGlyphOfCode(code, program);
      return {
        code: hexCode(code, 1),
        cid: undefined,
        name,
        // A code of a symbolic font names no glyph: one that has none is not present.
        isNotdef: isByName && (name ?? ".notdef") === ".notdef",
        // Code 0 may stand for .notdef, which every program has.
        isPresent: program && glyph !== undefined && (glyph > 0 || code === 0) && glyph < program.glyphCount,
        widthInDictionary: widths(code),
        widthInProgram: program && widthOf(drawn, isByName, program),
        unicode: unicodeOf({ code, lengthBytes: 1, name: nameForText(code), cid: undefined }),
      };
    },
  };
}

/**
 * Returns whether the Encoding of a font that is not symbolic, and has a program, is neither a dictionary nor one of the
 * two that 9.6.5.4 finds glyphs by.
 */
export function hasUnusableEncoding(font: Font): boolean {
  const encoding = font.dict.get("Encoding");
  return (
    font.kind === "truetype" &&
    !font.isSymbolic &&
    font.fontFile !== undefined &&
    encoding !== null &&
    !(encoding instanceof Dict) &&
    !(encoding instanceof Name && USABLE_ENCODINGS.has(encoding.value))
  );
}

const USABLE_ENCODINGS: ReadonlySet<string> = new Set(["MacRomanEncoding", "WinAnsiEncoding"]);

/** Returns the width of what is drawn: of a name that no glyph has, in a program without a cmap, it is nothing. */
const widthOf = (glyph: number | undefined, isByName: boolean, program: FontProgram): number | undefined =>
  isByName && (glyph ?? 0) === 0 && !program.tables.has("cmap") ? 0 : program.widthOf(glyph ?? 0);

/** Returns the glyphs of a program as cmap and post name them (9.6.5.4): of CFF in OpenType, post has no names. */
const byTables = (program: FontProgram): Pick<FontProgram, "cmaps" | "glyphOfName"> =>
  program.isSfnt && program.kind !== "truetype" ? { cmaps: program.cmaps, glyphOfName: () => undefined } : program;

/**
 * Returns the glyph that readers draw for a code of a program that has neither of the subtables for symbolic fonts:
 * that of the first subtable there is.
 */
const anyGlyphOfCode = (code: number, program: FontProgram | undefined): number =>
  program?.cmaps.some(
    ({ platform, encoding }) => (platform === 3 && encoding === 0) || (platform === 1 && encoding === 0),
  )
    ? 0
    : (program?.cmaps[0]?.glyphOf(code) ?? 0);
