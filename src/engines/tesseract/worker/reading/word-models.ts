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
  bias: -3.506,
  weights: {
    confidence: 0.988,
    confidenceSquared: 1.097,
    length: 0.601,
    isOneCharacter: 0.552,
    areTwoCharacters: -0.043,
    hasNoLetterOrDigit: -1.714,
    lettersShare: -0.792,
    repeatedShare: -0.883,
    hasCapitalAfterSmall: 0.441,
    mixesLettersAndDigits: 0.719,
    hasFewKinds: -0.024,
    height: 0.047,
    heightOff: -0.113,
    width: -0.164,
    widthOff: -0.173,
    lineConfidence: 1.854,
    isAlone: 0.018,
    lineWords: 0.217,
    rowWords: 0.583,
    columnWords: 0.593,
    contrast: 2.44,
    isAtSide: -0.69,
    isAtTopOrBottom: -1.93,
    pageConfidence: 0.525,
    pageWords: 0.494,
  },
};

/** Whether a word is text and read rightly. */
export const IS_RIGHT: WordModel = {
  bias: -4.939,
  weights: {
    confidence: -0.129,
    confidenceSquared: 4.027,
    length: 0.324,
    isOneCharacter: -0.216,
    areTwoCharacters: 0.046,
    hasNoLetterOrDigit: 0.0,
    lettersShare: -1.181,
    repeatedShare: -0.593,
    hasCapitalAfterSmall: -1.216,
    mixesLettersAndDigits: -0.954,
    hasFewKinds: 0.019,
    height: 0.072,
    heightOff: -0.563,
    width: -0.078,
    widthOff: -0.574,
    lineConfidence: 1.561,
    isAlone: -0.086,
    lineWords: 0.089,
    rowWords: 0.02,
    columnWords: 0.266,
    contrast: 1.885,
    isAtSide: -0.614,
    isAtTopOrBottom: -0.368,
    pageConfidence: 3.655,
    pageWords: -0.535,
  },
};
