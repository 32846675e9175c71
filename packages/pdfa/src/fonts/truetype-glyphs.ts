import {
  type Font,
  type FontProgram,
  simpleEncodingOf,
  simpleWidths,
  trueTypeGlyphOfCode,
  trueTypeGlyphOfName,
  trueTypeNameOf,
} from "@quire/fonts";
import type { Validation } from "../validation.ts";
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
      const name = isByName ? trueTypeNameOf(code, encoding) : undefined;
      const glyph = program && (isByName ? trueTypeGlyphOfName(name, program) : trueTypeGlyphOfCode(code, program));
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
