import type { EngineBlock, EngineLine, EngineWord } from "../../library/text-engine.ts";
import type { PageOfWords } from "./word-evidence.ts";
import { type ProbableWord, probableWords, sigmoid } from "./word-probabilities.ts";

/** The probability of being text below which a word is a speck, a rule or a texture. */
const TEXT_BAR = 0.5;
/** The probability of being read rightly below which a word tells nobody what is printed, unless it surely is text. */
const RIGHT_BAR = 0.45;
const SURELY_TEXT = 0.9;
/**
 * Specks and textures come in numbers: from the greater share of words that are none on, a page is judged by the bars above.
 * The smaller the share, the rather these are text that is hard to read, and the lower the bars; up to the lesser share all
 * is kept but what is next to surely none.
 */
const DOUBTFUL_SHARE = { least: 0.01, most: 0.06 };
const SURELY_NONE = 0.05;
/** How steeply a word counts as none around the bar of text: a single one near it does not change a page. */
const STEEPNESS = 12;

/** The words of a page that are rather right, from which on punctuation by itself is none of a drawing's strokes. */
const WORDY = 5;
/** The engine's confidence from which on punctuation is kept that stands in a line with sure words. */
const SURE_SIGN = 0.8;

/**
 * Returns the blocks of a page without what is no text or cannot be made out, and with the probability that a word is
 * right as its confidence: the engine's own is 5 to 8 points too high between 30 and 90, and high for some dashes and
 * borders.
 */
export function judgedWords(page: PageOfWords): readonly EngineBlock[] {
  const words = probableWords(page).map((word): WordInDoubt => inDoubt(word));
  const doubt = doubtOf(words);
  const judged = new Map(words.map((each) => [each.word, each]));
  const kept = new Set(words.filter((each) => isKeptWord(each, doubt)));
  const isOfText = [...kept].filter(({ right }) => right >= TEXT_BAR).length >= WORDY;
  const judgedLine = (line: EngineLine): EngineLine => {
    const inLine = line.words.map((word) => judged.get(word)).filter(isPresent);
    const hasWords = inLine.some((each) => kept.has(each));
    const isKept = (each: WordInDoubt): boolean =>
      kept.has(each) || (each.isSign && isKeptSign(each, { hasWords, isOfText, doubt }));
    return { box: line.box, words: inLine.filter(isKept).map(withProbability) };
  };
  return page.blocks
    .map((block) => ({
      box: block.box,
      paragraphs: block.paragraphs
        .map(({ lines }) => ({ lines: lines.map(judgedLine).filter((line) => line.words.length > 0) }))
        .filter(({ lines }) => lines.length > 0),
    }))
    .filter(({ paragraphs }) => paragraphs.length > 0);
}

const isPresent = (word: WordInDoubt | undefined): word is WordInDoubt => word !== undefined;

interface WordInDoubt extends Omit<ProbableWord, "evidence"> {
  /** Punctuation is not counted among the doubtful, since how often it is right is not known. */
  readonly isSign: boolean;
  readonly isSureSign: boolean;
}

function inDoubt({ evidence, ...word }: ProbableWord): WordInDoubt {
  const isSign = evidence.hasNoLetterOrDigit === 1;
  return { ...word, isSign, isSureSign: isSign && evidence.confidence >= SURE_SIGN && evidence.lineWords > 0 };
}

/** Returns how much of a page's words may be specks and textures: from 0, none, to 1, as many as on pages that have them. */
function doubtOf(words: readonly WordInDoubt[]): number {
  const counted = words.filter(({ isSign }) => !isSign);
  const none = counted.reduce((sum, { text }) => sum + sigmoid(STEEPNESS * (TEXT_BAR - text)), 0);
  const { least, most } = DOUBTFUL_SHARE;
  return Math.min(1, Math.max(0, (none / Math.max(1, counted.length) - least) / (most - least)));
}

/** Returns the probability from which on a word is kept: between the two bars by their odds. */
const barOf = (doubt: number): number => sigmoid(logit(SURELY_NONE) + doubt * (logit(TEXT_BAR) - logit(SURELY_NONE)));

const isKeptWord = ({ text, right, isSign }: WordInDoubt, doubt: number): boolean =>
  !isSign && Math.max(text, right) >= barOf(doubt) && (right >= RIGHT_BAR * doubt || text >= SURELY_TEXT);

/** Where punctuation stands. */
interface Surroundings {
  /** Whether words of its line are kept. */
  readonly hasWords: boolean;
  /** Whether enough words of the page are kept for it to be one of text. */
  readonly isOfText: boolean;
  /** As `doubtOf` returns it. */
  readonly doubt: number;
}

/** Returns whether punctuation is kept: read with much confidence beside words it is theirs. */
const isKeptSign = ({ text, isSureSign }: WordInDoubt, { hasWords, isOfText, doubt }: Surroundings): boolean =>
  (isSureSign && hasWords) || (isOfText && text >= barOf(doubt));

/** Returns a word with its probability of being right as confidence; punctuation keeps the engine's. */
const withProbability = ({ word, right, isSign }: WordInDoubt): EngineWord =>
  isSign ? word : { ...word, confidence: 100 * right };

const logit = (share: number): number => Math.log(share / (1 - share));
