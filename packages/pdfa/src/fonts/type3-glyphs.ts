import { type Font, simpleEncodingOf, simpleWidths } from "@quire/fonts";
import { contentOperations, decodeStream, type Stream } from "@quire/cos";
import type { Validation } from "../validation.ts";
import type { GlyphFacts } from "./glyph-facts.ts";
import { eachByte, type GlyphReader, hexCode } from "./glyph-reader.ts";
import { unicodeReader } from "./unicode.ts";

/**
 * Returns a reader of the glyphs of a Type 3 font (ISO 32000-2, 9.6.4), which are content streams, found by the names
 * of the encoding's Differences.
 */
export function type3Glyphs(font: Font, validation: Validation): GlyphReader {
  const encoding = simpleEncodingOf(font.dict);
  const widths = simpleWidths(font.dict);
  const procedures = font.dict.dict("CharProcs");
  const unicodeOf = unicodeReader({ font, encoding, validation });
  return {
    program: undefined,
    eachCode: eachByte,
    factsOf(code): GlyphFacts {
      const name = encoding.differences?.get(code);
      const procedure = name === undefined ? undefined : procedures?.stream(name);
      return {
        code: hexCode(code, 1),
        cid: undefined,
        name,
        isNotdef: name === ".notdef",
        // Without a procedure, nothing is painted (9.6.4): the font is its own program, and lacks nothing.
        isPresent: undefined,
        widthInDictionary: widths(code),
        widthInProgram: procedure && widthOf(procedure, validation),
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
