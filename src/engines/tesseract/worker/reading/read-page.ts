import {
  type Affine,
  type CheckBox,
  checkBoxesOf,
  followedBy,
  type GreyImage,
  identity,
  inverseOf,
  mapBox,
  type PixelBox,
  scale,
  straightened,
  turn,
  withoutLeaders,
} from "@quire/scan";
import type { EngineBlock, EngineOptions, TextEngine } from "../../library/text-engine.ts";
import type { RecognizedPage, RecognizeJob } from "../../port.ts";
import { withBetterWords } from "./better-words.ts";
import { mayHaveCheckBoxes, withCheckBoxes } from "./check-boxes.ts";
import { judgedWords } from "./judged-words.ts";
import { firstLanguages, languagesFor } from "./languages.ts";
import { withLeaders } from "./leaders.ts";
import { type Prepared, prepare } from "./prepare.ts";
import { inReadingOrder } from "./reading-order.ts";
import { withPlainS } from "./long-s.ts";
import { guessDpi } from "./resolution.ts";
import { confidenceOf, placed, toPage, worthOf } from "./result.ts";
import { otherWaysToRead, type Way } from "./second-tries.ts";
import { tidied } from "./tidy.ts";

export type ReadingOptions = Pick<RecognizeJob, "dpi" | "languages" | "effort" | "rotates" | "deskews" | "denoises">;

/** The highest useful resolution: more dots per inch cost time and show nothing more of print. */
const mostDpi = 350;
/** The most pixels of a page, A2 at 250 dpi. Larger images are reduced, since memory grows with pixels. */
const mostPixels = 24_000_000;

/** The confidence below which words of pages read upside down are; that of other pages is nearly always higher. */
const doubtfulConfidence = 50;

/** Reads a page: makes the image readable, has it recognized, and maps the boxes back to the image as given. */
export function readPage(given: GreyImage, engine: TextEngine, options: ReadingOptions): RecognizedPage {
  const { blocks, checkBoxes, toGiven, ...facts } = readBlocks(given, engine, options);
  const isWord = (word: string): boolean => engine.isWord(word, facts.languages);
  const words = judgedWords({ blocks, given, toGiven, isWord });
  return { ...facts, blocks: toPage(inReadingOrder(withCheckBoxes(words, checkBoxes)), toGiven, given) };
}

/** A page as it was read, before its words are judged. */
export interface ReadBlocks extends Omit<RecognizedPage, "blocks"> {
  readonly blocks: readonly EngineBlock[];
  /** The check boxes, in pixels of the image that was read; the engine took some for words. */
  readonly checkBoxes: readonly CheckBox[];
  /** The transformation from the image that was read to the one as given. */
  readonly toGiven: Affine;
}

/**
 * Reads a page, with all words that the engine found but for the plainest garbage.
 * @internal Exported for the fitting of the models by which words are judged (bench/recognition/fit-word-models.ts).
 */
export function readBlocks(given: GreyImage, engine: TextEngine, options: ReadingOptions): ReadBlocks {
  const guess = guessDpi(given);
  const dpi = options.dpi ?? guess;
  // Cameras write 72 dpi into pictures of many more: a page twice as long as Letter's is not credible.
  const credibleDpi = Math.max(dpi, guess / 2);
  const room = Math.sqrt(mostPixels / (given.widthPx * given.heightPx));
  const factor = Math.min(1, room, credibleDpi > mostDpi ? 300 / credibleDpi : 1);
  const small = factor < 1 ? scale(given, factor) : { image: given, transform: identity };
  const prepared = prepare(small.image, {
    dpi: credibleDpi * factor,
    deskews: options.deskews,
    denoises: options.denoises,
  });
  const reading = prepared.isBlank ? undefined : bestReading(prepared, engine, options);
  const toGiven = inverseOf(
    followedBy(followedBy(small.transform, prepared.transform), reading?.transform ?? identity),
  );
  const languages = reading?.languages ?? (options.languages === "auto" ? firstLanguages(engine) : options.languages);
  const isWord = (word: string): boolean => engine.isWord(word, languages);
  const { blocks: read, others } = reading ?? { blocks: [], others: [] };
  const blocks = others.length === 0 ? read : withBetterWords({ blocks: read, given, toGiven, isWord }, others);
  return {
    widthPx: given.widthPx,
    heightPx: given.heightPx,
    dpi,
    rotationDegrees: reading?.rotationDegrees ?? 0,
    skewDegrees: prepared.skewDegrees,
    script: reading?.script ?? null,
    languages,
    blocks: withPlainS(tidied(blocks), isWord),
    checkBoxes:
      reading !== undefined && mayHaveCheckBoxes(reading.languages) ? checkBoxesOf(reading.image, prepared.dpi) : [],
    toGiven,
  };
}

type QuarterTurns = RecognizedPage["rotationDegrees"];

