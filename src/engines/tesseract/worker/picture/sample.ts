import { type GreyImage, scale, type Transformed } from "@quire/scan";
import type { EngineBlock, EngineWord, TextEngine } from "../../library/text-engine.ts";
import type { RecognizeJob } from "../../port.ts";
import { languagesByWords } from "../reading/common-words.ts";
import { firstLanguages, languagesFor } from "../reading/languages.ts";
import { guessDpi } from "../reading/resolution.ts";
import { confidenceOf, worthOf } from "../reading/result.ts";
import { BandedPage, type BandReading, type QuarterTurns } from "./read-bands.ts";

export type SampleOptions = Pick<RecognizeJob, "dpi" | "languages" | "rotates">;

/** Some words of a page, and which way up it is. */
export interface Sample {
  readonly rotationDegrees: QuarterTurns;
  /** The words in reading order; boxes are on the page as given. */
  readonly words: readonly EngineWord[];
}

/** The confidence that lines read the right way up nearly always exceed, and lines read another way hardly ever. */
const SURE = 60;
/** The confidence from which words are reported: at this level they are almost always correct. */
const CONFIDENT = 90;
const OSD_DPI = 200;

const OPPOSITE = { 0: 180, 90: 270, 180: 0, 270: 90 } as const;

/**
 * Reads a few lines of a page, in its given orientation or in the one in which it proves upright. `picture` is the
 * page, perhaps smaller.
 */
export function sampleOf(
  { given, picture }: { readonly given: GreyImage; readonly picture: Transformed },
  engine: TextEngine,
  options: SampleOptions,
): Sample {
  const guess = guessDpi(given);
  const dpi = Math.max(options.dpi ?? guess, guess / 2);
  const page = new BandedPage(given, picture, dpi);
  const first: QuarterTurns = options.rotates && page.isSideways ? 90 : 0;
  const languages = options.languages === "auto" ? firstLanguages(engine) : options.languages;
  const best = bestTry(page, engine, {
    rotations: options.rotates ? [first, OPPOSITE[first]] : [0],
    languages,
    isFixed: options.languages !== "auto",
  });
  const isSure = isBelieved(best.top.blocks);
  const reported = isSure ? best : (byOrientation(page, { given, dpi }, { engine, options }) ?? best);
  // A page is turned only where its lines can then be read, and otherwise left as it is.
  const isTurnedInVain = reported.rotationDegrees !== 0 && !isBelieved(reported.top.blocks);
  const final = isTurnedInVain ? tried(page, engine, { ...reported, rotationDegrees: 0 }) : reported;
  const below = final.rest.map((read) => read(engine, final.languages).words);
  return {
    rotationDegrees: final.rotationDegrees,
    words: [final.top.words, ...below].flat().filter(isConfident),
  };
}

interface Try {
  readonly rotationDegrees: QuarterTurns;
  readonly languages: readonly string[];
  readonly top: BandReading;
  /** The bands below, which have not been read yet. */
  readonly rest: ReturnType<BandedPage["turned"]>;
}

const NOTHING: BandReading = { blocks: [], words: [] };

function tried(
  page: BandedPage,
  engine: TextEngine,
  { rotationDegrees, languages }: Pick<Try, "rotationDegrees" | "languages">,
): Try {
  const [read, ...rest] = page.turned(rotationDegrees);
  return { rotationDegrees, languages, top: read?.(engine, languages) ?? NOTHING, rest };
}

/**
 * Returns the first of `rotations` in which the uppermost band is credible, or otherwise the one with the highest
 * confidence.
 */
function bestTry(
  page: BandedPage,
  engine: TextEngine,
  options: {
    readonly rotations: readonly QuarterTurns[];
    readonly languages: readonly string[];
    readonly isFixed: boolean;
  },
): Try {
  const { languages, isFixed } = options;
  let best: Try | undefined;
  for (const rotationDegrees of options.rotations) {
    const found = tried(page, engine, { rotationDegrees, languages });
    best = best === undefined || worthOf(found.top.blocks) > worthOf(best.top.blocks) ? found : best;
    if (isBelieved(best.top.blocks)) {
      break;
    }
  }
  const upright = best ?? tried(page, engine, { rotationDegrees: 0, languages });
  const [reported] = isFixed ? [] : languagesByWords(upright.top.blocks, engine.languages);
  return reported === undefined || languages.includes(reported)
    ? upright
    : tried(page, engine, { ...upright, languages: [reported] });
}

/**
 * Reads the first band in the orientation that Tesseract detects, which costs as much as reading a quarter of the page,
 * and finds the script as well. Returns undefined when that is not needed or finds nothing.
 */
function byOrientation(
  page: BandedPage,
  { given, dpi }: { readonly given: GreyImage; readonly dpi: number },
  { engine, options }: { readonly engine: TextEngine; readonly options: SampleOptions },
): Try | undefined {
  if (!options.rotates && options.languages !== "auto") {
    return undefined;
  }
  const image = dpi > OSD_DPI ? scale(given, OSD_DPI / dpi).image : given;
  const orientation = engine.orientation(image, Math.min(dpi, OSD_DPI));
  if (orientation === undefined) {
    return undefined;
  }
  const { script } = orientation;
  const languages = options.languages === "auto" ? languagesFor({ image, dpi, script }, engine) : options.languages;
  const rotationDegrees = options.rotates ? orientation.rotationDegrees : 0;
  return bestTry(page, engine, { rotations: [rotationDegrees], languages, isFixed: true });
}

const isBelieved = (blocks: readonly EngineBlock[]): boolean => blocks.length > 0 && confidenceOf(blocks) >= SURE;

const LETTERS_OR_DIGITS = /[\p{L}\p{N}]/gu;

const isConfident = ({ text, confidence }: EngineWord): boolean =>
  confidence >= CONFIDENT && (text.match(LETTERS_OR_DIGITS)?.length ?? 0) >= 3;
