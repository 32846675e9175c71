import type { Figure } from "../blocks.ts";
import type { Box, ImagePlace, PageContent } from "../content.ts";
import { heightOf, holdsMiddle, widthOf } from "../geometry/boxes.ts";
import type { Line } from "../words.ts";

/** The least width and height of a figure, in points; smaller images are icons and bullets within text. */
const LEAST_PT = 24;
/** The greatest number of lines of text over a figure; images with more are backgrounds. */
const MOST_LINES_OVER = 2;

/** Returns the images that stand in the flow of a page as figures, without artifacts, icons and backgrounds. */
export function figuresOf(
  { images, page }: PageContent,
  { lines, altOf }: { readonly lines: readonly Line[]; readonly altOf: (image: ImagePlace) => string | undefined },
): { readonly block: Figure; readonly box: Box }[] {
  return images
    .filter((image) => !image.isArtifact && widthOf(image) >= LEAST_PT && heightOf(image) >= LEAST_PT)
    .slice(0, MOST_FIGURES)
    .filter((image) => lines.filter((line) => holdsMiddle(image, line)).length <= MOST_LINES_OVER)
    .map((image) => {
      const box = { xMin: image.xMin, yMin: image.yMin, xMax: image.xMax, yMax: image.yMax };
      return { block: { kind: "figure", page, box, image: image.index, alt: altOf(image), caption: undefined }, box };
    });
}

/** The greatest number of figures of a page; pages with more are mosaics of one picture. */
const MOST_FIGURES = 200;
