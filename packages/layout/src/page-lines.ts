import type { PageContent } from "./content.ts";
import { visibleGlyphs } from "./glyphs/visible-glyphs.ts";
import { linesOfPage } from "./words/lines-of-page.ts";
import type { PageLines } from "./words.ts";

/** Returns the words of a page in lines, where they stand, for writers that show a page as it looks. */
export const pageLines = (
  content: PageContent,
  { keepInvisible = false }: { readonly keepInvisible?: boolean } = {},
): PageLines => ({ content, lines: linesOfPage(content, visibleGlyphs(content, { keepInvisible }).glyphs) });
