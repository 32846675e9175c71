import { type Page, type Rectangle, rectangleOf } from "@quire/cos";

/** The page boundaries (ISO 32000-2, 14.11.2). */
export const PAGE_BOXES = ["MediaBox", "CropBox", "BleedBox", "TrimBox", "ArtBox"] as const;
export type PageBox = (typeof PAGE_BOXES)[number];

/**
 * Returns a boundary as it is written, on the page or in an ancestor; undefined where there is no array, and a rectangle
 * without an extent where that is none of four numbers.
 */
export function pageBoxOf(page: Page, key: PageBox): Rectangle | undefined {
  const isInheritable = key === "MediaBox" || key === "CropBox";
  const value = isInheritable ? page.attribute(key) : page.dict.get(key);
  return rectangleOf(value) ?? (Array.isArray(value) ? { left: 0, bottom: 0, right: 0, top: 0 } : undefined);
}
