import type { Block, LaidOutDocument } from "./blocks.ts";
import type { DocumentContent, PageContent } from "./content.ts";
import { withCaptions } from "./captions/captions.ts";
import { figuresOf } from "./captions/figures.ts";
import { blocksOfDrafts, footnoteOf } from "./flow/blocks-of-drafts.ts";
import { columnsOfPage } from "./flow/columns-of-page.ts";
import type { Draft, TextDraft } from "./flow/drafts.ts";
import type { Column, DocumentStyle } from "./flow/flow.ts";
import { documentStyle } from "./flow/line-style.ts";
import { sideText } from "./flow/side-text.ts";
import { bodySizeOf } from "./furniture/body-size.ts";
import { findFurniture } from "./furniture/furniture.ts";
import { boxAround } from "./geometry/boxes.ts";
import { type Rotation, turningBack } from "./geometry/turning.ts";
import { rotationOfPage, turnedPage } from "./geometry/turned-page.ts";
import { visibleGlyphs } from "./glyphs/visible-glyphs.ts";
import { findHeadings } from "./headings/headings.ts";
import { takeNotes } from "./notes/footnotes.ts";
import { draftsOfColumn } from "./paragraphs/drafts-of-column.ts";
import { joined } from "./paragraphs/joined.ts";
import { turnedBlock } from "./flow/turned-blocks.ts";
import { barsOf } from "./quotes/quotes.ts";
import { type LinkedPart, linkWords } from "./spans/links.ts";
import type { SpanSources } from "./spans/spans-of-lines.ts";
import { vocabularyOf } from "./spans/vocabulary.ts";
import { linesOfPage } from "./words/lines-of-page.ts";
import { findTables } from "./tables/find-tables.ts";
import type { Line, PageLines, Word } from "./words.ts";

export interface LayoutOptions {
  /** Take text that is not seen, as scans have it beneath their image, for text. */
  readonly keepInvisible?: boolean;
}

/** The blocks of a document in reading order. `pages` are those asked for, in their order. */
export function layOut(
  document: DocumentContent,
  pages: readonly PageContent[],
  { keepInvisible = false }: LayoutOptions = {},
): LaidOutDocument {
  const seen = pages.map((page) => seenPage(page, keepInvisible));
  const bodySizePt = bodySizeOf(seen);
  const furniture = findFurniture(seen, bodySizePt);
  const columns: Column[] = [];
  const aside: Block[] = [];
  for (const [index, page] of seen.entries()) {
    const running = furniture[index] ?? new Set<Line>();
    const text = { content: page.content, lines: page.lines.filter((line) => !running.has(line)) };
    const tables = findTables(text);
    const used = new Set(tables.flatMap(({ words }) => [...words]));
    const rest = text.lines.flatMap((line) => withoutWords(line, used));
    const blocks = [...tables.map(({ table, box }) => ({ block: table, box })), ...figuresOf(page.content, text.lines)];
    columns.push(...columnsOfPage({ content: page.content, lines: rest.filter(isUpright), blocks }, columns.length));
    aside.push(...sideText(page.content, { running, others: rest.filter((line) => !isUpright(line)) }));
  }
  const style = documentStyle(columns);
  const blocks = blocksOf(columns, { document, seen, style });
  return {
    title: document.title,
    lang: document.lang,
    blocks: turnedBack(inPageOrder([...blocks, ...aside]), seen),
    pages: pages.map(({ page, widthPt, heightPt }) => ({ page, widthPt, heightPt })),
  };
}

/** A page turned upright, with its words in lines. */
interface SeenPage extends PageLines {
  readonly original: PageContent;
  readonly rotation: Rotation;
}

function seenPage(original: PageContent, keepInvisible: boolean): SeenPage {
  const rotation = rotationOfPage(original.glyphs);
  const content = turnedPage(original, rotation);
  const { glyphs } = visibleGlyphs(content, { keepInvisible });
  return { content, lines: linesOfPage(content, glyphs), original, rotation };
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
  readonly document: DocumentContent;
  readonly seen: readonly SeenPage[];
  readonly style: DocumentStyle;
}

function blocksOf(columns: readonly Column[], { document, seen, style }: Known): Block[] {
  const links = new Map<Word, readonly LinkedPart[]>();
  for (const { content, lines } of seen) {
    linkWords(content, lines, links);
  }
  const sources: SpanSources = {
    vocabulary: vocabularyOf(seen.map(({ lines }) => lines)),
    linksOf: (word) => links.get(word),
  };
  const contents = new Map(seen.map(({ content }) => [content.page, content]));
  const drafts = columns.flatMap((column): Draft[] => draftsOfColumn(column, style));
  const { text, notes } = takeNotes(drafts, { style, heightOf: (page) => contents.get(page)?.heightPt ?? 0 });
  const whole = joined(text, style);
  const bars = new Map(seen.map(({ content }) => [content.page, barsOf(content)]));
  const isQuote = (draft: TextDraft): boolean => bars.get(draft.column.page)?.(draft) === true;
  const headings = findHeadings(whole, { style, outline: document.outline });
  return [
    ...withCaptions(blocksOfDrafts(whole, { headings, isQuote, sources })),
    ...notes.map((note) => footnoteOf(note, sources)),
  ];
}

/** Blocks by the pages they begin on; those of one page stay in their order. */
const inPageOrder = (blocks: readonly Block[]): Block[] => blocks.toSorted((a, b) => a.page - b.page);

function turnedBack(blocks: readonly Block[], seen: readonly SeenPage[]): readonly Block[] {
  const turned = new Map(seen.filter(({ rotation }) => rotation !== 0).map((page) => [page.content.page, page]));
  return turned.size === 0
    ? blocks
    : blocks.map((block) => {
        const page = turned.get(block.page);
        return page === undefined ? block : turnedBlock(block, turningBack(page.original, page.rotation));
      });
}
