import type { Block } from "../blocks.ts";

/**
 * Finds the pages of `order` that begin with what goes on from the page before; `items` are the pages that each item is
 * on.
 */
export function pagesThatGoOn(items: Iterable<readonly number[]>, order: readonly number[]): ReadonlySet<number> {
  const places = new Map(order.map((page, index) => [page, index]));
  const goOn = new Set<number>();
  for (const pages of items) {
    const [first = 0, ...others] = pages.flatMap((page) => places.get(page) ?? []);
    const from = others.reduce((least, place) => Math.min(least, place), first);
    const to = others.reduce((most, place) => Math.max(most, place), first);
    for (const page of order.slice(from + 1, to + 1)) {
      goOn.add(page);
    }
  }
  return goOn;
}

/** Returns the pages on which a block, or a block within it, begins. */
export function pagesOfBlock(block: Block): number[] {
  switch (block.kind) {
    case "list":
      return [block.page, ...block.items.flatMap(({ blocks }) => blocks.flatMap(pagesOfBlock))];
    case "quote":
      return [block.page, ...block.blocks.flatMap(pagesOfBlock)];
    case "heading":
    case "paragraph":
    case "table":
    case "code":
    case "figure":
    case "footnote":
    case "running":
      return [block.page];
  }
}