const opposite = { 0: 180, 90: 270, 180: 0, 270: 90 } as const;

type Recognizer = (image: GreyImage, options: EngineOptions) => readonly EngineBlock[];

interface Reading {
  readonly image: GreyImage;
  readonly blocks: readonly EngineBlock[];
  /** What another reading of the same page has, which is worth less as a whole. */
  readonly others: readonly EngineBlock[];
  readonly rotationDegrees: QuarterTurns;
  readonly script: string | null;
  readonly languages: readonly string[];
  /** The transformation from the prepared image to the one that was read. */
  readonly transform: Affine;
}

function bestReading(prepared: Prepared, engine: TextEngine, options: ReadingOptions): Reading {
  const { dpi } = prepared;
  const recognize: Recognizer = (image, engineOptions) =>
    (options.deskews ? recognizedStraight : recognized)(image, engine, engineOptions);
  const auto = options.languages === "auto";
  const sideways = options.rotates && prepared.sideways;
  // Finding the orientation costs a quarter of a reading: it is done only where lines run up the page or the script is
  // needed.
  const orientation = sideways || auto ? engine.orientation(prepared.image, dpi) : undefined;
  const reported = options.rotates ? (orientation?.rotationDegrees ?? 0) : 0;
  const first: QuarterTurns = sideways === (reported === 90 || reported === 270) ? reported : sideways ? 90 : 0;
  const read = (rotationDegrees: QuarterTurns): Reading => {
    const { image, transform } = turned(prepared.image, rotationDegrees);
    const script = orientation?.script;
    const languages = options.languages === "auto" ? languagesFor({ image, dpi, script }, engine) : options.languages;
    const blocks = recognize(image, { languages, dpi, segmentation: "page" });
    return { image, blocks, others: [], rotationDegrees, script: script ?? null, languages, transform };
  };
  let best = read(first);
  if (options.rotates && confidenceOf(best.blocks) < doubtfulConfidence) {
    best = better(best, read(opposite[first]));
  }
  if (options.effort === "advanced") {
    const { image } = best;
    for (const way of otherWaysToRead(best.blocks, { image, dpi })) {
      const other = another(best, { image, dpi, way }, recognize);
      // Scattered words have no reliable order: they must add enough text to be worth that.
      const isBetter = worthOf(other) > 1.03 * worthOf(best.blocks);
      best = isBetter ? { ...best, blocks: other, others: best.blocks } : { ...best, others: other };
    }
  }
  return best;
}

/** Reads a page another way; boxes are those of the image as it was read before. */
function another(
  reading: Reading,
  { image, dpi, way }: { readonly image: GreyImage; readonly dpi: number; readonly way: Way },
  recognize: Recognizer,
): readonly EngineBlock[] {
  const large = way.enlargement > 1 ? scale(image, way.enlargement) : { image, transform: identity };
  const { languages } = reading;
  const { segmentation } = way;
  const blocks = recognize(large.image, { languages, dpi: dpi * way.enlargement, segmentation });
  const toImage = inverseOf(large.transform);
  return placed(blocks, (box) => mapBox(toImage, box));
}

/** Recognizes a page, its lines made straight where they are not; boxes are those of the page as it is. */
function recognizedStraight(image: GreyImage, engine: TextEngine, options: EngineOptions): readonly EngineBlock[] {
  const straight = straightened(image);
  return straight === undefined
    ? recognized(image, engine, options)
    : placed(recognized(straight.image, engine, options), straight.boxAsWas);
}

function recognized(image: GreyImage, engine: TextEngine, options: EngineOptions): readonly EngineBlock[] {
  // Dots of a leader are at most a 25th of an inch: those of print of 30 points.
  const { image: led, leaders } = withoutLeaders(image, Math.round(options.dpi / 25));
  const segmentation = isListed(leaders, image) ? "block" : options.segmentation;
  return withLeaders(engine.recognize(led, { ...options, segmentation }), leaders);
}

/**
 * Returns whether leaders belong to one list: without the dots, page numbers look like a separate column; where nearly
 * all leaders end alike, there is none.
 */
function isListed(leaders: readonly PixelBox[], { widthPx }: GreyImage): boolean {
  const ends = leaders.map(({ xMax }) => xMax).toSorted((a, b) => a - b);
  const usual = ends[ends.length >> 1] ?? 0;
  const alike = ends.filter((end) => Math.abs(end - usual) < widthPx / 20).length;
  return leaders.length >= 5 && alike >= 0.8 * leaders.length;
}

const better = (a: Reading, b: Reading): Reading => (worthOf(b.blocks) > worthOf(a.blocks) ? b : a);

function turned(image: GreyImage, degrees: QuarterTurns): { readonly image: GreyImage; readonly transform: Affine } {
  return degrees === 0 ? { image, transform: identity } : turn(image, degrees);
}
