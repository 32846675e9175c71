import { comparedWords } from "../../kernel/compared-words.ts";

/*
 * A model that is stuck repeats itself again and again. So do tables and forms, in short pieces: columns of "0.00",
 * rows of dots, a label on every line. Only prose is therefore counted here: words with letters, on lines that are no
 * row.
 */

const NGRAM_WORDS = 6;
/** The least number of runs that is judged: a verse with its refrain has as many. */
const MIN_NGRAMS = 50;
const MAX_REPEATED_SHARE = 0.3;
const MAX_EQUAL_LINES = 8;
const MAX_EQUAL_ROWS = 60;
/** Matches letters repeated without a space between them: a text may contain `hahaha`, but not a line of it. */
// oxlint-disable-next-line quire/linear-patterns -- a page of a transcript has a bounded length
const LOOP_IN_A_WORD = /(\p{L}{1,20}?)\1{59,}/u;

export function isRepetitious(text: string): boolean {
  const lines = text.split("\n").flatMap((line) => (line.trim() === "" ? [] : [line.trim()]));
  return hasEqualLines(lines) || repeatedShare(lines.filter(isProse)) > MAX_REPEATED_SHARE || LOOP_IN_A_WORD.test(text);
}

/** Returns whether a line is prose, rather than cells, fields to be filled in, dotted lines or boxes to tick. */
const isProse = (line: string): boolean => !/[|\t]|_{3}|\.{4}|(?:\. ){3}|…|\S {2,}\S|[☐☑☒□]|\[[ xX]\]/u.test(line);

function hasEqualLines(lines: readonly string[]): boolean {
  let equal = 1;
  return lines.some((line, index) => {
    equal = line === lines[index - 1] ? equal + 1 : 1;
    const isSentence = isProse(line) && lettersIn(line).length >= 3;
    // Rows may be equal for a while; dots and numbers alone without limit.
    return (
      equal >= (isSentence ? MAX_EQUAL_LINES : lettersIn(line).length > 0 ? MAX_EQUAL_ROWS : Number.POSITIVE_INFINITY)
    );
  });
}

const lettersIn = (line: string): readonly string[] => comparedWords(line).filter((word) => /\p{L}/u.test(word));

/** Returns the share of runs of some words that have occurred before. */
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
