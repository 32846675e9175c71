import { type Bounds, CosString, decodeTextString } from "@quire/cos";
import type { SourceDocument } from "../source-document.ts";
import { outlineOf } from "./outline.ts";

/** A page that an outermost entry of a document's outline leads to, and the title of the first that does. */
export interface OutlineStart {
  /** The index of the page, from 0. */
  readonly pageIndex: number;
  readonly title: string;
}

/**
 * Returns where the parts begin into which the outermost entries of the outline divide the document, in ascending
 * order, each page once.
 */
export function outlineStarts(source: SourceDocument, bounds: Bounds): readonly OutlineStart[] {
  const titles = new Map<number, string>();
  for (const { parent, pageIndex, dict } of outlineOf(source).items) {
    bounds.step();
    if (parent === undefined && pageIndex !== undefined && !titles.has(pageIndex)) {
      const title = dict.get("Title");
      titles.set(pageIndex, title instanceof CosString ? decodeTextString(title.bytes) : "");
    }
  }
  return Array.from(titles, ([pageIndex, title]) => ({ pageIndex, title })).toSorted(
    (one, other) => one.pageIndex - other.pageIndex,
  );
}
