import { lazily } from "./intl.ts";

const segmenter = lazily(() => new Intl.Segmenter("und", { granularity: "word" }));

/** A piece that is one word of ASCII by itself or with a sign before or behind it, as most are. */
const PLAIN = /^["'(]?[A-Za-z0-9]+[)"'.,:;!?]?$/;
/** A text of visible ASCII, whose words are found without a segmenter. */
const ASCII = /^[!-~]*$/;
/**
 * A word of ASCII by UAX #29: letters, digits and underscores (WB5, WB8 to WB10, WB13a, WB13b), and the signs that join
 * two letters (WB6, WB7) or two digits (WB11, WB12).
 */
const ASCII_WORD = /(?:[A-Za-z0-9_]|(?<=[A-Za-z])['.:](?=[A-Za-z])|(?<=[0-9])['.,;](?=[0-9]))+/g;
const UNDERSCORES = /^_+$/;

/** Counts the words, by Unicode's rules (UAX #29), that hold a letter or a digit. */
export function countWords(text: string): number {
  let count = 0;
  // Blanks separate words by the same rules.
  for (const piece of text.split(BLANKS)) {
    count += PLAIN.test(piece) ? 1 : ASCII.test(piece) ? countAsciiWords(piece) : countWordsIn(piece);
  }
  return count;
}

/** The ASCII blanks; others may join their neighbours. */
const BLANKS = /[ \n\r\t]+/;

function countAsciiWords(piece: string): number {
  let count = 0;
  for (const word of piece.match(ASCII_WORD) ?? []) {
    count += UNDERSCORES.test(word) ? 0 : 1;
  }
  return count;
}

function countWordsIn(piece: string): number {
  let count = 0;
  for (const { segment } of piece === "" ? [] : segmenter().segment(piece)) {
    count += /[\p{L}\p{N}]/u.test(segment) ? 1 : 0;
  }
  return count;
}
