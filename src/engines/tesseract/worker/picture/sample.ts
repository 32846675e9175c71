import { type GreyImage, scale, type Transformed } from "@quire/scan";
import type { EngineBlock, EngineWord, TextEngine } from "../../library/text-engine.ts";
import type { RecognizeJob } from "../../port.ts";
import { firstLanguages, languageOf, languagesFor } from "../reading/languages.ts";
import { guessDpi } from "../reading/resolution.ts";
import { confidenceOf, worthOf } from "../reading/result.ts";
import { BandedPage, type BandReading, type QuarterTurns } from "./read-bands.ts";

export type SampleOptions = Pick<RecognizeJob, "dpi" | "languages" | "rotates">;

/** Some words of a page, and which way up it is. */
export interface Sample {
  readonly rotationDegrees: QuarterTurns;
  /** In reading order; boxes are on the page as given. */
  readonly words: readonly EngineWord[];
}

/** Lines that are read the right way up are nearly always believed more than this; those of other ways, hardly ever. */
const SURE = 60;
/** Of words that are told: what is believed so much is what stands there. */
const CONFIDENT = 90;
const OSD_DPI = 200;

const OPPOSITE = { 0: 180, 90: 270, 180: 0, 270: 90 } as const;

/** Reads a few lines of a page, as it lies or as it turns out to stand upright. `picture` is the page, perhaps smaller. */
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
  const told = isSure ? best : (byOrientation(page, { given, dpi }, { engine, options }) ?? best);
  // A page is turned where its lines then can be read, and otherwise left as it is.
  const isTurnedInVain = told.rotationDegrees !== 0 && !isBelieved(told.top.blocks);
  const final = isTurnedInVain ? tried(page, engine, { ...told, rotationDegrees: 0 }) : told;
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
  /** The bands below, not read yet. */
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

/** The first of `rotations` in which the uppermost band is believed, or the one that is believed most. */
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
  const told = isFixed ? undefined : languageOf(upright.top.blocks, engine.languages);
  return told === undefined || languages.includes(told)
    ? upright
    : tried(page, engine, { ...upright, languages: [told] });
}

/** What costs as much as reading a quarter of the page, and tells the script as well. */
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
