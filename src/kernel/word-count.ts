import { lazily } from "./intl.ts";

const segmenter = lazily(() => new Intl.Segmenter("und", { granularity: "word" }));

/** A text of visible ASCII; the signs among these that may join their neighbours make a segmenter necessary. */
const ASCII = /^[!-~]*$/;
const JOINING = /[A-Za-z0-9]['.,:;][A-Za-z0-9]|_/;
const RUN = /[A-Za-z0-9]+/g;

/** Counts the words, by Unicode's rules (UAX #29), that hold a letter or a digit. */
export function countWords(text: string): number {
  let count = 0;
  // Blanks separate words by the same rules.
  for (const piece of text.split(BLANKS)) {
    count += ASCII.test(piece) && !JOINING.test(piece) ? (piece.match(RUN)?.length ?? 0) : countWordsIn(piece);
  }
  return count;
}

/** The ASCII blanks; others may join their neighbours. */
const BLANKS = /[ \n\r\t]+/;

function countWordsIn(piece: string): number {
  let count = 0;
  for (const { segment } of piece === "" ? [] : segmenter().segment(piece)) {
    count += /[\p{L}\p{N}]/u.test(segment) ? 1 : 0;
  }
  return count;
}
