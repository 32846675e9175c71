import type { GreyImage } from "@quire/scan";

/** In inches: the mean of A4's and Letter's long edge. */
const longEdge = 11.35;

/**
 * The resolution of a picture that does not tell its own: as if it were of a page of A4 or Letter. Print that proves
 * to be small all the same is enlarged in a second try.
 */
export function guessDpi({ widthPx, heightPx }: GreyImage): number {
  const dpi = Math.round(Math.max(widthPx, heightPx) / longEdge);
  return Math.min(600, Math.max(70, dpi));
}
