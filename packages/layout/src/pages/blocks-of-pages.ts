import type { Block, Span } from "../blocks.ts";
import { withCaptions } from "../captions/captions.ts";
import { figuresOf } from "../captions/figures.ts";
import type { DocumentContent } from "../content.ts";
import { withoutDrawnFigures } from "../figures/figures-of-page.ts";
import { blocksOfDrafts, footnoteOf } from "../flow/blocks-of-drafts.ts";
import { columnsOfPage } from "../flow/columns-of-page.ts";
import type { Draft, TextDraft } from "../flow/drafts.ts";
import type { Column, DocumentStyle } from "../flow/flow.ts";
import { documentStyle } from "../flow/line-style.ts";
import { sideText } from "../flow/side-text.ts";
import { turnedBlock } from "../flow/turned-blocks.ts";
import { formulaBlock, isDisplayed } from "../formulas/formula-blocks.ts";
import { boxAround } from "../geometry/boxes.ts";
import { turningBack } from "../geometry/turning.ts";
import { findHeadings } from "../headings/headings.ts";
import { takeNotes } from "../notes/footnotes.ts";
import { draftsOfColumn } from "../paragraphs/drafts-of-column.ts";
import { joined } from "../paragraphs/joined.ts";
import { barsOf } from "../quotes/quotes.ts";
import { bodySizeOf } from "../running-headers/body-size.ts";
import { type LinkedPart, linkWords } from "../spans/links.ts";
import type { SpanSources } from "../spans/spans-of-lines.ts";
import { vocabularyOf } from "../spans/vocabulary.ts";
import { spansOfCell } from "../tables/cell-text.ts";
import { findTables } from "../tables/find-tables.ts";
import type { FoundTable } from "../tables/found-table.ts";
import { joinTables } from "../tables/join-tables.ts";
import type { HintedText } from "../tags/hints/hinted-text.ts";
import type { Line, PageLines, Word } from "../words.ts";
import { pagesOfBlock } from "./seams.ts";
import type { ReadPage, SeenPage } from "./seen-page.ts";

/** Blocks with the pages that each of their sources is on. */
export interface SeenBlocks {
  readonly blocks: readonly Block[];
  readonly extents: readonly (readonly number[])[];
}

/** The statements of the document about its pages, in its outline and in tags that are not trusted. */
export interface SaidOfPages extends Pick<DocumentContent, "outline"> {
  readonly hintsOf: (page: number) => HintedText | undefined;
  /** Whether each block is of one page alone. */
  readonly keepsPagesApart: boolean;
}

/**
 * Makes the blocks of pages from what a reader sees of them, in reading order. Headings have their rank for a level.
 */
export function blocksOfPages(pages: readonly ReadPage[], said: SaidOfPages): SeenBlocks {
  const sources = sourcesOf(pages);
  const spansOf = (lines: readonly (readonly Word[])[]): Span[] => spansOfCell(lines, sources);
  const tablesOf = (page: PageLines): FoundTable[] => findTables(page, { spansOf });
  const sizePt = bodySizeOf(pages);
  const texts = pages.map(({ content, lines, running }) => {
    const own = lines.filter((line) => !running.has(line));
    const text = { content, lines: own.filter((line) => !isDisplayed(line)) };
    return { ...withoutDrawnFigures(text, { sizePt, tablesOf, spansOf }), formulas: own.filter(isDisplayed) };
  });
  const tables = joinTables(
    texts.map((page) => ({ page, tables: tablesOf(page) })),
    said.keepsPagesApart,
  );
  const used = new Set(tables.flatMap(({ words }) => [...words]));
  const columns: Column[] = [];
  const aside: Block[] = [];
  for (const [index, { content, lines, figures, formulas }] of texts.entries()) {
    const rest = lines.flatMap((line) => withoutWords(line, used));
    const own = tables.flatMap(({ table, box }) => (table.page === content.page ? [{ block: table, box }] : []));
    const altOf = said.hintsOf(content.page)?.altOf;
    const blocks = [
      ...own,
      ...figures,
      ...figuresOf(content, { lines, altOf: altOf ?? (() => undefined) }),
      ...formulas.map((line) => formulaBlock(line, { page: content.page, sources })),
    ];
    columns.push(...columnsOfPage({ content, lines: rest.filter(isUpright), blocks }, columns.length));
    const running = pages[index]?.running ?? new Set();
    aside.push(...sideText(content, { running, others: rest.filter((line) => !isUpright(line)) }));
  }
  const style = documentStyle(columns);
  const textSources = { ...sources, isFixedText: style.isFixedText };
  const { blocks, extents } = blocksOf(columns, { said, pages, sources: textSources, style });
  return {
    blocks: turnedBack([...blocks, ...aside], pages),
    extents: [...extents, ...blocks.map(pagesOfBlock), ...tables.map(({ table, lastPage }) => [table.page, lastPage])],
  };
}

