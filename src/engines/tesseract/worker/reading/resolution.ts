import type { GreyImage } from "@quire/scan";

/** The mean of A4's and Letter's long edge, in inches. */
const longEdge = 11.35;

/**
 * Returns a guess at the resolution of a picture that does not state its own: as if it were a page of A4 or Letter.
 * Print that nevertheless proves small is enlarged in a second try.
 */
export function guessDpi({ widthPx, heightPx }: GreyImage): number {
  const dpi = Math.round(Math.max(widthPx, heightPx) / longEdge);
  return Math.min(600, Math.max(70, dpi));
}
