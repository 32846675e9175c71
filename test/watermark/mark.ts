import type { Watermark } from "../../packages/watermark/src/index.ts";

/** What is written on the first page of every document. */
export const MARK: Omit<Watermark, "fonts"> = {
  text: "Quire 1/1",
  pages: [1],
  position: "bottom-right",
  opacity: 1,
  sizePt: 24,
  // One that no page is full of.
  colour: [203, 37, 150],
  layer: "over",
  fit: false,
};

/** Between the mark and the edges of the page; of small pages no more than a quarter of the side. */
export const marginPt = (sidePt: number): number => Math.min(36, sidePt / 4);
