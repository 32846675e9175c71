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
  bias: -2.169,
  weights: {
    confidence: 0.951,
    confidenceSquared: 1.174,
    length: 0.61,
    isOneCharacter: 0.263,
    areTwoCharacters: -0.083,
    hasNoLetterOrDigit: -1.744,
    lettersShare: -0.094,
    repeatedShare: -0.91,
    hasCapitalAfterSmall: 0.118,
    mixesLettersAndDigits: 0.076,
    hasFewKinds: -0.259,
    isInDictionary: -0.711,
    lengthInDictionary: -0.23,
    isOutsideDictionary: -0.398,
    height: -0.001,
    heightOff: -0.172,
    width: 0.001,
    widthOff: -0.373,
    lineConfidence: 1.989,
    isAlone: -0.117,
    lineWords: 0.197,
    rowWords: 0.457,
    columnWords: 0.52,
    contrast: 1.694,
    isAtSide: -0.074,
    isAtTopOrBottom: -1.884,
    pageConfidence: 0.687,
    pageWords: 0.0,
  },
};

/** Whether a word is text and read rightly. */
export const IS_RIGHT: WordModel = {
  bias: -6.255,
  weights: {
    confidence: 0.025,
    confidenceSquared: 3.687,
    length: 0.638,
    isOneCharacter: 0.107,
    areTwoCharacters: 0.125,
    hasNoLetterOrDigit: 0.0,
    lettersShare: -1.493,
    repeatedShare: -0.715,
    hasCapitalAfterSmall: -0.397,
    mixesLettersAndDigits: -1.356,
    hasFewKinds: -0.127,
    isInDictionary: -0.298,
    lengthInDictionary: 0.426,
    isOutsideDictionary: -1.725,
    height: 0.087,
    heightOff: -0.655,
    width: -0.023,
    widthOff: -0.665,
    lineConfidence: 1.468,
    isAlone: -0.113,
    lineWords: 0.196,
    rowWords: -0.029,
    columnWords: 0.266,
    contrast: 2.025,
    isAtSide: -0.482,
    isAtTopOrBottom: -0.497,
    pageConfidence: 5.011,
    pageWords: 0.0,
  },
};
