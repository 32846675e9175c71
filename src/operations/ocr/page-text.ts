import type { RecognizedLine, RecognizedPage, RecognizedWord } from "../../engines/tesseract/port.ts";

/** Returns the words of a page in reading order. */
export const wordsOf = ({ blocks }: Pick<RecognizedPage, "blocks">): RecognizedWord[] =>
  blocks.flatMap(({ paragraphs }) => paragraphs.flatMap(({ lines }) => lines.flatMap(({ words }) => words)));

/**
 * Returns plain text: a blank line between paragraphs; lines as they are on the page, hyphens at their ends included.
 */
export const pageText = ({ blocks }: Pick<RecognizedPage, "blocks">): string =>
  blocks.flatMap(({ paragraphs }) => paragraphs.map(({ lines }) => lines.map(lineText).join("\n"))).join(BLANK_LINE);

/** The separator between paragraphs and between pages. */
export const BLANK_LINE = "\n\n";

export const lineText = ({ words }: Pick<RecognizedLine, "words">): string =>
  words.reduce((line, { text }) => line + (line === "" || isRunTogether(line, text) ? "" : " ") + text, "");

// Scripts that put no space between words, and the punctuation that goes with them.
const WITHOUT_SPACES = String.raw`[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\uff01-\uff60]`;
const ENDS_WITHOUT_SPACE = new RegExp(`${WITHOUT_SPACES}$`, "u");
const BEGINS_WITHOUT_SPACE = new RegExp(`^${WITHOUT_SPACES}`, "u");

const isRunTogether = (line: string, word: string): boolean =>
  BEGINS_WITHOUT_SPACE.test(word) && ENDS_WITHOUT_SPACE.test(line);

/** Sums of confidences, each weighted by the length of its word in characters. */
export interface ConfidenceSum {
  readonly sum: number;
  readonly weight: number;
}

export const confidenceSum = (words: readonly RecognizedWord[]): ConfidenceSum =>
  words.reduce<ConfidenceSum>(
    ({ sum, weight }, { text, confidence }) => {
      const length = Array.from(text).length;
      return { sum: sum + confidence * length, weight: weight + length };
    },
    { sum: 0, weight: 0 },
  );

/** Returns the mean confidence; null without words. */
export const meanConfidence = ({ sum, weight }: ConfidenceSum): number | null => (weight === 0 ? null : sum / weight);
