import { lazily } from "../../kernel/intl.ts";

/**
 * Returns a text as a string of CSS (CSS Syntax 3, §4.3.5), from which nothing breaks out: whatever is not plain is
 * escaped, also where the style sheet is within HTML.
 */
export const cssString = (text: string): string =>
  `"${text
    .toWellFormed()
    .replace(/\0/g, "\ufffd")
    .replace(/["'\\<>&\p{Cc}\u2028\u2029]/gu, (character) => `\\${character.charCodeAt(0).toString(16)} `)}"`;

/** Returns the direction of the first strong character (UAX #9, P2 and P3). */
export const directionOf = (text: string): "ltr" | "rtl" => {
  const [first] = /[\p{L}]/u.exec(text) ?? [];
  return first !== undefined && RIGHT_TO_LEFT.test(first) ? "rtl" : "ltr";
};

const RIGHT_TO_LEFT =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}\p{Script=Mandaic}\p{Script=Samaritan}\p{Script=Hanifi_Rohingya}]/u;

const LONGEST_WORD = 30;
const ZERO_WIDTH_SPACE = "\u200b";
/** The characters that are as wide as high; lines break between them. */
const WIDE_SET =
  "\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\p{Extended_Pictographic}\\uff00-\\uff60\\u3000-\\u303f";
const WIDE = new RegExp(`[${WIDE_SET}]`, "u");
// Unicode counts digits as pictographs, since keycaps begin with them. The length is one more than LONGEST_WORD.
// oxlint-disable-next-line quire/linear-patterns -- a run is either matched whole or shorter than 31 characters
const LONG_WORD = new RegExp(`(?:[0-9#*]|[^\\s${WIDE_SET}]){31,}`, "gu");

/** Lets long words break in margin boxes, where no property of CSS does so. */
export const breakable = (text: string): string =>
  text.replace(LONG_WORD, (word) => {
    const characters = [...graphemes().segment(word)].map(({ segment }) => segment);
    const pieces = Array.from({ length: Math.ceil(characters.length / LONGEST_WORD) }, (_, index) =>
      characters.slice(index * LONGEST_WORD, (index + 1) * LONGEST_WORD).join(""),
    );
    return pieces.join(ZERO_WIDTH_SPACE);
  });

const graphemes = lazily(() => new Intl.Segmenter("und", { granularity: "grapheme" }));

/** Returns how many lines a text may need, rather too many than too few. The widths are in the same unit. */
export function linesOf(text: string, { em, width }: { readonly em: number; readonly width: number }): number {
  const perLine = Math.max(1, width / em);
  const lines = text.split("\n").map((line) => Math.max(1, Math.ceil(widthInEm(line) / perLine)));
  return lines.reduce((sum, count) => sum + count, 0);
}

const NARROW_EM = 0.6;

const widthInEm = (line: string): number =>
  Array.from(line).reduce((sum, character) => sum + (WIDE.test(character) && character > "\u00ff" ? 1 : NARROW_EM), 0);
