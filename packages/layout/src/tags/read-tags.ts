import type { DocumentContent, PageContent } from "../content.ts";
import { emphasisOf } from "./emphasis.ts";
import { type OutsideOfTags, outsideOfTags } from "./outside-of-tags.ts";
import type { Part } from "./parts.ts";
import { partsOfTags } from "./parts-of-tags.ts";
import { replacementsOf } from "./replaced-text.ts";
import { type TagTree, tagTree } from "./tag-tree.ts";
import { type TaggedPage, taggedPage } from "./tagged-page.ts";

export interface TagOptions {
  /** Take text that is not seen, as scans have it beneath their image, for text. */
  readonly keepInvisible?: boolean;
}

/** The structure of a document, with what it holds of some of its pages. */
export interface Tags {
  readonly document: DocumentContent;
  readonly tree: TagTree;
  readonly pages: ReadonlyMap<number, TaggedPage>;
  /** In the order of the tree. */
  readonly parts: readonly Part[];
  readonly outside: ReadonlyMap<number, OutsideOfTags>;
}

/** Reads the structure for the pages that are asked for; what elements have on others is left out. */
export function readTags(
  document: DocumentContent,
  originals: readonly PageContent[],
  { keepInvisible = false }: TagOptions = {},
): Tags {
  const tree = tagTree(document.structure);
  const replaced = replacementsOf(tree.roots);
  const emphasis = emphasisOf(tree.roots);
  const pages = new Map<number, TaggedPage>();
  for (const original of originals) {
    const { page } = original;
    pages.set(
      page,
      taggedPage(original, {
        claimed: tree.claimed.get(page) ?? new Set(),
        replacements: replaced.get(page) ?? [],
        emphasis: emphasis.get(page) ?? new Map(),
        keepInvisible,
      }),
    );
  }
  return { document, tree, pages, parts: partsOfTags(tree.roots, pages), outside: outsideOfTags(pages) };
}
