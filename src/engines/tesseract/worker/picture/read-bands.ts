import {
  type Affine,
  crop,
  followedBy,
  type GreyImage,
  identity,
  inverseOf,
  mapBox,
  rotate,
  scale,
  type Transformed,
  turn,
} from "@quire/scan";
import type { EngineBlock, EngineWord, TextEngine } from "../../library/text-engine.ts";
import type { RecognizedPage } from "../../port.ts";
import { linesOf } from "../reading/lines.ts";
import { evened, isBlank, prepare } from "../reading/prepare.ts";
import { wordsOf } from "../reading/result.ts";
import { bandsOf } from "./bands.ts";

export type QuarterTurns = RecognizedPage["rotationDegrees"];

/** The longer side, in pixels, of the picture on which bands are found: large enough to keep its lines apart. */
const LOOK_PX = 1300;
const LEAST_LOOK_PX = 1100;
const MOST_LOOK_PX = 1700;
/** The highest useful resolution: more dots per inch show nothing more of print. */
const MOST_DPI = 350;
const WANTED_DPI = 300;

/** The text of a band of a page. */
export interface BandReading {
  readonly blocks: readonly EngineBlock[];
  /** The words in reading order; their boxes are on the page as given. */
  readonly words: readonly EngineWord[];
}

/** A page that is turned in different ways to read a few of its lines. */
export class BandedPage {
  readonly #given: GreyImage;
  readonly #dpi: number;
  readonly #look: GreyImage;
  readonly #toLook: Affine;
  readonly #skewDegrees: number;
  /** Whether lines run up or down the page. */
  readonly isSideways: boolean;

  /** Prepares a page. `picture` is the page as given, perhaps smaller. */
  constructor(given: GreyImage, picture: Transformed, dpi: number) {
    const longEdgePx = Math.max(picture.image.widthPx, picture.image.heightPx);
    const isFit = longEdgePx >= LEAST_LOOK_PX && longEdgePx <= MOST_LOOK_PX;
    const small = isFit ? picture : scale(given, Math.min(1, LOOK_PX / Math.max(given.widthPx, given.heightPx)));
    this.#given = given;
    this.#dpi = dpi;
    this.#look = evened(small.image, dpi * small.transform.xx);
    this.#toLook = small.transform;
    const lines = linesOf(this.#look);
    this.#skewDegrees = lines.skewDegrees;
    this.isSideways = lines.sideways;
  }

  /** Returns the bands of the page turned by `degrees`, from top to bottom, as functions that read them. */
  turned(degrees: QuarterTurns): ((engine: TextEngine, languages: readonly string[]) => BandReading)[] {
    const upright = turnedBy(this.#look, degrees);
    const level =
      this.#skewDegrees === 0
        ? { image: upright.image, transform: identity }
        : rotate(upright.image, this.#skewDegrees);
    const toGiven = inverseOf(followedBy(followedBy(this.#toLook, upright.transform), level.transform));
    const { widthPx } = level.image;
    return bandsOf(level.image, this.#dpi * this.#toLook.xx).map(
      (band) => (engine, languages) =>
        this.#read(mapBox(toGiven, { xMin: 0, xMax: widthPx, ...band }), degrees, { engine, languages }),
    );
  }

  #read(
    box: Parameters<typeof crop>[1],
    degrees: QuarterTurns,
    { engine, languages }: { readonly engine: TextEngine; readonly languages: readonly string[] },
  ): BandReading {
    const part = crop(this.#given, box);
    const upright = turnedBy(part.image, degrees);
    const factor = this.#dpi > MOST_DPI ? WANTED_DPI / this.#dpi : 1;
    const small = factor < 1 ? scale(upright.image, factor) : { image: upright.image, transform: identity };
    const prepared = prepare(small.image, { dpi: this.#dpi * factor, deskews: true, denoises: "when-noisy" });
    if (isBlank(prepared.image)) {
      return { blocks: [], words: [] };
    }
    const options = { languages, dpi: prepared.dpi };
    const ordered = engine.recognize(prepared.image, { ...options, segmentation: "page" });
    // A few cells of a table are no page of blocks.
    const blocks =
      ordered.length > 0 ? ordered : engine.recognize(prepared.image, { ...options, segmentation: "sparse" });
    const steps = [upright.transform, small.transform, prepared.transform];
    const toGiven = inverseOf(steps.reduce(followedBy, part.transform));
    return { blocks, words: [...wordsOf(blocks)].map((word) => ({ ...word, box: mapBox(toGiven, word.box) })) };
  }
}

export function turnedBy(
  image: GreyImage,
  degrees: QuarterTurns,
): { readonly image: GreyImage; readonly transform: Affine } {
  return degrees === 0 ? { image, transform: identity } : turn(image, degrees);
}