function sourcesOf(pages: readonly SeenPage[]): SpanSources {
  const links = new Map<Word, readonly LinkedPart[]>();
  for (const { content, lines } of pages) {
    linkWords(content, lines, links);
  }
  return { vocabulary: vocabularyOf(pages.map(({ lines }) => lines)), linksOf: (word) => links.get(word) };
}

const isUpright = ({ rotation }: Line): boolean => rotation === 0;

function withoutWords(line: Line, used: ReadonlySet<Word>): Line[] {
  if (used.size === 0 || !line.words.some((word) => used.has(word))) {
    return [line];
  }
  const words = line.words.filter((word) => !used.has(word));
  return words.length === 0 ? [] : [{ ...line, ...boxAround(words), words }];
}

interface Known {
  readonly said: SaidOfPages;
  readonly pages: readonly SeenPage[];
  readonly sources: SpanSources;
  readonly style: DocumentStyle;
}

function blocksOf(columns: readonly Column[], { said, pages, sources, style }: Known): SeenBlocks {
  const contents = new Map(pages.map(({ content }) => [content.page, content]));
  const drafts = columns.flatMap((column): Draft[] => draftsOfColumn(column, style));
  const { text, notes } = takeNotes(drafts, { style, heightOf: (page) => contents.get(page)?.heightPt ?? 0 });
  const whole = joined(text, { style, keepsPagesApart: said.keepsPagesApart });
  const bars = new Map(pages.map(({ content }) => [content.page, barsOf(content)]));
  const isQuote = (draft: TextDraft): boolean => bars.get(draft.column.page)?.(draft) === true;
  const headings = findHeadings(whole, {
    style,
    outline: said.outline,
    roleOf: ({ column, lines }) => said.hintsOf(column.page)?.roleOf(lines.map(({ line }) => line)),
  });
  return {
    blocks: [
      ...withCaptions(blocksOfDrafts(whole, { headings, isQuote, sources, keepsPagesApart: said.keepsPagesApart })),
      ...notes.map((note) => footnoteOf(note, sources)),
    ],
    extents: whole.map(pagesOfDraft),
  };
}

function pagesOfDraft(draft: Draft): number[] {
  switch (draft.kind) {
    case "text":
      return [draft.column.page, draft.continuesOnPage ?? draft.lastColumn.page];
    case "code":
      return [...draft.parts.map(({ column }) => column.page), draft.continuesOnPage ?? 0];
    case "block":
      return [draft.column.page];
  }
}

function turnedBack(blocks: readonly Block[], pages: readonly SeenPage[]): Block[] {
  const turned = new Map(pages.filter(({ rotation }) => rotation !== 0).map((page) => [page.content.page, page]));
  return turned.size === 0
    ? [...blocks]
    : blocks.map((block) => {
        const page = turned.get(block.page);
        return page === undefined ? block : turnedBlock(block, turningBack(page.original, page.rotation));
      });
}
