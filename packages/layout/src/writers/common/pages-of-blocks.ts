import type { Block, Footnote, LaidOutDocument } from "../../blocks.ts";

/** What a writer writes of a page at a time. */
export interface PageOfBlocks {
  /** 1-based. */
  readonly page: number;
  /** In reading order; without footnotes, and without running headers and footers unless it is kept. */
  readonly blocks: readonly Block[];
  readonly footnotes: readonly Footnote[];
}

/** A document's blocks page by page; pages without any too. */
export function* pagesOfBlocks(
  { blocks, pages }: LaidOutDocument,
  { keepRunningHeaders }: { readonly keepRunningHeaders: boolean },
): Generator<PageOfBlocks> {
  const places = new Map(pages.map(({ page }, index) => [page, index]));
  let next = 0;
  for (let index = 0; index < Math.max(1, pages.length); index++) {
    const own: Block[] = [];
    const footnotes: Footnote[] = [];
    for (; next < blocks.length; next++) {
      const block = blocks[next];
      if (block === undefined || (places.get(block.page) ?? 0) > index) {
        break;
      }
      if (block.kind === "footnote") {
        footnotes.push(block);
      } else if (block.kind !== "running" || keepRunningHeaders) {
        own.push(block);
      }
    }
    yield { page: pages[index]?.page ?? 1, blocks: own, footnotes };
  }
}
