import { decodeTextString } from "@quire/cos";
import { describe } from "../../fonts/glyph-facts.ts";
import type { ShownGlyph } from "../../fonts/subjects.ts";
import { type AnyRule, rule } from "../rule.ts";

const glyphIn = ({ font, facts }: ShownGlyph): string => `${font.label}, ${describe(facts)}`;

const hexadecimal = (codePoint: number): string => `U+${codePoint.toString(16).toUpperCase().padStart(4, "0")}`;

/** Returns the first character of a text that satisfies the predicate, as `U+E000`; undefined when none does. */
function firstOf(text: string, isMeant: (codePoint: number) => boolean): string | undefined {
  for (const character of text) {
    const codePoint = character.codePointAt(0) ?? 0;
    if (isMeant(codePoint)) {
      return hexadecimal(codePoint);
    }
  }
  return undefined;
}

/** Returns whether a code point is 0, the byte order mark, or that with its bytes swapped. */
const isMeaningless = (codePoint: number): boolean => codePoint === 0 || codePoint === 0xfeff || codePoint === 0xfffe;

/**
 * Returns whether a code point is in the private use area or in planes 15 and 16, which are private as well except for
 * their last two code points.
 */
const isPrivate = (codePoint: number): boolean =>
  (codePoint >= 0xe000 && codePoint <= 0xf8ff) || (codePoint >= 0xf0000 && (codePoint & 0xffff) < 0xfffe);

/** The rules on the Unicode values of characters, by which text can be extracted. */
export const UNICODE_RULES: readonly AnyRule[] = [
  // The clauses are ISO 19005-1, 6.3.8; -2 and -3, 6.2.11.7.2. fonts/unicode.ts decides which values count without
  // ToUnicode.
  rule({
    key: "glyph-unicode",
    on: "glyph",
    ids: { "1a": "6.3.8-1", "2u": "6.2.11.7.2-1", "3u": "6.2.11.7.2-1", ua1: "7.21.7-1", ua2: "8.4.5.8-1" },
    requirement: "Every character that is shown has a Unicode value, from ToUnicode or from its encoding.",
    message: "A character has no Unicode value",
    hint: "Add a ToUnicode CMap to the font that maps all codes that are used: pdfTeX does with \\input glyphtounicode \\pdfgentounicode=1; exports of LibreOffice and Word have it, printer drivers may leave it out.",
    fix: "font",
    test: (glyph) => glyph.facts.unicode !== undefined || { broken: glyphIn(glyph) },
  }),
  // The clauses are ISO 19005-2 and -3, 6.2.11.7.2; -4, 6.2.10.7.
  rule({
    key: "glyph-unicode-value",
    on: "glyph",
    ids: { "2u": "6.2.11.7.2-2", "3u": "6.2.11.7.2-2", "4": "6.2.10.7-1", ua1: "7.21.7-2", ua2: "8.4.5.8-2" },
    requirement: "The Unicode values of ToUnicode are greater than 0, and neither U+FEFF nor U+FFFE.",
    message: "A Unicode value in ToUnicode is 0, U+FEFF or U+FFFE",
    hint: "Map the code to the character that it stands for, and not to U+0000, U+FEFF or U+FFFE; icons and logos get their meaning by ActualText.",
    fix: "font",
    test: (glyph) => {
      const found = firstOf(glyph.facts.unicode ?? "", isMeaningless);
      return found === undefined || { broken: `${glyphIn(glyph)}: ${found}` };
    },
  }),
  // The clause is ISO 19005-2 and -3, 6.2.11.7.3.
  rule({
    key: "glyph-private-use",
    on: "glyph",
    ids: { "2a": "6.2.11.7.3-1", "3a": "6.2.11.7.3-1", ua2: "8.4.3-1", wt1r: null },
    requirement:
      "Characters with Unicode values of a private use area have an ActualText, alone or together with others.",
    message: "A character with a private-use Unicode value has no ActualText",
    hint: "Add ActualText to the marked content or the structure element, or map the code to a character outside the private use areas. Fonts for symbols and logos use these areas.",
    fix: "author",
    test: (glyph) => {
      const found = glyph.hasActualText ? undefined : firstOf(glyph.facts.unicode ?? "", isPrivate);
      return found === undefined || { broken: `${glyphIn(glyph)}: ${found}` };
    },
  }),
  // The clause is ISO 19005-4, 6.2.10.8.
  rule({
    key: "actual-text-private-use",
    on: "actual-text",
    ids: { "4": "6.2.10.8-1" },
    requirement: "An ActualText has no characters of a private use area of Unicode.",
    message: "An ActualText has private-use Unicode values",
    hint: "Write into ActualText what readers are meant to get, such as the name of a symbol, without characters of a private use area.",
    fix: "author",
    test: (bytes) => {
      const found = firstOf(decodeTextString(bytes), isPrivate);
      return found === undefined || { broken: found };
    },
  }),
];
