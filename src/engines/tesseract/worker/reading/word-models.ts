import type { WordEvidence } from "./word-evidence.ts";

/*
 * The models by which words are judged. Their numbers are written by bench/recognition/fit-word-models.ts, which says from
 * what.
 */

/** A logistic regression over the evidence of words. */
export interface WordModel {
  readonly bias: number;
  readonly weights: WordEvidence;
}

/** Whether a word is text, and no speck, rule or texture. */
export const IS_TEXT: WordModel = {
  bias: -4.913,
  weights: {
    confidence: 1.031,
    confidenceSquared: 1.222,
    length: 0.913,
    isOneCharacter: 0.78,
    areTwoCharacters: -0.011,
    hasNoLetterOrDigit: -1.567,
    lettersShare: -0.634,
    repeatedShare: -1.022,
    hasCapitalAfterSmall: 0.346,
    mixesLettersAndDigits: 0.49,
    hasFewKinds: -0.259,
    height: 0.219,
    heightOff: -0.285,
    width: -0.234,
    widthOff: -0.113,
    lineConfidence: 2.096,
    isAlone: -0.343,
    lineWords: 0.52,
    contrast: 3.351,
    isAtSide: -0.699,
    isAtTopOrBottom: -2.399,
    pageConfidence: 1.289,
    pageWords: 0.326,
  },
};

/** Whether a word is text and read rightly. */
export const IS_RIGHT: WordModel = {
  bias: -5.242,
  weights: {
    confidence: -0.076,
    confidenceSquared: 3.8,
    length: 0.261,
    isOneCharacter: -0.132,
    areTwoCharacters: 0.071,
    hasNoLetterOrDigit: 0.0,
    lettersShare: -1.181,
    repeatedShare: -0.602,
    hasCapitalAfterSmall: -1.733,
    mixesLettersAndDigits: -0.964,
    hasFewKinds: -0.203,
    height: 0.08,
    heightOff: -0.685,
    width: -0.055,
    widthOff: -0.386,
    lineConfidence: 2.016,
    isAlone: -0.082,
    lineWords: 0.166,
    contrast: 2.001,
    isAtSide: -0.63,
    isAtTopOrBottom: -0.429,
    pageConfidence: 4.033,
    pageWords: -0.921,
  },
};
