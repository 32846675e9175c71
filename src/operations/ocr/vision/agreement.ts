import type { RecognizedWord } from "../../../engines/tesseract/port.ts";
import { comparedWords, wordRecall } from "../../../kernel/compared-words.ts";

/*
 * Whether a model's text can be that of a page, judged by words that an OCR engine is sure of. It tells made-up texts,
 * refusals, and answers to what the page says, from transcripts; the order of words does not matter, nor how they are
 * set out.
 */

/** With less, a word that was misread weighs too much. */
const MIN_WORDS = 8;
const MIN_RECALL = 0.7;
/** How sure the engine has to be of a word. */
const MIN_CONFIDENCE = 0.9;
/** Of all that was read on the page; more has been added to it. */
const MAX_GROWTH = 1.5;
const MIN_WORDS_FOR_GROWTH = 20;

/** Whether `text` has the words of `sample`, all of which are sure; a sample that tells too little is no objection. */
export function agreesWithSample(text: string, sample: readonly RecognizedWord[]): boolean {
  const wanted = sureWords(sample);
  return wanted.length < MIN_WORDS || wordRecall(wanted, transcribedWords(text)) >= MIN_RECALL;
}

/** Whether `text` has the words of a page that are sure, and not many more than all of them: for who has doubts. */
export function agreesWithPage(text: string, words: readonly RecognizedWord[]): boolean {
  const found = transcribedWords(text);
  const read = words.flatMap((word) => comparedWords(word.text));
  const wanted = sureWords(words.map((word) => (word.confidence >= MIN_CONFIDENCE ? word : null)));
  const hasGrown = read.length >= MIN_WORDS_FOR_GROWTH && found.length > MAX_GROWTH * read.length;
  return wanted.length >= MIN_WORDS && wordRecall(wanted, found) >= MIN_RECALL && !hasGrown;
}

/**
 * What words are compared as. Null is a word that is not sure. A word that is divided at the end of a line is left out,
 * with what follows it: a transcript may have joined them.
 */
function sureWords(words: readonly (RecognizedWord | null)[]): readonly string[] {
  return words.flatMap((word, index) =>
    word === null || isDivided(word) || isDivided(words[index - 1]) ? [] : comparedWords(word.text),
  );
}

const isDivided = (word: RecognizedWord | null | undefined): boolean =>
  /[\p{L}\p{N}][-\u00ad‐]$/u.test(word?.text ?? "");

/** What models write for what they cannot read. */
const ILLEGIBLE = /\[illegible\]/gi;

const transcribedWords = (text: string): readonly string[] => comparedWords(text.replace(ILLEGIBLE, " "));
