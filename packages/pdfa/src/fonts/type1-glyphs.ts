import { encodingNamed, type Font, type FontProgram, type SimpleEncoding, simpleEncodingOf } from "@quire/fonts";
import type { Validation } from "../validation.ts";
import type { GlyphFacts } from "./glyph-facts.ts";
import { widthsOf } from "./dictionary-widths.ts";
import { type GlyphReader, hexCode } from "./glyph-reader.ts";
import { unicodeReader } from "./unicode.ts";

/**
 * Returns a reader of the glyphs of a Type 1 or MMType1 font (ISO 32000-2, 9.6.2), which are found by the names that
 * the encoding has for codes.
 */
export function type1Glyphs(font: Font, program: FontProgram | undefined, validation: Validation): GlyphReader {
  const encoding = simpleEncodingOf(font.dict);
  const widths = widthsOf(font);
  const unicodeOf = unicodeReader({ font, encoding, validation });
  // Which glyphs the codes of a font stand for that has neither an encoding nor a program, 9.6.5 does not say.
  const hasNames = encoding.names !== undefined || program !== undefined || hasKnownEncoding(font);
  const unnamed = encoding.names !== undefined || program !== undefined ? ".notdef" : undefined;
  const different = (code: number) => encoding.differences?.get(code);
  return {
    program,
    factsOf(code): GlyphFacts {
      const name = nameOf(code, { font, encoding, program });
      const glyph = name === undefined ? undefined : program?.glyphOfName(name);
      const width = glyph === undefined ? undefined : readableWidth(glyph, program);
      return {
        code: hexCode(code, 1),
        cid: undefined,
        name,
        // A code that the dictionary's encoding leaves out stands for .notdef; one that the program's own encoding
        // leaves out is a glyph that the program does not have.
        isNotdef: name === ".notdef" || (name === undefined && encoding.names !== undefined),
        // Code 0 may stand for .notdef, which every program has; only CFF has it as one of its characters.
        isPresent: program && (code === 0 || isPresent(name ?? unnamed, width, program)),
        widthInDictionary: widths(code),
        widthInProgram:
          program &&
          (glyph === undefined || (width === undefined && program.kind === "type1")
            ? widthWithoutGlyph(name, program)
            : width),
        unicode: unicodeOf({
          code,
          lengthBytes: 1,
          name: hasNames ? (name ?? unnamed) : different(code),
          cid: undefined,
        }),
      };
    },
  };
}

/** Returns the width of a glyph; undefined for one whose charstring is not as the format of the program has it. */
const readableWidth = (glyph: number, program: FontProgram | undefined): number | undefined =>
  program?.declaredWidthOf === undefined ? program?.widthOf(glyph) : program.declaredWidthOf(glyph);

/** Returns whether the program has the glyph; a charstring of Type 1 is one where it begins with a width. */
const isPresent = (name: string | undefined, width: number | undefined, program: FontProgram): boolean =>
  name !== undefined &&
  (program.kind === "type1" ? name !== ".notdef" && width !== undefined : program.glyphOfName(name) !== undefined);

/** Returns the width of a code that the program has no glyph for: that of .notdef, or nothing for an unknown name. */
function widthWithoutGlyph(name: string | undefined, program: FontProgram): number | undefined {
  const notdef = program.glyphOfName(".notdef");
  return (name === undefined || program.kind !== "type1") && notdef !== undefined ? program.widthOf(notdef) : 0;
}

/**
 * Returns the glyph name of a code (9.6.5.2): where no base encoding is named, that of the program's own encoding or,
 * for a font that is not embedded, of the standard one.
 */
function nameOf(
  code: number,
  {
    font,
    encoding,
    program,
  }: { readonly font: Font; readonly encoding: SimpleEncoding; readonly program: FontProgram | undefined },
): string | undefined {
  const different = encoding.differences?.get(code);
  if (different !== undefined || encoding.names !== undefined) {
    return different ?? encoding.names?.get(code);
  }
  if (program !== undefined) {
    return program.builtInName(code);
  }
  return encodingNamed(BUILT_IN_ENCODINGS.get(font.baseFont ?? "") ?? "StandardEncoding")?.get(code);
}

/** Returns whether a font is one of the standard 14 by its name alone, and StandardEncoding is built into it. */
const hasKnownEncoding = ({ isStandard14, descriptor, baseFont }: Font): boolean =>
  isStandard14 && descriptor === undefined && !BUILT_IN_ENCODINGS.has(baseFont ?? "");

/** The standard 14 fonts whose built-in encoding is not StandardEncoding. */
const BUILT_IN_ENCODINGS: ReadonlyMap<string, "Symbol" | "ZapfDingbats"> = new Map([
  ["Symbol", "Symbol"],
  ["ZapfDingbats", "ZapfDingbats"],
]);
