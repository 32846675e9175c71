import type { Block } from "../blocks.ts";
import { blocksOfDrafts } from "../flow/blocks-of-drafts.ts";
import { columnsOfPage } from "../flow/columns-of-page.ts";
import type { DocumentStyle } from "../flow/flow.ts";
import { sideText } from "../flow/side-text.ts";
import { sharedX } from "../geometry/boxes.ts";
import { draftsOfColumn } from "../paragraphs/drafts-of-column.ts";
import type { SpanSources } from "../spans/spans-of-lines.ts";
import type { Tags } from "./read-tags.ts";

interface Untagged {
  readonly tags: Tags;
  readonly style: DocumentStyle;
  readonly sources: SpanSources;
}

/**
 * Returns the blocks of the tree with those that belong to no element: text where geometry puts it, running headers and
 * footers at the end of its page.
 */
export function withUntagged(blocks: readonly Block[], untagged: Untagged): Block[] {
  const { pages, outside } = untagged.tags;
  const byPage = Map.groupBy(blocks, ({ page }) => page);
  const before = new Map<Block, Block[]>();
  const after = new Map<Block, Block[]>();
  const rest: Block[] = [];
  for (const [page, { content }] of pages) {
    for (const block of textOutside(page, untagged)) {
      const own = byPage.get(page) ?? [];
      const above = anchorAbove(block, own);
      const below = above === undefined ? anchorBelow(block, own) : undefined;
      if (above !== undefined) {
        add(after, above, block);
      } else if (below !== undefined) {
        add(before, below, block);
      } else {
        rest.push(block);
      }
    }
    rest.push(...sideText(content, { running: outside.get(page)?.running ?? new Set(), others: [] }));
  }
  const placed = blocks.flatMap((block) => [...(before.get(block) ?? []), block, ...(after.get(block) ?? [])]);
  return [...placed, ...rest].toSorted((a, b) => a.page - b.page);
}

function add(blocks: Map<Block, Block[]>, anchor: Block, block: Block): void {
  const own = blocks.get(anchor);
  if (own === undefined) {
    blocks.set(anchor, [block]);
  } else {
    own.push(block);
  }
}

function textOutside(page: number, { tags, style, sources }: Untagged): Block[] {
  const content = tags.pages.get(page)?.content;
  const lines = (tags.outside.get(page)?.remainder ?? []).map(({ line }) => line);
  if (content === undefined || lines.length === 0) {
    return [];
  }
  const upright = lines.filter(({ rotation }) => rotation === 0);
  const others = lines.filter(({ rotation }) => rotation !== 0);
  const columns = columnsOfPage({ content, lines: upright, blocks: [] }, 0);
  const drafts = columns.flatMap((column) => draftsOfColumn(column, style));
  return [
    ...blocksOfDrafts(drafts, { headings: new Map(), isQuote: () => false, sources, keepsPagesApart: true }),
    ...sideText(content, { running: new Set(), others }),
  ];
}

/**
 * Returns the lowest of the blocks above a block, or level with it, that share its width; undefined where there is
 * none.
 */
function anchorAbove({ box }: Block, blocks: readonly Block[]): Block | undefined {
  const above = blocks.filter((block) => sharedX(block.box, box) > 0 && block.box.yMin <= box.yMin);
  return above.reduce<Block | undefined>(
    (best, block) => (best === undefined || block.box.yMin >= best.box.yMin ? block : best),
    undefined,
  );
}

/** Returns the highest of the blocks that share a block's width; undefined where there is none. */
function anchorBelow({ box }: Block, blocks: readonly Block[]): Block | undefined {
  const below = blocks.filter((block) => sharedX(block.box, box) > 0);
  return below.reduce<Block | undefined>(
    (best, block) => (best === undefined || block.box.yMin < best.box.yMin ? block : best),
    undefined,
  );
}
