import type { Block, Footnote, LaidOutDocument } from "../../blocks.ts";

/** The blocks of a page, which a writer writes at a time. */
export interface PageOfBlocks {
  /** The page's number, from 1. */
  readonly page: number;
  /** The blocks in reading order; without footnotes, and without running headers and footers unless these are kept. */
  readonly blocks: readonly Block[];
  readonly footnotes: readonly Footnote[];
}

/** Yields a document's blocks page by page, with pages that have none. */
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
