import { followedBy, type GreyImage, mapBox, type PixelBox, scale, thumbnail } from "@quire/scan";
import type { EngineWord, TextEngine } from "../../library/text-engine.ts";
import type { PagePicture, RecognizedWord } from "../../port.ts";
import { isBlank } from "../reading/prepare.ts";
import { type QuarterTurns, turnedBy } from "./read-bands.ts";
import { type SampleOptions, sampleOf } from "./sample.ts";
import { stripsOf } from "./strips.ts";

/** A picture of a page and what was found about it; the picture still has to be written. */
export interface DrawnPicture extends Omit<PagePicture, "path" | "widthPx" | "heightPx"> {
  readonly image: GreyImage;
}

/**
 * Returns the page upright and no larger than requested, with words of some of its lines; without languages its
 * orientation is left as it is.
 */
export function pictureOf(
  given: GreyImage,
  engine: TextEngine,
  options: SampleOptions & { readonly longEdgePx: number },
): DrawnPicture {
  const small = thumbnail(given, shrinkage(given, options.longEdgePx));
  if (isBlank(given)) {
    return { image: small.image, rotationDegrees: 0, isBlank: true, sample: [] };
  }
  if (engine.languages.length === 0) {
    return { image: small.image, rotationDegrees: 0, isBlank: false, sample: [] };
  }
  const { rotationDegrees, words } = sampleOf({ given, picture: small }, engine, options);
  const upright = turnedBy(small.image, rotationDegrees);
  const toPicture = followedBy(small.transform, upright.transform);
  const placed = (word: EngineWord): RecognizedWord => ({
    text: word.text,
    confidence: Math.min(1, word.confidence / 100),
    box: within(mapBox(toPicture, word.box), upright.image),
  });
  return { image: upright.image, rotationDegrees, isBlank: false, sample: words.map(placed) };
}

/** Yields parts of the page, upright, from top to bottom, each as large as allowed. */
export function* stripPicturesOf(
  given: GreyImage,
  options: { readonly rotationDegrees: QuarterTurns; readonly longEdgePx: number; readonly count: number },
): Generator<GreyImage, void, undefined> {
  const { image } = turnedBy(given, options.rotationDegrees);
  const { widthPx, pixels } = image;
  for (const { yMin, yMax } of stripsOf(image, options.count)) {
    const strip = { widthPx, heightPx: yMax - yMin, pixels: pixels.subarray(yMin * widthPx, yMax * widthPx) };
    yield scale(strip, shrinkage(strip, options.longEdgePx)).image;
  }
}

const shrinkage = ({ widthPx, heightPx }: GreyImage, longEdgePx: number): number =>
  Math.min(1, longEdgePx / Math.max(widthPx, heightPx));

function within(box: PixelBox, { widthPx, heightPx }: GreyImage): PixelBox {
  const x = (value: number): number => Math.min(widthPx, Math.max(0, Math.round(value)));
  const y = (value: number): number => Math.min(heightPx, Math.max(0, Math.round(value)));
  return { xMin: x(box.xMin), yMin: y(box.yMin), xMax: x(box.xMax), yMax: y(box.yMax) };
}
