import { comparedWords } from "../../kernel/compared-words.ts";

/*
 * A model that is stuck says the same again and again. So do tables and forms, in short: columns of "0.00", rows of dots,
 * a label on every line. What is counted here is therefore prose: words with letters, on lines that are no row.
 */

const NGRAM_WORDS = 6;
/** Fewer tell nothing: a verse with its refrain has as many. */
const MIN_NGRAMS = 50;
const MAX_REPEATED_SHARE = 0.3;
const MAX_EQUAL_LINES = 8;
const MAX_EQUAL_ROWS = 60;
/** Letters without a space between them: `hahaha` is said, a line of it is not. */
const LOOP_IN_A_WORD = /(\p{L}{1,20}?)\1{59,}/u;

export function isRepetitious(text: string): boolean {
  const lines = text.split("\n").flatMap((line) => (line.trim() === "" ? [] : [line.trim()]));
  return hasEqualLines(lines) || repeatedShare(lines.filter(isProse)) > MAX_REPEATED_SHARE || LOOP_IN_A_WORD.test(text);
}

/** Cells, fields to be filled in, dotted lines, boxes to tick. */
const isProse = (line: string): boolean => !/[|\t]|_{3}|\.{4}|(?:\. ){3}|…|\S {2,}\S|[☐☑☒□]|\[[ xX]\]/u.test(line);

function hasEqualLines(lines: readonly string[]): boolean {
  let equal = 1;
  return lines.some((line, index) => {
    equal = line === lines[index - 1] ? equal + 1 : 1;
    const isSentence = isProse(line) && lettersIn(line).length >= 3;
    // Rows may be equal for a while; dots and numbers alone for as long as they like.
    return (
      equal >= (isSentence ? MAX_EQUAL_LINES : lettersIn(line).length > 0 ? MAX_EQUAL_ROWS : Number.POSITIVE_INFINITY)
    );
  });
}

const lettersIn = (line: string): readonly string[] => comparedWords(line).filter((word) => /\p{L}/u.test(word));

/** The share of runs of some words that have stood before. */
function repeatedShare(lines: readonly string[]): number {
  const words = lines.flatMap(lettersIn);
  const total = words.length - NGRAM_WORDS + 1;
  if (total < MIN_NGRAMS) {
    return 0;
  }
  const distinct = new Set(
    Array.from({ length: total }, (_, index) => words.slice(index, index + NGRAM_WORDS).join(" ")),
  );
  return 1 - distinct.size / total;
}
