import type { ReadPage } from "../pages/seen-page.ts";
import { type OutsideOfTags, outsideOfTags } from "./parts/outside-of-tags.ts";
import type { Part } from "./parts/parts.ts";
import { partsOfTags } from "./parts/parts-of-tags.ts";
import type { DocumentTags } from "./tree/read-tree.ts";
import { type TaggedPage, taggedPage } from "./tree/tagged-page.ts";

/** The structure of a document, with its parts on some of the document's pages. */
export interface Tags extends DocumentTags {
  readonly pages: ReadonlyMap<number, TaggedPage>;
  /** The parts in the order of the tree. */
  readonly parts: readonly Part[];
  readonly outside: ReadonlyMap<number, OutsideOfTags>;
}

/** Reads the structure for some pages; content of elements on others is left out. */
export function readTags(tags: DocumentTags, read: readonly ReadPage[]): Tags {
  const { tree, replacements, emphasis } = tags;
  const pages = new Map<number, TaggedPage>();
  for (const own of read) {
    const { page } = own.content;
    pages.set(
      page,
      taggedPage(own, {
        claimed: tree.claimed.get(page) ?? new Set(),
        replacements: replacements.get(page) ?? [],
        emphasis: emphasis.get(page) ?? new Map(),
      }),
    );
  }
  return { ...tags, pages, parts: partsOfTags(tree.roots, pages), outside: outsideOfTags(pages) };
}
