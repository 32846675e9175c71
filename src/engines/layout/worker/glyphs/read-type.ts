import type { ReadWord } from "../../port.ts";

/*
 * Boxes of words that were read are those of their ink, which depends on their letters: `on` is half as high as `lög`,
 * and stands as deep as `Log`. Where the letters are known, baseline and size of the type are too.
 */

interface Type {
  readonly baselineY: number;
  readonly sizePt: number;
}

/**
 * Match letters that reach from the baseline to the height of capitals; those and signs that nearly do; those of an x's
 * height.
 */
const HIGH = /[\p{Lu}\p{Nd}bdfhklßбё]/u;
const NEARLY_HIGH = /[ijt?!()[\]{}|/\\'"’‘“”]/u;
const LOW_RISE = /[acegmnopqrsuvwxyzвгджзиклмнпрстухцчшщъыьэюяαεικνοπρστυχω]/u;
/** Matches letters and signs that reach below the baseline. */
const DEEP = /[gjpqyçQруфцщдμβγζηξρφχψ,;()[\]{}|/\\_@§$„‚]/u;
/** Matches signs that do not stand on the baseline. */
const FLOATING = /[-–—−*°^~+=<>•·]/gu;
/** Matches text in the scripts that the expressions above cover. */
const OF_KNOWN_HEIGHT = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}\p{M}]+$/u;

/** Heights above and depths below the baseline, in ems, as most faces have them. */
const CAPITAL_EM = 0.69;
const NEARLY_CAPITAL_EM = 0.66;
const SMALL_EM = 0.46;
const DEPTH_EM = 0.22;

/**
 * Returns the height of an x, in ems, in the faces of most lines of a page, seen where small letters stand next to high
 * ones.
 */
export function smallHeightOf(lines: readonly (readonly ReadWord[])[]): number {
  const heights = lines.flatMap((words) => {
    const known = knownWords(words);
    const baselineY = baselineOf(known);
    const high = known.filter(({ text }) => HIGH.test(text));
    if (baselineY === undefined || high.length === 0) {
      return [];
    }
    const sizePt = median(high.map(({ box }) => (baselineY - box[1]) / CAPITAL_EM));
    const small = known.filter(({ text }) => isSmall(text));
    return small.map(({ box }) => (baselineY - box[1]) / sizePt);
  });
  const height = heights.length < LEAST_SMALL ? SMALL_EM : median(heights);
  return Math.min(MOST_SMALL_EM, Math.max(LEAST_SMALL_EM, height));
}

/** The least number of words that determine it. */
const LEAST_SMALL = 5;
/** The least height of an x among usual faces. */
const LEAST_SMALL_EM = 0.38;
const MOST_SMALL_EM = 0.58;

/**
 * Returns the type of a line of level words; undefined where their letters do not determine it.
 * @param smallEm height of an x
 */
export function typeOfLine(words: readonly ReadWord[], smallEm = SMALL_EM): Type | undefined {
  const known = knownWords(words);
  if (known.length === 0 || 2 * known.length < words.length) {
    return undefined;
  }
  const baselineY = baselineOf(known);
  if (baselineY !== undefined) {
    const sizePt = sizeAbove(known, { baselineY, smallEm });
    return sizePt === undefined ? undefined : { baselineY, sizePt };
  }
  const deep = known.filter(({ text }) => isLetter(text));
  if (deep.length === 0) {
    return undefined;
  }
  const sizePt = median(deep.map(({ text, box }) => (box[3] - box[1]) / (riseOf(text, smallEm) + DEPTH_EM)));
  return { baselineY: median(deep.map(({ box }) => box[3])) - DEPTH_EM * sizePt, sizePt };
}

const knownWords = (words: readonly ReadWord[]): readonly ReadWord[] =>
  words
    .map(({ text, box }) => ({ text: text.normalize("NFD").replaceAll(FLOATING, ""), box }))
    .filter(({ text }) => OF_KNOWN_HEIGHT.test(text));

const isLetter = (text: string): boolean => HIGH.test(text) || NEARLY_HIGH.test(text) || LOW_RISE.test(text);

const isSmall = (text: string): boolean => LOW_RISE.test(text) && !HIGH.test(text) && !NEARLY_HIGH.test(text);

const riseOf = (text: string, smallEm: number): number =>
  HIGH.test(text) ? CAPITAL_EM : NEARLY_HIGH.test(text) ? NEARLY_CAPITAL_EM : smallEm;

/** Returns the lower edge of words without letters below the baseline; undefined when there are none. */
function baselineOf(words: readonly ReadWord[]): number | undefined {
  const standing = words.filter(({ text }) => isLetter(text) && !DEEP.test(text));
  return standing.length === 0 ? undefined : median(standing.map(({ box }) => box[3]));
}

/**
 * Returns the size of the type by the words' heights above the baseline. Capitals and ascenders determine it better
 * than an x does, in which faces differ.
 */
function sizeAbove(
  words: readonly ReadWord[],
  { baselineY, smallEm }: { readonly baselineY: number; readonly smallEm: number },
): number | undefined {
  const telling = [HIGH, NEARLY_HIGH, LOW_RISE].map((kind) => words.filter(({ text }) => kind.test(text)));
  const best = telling.find(({ length }) => length > 0) ?? [];
  const sizes = best.map(({ text, box }) => (baselineY - box[1]) / riseOf(text, smallEm)).filter((size) => size > 0);
  return sizes.length === 0 ? undefined : median(sizes);
}

/** Returns the median of at least one value. */
function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? 0;
}
