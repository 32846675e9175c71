import { type Affine, type GreyImage, mapBox, type PixelBox, quantile } from "@quire/scan";
import type { EngineBlock, EngineLine, EngineWord } from "../../library/text-engine.ts";
import { wordsOf } from "./result.ts";
import { SureWords } from "./sure-words.ts";

/** The words of a page as they were read, and where they are in the image as given. */
export interface PageOfWords {
  readonly blocks: readonly EngineBlock[];
  readonly given: GreyImage;
  /** The transformation from the image that was read to the one as given. */
  readonly toGiven: Affine;
  /** Returns whether a word without punctuation is in a dictionary of the page's languages. */
  readonly isWord: (word: string) => boolean;
}

/**
 * What speaks for or against a word being text, and being read rightly: numbers of about 0 to 1, or of binary orders of
 * magnitude. Specks, rules and textures that were taken for letters differ from text in many small ways, none of which
 * is enough by itself.
 */
export interface WordEvidence {
  /** The engine's confidence, 0 to 1, and its square. */
  readonly confidence: number;
  readonly confidenceSquared: number;
  /** The number of characters, of 8 at most, 0 to 1. */
  readonly length: number;
  readonly isOneCharacter: number;
  readonly areTwoCharacters: number;
  readonly hasNoLetterOrDigit: number;
  /** The share of letters and digits. */
  readonly lettersShare: number;
  /** The share of characters that repeat the one before. */
  readonly repeatedShare: number;
  readonly hasCapitalAfterSmall: number;
  readonly mixesLettersAndDigits: number;
  /** Whether three or more letters are of at most two kinds. */
  readonly hasFewKinds: number;
  /**
   * Whether its words are in the dictionary, how long they are then, of 8 characters at most, or whether they are not;
   * each times the share of the page's sure words that are, since a language may have no dictionary, and a page names.
   */
  readonly isInDictionary: number;
  readonly lengthInDictionary: number;
  readonly isOutsideDictionary: number;
  /** The height beside that of the page's sure words, in binary orders of magnitude, and how far that is from them. */
  readonly height: number;
  readonly heightOff: number;
  /** The width of a character beside that height, likewise, and how far it is from half of it. */
  readonly width: number;
  readonly widthOff: number;
  /** The mean confidence of the other words of the line; a half where there is none. */
  readonly lineConfidence: number;
  readonly isAlone: number;
  /** The sure words beside it in the line, of 3 at most, 0 to 1. */
  readonly lineWords: number;
  /** The sure words in its row outside its line, and those above and below that begin or end where it does: 3 at most, 0 to 1. */
  readonly rowWords: number;
  readonly columnWords: number;
  /** The mean confidence of the page, and its sure words, of 20 at most, 0 to 1. */
  readonly pageConfidence: number;
  readonly pageWords: number;
  /** The difference of print and paper beside that of the page's sure words. */
  readonly contrast: number;
  /** Whether it is at the edge of a page, as far as the page has sure words. */
  readonly isAtSide: number;
  readonly isAtTopOrBottom: number;
}

/** The confidence from which on a word of some letters is sure enough to judge others by. */
const sureConfidence = 60;

/** Returns what speaks for and against each word of a page, in the order of the words. */
export function wordEvidence({ blocks, given, toGiven, isWord }: PageOfWords): readonly WordEvidence[] {
  const words = [...wordsOf(blocks)];
  const places = words.map((word) => placeOf(mapBox(toGiven, word.box), given));
  const sure = words.map((word) => isSure(word) && TWO_LETTERS.test(word.text));
  const typical = sure.includes(true) ? sure : sure.map(() => true);
  const heights = words.filter((_, at) => typical[at]).map(({ box }) => box.yMax - box.yMin);
  const contrasts = places.filter((_, at) => typical[at]).map(({ contrast }) => contrast);
  const page: TypicalWord = {
    wordHeightPx: median(heights),
    contrast: median(contrasts),
    pageConfidence: sumOf(words).mean ?? 0,
    pageWords: Math.min(1, sure.filter(Boolean).length / 20),
  };
  const inDictionary = words.map(({ text }) => isInDictionary(text, isWord));
  const known = inDictionary.filter((_, at) => sure[at]).filter((each) => each !== undefined);
  const knownShare = known.filter(Boolean).length / Math.max(1, known.length);
  const grid = new SureWords(
    words.filter((_, at) => sure[at]),
    page.wordHeightPx,
  );
  const ofLine = blocks.flatMap(({ paragraphs }) =>
    paragraphs.flatMap(({ lines }) => lines.flatMap((line) => besideOthers(line))),
  );
  return words.map((word, at): WordEvidence => {
    const { contrast, isAtSide, isAtTopOrBottom } = places[at] ?? placeOf(word.box, given);
    return {
      ...textEvidence(word),
      ...dictionaryEvidence(word, inDictionary[at], knownShare),
      ...sizeEvidence(word, page.wordHeightPx),
      ...(ofLine[at] ?? NO_LINE),
      ...grid.alignedWith(word),
      contrast: Math.min(1.5, contrast / page.contrast),
      // The edge of a page has shadows and holes, but that of a picture that was cut to its words has words.
      isAtSide: isAtSide * page.pageWords,
      isAtTopOrBottom: isAtTopOrBottom * page.pageWords,
      pageConfidence: page.pageConfidence,
      pageWords: page.pageWords,
    };
  });
}

/** What the sure words of a page are like, or all of its words where none is sure. */
interface TypicalWord extends Pick<WordEvidence, "contrast" | "pageConfidence" | "pageWords"> {
  readonly wordHeightPx: number;
}

