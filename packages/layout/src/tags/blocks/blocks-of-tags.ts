import type { Block } from "../../blocks.ts";
import { withCaptions } from "../../captions/captions.ts";
import { turnedBlock } from "../../flow/turned-blocks.ts";
import { turningBack } from "../../geometry/turning.ts";
import { type LinkedPart, linkWords } from "../../spans/links.ts";
import { vocabularyOf } from "../../spans/vocabulary.ts";
import type { Line, Word } from "../../words.ts";
import { linesOfParts, type Part } from "../parts/parts.ts";
import { partsByPage } from "../parts/parts-by-page.ts";
import { styleOfParts } from "../parts/style-of-parts.ts";
import type { Tags } from "../read-tags.ts";
import type { TaggedPage } from "../tree/tagged-page.ts";
import { withUntagged } from "../untagged.ts";
import { blocksOfParts } from "./blocks-of-parts.ts";
import { figuresInPlace } from "./figures-in-place.ts";
import { headingLevels } from "./heading-levels.ts";

/**
 * Makes the blocks of pages whose tags are trusted, in the order of the tree; text that no element has goes where
 * geometry puts it. With `keepsPagesApart` each block is of one page alone.
 */
export function blocksOfTags(tags: Tags, keepsPagesApart = false): Block[] {
  const { document, pages, outside, kinds, levels } = tags;
  const parts = keepsPagesApart ? partsByPage(tags.parts) : tags.parts;
  const { style, columnOf, isFixedText } = styleOfParts(parts, pages);
  const untagged = [...outside.values()].flatMap(({ remainder }) => remainder);
  const lines = Map.groupBy([...linesOfParts(parts), ...untagged], ({ page }) => page);
  const links = new Map<Word, readonly LinkedPart[]>();
  for (const [page, { content }] of pages) {
    linkWords(content, linesOf(lines.get(page)), links);
  }
  const sources = {
    vocabulary: vocabularyOf([...lines.values()].map(linesOf)),
    linksOf: (word: Word) => links.get(word),
  };
  const blocks = blocksOfParts(parts, {
    sources,
    style,
    columnOf,
    isFixedText,
    hasLabels: hasLabels(parts),
    isInItem: false,
    keepsPagesApart,
    levelOf: headingLevels(parts, levels),
    hasHeadings: kinds.has("heading"),
    hasNotes: kinds.has("note"),
    outline: document.outline,
    heightOf: (page) => pages.get(page)?.content.heightPt ?? 0,
  });
  return withUntagged(withCaptions(figuresInPlace(blocks)), { tags, style, sources }).map((block) =>
    turned(block, pages),
  );
}

/** Returns the pages that each part of the text is on. */
export const pagesOfTags = ({ parts }: Tags): number[][] =>
  parts.map((part) => [...new Set(linesOfParts([part]).map(({ page }) => page))]);

const linesOf = (lines: readonly { readonly line: Line }[] | undefined): Line[] =>
  (lines ?? []).map(({ line }) => line);

const hasLabels = (parts: readonly Part[]): boolean =>
  parts.some((part) => part.kind === "list" && part.items.some(({ label }) => label.length > 0));

function turned(block: Block, pages: ReadonlyMap<number, TaggedPage>): Block {
  const page = pages.get(block.page);
  return page === undefined || page.rotation === 0
    ? block
    : turnedBlock(block, turningBack(page.original, page.rotation));
}
