import {
  type Font,
  type FontProgram,
  simpleEncodingOf,
  trueTypeGlyphOfCode,
  trueTypeGlyphOfName,
  trueTypeNameOf,
} from "@quire/fonts";

/** Returns the glyph that each code of a simple font shows; undefined for .notdef and what the program does not have. */
export function simpleGlyphs(font: Font, program: FontProgram): (code: number) => number | undefined {
  const encoding = simpleEncodingOf(font.dict);
  if (font.kind === "truetype") {
    const isByName = !font.isSymbolic && encoding.isPresent;
    return (code) =>
      (isByName ? trueTypeGlyphOfName(trueTypeNameOf(code, encoding), program) : trueTypeGlyphOfCode(code, program)) ||
      undefined;
  }
  return (code) => {
    const name = encoding.differences?.get(code) ?? encoding.names?.get(code) ?? program.builtInName(code);
    return name === undefined || name === ".notdef" ? undefined : program.glyphOfName(name);
  };
}
