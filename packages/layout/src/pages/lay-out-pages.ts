import type { Block } from "../blocks.ts";
import type { DocumentContent } from "../content.ts";
import { assessTags } from "../tags/assess-tags.ts";
import { blocksOfTags, pagesOfTags } from "../tags/blocks/blocks-of-tags.ts";
import { type HintedText, hintedTexts } from "../tags/hints/hinted-text.ts";
import { readTags } from "../tags/read-tags.ts";
import { type DocumentTags, readTree } from "../tags/tree/read-tree.ts";
import { blocksOfPages, type SeenBlocks } from "./blocks-of-pages.ts";
import { pagesThatGoOn } from "./seams.ts";
import type { ReadPage } from "./seen-page.ts";

/** Some pages of a document, laid out together. */
export interface LaidOutPages {
  /**
   * The blocks in the order of the pages that they begin on; on pages in `untagged`, headings have their rank for a
   * level.
   */
  readonly blocks: readonly Block[];
  readonly untagged: ReadonlySet<number>;
  /** The pages that begin with what goes on from the page before. */
  readonly goOn: ReadonlySet<number>;
}

/**
 * Returns a function that lays out pages by their tags where these can be trusted, and otherwise by what is seen. With
 * `keepsPagesApart` each block is of one page alone.
 */
export function pagesLayout(
  document: DocumentContent,
  keepsPagesApart: boolean,
): (pages: readonly ReadPage[]) => LaidOutPages {
  const tree = document.structure.length === 0 ? undefined : readTree(document);
  return (pages) => {
    const order = pages.map(({ content }) => content.page);
    const tagged = tree === undefined ? NOTHING : byTags(tree, { pages, keepsPagesApart });
    const others = pages.filter(({ content }) => !tagged.pages.has(content.page));
    const seen: SeenBlocks =
      others.length === 0
        ? NOTHING
        : blocksOfPages(others, { outline: document.outline, hintsOf: tagged.hintsOf, keepsPagesApart });
    return {
      blocks: inPageOrder([...tagged.blocks, ...seen.blocks], order),
      untagged: new Set(others.map(({ content }) => content.page)),
      goOn: pagesThatGoOn([...tagged.extents, ...seen.extents], order),
    };
  };
}

const NO_HINTS: ReadonlyMap<number, HintedText> = new Map();
const NOTHING: ByTags = { blocks: [], extents: [], pages: new Set(), hintsOf: () => undefined };

interface ByTags extends SeenBlocks {
  readonly pages: ReadonlySet<number>;
  readonly hintsOf: (page: number) => HintedText | undefined;
}

function byTags(
  tree: DocumentTags,
  { pages, keepsPagesApart }: { readonly pages: readonly ReadPage[]; readonly keepsPagesApart: boolean },
): ByTags {
  const all = readTags(tree, pages);
  const assessed = assessTags(all).pages;
  const trusted = new Set(assessed.flatMap(({ page, verdict }) => (verdict === "trusted" ? [page] : [])));
  const hinted = assessed.some(({ verdict }) => verdict === "hints") ? hintedTexts(all) : NO_HINTS;
  const hintsOf = (page: number): HintedText | undefined => hinted.get(page);
  if (trusted.size === 0) {
    return { ...NOTHING, hintsOf };
  }
  const own = pages.filter(({ content }) => trusted.has(content.page));
  const tags = own.length === pages.length ? all : readTags(tree, own);
  return { blocks: blocksOfTags(tags, keepsPagesApart), extents: pagesOfTags(tags), pages: trusted, hintsOf };
}

/** Sorts blocks by the pages they begin on; those of one page stay in their order. */
function inPageOrder(blocks: readonly Block[], order: readonly number[]): Block[] {
  const places = new Map(order.map((page, index) => [page, index]));
  const place = ({ page }: Block): number => places.get(page) ?? 0;
  return blocks.toSorted((a, b) => place(a) - place(b));
}
