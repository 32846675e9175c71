import type { Block, LaidOutDocument, LaidOutPage } from "../../blocks.ts";
import type { PageLines } from "../../words.ts";
import { pagesOfBlocks } from "../common/pages-of-blocks.ts";
import { blockLines } from "../text/reading-text.ts";
import { blockElement } from "./block-element.ts";
import { rounded } from "./box-element.ts";
import { wordElements } from "./word-element.ts";

export interface JsonOptions {
  /** Whether running headers and footers are written too. */
  readonly keepsRunningHeaders?: boolean;
}

/** Yields the elements of `blocks`, a page at a time, with footnotes after the blocks of their page. */
export function* blockElements(document: LaidOutDocument, options: JsonOptions = {}): Generator<readonly object[]> {
  for (const { blocks, footnotes } of pagesOfBlocks(document, {
    keepRunningHeaders: options.keepsRunningHeaders ?? false,
  })) {
    yield [...blocks, ...footnotes].map(blockElement);
  }
}

/** Yields the elements of `page_results`, with `words` where the pages' lines are given. */
export function* pageElements(
  document: LaidOutDocument,
  options: JsonOptions & { readonly pages?: Iterable<PageLines> } = {},
): Generator<object> {
  const sizes = new Map(document.pages.map((page) => [page.page, page]));
  const lines = options.pages?.[Symbol.iterator]();
  for (const { page, blocks, footnotes } of pagesOfBlocks(document, {
    keepRunningHeaders: options.keepsRunningHeaders ?? false,
  })) {
    const all = [...blocks, ...footnotes];
    const next = lines?.next();
    const own = next === undefined || next.done === true ? undefined : next.value;
    yield pageElement({ page, blocks: all, size: sizes.get(page) }, own);
  }
}

interface PageParts {
  readonly page: number;
  readonly blocks: readonly Block[];
  readonly size: LaidOutPage | undefined;
}

const pageElement = ({ page, blocks, size }: PageParts, lines: PageLines | undefined): object => ({
  page_number: page,
  dimensions: { width: rounded(size?.widthPt ?? 0), height: rounded(size?.heightPt ?? 0) },
  ...(size?.confidence !== undefined && { confidence: rounded(size.confidence) }),
  text: blocks
    .map((block) => blockLines(block).join("\n"))
    .filter((text) => text !== "")
    .join("\n\n"),
  blocks: blocks.map(blockElement),
  ...(lines !== undefined && { words: wordElements(lines) }),
});

/**
 * Writes a document as JSON, a piece for each page: `title`, `language` and `page_results`. `pages` are in the order of
 * `document.pages`, for `words` with their boxes.
 */
export function* writeJson(
  document: LaidOutDocument,
  options: JsonOptions & { readonly pages?: Iterable<PageLines> } = {},
): Generator<string> {
  const head = { title: document.title ?? null, language: document.lang ?? null };
  yield `${JSON.stringify(head).slice(0, -1)},"page_results":[`;
  let isFirst = true;
  for (const element of pageElements(document, options)) {
    yield (isFirst ? "" : ",") + JSON.stringify(element);
    isFirst = false;
  }
  yield "]}\n";
}
