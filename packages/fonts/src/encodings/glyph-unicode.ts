import { lazy } from "./code-table.ts";
import { GLYPH_LIST, ZAPF_DINGBATS_LIST } from "./glyph-list.ts";

/** Returns the text of a name that the Adobe Glyph List has, without further rules; undefined for any other. */
export const listedUnicodeOf = (name: string): string | undefined => glyphList().get(name);

/** Returns all names of the Adobe Glyph List with their texts. */
export const listedNamesOf = (): Iterable<readonly [name: string, text: string]> => glyphList();

/** Returns the text of a name of ZapfDingbats. */
export const dingbatUnicodeOf = (name: string): string | undefined => dingbats().get(name);

/**
 * Returns the text that a glyph name stands for by the Adobe Glyph List Specification, section 2: up to the first full
 * stop, each part between underscores is in the list, or `uni` and code units, or `u` and a code point. Returns
 * undefined for a name that stands for none.
 */
export function unicodeOfGlyphName(name: string): string | undefined {
  const [base = ""] = name.split(".", 1);
  const text = base
    .split("_")
    .map((part) => glyphList().get(part) ?? unicodeInName(part) ?? "")
    .join("");
  return text === "" ? undefined : text;
}

function unicodeInName(part: string): string | undefined {
  if (/^uni([0-9A-F]{4})+$/.test(part)) {
    const units = part.slice(3).match(/.{4}/g) ?? [];
    return scalars(units.map((unit) => Number.parseInt(unit, 16)));
  }
  return /^u[0-9A-F]{4,6}$/.test(part) ? scalars([Number.parseInt(part.slice(1), 16)]) : undefined;
}

const isScalar = (codePoint: number): boolean => codePoint < 0xd800 || (codePoint > 0xdfff && codePoint <= 0x10ffff);

/** Returns the text of code points. Surrogates have no meaning in names, not even in pairs. */
const scalars = (codePoints: readonly number[]): string | undefined =>
  codePoints.every(isScalar) ? String.fromCodePoint(...codePoints) : undefined;

const glyphList = lazy(() => readList(GLYPH_LIST));
const dingbats = lazy(() => readList(ZAPF_DINGBATS_LIST));

const readList = (text: string): ReadonlyMap<string, string> =>
  new Map(
    text
      .trim()
      .split(/\s+/)
      .map((entry) => {
        const [name = "", codePoints = ""] = entry.split("=");
        return [name, String.fromCodePoint(...codePoints.split("_").map((hex) => Number.parseInt(hex, 16)))] as const;
      }),
  );
