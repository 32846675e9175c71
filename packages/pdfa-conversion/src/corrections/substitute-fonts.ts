import { type Dict, Dict as Dictionary, Name, type CosArray } from "@quire/cos";
import { dingbatUnicodeOf, encodingNamed, Font, listedUnicodeOf, simpleEncodingOf } from "@quire/fonts";
import type { Correction } from "../conversion.ts";
import { type Substitute, substituteOf } from "../fonts/substitute.ts";
import { toUnicodeOf } from "../fonts/to-unicode.ts";
import { substituteName } from "../fonts/substitute-names.ts";

/**
 * Embeds, where that is asked for, a font of the same widths in place of a simple font that is not embedded (ISO 19005-1,
 * 6.3.4; -2 and -3, 6.2.11.4.1; -4, 6.2.10.4.1). Codes keep the names of their glyphs.
 */
export const substituteFonts: Correction = {
  dictionary(dict, found, conversion) {
    if (conversion.substitutes === undefined || !isMissing(dict)) {
      return;
    }
    const name = substituteName(dict.name("BaseFont") ?? "", dict.dict("FontDescriptor"));
    const substitute = name === undefined ? undefined : substituteOf(name, conversion);
    const codes = substitute && codesOf(dict, substitute);
    if (substitute !== undefined && codes !== undefined && haveSameWidths(dict, codes, substitute)) {
      conversion.changes.note("fonts_substituted", found, new Font(dict).label);
      replace(dict, codes, substitute);
    }
  },
};

/** Returns whether a dictionary is that of a simple font without a program. */
function isMissing(dict: Dict): boolean {
  if (!dict.has("BaseFont")) {
    return false;
  }
  const { kind, fontFile } = new Font(dict);
  return (kind === "type1" || kind === "truetype") && fontFile === undefined;
}

type Codes = ReadonlyMap<number, string>;

/** Returns the names of the glyphs by code, as viewers find them for a font that they do not have. */
function codesOf(dict: Dict, { ownEncoding }: Substitute): Codes {
  const { names, differences } = simpleEncodingOf(dict);
  const isTrueType = dict.name("Subtype") === "TrueType";
  const windows = encodingNamed("WinAnsiEncoding");
  const base = ownEncoding ?? names ?? (isTrueType ? windows : encodingNamed("StandardEncoding"));
  const codes = new Map<number, string>();
  for (let code = 0; code < 256; code++) {
    // Codes that no encoding has are meant as those of Windows, by writers that name none.
    const otherwise = ownEncoding === undefined ? (windows?.get(code) ?? WIN_ANSI_TWICE.get(code)) : undefined;
    const name = differences?.get(code) ?? base?.get(code) ?? otherwise;
    if (name !== undefined && name !== ".notdef") {
      codes.set(code, name);
    }
  }
  return codes;
}

/** The glyphs that WinAnsiEncoding has under a second code (ISO 32000-2, D.2, notes 5 and 6). */
const WIN_ANSI_TWICE: Codes = new Map([
  [0xa0, "space"],
  [0xad, "hyphen"],
]);

/** The difference of widths, in thousandths of text space, that is none: numbers are rounded. */
const ROUNDING = 2;
/** The share of codes whose widths may be other ones: writers leave out or guess those that they do not use. */
const MAX_OTHER_WIDTHS = 0.25;

function haveSameWidths(dict: Dict, codes: Codes, { program }: Substitute): boolean {
  const widths = dict.array("Widths");
  const first = dict.integer("FirstChar") ?? 0;
  if (widths === undefined) {
    // Viewers take the widths of the font that they show it with.
    return true;
  }
  let compared = 0;
  let other = 0;
  for (const [index, width] of widths.entries()) {
    const glyph = program.glyphOfName(codes.get(first + index) ?? ".notdef");
    const own = glyph === undefined ? undefined : program.widthOf(glyph);
    if (typeof width === "number" && width > 0 && own !== undefined && codes.has(first + index)) {
      compared += 1;
      other += Math.abs(width - own) > ROUNDING ? 1 : 0;
    }
  }
  return compared > 0 && other <= MAX_OTHER_WIDTHS * compared;
}

function replace(dict: Dict, codes: Codes, { program, fontName, ownEncoding, descriptor }: Substitute): void {
  const widths = Array.from({ length: 256 }, (_, code) => {
    const glyph = program.glyphOfName(codes.get(code) ?? ".notdef");
    return glyph === undefined ? 0 : (program.widthOf(glyph) ?? 0);
  });
  const differences: CosArray = [];
  let next = -1;
  for (const [code, name] of codes) {
    if (code !== next) {
      differences.push(code);
    }
    differences.push(new Name(name));
    next = code + 1;
  }
  dict.set("Type", new Name("Font"));
  dict.set("Subtype", new Name("Type1"));
  dict.set("BaseFont", new Name(fontName));
  dict.set("FirstChar", 0);
  dict.set("LastChar", 255);
  dict.set("Widths", widths);
  dict.set(
    "Encoding",
    new Dictionary([
      ["Type", new Name("Encoding")],
      ["Differences", differences],
    ]),
  );
  dict.set("FontDescriptor", descriptor);
  const signs = [...codes].flatMap(([code, name]) => {
    const text = ownEncoding === undefined ? undefined : (listedUnicodeOf(name) ?? dingbatUnicodeOf(name));
    return text === undefined ? [] : [{ code, lengthBytes: 1 as const, text }];
  });
  if (signs.length > 0 && !dict.has("ToUnicode")) {
    // Under another name it is not known as a font whose glyph names are those of signs.
    dict.set("ToUnicode", toUnicodeOf(signs));
  }
}
