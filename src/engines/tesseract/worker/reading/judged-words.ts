import type { EngineBlock, EngineWord } from "../../library/text-engine.ts";
import { wordsOf } from "./result.ts";
import { type PageOfWords, type WordEvidence, wordEvidence } from "./word-evidence.ts";
import { IS_RIGHT, IS_TEXT, type WordModel } from "./word-models.ts";

/** The probability of being text below which a word is a speck, a rule or a texture. */
const TEXT_BAR = 0.5;
/** The probability of being read rightly below which a word tells nobody what is printed, unless it surely is text. */
const RIGHT_BAR = 0.15;
const SURELY_TEXT = 0.9;
/**
 * Specks and textures come in numbers: on a page where less than this share of the words is below the bar of text, they are
 * rather text that is hard to read, and all is kept but what is next to surely none.
 */
const DOUBTFUL_SHARE = 0.06;
const SURELY_NONE = 0.05;

/** The sure words of a page, of 20, from which on punctuation by itself is none of a drawing's strokes: a quarter of them. */
const WORDY = 0.25;
/** The engine's confidence from which on punctuation is kept that stands in a line with sure words. */
const SURE_SIGN = 0.8;

/**
 * Returns the blocks of a page without what is no text or cannot be made out, and with the probability that a word is
 * right as its confidence: the engine's own is 5 to 8 points too high between 30 and 90, and high for some dashes and
 * borders.
 */
export function judgedWords(page: PageOfWords): readonly EngineBlock[] {
  const evidence = wordEvidence(page);
  const words = [...wordsOf(page.blocks)].map((word, at): WordInDoubt => judgedWord(word, evidence[at]));
  const isDoubtful = haveDoubts(words);
  const judged = new Map(words.map(({ word, ...one }) => [word, keptWord({ word, ...one }, isDoubtful)]));
  return page.blocks
    .map((block) => ({
      box: block.box,
      paragraphs: block.paragraphs
        .map(({ lines }) => ({
          lines: lines
            .map((line) => ({ box: line.box, words: line.words.map((word) => judged.get(word)).filter(isWord) }))
            .filter(({ words: kept }) => kept.length > 0),
        }))
        .filter(({ lines }) => lines.length > 0),
    }))
    .filter(({ paragraphs }) => paragraphs.length > 0);
}

const isWord = (word: EngineWord | undefined): word is EngineWord => word !== undefined;

/** A word with the probabilities that it is text, and that it is read rightly. */
interface WordInDoubt {
  readonly word: EngineWord;
  readonly text: number;
  readonly right: number;
  /** Punctuation is not counted among the doubtful, since how often it is right is not known. */
  readonly isSign: boolean;
  readonly isSureSign: boolean;
  /** Whether the page has enough sure words to be one of text. */
  readonly isOfText: boolean;
}

function judgedWord(word: EngineWord, evidence: WordEvidence | undefined): WordInDoubt {
  if (evidence === undefined) {
    return { word, text: 1, right: word.confidence / 100, isSign: false, isSureSign: false, isOfText: true };
  }
  const isSign = evidence.hasNoLetterOrDigit === 1;
  return {
    word,
    text: probability(IS_TEXT, evidence),
    right: probability(IS_RIGHT, evidence),
    isSign,
    isSureSign: isSign && evidence.confidence >= SURE_SIGN && evidence.lineWords > 0,
    isOfText: evidence.pageWords >= WORDY,
  };
}

function haveDoubts(words: readonly WordInDoubt[]): boolean {
  const counted = words.filter(({ isSign }) => !isSign);
  const doubtful = counted.filter(({ text }) => text < TEXT_BAR).length;
  return doubtful >= DOUBTFUL_SHARE * counted.length;
}

/** Returns a word with its probability of being right as confidence; undefined for one that is left out. */
function keptWord(judged: WordInDoubt, isDoubtful: boolean): EngineWord | undefined {
  const { word, text, right, isSign, isSureSign, isOfText } = judged;
  if (isSign) {
    // It keeps its confidence. Read with much of it beside words, it is theirs.
    return isSureSign || (isOfText && text >= (isDoubtful ? TEXT_BAR : SURELY_NONE)) ? word : undefined;
  }
  const isKept = isDoubtful
    ? Math.max(text, right) >= TEXT_BAR && (right >= RIGHT_BAR || text >= SURELY_TEXT)
    : Math.max(text, right) >= SURELY_NONE;
  return isKept ? { ...word, confidence: 100 * right } : undefined;
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
