import type { RecognizedWord } from "../../../engines/tesseract/port.ts";
import { comparedWords, wordRecall } from "../../../kernel/compared-words.ts";

/*
 * The check of whether a model's text can be that of a page, judged by words of which an OCR engine is sure. It
 * distinguishes made-up texts, refusals, and answers to what the page says from transcripts; the order and the layout
 * of words do not matter.
 */

/** The least number of words that are compared: with fewer, a word that was misread weighs too much. */
const MIN_WORDS = 8;
const MIN_RECALL = 0.7;
/** The least confidence with which the engine has read a compared word. */
const MIN_CONFIDENCE = 0.9;
/** The largest number of words relative to all that were read on the page; with more, the model has added some. */
const MAX_GROWTH = 1.5;
const MIN_WORDS_FOR_GROWTH = 20;

/**
 * Returns whether `text` has the words of `sample`, all of which are certain; a sample of too few words is no
 * objection.
 */
export function agreesWithSample(text: string, sample: readonly RecognizedWord[]): boolean {
  const wanted = sureWords(sample);
  return wanted.length < MIN_WORDS || wordRecall(wanted, transcribedWords(text)) >= MIN_RECALL;
}

/**
 * Returns whether `text` has the certain words of a page, and not many more than all of its words; it is used when
 * there are doubts.
 */
export function agreesWithPage(text: string, words: readonly RecognizedWord[]): boolean {
  const found = transcribedWords(text);
  const read = words.flatMap((word) => comparedWords(word.text));
  const wanted = sureWords(words.map((word) => (word.confidence >= MIN_CONFIDENCE ? word : null)));
  const hasGrown = read.length >= MIN_WORDS_FOR_GROWTH && found.length > MAX_GROWTH * read.length;
  return wanted.length >= MIN_WORDS && wordRecall(wanted, found) >= MIN_RECALL && !hasGrown;
}

/**
 * Returns the forms in which words are compared. Null is an uncertain word. A word that is divided at the end of a line
 * is left out, with what follows it: a transcript may have joined them.
 */
function sureWords(words: readonly (RecognizedWord | null)[]): readonly string[] {
  return words.flatMap((word, index) =>
    word === null || isDivided(word) || isDivided(words[index - 1]) ? [] : comparedWords(word.text),
  );
}

const isDivided = (word: RecognizedWord | null | undefined): boolean =>
  /[\p{L}\p{N}][-\u00ad‐]$/u.test(word?.text ?? "");

/** The placeholder that models write for text that they cannot read. */
const ILLEGIBLE = /\[illegible\]/gi;

const transcribedWords = (text: string): readonly string[] => comparedWords(text.replace(ILLEGIBLE, " "));
