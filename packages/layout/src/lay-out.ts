import type { Block, LaidOutDocument, LaidOutPage } from "./blocks.ts";
import { Confidence } from "./confidence/confidence.ts";
import type { DocumentContent, Glyphs, PageContent } from "./content.ts";
import { linkContents } from "./contents/contents-links.ts";
import { withChapterTitles } from "./headings/chapter-titles.ts";
import { levelsOf } from "./headings/levels.ts";
import { pagesLayout } from "./pages/lay-out-pages.ts";
import { type SeenPage, seenPage } from "./pages/seen-page.ts";
import { inWindows, WINDOW_PAGES } from "./pages/windows.ts";

export interface LayoutOptions {
  /** Whether invisible text counts as text, such as the text that scans have beneath their image. */
  readonly keepInvisible?: boolean;
  /** The number of pages that are held at a time, 128 by default. Documents with no more pages are seen as a whole. */
  readonly windowPages?: number;
  /**
   * Whether each block is of one page alone: what goes on over pages is a block on each, of which all but the last have
   * `continues`. Otherwise it is one block, on the page that it begins on.
   */
  readonly keepsPagesApart?: boolean;
  /** Whether formulas are found, for writers that have LaTeX; the pages then have the ink of their glyphs. */
  readonly hasFormulas?: boolean;
}

/**
 * Returns the blocks of a document in reading order. `pages` are the pages to lay out, in their order. They are taken
 * one by one and let go: where they are made one by one as well, memory is bounded except for the blocks.
 */
export function layOut(
  document: DocumentContent,
  pages: Iterable<PageContent>,
  {
    keepInvisible = false,
    windowPages = WINDOW_PAGES,
    keepsPagesApart = false,
    hasFormulas = false,
  }: LayoutOptions = {},
): LaidOutDocument {
  const blocks: Block[] = [];
  const sizes: LaidOutPage[] = [];
  const untagged = new Set<number>();
  const confidence = new Confidence();
  const readGlyphs = new Map<number, Glyphs>();
  function* seen(): Generator<SeenPage, void, undefined> {
    for (const page of pages) {
      sizes.push({ page: page.page, widthPt: page.widthPt, heightPt: page.heightPt });
      if (page.glyphs.confidence !== undefined) {
        readGlyphs.set(page.page, page.glyphs);
      }
      yield seenPage(page, { keepInvisible, hasFormulas });
    }
  }
  for (const window of inWindows(seen(), {
    windowPages,
    isTagged: document.isTagged && document.structure.length > 0,
    layOutPages: pagesLayout(document, keepsPagesApart),
  })) {
    for (const block of window.blocks) {
      const { page } = block;
      blocks.push(confidence.of(block, { isTagged: !window.untagged.has(page), readGlyphs: readGlyphs.get(page) }));
    }
    // Pages are let go window by window.
    for (const { page } of window.blocks) {
      readGlyphs.delete(page);
    }
    for (const page of window.untagged) {
      untagged.add(page);
    }
  }
  return {
    title: document.title,
    lang: document.lang,
    blocks: linkContents(withLevels(blocks, untagged)),
    pages: sizes.map((size) => withPageConfidence(size, confidence.ofPage(size.page))),
  };
}

const withPageConfidence = (size: LaidOutPage, confidence: number | undefined): LaidOutPage =>
  confidence === undefined ? size : { ...size, confidence };

/** Gives headings that are recognised by their looks the level that their rank has in the whole document. */
function withLevels(found: readonly Block[], untagged: ReadonlySet<number>): readonly Block[] {
  const isRanked = (block: Block): block is Block & { readonly kind: "heading" } =>
    block.kind === "heading" && untagged.has(block.page);
  const blocks = withChapterTitles(found, isRanked);
  const headings = blocks.filter(isRanked);
  const levels = levelsOf(
    headings.map(({ level: rank, spans }) => ({ rank, text: spans.map(({ text }) => text).join("") })),
  );
  const levelOf = new Map<Block, number>(headings.map((heading, index) => [heading, levels[index] ?? heading.level]));
  return blocks.map((block) => (isRanked(block) ? { ...block, level: levelOf.get(block) ?? block.level } : block));
}