const TWO_LETTERS = /[\p{L}\p{N}]{2}/u;
const LETTERS = /[\p{L}\p{N}]/gu;

const isSure = ({ confidence }: EngineWord): boolean => confidence >= sureConfidence;
const lettersIn = (text: string): number => text.match(LETTERS)?.length ?? 0;
const flag = (holds: boolean): number => (holds ? 1 : 0);

function textEvidence({ text, confidence }: EngineWord) {
  const characters = Array.from(text.toLowerCase());
  const count = Math.max(1, characters.length);
  const letters = lettersIn(text);
  const repeated = characters.filter((character, at) => character === characters[at - 1]).length;
  const kinds = new Set(text.toLowerCase().match(LETTERS)).size;
  return {
    confidence: confidence / 100,
    confidenceSquared: (confidence / 100) ** 2,
    length: Math.min(count, 8) / 8,
    isOneCharacter: flag(count === 1),
    areTwoCharacters: flag(count === 2),
    hasNoLetterOrDigit: flag(letters === 0),
    lettersShare: letters / count,
    repeatedShare: count > 1 ? repeated / (count - 1) : 0,
    hasCapitalAfterSmall: flag(/\p{Ll}\p{Lu}/u.test(text)),
    mixesLettersAndDigits: flag(/\p{L}/u.test(text) && /\p{N}/u.test(text)),
    hasFewKinds: flag(kinds <= 2 && letters >= 3),
  };
}

/** Returns whether all words of a text are in a dictionary; undefined for numbers and signs. */
function isInDictionary(text: string, isWord: PageOfWords["isWord"]): boolean | undefined {
  const words = text.match(WORDS) ?? [];
  return words.length === 0 || /\p{N}/u.test(text) ? undefined : words.every((word) => isWord(word));
}

const WORDS = /\p{L}(?:[\p{L}\p{M}'’]*[\p{L}\p{M}])?/gu;

function dictionaryEvidence({ text }: EngineWord, isKnown: boolean | undefined, knownShare: number) {
  return {
    isInDictionary: isKnown === true ? knownShare : 0,
    lengthInDictionary: isKnown === true ? (knownShare * Math.min(text.length, 8)) / 8 : 0,
    isOutsideDictionary: isKnown === false ? knownShare : 0,
  };
}

function sizeEvidence({ text, box }: EngineWord, typicalPx: number) {
  const height = orders((box.yMax - box.yMin) / typicalPx);
  const width = orders((box.xMax - box.xMin) / Math.max(1, Array.from(text).length) / typicalPx);
  return { height, heightOff: Math.abs(height), width, widthOff: Math.abs(1 + width) };
}

/** Returns binary orders of magnitude, from -2 to 2. */
const orders = (ratio: number): number => Math.max(-2, Math.min(2, Math.log2(Math.max(ratio, 0.01))));

type LineEvidence = Pick<WordEvidence, "lineConfidence" | "isAlone" | "lineWords">;
const NO_LINE: LineEvidence = { lineConfidence: 0.5, isAlone: 1, lineWords: 0 };

/** Returns what the other words of its line say of each word. */
function besideOthers({ words }: EngineLine): readonly LineEvidence[] {
  const all = sumOf(words);
  const sureOfThree = words.map((word) => flag(isSure(word) && lettersIn(word.text) >= 3));
  const sure = sureOfThree.reduce((sum, each) => sum + each, 0);
  return words.map(({ text, confidence }, at) => {
    const others = all.characters - text.length;
    const lineConfidence = others > 0 ? (all.weighted - confidence * text.length) / others / 100 : 0.5;
    const beside = sure - (sureOfThree[at] ?? 0);
    return { lineConfidence, isAlone: flag(others <= 0), lineWords: Math.min(3, beside) / 3 };
  });
}

/** Returns the characters of words, their confidence weighted by them, and its mean, 0 to 1. */
function sumOf(words: readonly EngineWord[]) {
  let [characters, weighted] = [0, 0];
  for (const { text, confidence } of words) {
    characters += text.length;
    weighted += confidence * text.length;
  }
  return { characters, weighted, mean: characters > 0 ? weighted / characters / 100 : undefined };
}

/** The greatest number of rows of pixels in which the contrast of a word is measured, or somewhat more. */
const MOST_ROWS = 200;

/** Returns the contrast in grey levels within a box of the image as given, and whether it is at its edge. */
function placeOf({ xMin, yMin, xMax, yMax }: PixelBox, { widthPx, heightPx, pixels }: GreyImage) {
  const levels = new Uint32Array(256);
  const [left, right] = [Math.max(0, Math.round(xMin)), Math.min(widthPx, Math.round(xMax))];
  const [top, bottom] = [Math.max(0, Math.round(yMin)), Math.min(heightPx, Math.round(yMax))];
  // Boxes of words are low: of one that is not, some rows tell enough.
  const step = Math.max(1, Math.floor((bottom - top) / MOST_ROWS));
  for (let y = top; y < bottom; y += step) {
    for (let at = y * widthPx + left; at < y * widthPx + right; at++) {
      levels[pixels[at]!]!++;
    }
  }
  return {
    contrast: right > left && bottom > top ? quantile(levels, 0.95) - quantile(levels, 0.05) : 0,
    isAtSide: flag(xMin < 0.02 * widthPx || xMax > 0.98 * widthPx),
    isAtTopOrBottom: flag(yMin < 0.015 * heightPx || yMax > 0.985 * heightPx),
  };
}

const median = (values: readonly number[]): number =>
  Math.max(1, values.toSorted((a, b) => a - b)[values.length >> 1] ?? 1);
