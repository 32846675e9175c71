import type { Watermark } from "../../packages/watermark/src/index.ts";

/** The mark that is written on the first page of every document. */
export const MARK: Omit<Watermark, "fonts"> = {
  text: "Quire 1/1",
  pages: [1],
  position: "bottom-right",
  opacity: 1,
  sizePt: 24,
  // The colour is one that no page is full of.
  colour: [203, 37, 150],
  layer: "over",
  fit: false,
};

/** Returns the margin between the mark and the edges of the page; at most a quarter of the side on small pages. */
export const marginPt = (sidePt: number): number => Math.min(36, sidePt / 4);
