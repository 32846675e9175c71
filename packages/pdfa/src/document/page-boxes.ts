import { type Page, type Rectangle, rectangleOf } from "@quire/cos";

/** The page boundaries (ISO 32000-2, 14.11.2). */
export const PAGE_BOXES = ["MediaBox", "CropBox", "BleedBox", "TrimBox", "ArtBox"] as const;
export type PageBox = (typeof PAGE_BOXES)[number];

/**
 * Returns a boundary as it is written, on the page or in an ancestor; undefined where there is none that can be read.
 */
export function pageBoxOf(page: Page, key: PageBox): Rectangle | undefined {
  const isInheritable = key === "MediaBox" || key === "CropBox";
  return rectangleOf(isInheritable ? page.attribute(key) : page.dict.get(key));
}
