import type { EngineBlock, EngineWord } from "../../library/text-engine.ts";
import { wordsOf } from "./result.ts";
import { type PageOfWords, type WordEvidence, wordEvidence } from "./word-evidence.ts";
import { IS_RIGHT, IS_TEXT, type WordModel } from "./word-models.ts";

/** The probability of being text below which a word is a speck, a rule or a texture. */
const TEXT_BAR = 0.5;
/** The probability of being read rightly below which a word tells nobody what is printed. */
const RIGHT_BAR = 0.15;

/** The engine's confidence from which on punctuation is kept that stands in a line with sure words. */
const SURE_SIGN = 0.8;

/**
 * Returns the blocks of a page without what is no text or cannot be made out, and with the probability that a word is
 * right as its confidence: the engine's own is 5 to 8 points too high between 30 and 90, and high for some dashes and
 * borders.
 */
export function judgedWords(page: PageOfWords): readonly EngineBlock[] {
  const evidence = wordEvidence(page);
  const judged = new Map([...wordsOf(page.blocks)].map((word, at) => [word, judgedWord(word, evidence[at])]));
  return page.blocks
    .map((block) => ({
      box: block.box,
      paragraphs: block.paragraphs
        .map(({ lines }) => ({
          lines: lines
            .map((line) => ({ box: line.box, words: line.words.map((word) => judged.get(word)).filter(isWord) }))
            .filter(({ words }) => words.length > 0),
        }))
        .filter(({ lines }) => lines.length > 0),
    }))
    .filter(({ paragraphs }) => paragraphs.length > 0);
}

const isWord = (word: EngineWord | undefined): word is EngineWord => word !== undefined;

function judgedWord(word: EngineWord, evidence: WordEvidence | undefined): EngineWord | undefined {
  if (evidence === undefined) {
    return word;
  }
  const isText = probability(IS_TEXT, evidence) >= TEXT_BAR;
  if (evidence.hasNoLetterOrDigit === 1) {
    // How often punctuation is right was not counted: it keeps its confidence. Read with much of it beside words, it is theirs.
    return isText || (evidence.confidence >= SURE_SIGN && evidence.lineWords > 0) ? word : undefined;
  }
  const right = probability(IS_RIGHT, evidence);
  return isText && right >= RIGHT_BAR ? { ...word, confidence: 100 * right } : undefined;
}

/** Returns the probability that a logistic regression gives. */
function probability({ bias, weights }: WordModel, evidence: WordEvidence): number {
  let sum = bias;
  for (const [name, weight] of Object.entries(weights)) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the names are those of the evidence
    sum += weight * evidence[name as keyof WordEvidence];
  }
  return 1 / (1 + Math.exp(-sum));
}
