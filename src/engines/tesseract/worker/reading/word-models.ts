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
  bias: -3.082,
  weights: {
    confidence: 1.024,
    confidenceSquared: 1.204,
    length: 0.9,
    isOneCharacter: 0.692,
    areTwoCharacters: -0.005,
    hasNoLetterOrDigit: -1.568,
    lettersShare: -0.578,
    repeatedShare: -0.992,
    hasCapitalAfterSmall: 0.316,
    mixesLettersAndDigits: 0.488,
    hasFewKinds: -0.277,
    height: 0.214,
    heightOff: -0.337,
    width: -0.216,
    widthOff: -0.126,
    lineConfidence: 2.17,
    isAlone: -0.342,
    lineWords: 0.514,
    isAtSide: -1.546,
    isAtTopOrBottom: -2.353,
    contrast: 2.902,
    pageConfidence: 1.148,
    pageWords: -0.987,
  },
};

/** Whether a word is text and read rightly. */
export const IS_RIGHT: WordModel = {
  bias: -5.463,
  weights: {
    confidence: -0.058,
    confidenceSquared: 3.791,
    length: 0.265,
    isOneCharacter: -0.132,
    areTwoCharacters: 0.068,
    hasNoLetterOrDigit: 0.0,
    lettersShare: -1.188,
    repeatedShare: -0.607,
    hasCapitalAfterSmall: -1.733,
    mixesLettersAndDigits: -0.96,
    hasFewKinds: -0.194,
    height: 0.079,
    heightOff: -0.681,
    width: -0.055,
    widthOff: -0.382,
    lineConfidence: 2.044,
    isAlone: -0.066,
    lineWords: 0.179,
    isAtSide: -0.52,
    isAtTopOrBottom: 0.347,
    contrast: 2.07,
    pageConfidence: 4.037,
    pageWords: -0.817,
  },
};
