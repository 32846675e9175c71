import { Font, type FontProgram } from "@quire/fonts";
import { Dict, Name } from "@quire/cos";
import type { Validation } from "../validation.ts";
import { compositeEncodingOf } from "./cmap-encoding.ts";
import { compositeGlyphs } from "./composite-glyphs.ts";
import type { GlyphReader } from "./glyph-reader.ts";
import { programOf } from "./read-program.ts";
import { hasUnusableEncoding, trueTypeGlyphs } from "./truetype-glyphs.ts";
import { type1Glyphs } from "./type1-glyphs.ts";
import { type3Glyphs } from "./type3-glyphs.ts";

/** Returns the reader of a font's strings, by its kind. */
export function glyphReaderOf(font: Font, validation: Validation): GlyphReader {
  // What a composite font has as its descendant is a CIDFont, whatever its Subtype says.
  const cidFont = font.kind === "composite" ? new Font(font.descendantDict ?? NO_CID_FONT, "cid") : undefined;
  const { program, problem } = hasUnusableEncoding(font)
    ? { problem: "no glyphs of a TrueType font are found by such an Encoding" }
    : programOf(cidFont ?? font, validation);
  return { ...readerOf({ font, cidFont, program }, validation), programProblem: problem };
}

/** What a composite font without a CIDFont is taken to have. */
export const NO_CID_FONT = new Dict([["Subtype", new Name("CIDFontType0")]]);

interface FontParts {
  readonly font: Font;
  readonly cidFont: Font | undefined;
  readonly program: FontProgram | undefined;
}

function readerOf({ font, cidFont, program }: FontParts, validation: Validation): GlyphReader {
  switch (font.kind) {
    case "type1":
      return type1Glyphs(font, program, validation);
    case "truetype":
      return trueTypeGlyphs(font, program, validation);
    case "type3":
      return type3Glyphs(font, validation);
    case "composite":
      return cidFont === undefined
        ? UNREADABLE
        : compositeGlyphs({ font, cidFont, program, encoding: compositeEncodingOf(font, validation) }, validation);
    // A CIDFont shows no strings by itself (9.7.4), and it is unknown how an unknown font does.
    case "cid":
    case "other":
      return UNREADABLE;
  }
}

const UNREADABLE: GlyphReader = {
  program: undefined,
  factsOf: (code) => ({
    code: code.toString(16),
    cid: undefined,
    name: undefined,
    isNotdef: false,
    isPresent: undefined,
    widthInDictionary: undefined,
    widthInProgram: undefined,
    unicode: "",
  }),
};
