import {
  type CompositeEncoding,
  dingbatUnicodeOf,
  type Font,
  isIdentity,
  isSymbolName,
  listedUnicodeOf,
  type SimpleEncoding,
  systemInfoOf,
} from "@quire/fonts";
import type { Validation } from "../validation.ts";
import { hasText } from "./character-collections.ts";
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
      : unicodeOfComposite(parts, validation);
  return (character) => toUnicode?.(character.code, character.lengthBytes) ?? otherwise(character);
}

const KNOWN = "";
const NOTDEF = ".notdef";
/** What .notdef stands for. */
const NO_CHARACTER = "\0";

function unicodeOfSimple(font: Font, encoding: SimpleEncoding, { part }: Validation): UnicodeOf {
  const isNamedEncoding = PREDEFINED_ENCODINGS.has(encoding.base ?? "");
  // The later parts refer to ISO 32000-1, 9.10.2, which says this of the encoding of any simple font.
  const hasKnownNames = font.kind === "type1" || part !== 1;
  return ({ code, name }) => {
    if (part !== 1 && (name ?? (encoding.names && NOTDEF)) === NOTDEF) {
      return NO_CHARACTER;
    }
    const known = name === undefined ? undefined : unicodeOfName(name, font);
    if (hasKnownNames && known !== undefined) {
      return known;
    }
    return isNamedEncoding && !encoding.differences?.has(code) ? (known ?? KNOWN) : undefined;
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

interface CompositeParts {
  readonly font: Font;
  readonly cidFont: Font;
  readonly encoding: CompositeEncoding;
}

function unicodeOfComposite(
  { font, cidFont, encoding: { name, stream, systemInfo } }: CompositeParts,
  { part }: Validation,
): UnicodeOf {
  if (!isIdentity(name)) {
    return ({ cid }) => (hasText(systemInfo, cid) ? KNOWN : undefined);
  }
  // The codes of Identity are CIDs of the font's own collection; part 1 accepts those of any.
  const info = systemInfoOf(cidFont.dict);
  // A ToUnicode CMap, which it does not need, maps all codes.
  const isExempt = part === 1 && stream === undefined && !font.dict.has("ToUnicode");
  return isExempt ? () => KNOWN : ({ cid }) => (hasText(info, cid) ? KNOWN : undefined);
}
