import type { GreyImage } from "@quire/scan";
import { assert } from "../../../kernel/assert.ts";
import { Failure } from "../../../kernel/failure.ts";
import type { TesseractApi, TesseractBinding } from "./binding.ts";
import type { EngineOptions, Orientation, Segmentation, TextEngine } from "./text-engine.ts";

/** The longest side of an image, in pixels: places in Tesseract are numbers of 16 bits. */
const MAX_SIDE_PX = 32_767;
/**
 * The shortest side of an image that is read: a smaller one shows no letter, and Tesseract has special cases for it.
 */
const MIN_SIDE_PX = 3;
/** The number of APIs kept; each holds the data of its languages, 15 to 60 MB. */
const MAX_KEPT_APIS = 4;

/**
 * Creates a `TextEngine` over one build of Tesseract and the data of `languages`, with or without that for orientation.
 * Nothing is carried over from one image to the next.
 */
export function createTextEngine(
  binding: TesseractBinding,
  { languages, hasOrientation }: { readonly languages: readonly string[]; readonly hasOrientation: boolean },
): TextEngine {
  const apis = new KeptApis(binding);
  return {
    version: `Tesseract ${binding.version}`,
    languages,

    recognize(image, options) {
      const unknown = options.languages.find((code) => !languages.includes(code));
      assert(options.languages.length > 0 && unknown === undefined, "pages are read in languages that are there");
      if (!isWorthReading(image)) {
        return [];
      }
      const api = apis.get(options.languages.join("+"));
      return withVariables(api, options.variables ?? {}, () => recognized(api, image, options));
    },

    isWord: (word, ofLanguages) =>
      // Of several languages, Tesseract looks into the dictionary of the first.
      [ofLanguages.join("+"), ...ofLanguages.slice(1)].some((each) => apis.get(each).isWord(word)),

    orientation(image, dpi) {
      if (!isWorthReading(image) || !hasOrientation) {
        return undefined;
      }
      const api = apis.get("osd");
      try {
        return orientationOf(api.detectOrientation(image, resolution(dpi)));
      } finally {
        api.clear();
      }
    },
  };
}

/**
 * Returns whether an image is large enough to show text.
 * @throws Failure `image_too_large`
 */
function isWorthReading({ widthPx, heightPx }: GreyImage): boolean {
  requireReadableSides({ widthPx, heightPx });
  return Math.min(widthPx, heightPx) >= MIN_SIDE_PX;
}

/**
 * Requires that Tesseract can address every pixel.
 * @throws Failure `image_too_large` when a side is too long
 */
export function requireReadableSides(size: { readonly widthPx: number; readonly heightPx: number }): void {
  if (Math.max(size.widthPx, size.heightPx) > MAX_SIDE_PX) {
    const message = `An image of ${size.widthPx} x ${size.heightPx} pixels cannot be read; a side may have at most ${MAX_SIDE_PX}.`;
    throw new Failure("image_too_large", message, { facts: { ...size } });
  }
}

function recognized(api: TesseractApi, image: GreyImage, { segmentation, dpi }: EngineOptions) {
  const pageSegmentationMode = PAGE_SEGMENTATION_MODES[segmentation];
  try {
    const blocks = api.recognize(image, { pageSegmentationMode, dpi: resolution(dpi) });
    if (blocks === undefined) {
      throw new Failure("document_too_complex", "The text of the image cannot be recognized.");
    }
    return blocks;
  } finally {
    api.clear();
  }
}

const PAGE_SEGMENTATION_MODES: Readonly<Record<Segmentation, number>> = {
  page: 3,
  column: 4,
  block: 6,
  line: 7,
  sparse: 11,
};

/** Limits a resolution to the range that Tesseract accepts; for any other it guesses one and prints a message. */
const resolution = (dpi: number): number => Math.round(Math.min(2400, Math.max(70, dpi)));

function withVariables<Result>(
  api: TesseractApi,
  variables: Readonly<Record<string, string>>,
  run: () => Result,
): Result {
  const before = Object.keys(variables).map((name) => [name, api.getVariable(name)] as const);
  try {
    for (const [name, value] of Object.entries(variables)) {
      assert(api.setVariable(name, value), `Tesseract has a variable ${name}`);
    }
    return run();
  } finally {
    for (const [name, value] of before) {
      api.setVariable(name, value ?? "");
    }
  }
}

function orientationOf(detected: ReturnType<TesseractApi["detectOrientation"]>): Orientation | undefined {
  if (detected === undefined) {
    return undefined;
  }
  const { degrees, confidence, script, scriptConfidence } = detected;
  return { rotationDegrees: TURN_BACK[(degrees / 90) & 3] ?? 0, confidence, script, scriptConfidence };
}

const TURN_BACK = [0, 270, 180, 90] as const;

/** The open APIs, one for each set of languages that is among the last ones used. */
class KeptApis {
  readonly #binding: TesseractBinding;
  readonly #apis = new Map<string, TesseractApi>();

  constructor(binding: TesseractBinding) {
    this.#binding = binding;
  }

  get(languages: string): TesseractApi {
    const api = this.#apis.get(languages) ?? this.#open(languages);
    // A map has its keys in the order in which they were set.
    this.#apis.delete(languages);
    this.#apis.set(languages, api);
    return api;
  }

  #open(languages: string): TesseractApi {
    for (const [oldest, api] of this.#apis) {
      if (this.#apis.size < MAX_KEPT_APIS) {
        break;
      }
      api.end();
      this.#apis.delete(oldest);
    }
    return this.#binding.open(languages);
  }
}
