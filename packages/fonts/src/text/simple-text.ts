import { lazy } from "../encodings/code-table.ts";
import { encodingNamed } from "../encodings/encodings.ts";
import type { Font } from "../font.ts";
import type { FontProgram } from "../programs/font-program.ts";
import { type SimpleEncoding, simpleEncodingOf } from "../simple-encoding.ts";
import { trueTypeGlyphOfCode, trueTypeGlyphOfName, trueTypeNameOf } from "../true-type-encoding.ts";
import { bitmapEncoding } from "./bitmap-encoding.ts";
import { textOfGlyphName } from "./glyph-name-text.ts";
import { numberedCodes, numberedGlyph } from "./numbered-names.ts";
import { hasSignsForLetters, piFontEncoding, type TextOfCode } from "./pi-fonts.ts";
import { type TextOfGlyph, textOfGlyphs } from "./program-text.ts";

interface Parts {
  readonly font: Font;
  readonly encoding: SimpleEncoding;
  readonly program: FontProgram | undefined;
  readonly textOfGlyph: TextOfGlyph | undefined;
}

/**
 * Returns the texts of the codes of a simple font (ISO 32000-2, 9.6) by everything but ToUnicode: the names of its
 * encoding or of its program, the built-in encoding of a font that is known by its name, the program's cmap.
 */
export function simpleText(font: Font, program: FontProgram | undefined): TextOfCode {
  const parts: Parts = {
    font,
    program,
    encoding: simpleEncodingOf(font.dict),
    textOfGlyph: program && textOfGlyphs(program),
  };
  const isDingbats = /dingbats/i.test(font.baseFont ?? "");
  const builtIn = piFontEncoding(font.baseFont ?? "");
  if (builtIn !== undefined && hasSignsForLetters(font.baseFont ?? "")) {
    return builtIn;
  }
  const bitmaps = font.kind === "type3" && bitmapEncoding(parts.encoding.differences ?? new Map());
  if (bitmaps) {
    return (code) => bitmaps(code) ?? (nameOf(code, parts) === undefined ? undefinedGlyph(code, font) : undefined);
  }
  const numbered = lazy(() => numberedText(parts));
  return (code) => {
    const name = nameOf(code, parts);
    return (
      (name === undefined ? undefined : textOfGlyphName(name, { isDingbats })) ??
      builtIn?.(code) ??
      textByProgram(code, name, parts) ??
      (name === undefined ? undefinedGlyph(code, font) : numbered()?.(name))
    );
  };
}

/**
 * Returns the text of a code that a font has no glyph for: a space where a Type 3 font, which draws nothing then, is given
 * the code that word spacing belongs to (9.3.3).
 */
const undefinedGlyph = (code: number, { kind }: Font): string | undefined =>
  kind === "type3" && code === SPACE ? " " : undefined;

const SPACE = 0x20;

/** Returns the glyph name of a code, as the kind of the font finds it (9.6.5). */
function nameOf(code: number, { font, encoding, program }: Parts): string | undefined {
  const name = ownNameOf(code, { font, encoding, program });
  return name === ".notdef" ? undefined : name;
}

function ownNameOf(code: number, { font, encoding, program }: Omit<Parts, "textOfGlyph">): string | undefined {
  if (font.kind === "truetype") {
    return encoding.isPresent ? trueTypeNameOf(code, encoding) : undefined;
  }
  const given = encoding.differences?.get(code) ?? encoding.names?.get(code);
  if (given !== undefined || font.kind === "type3") {
    return given;
  }
  const builtIn = program?.builtInName(code);
  const isTextFont = program === undefined && !font.isSymbolic;
  return builtIn ?? (isTextFont ? encodingNamed("StandardEncoding")?.get(code) : undefined);
}

function textByProgram(
  code: number,
  name: string | undefined,
  { font, encoding, program, textOfGlyph }: Parts,
): string | undefined {
  if (program === undefined || textOfGlyph === undefined) {
    return undefined;
  }
  const index = name === undefined ? undefined : numberedGlyph(name);
  const glyph =
    index ??
    (font.kind === "truetype" || program.kind === "truetype"
      ? glyphOf(code, encoding.isPresent ? name : undefined, program)
      : (program.builtInGlyph(code) ?? 0));
  return glyph === 0 ? undefined : textOfGlyph(glyph);
}

function glyphOf(code: number, name: string | undefined, program: FontProgram): number {
  const byName = name === undefined ? 0 : trueTypeGlyphOfName(name, program);
  return byName === 0 ? trueTypeGlyphOfCode(code, program) : byName;
}

/** Returns the texts of names that are the numbers of characters. */
function numberedText({ encoding }: Parts): ((name: string) => string | undefined) | undefined {
  const unknown = [...(encoding.differences?.values() ?? [])].filter(
    (name) => name !== ".notdef" && textOfGlyphName(name) === undefined,
  );
  const codeOf = numberedCodes(unknown);
  return (
    codeOf &&
    ((name) => {
      const code = codeOf(name);
      const meant = code === undefined ? undefined : encodingNamed("WinAnsiEncoding")?.get(code);
      return meant === undefined ? undefined : textOfGlyphName(meant);
    })
  );
}
