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
/** A text may contain `hahaha`, but not a line of it. */
const MIN_LOOPS_IN_A_WORD = 60;
const MAX_LOOP_LETTERS = 20;

export function isRepetitious(text: string): boolean {
  const lines = text.split("\n").flatMap((line) => (line.trim() === "" ? [] : [line.trim()]));
  return hasEqualLines(lines) || repeatedShare(lines.filter(isProse)) > MAX_REPEATED_SHARE || hasLoopInAWord(text);
}

/** Returns whether letters are repeated without a space between them, in time that grows with the text alone. */
function hasLoopInAWord(text: string): boolean {
  const words = (text.match(/\p{L}+/gu) ?? []).map((word) => Array.from(word));
  return words.some(
    (letters) =>
      letters.length >= MIN_LOOPS_IN_A_WORD &&
      Array.from({ length: MAX_LOOP_LETTERS }, (_, index) => index + 1).some((period) => isLoop(letters, period)),
  );
}

/** Returns whether some letters of a word are those `period` before them for as long as a loop lasts. */
function isLoop(letters: readonly string[], period: number): boolean {
  let equal = 0;
  return letters.some((letter, index) => {
    equal = letter === letters[index - period] ? equal + 1 : 0;
    return equal >= period * (MIN_LOOPS_IN_A_WORD - 1);
  });
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
