import { type Font, simpleEncodingOf } from "@quire/fonts";
import { contentOperations, decodeStream, Stream } from "@quire/cos";
import type { Validation } from "../validation.ts";
import type { GlyphFacts } from "./glyph-facts.ts";
import { widthsOf } from "./dictionary-widths.ts";
import { type GlyphReader, hexCode } from "./glyph-reader.ts";
import { unicodeReader } from "./unicode.ts";

/**
 * Returns a reader of the glyphs of a Type 3 font (ISO 32000-2, 9.6.4), which are content streams, found by the names
 * of the encoding's Differences.
 */
export function type3Glyphs(font: Font, validation: Validation): GlyphReader {
  const encoding = simpleEncodingOf(font.dict);
  const widths = widthsOf(font);
  const procedures = font.dict.dict("CharProcs");
  const unicodeOf = unicodeReader({ font, encoding, validation });
  return {
    program: undefined,
    factsOf(code): GlyphFacts {
      const name = encoding.differences?.get(code) ?? encoding.names?.get(code);
      const procedure = name === undefined ? null : (procedures?.get(name) ?? null);
      return {
        code: hexCode(code, 1),
        cid: undefined,
        name,
        isNotdef: name === ".notdef",
        // The font is its own program (9.6.4), which defines the glyphs that it has a procedure for.
        isPresent: procedures && procedure !== null,
        widthInDictionary: widths(code),
        widthInProgram: procedures && (procedure instanceof Stream ? widthOf(procedure, validation) : 0),
        unicode: unicodeOf({ code, lengthBytes: 1, name, cid: undefined }),
      };
    },
  };
}

/** Returns the first operand of d0 or d1, with which a glyph description starts. */
function widthOf(procedure: Stream, { document, bounds }: Validation): number | undefined {
  const { bytes } = decodeStream(procedure, bounds);
  for (const { operator, operands } of contentOperations(bytes, { source: document, bounds })) {
    if (operator === "d0" || operator === "d1") {
      const width = operands.at(operator === "d0" ? -2 : -6);
      return typeof width === "number" ? width : undefined;
    }
  }
  return undefined;
}
