import { type GreyImage, inkOutside } from "@quire/scan";
import type { EngineBlock, Segmentation } from "../../library/text-engine.ts";
import { confidenceOf, wordsOf } from "./result.ts";

/** Another way to read a page, tried where the first reading leaves doubt. */
export interface Way {
  readonly segmentation: Segmentation;
  readonly enlargement: number;
}

/** The confidence below which readings have often lost or misread something; most of them are of tables. */
const doubtfulConfidence = 85;
/** The share of print outside the words found beyond which there are diagrams, or lost text. */
const lostShare = 0.3;
/** The height of words, in pixels, below which the engine does not see their letters well. */
const smallWordPx = 17;
const mostPixels = 16_000_000;

/**
 * Returns the other ways to try where words have little confidence or print was left out. One reads scattered words,
 * which finds those in tinted cells and diagrams that belong to no block; another enlarges as well, where print proves
 * small.
 */
export function otherWaysToRead(
  blocks: readonly EngineBlock[],
  page: { readonly image: GreyImage; readonly dpi: number },
): readonly Way[] {
  const words = [...wordsOf(blocks)];
  const boxes = words.map(({ box }) => box);
  if (confidenceOf(blocks) >= doubtfulConfidence && inkOutside(page.image, boxes, page.dpi / 5) < lostShare) {
    return [];
  }
  const heights = boxes.map(({ yMin, yMax }) => yMax - yMin).toSorted((a, b) => a - b);
  const isSmall = (heights[heights.length >> 1] ?? smallWordPx) < smallWordPx;
  const room = Math.sqrt(mostPixels / (page.image.widthPx * page.image.heightPx));
  return [{ segmentation: "sparse", enlargement: isSmall ? Math.max(1, Math.min(2, room)) : 1 }];
}
