import type { EngineWord } from "../../library/text-engine.ts";
import { wordsOf } from "./result.ts";
import { type PageOfWords, type WordEvidence, wordEvidence } from "./word-evidence.ts";
import { IS_RIGHT, IS_TEXT, type WordModel } from "./word-models.ts";

/** A word with what speaks for it, and with probabilities from 0 to 1. */
export interface ProbableWord {
  readonly word: EngineWord;
  readonly evidence: WordEvidence;
  /** The probability that it is text, and no speck, rule or texture. */
  readonly text: number;
  /** The probability that it is read rightly. */
  readonly right: number;
}

/** Returns the words of a page with their probabilities, by the models that were fitted to pages of known text, in their order. */
export function probableWords(page: PageOfWords): readonly ProbableWord[] {
  const evidence = wordEvidence(page);
  return [...wordsOf(page.blocks)].flatMap((word, at) => {
    const known = evidence[at];
    return known === undefined
      ? []
      : [{ word, evidence: known, text: probability(IS_TEXT, known), right: probability(IS_RIGHT, known) }];
  });
}

/** Returns the probability that a logistic regression gives. */
function probability({ bias, weights }: WordModel, evidence: WordEvidence): number {
  let sum = bias;
  for (const [name, weight] of Object.entries(weights)) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the names are those of the evidence
    sum += weight * evidence[name as keyof WordEvidence];
  }
  return sigmoid(sum);
}

export const sigmoid = (value: number): number => 1 / (1 + Math.exp(-value));
