import type { Footnote, LaidOutDocument } from "../../blocks.ts";
import { pagesOfBlocks } from "../common/pages-of-blocks.ts";
import { blocksMarkdown, type Siblings } from "./blocks.ts";
import { frontMatterBlock } from "./front-matter.ts";
import { type MarkdownOptions, markdownStyle } from "./options.ts";
import { paragraphMarkdown } from "./paragraph.ts";

/**
 * Writes a document as Markdown, a piece for each page: CommonMark with GitHub's tables, HTML where these have no form.
 * Read back it has the same text, headings, lists, tables and code. Footnotes stand at the end as paragraphs, `1 text`:
 * a definition (`[^1]: text`) that no reference matches would not be shown, and labels of several pages are often the
 * same.
 */
export function* writeMarkdown(document: LaidOutDocument, options: MarkdownOptions = {}): Generator<string> {
  const style = markdownStyle(options);
  const frontMatter = frontMatterBlock(options.frontMatter ?? {});
  if (frontMatter !== "") {
    yield frontMatter;
  }
  const footnotes: Footnote[] = [];
  const siblings: Siblings = { listMarker: undefined };
  let isFirstPage = true;
  let isFirstText = true;
  for (const page of pagesOfBlocks(document, { keepRunningHeaders: style.keepsRunningHeaders })) {
    if (style.hasPageBreaks && !isFirstPage) {
      yield isFirstText ? "---\n" : "\n---\n";
      isFirstText = false;
      siblings.listMarker = undefined;
    }
    isFirstPage = false;
    const lines = blocksMarkdown(page.blocks, { style, siblings });
    if (lines.length > 0) {
      yield `${isFirstText ? "" : "\n"}${lines.join("\n")}\n`;
      isFirstText = false;
    }
    footnotes.push(...page.footnotes);
  }
  for (const { label, spans } of footnotes) {
    const line = paragraphMarkdown([{ text: `${label} ` }, ...spans], style);
    if (line !== "") {
      yield `${isFirstText ? "" : "\n"}${line}\n`;
      isFirstText = false;
    }
  }
}
