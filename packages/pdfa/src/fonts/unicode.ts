import {
  type CompositeEncoding,
  dingbatUnicodeOf,
  type Font,
  isIdentity,
  isPredefined,
  isSymbolName,
  listedUnicodeOf,
  type SimpleEncoding,
  systemInfoOf,
} from "@quire/fonts";
import type { Validation } from "../validation.ts";
import { toUnicodeOf } from "./to-unicode.ts";

interface Character {
  readonly code: number;
  readonly lengthBytes: number;
  readonly name: string | undefined;
  readonly cid: number | undefined;
}

/**
 * Returns the text of a character; empty where it is known to have one, whichever that is; undefined where it is not
 * known.
 */
export type UnicodeOf = (character: Character) => string | undefined;

export type UnicodeParts = { readonly validation: Validation; readonly font: Font } & (
  | { readonly encoding: SimpleEncoding; readonly cidFont?: undefined }
  | { readonly encoding: CompositeEncoding; readonly cidFont: Font }
);

/**
 * Returns a reader of text by the ToUnicode CMap, or else by what ISO 19005-1, 6.3.8, and ISO 19005-2, 6.2.11.7.2,
 * accept instead.
 */
export function unicodeReader(parts: UnicodeParts): UnicodeOf {
  const { font, validation } = parts;
  const toUnicode = toUnicodeOf(font.dict, validation);
  const otherwise =
    parts.cidFont === undefined
      ? unicodeOfSimple(font, parts.encoding, validation)
      : unicodeOfComposite(parts.cidFont, parts.encoding, validation);
  return (character) => toUnicode?.(character.code, character.lengthBytes) ?? otherwise(character);
}

const KNOWN = "";
const NOTDEF = ".notdef";
/** What .notdef stands for. */
const NO_CHARACTER = "\0";

/** Returns whether a font is one of the standard 14 that StandardEncoding is built into; two others have their own. */
const hasStandardEncoding = ({ isStandard14, baseFont }: Font): boolean =>
  isStandard14 && baseFont !== "Symbol" && baseFont !== "ZapfDingbats";

function unicodeOfSimple(font: Font, encoding: SimpleEncoding, { part }: Validation): UnicodeOf {
  const isNamedEncoding = PREDEFINED_ENCODINGS.has(encoding.base ?? "");
  // The later parts refer to ISO 32000-1, 9.10.2, which says this of the encoding of any simple font.
  const hasKnownNames = font.kind === "type1" || part !== 1;
  const hasEncoding = encoding.isPresent || font.fontFile !== undefined || hasStandardEncoding(font);
  const isPlainTrueType = font.kind === "truetype" && !font.isSymbolic && part !== 1 && hasEncoding;
  return ({ code, name }) => {
    if (part !== 1 && encoding.names !== undefined && (name ?? NOTDEF) === NOTDEF) {
      return NO_CHARACTER;
    }
    // Which glyphs the codes of a font stand for that has neither an encoding nor a program, it does not say.
    const known = name === undefined || !hasEncoding ? undefined : unicodeOfName(name, font);
    if (hasKnownNames && known !== undefined) {
      return known;
    }
    if (isNamedEncoding && !encoding.differences?.has(code)) {
      return known ?? KNOWN;
    }
    return isPlainTrueType ? KNOWN : undefined;
  };
}

const PREDEFINED_ENCODINGS: ReadonlySet<string> = new Set(["MacRomanEncoding", "MacExpertEncoding", "WinAnsiEncoding"]);

/**
 * Returns the text of a name in the Adobe Glyph List, in the character set of Symbol or, for that font, in the one of
 * ZapfDingbats. Part 1 names the standard Latin set instead of the list; the list has all of its names, so a name in
 * the list counts as known.
 */
function unicodeOfName(name: string, { baseFont }: Font): string | undefined {
  const dingbat = baseFont?.endsWith("ZapfDingbats") ? dingbatUnicodeOf(name) : undefined;
  return dingbat ?? listedUnicodeOf(name) ?? (isSymbolName(name) ? KNOWN : undefined);
}

const COLLECTIONS: ReadonlySet<string | undefined> = new Set(["GB1", "CNS1", "Japan1", "Korea1"]);

function unicodeOfComposite(cidFont: Font, { name, stream }: CompositeEncoding, { part }: Validation): UnicodeOf {
  const info = systemInfoOf(cidFont.dict);
  const isKnownCollection = info?.registry === "Adobe" && COLLECTIONS.has(info.ordering);
  const isNamedIdentity = stream === undefined && isIdentity(name);
  // The codes of a predefined CMap are those of a character set; those of Identity are CIDs, which part 1 accepts as
  // well.
  const isKnownCMap = stream === undefined && isPredefined(name) && !isNamedIdentity;
  const unicode = isKnownCollection || isKnownCMap || (isNamedIdentity && part === 1) ? KNOWN : undefined;
  return () => unicode;
}
