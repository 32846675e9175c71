import type { LaidOutDocument } from "../../blocks.ts";
import { pagesOfBlocks } from "../common/pages-of-blocks.ts";
import { blocksMarkdown, type Siblings } from "./blocks.ts";
import { frontMatterBlock } from "./front-matter.ts";
import { type MarkdownNote, MarkdownNotes } from "./notes.ts";
import { type MarkdownOptions, type MarkdownStyle, markdownStyle } from "./options.ts";
import { paragraphMarkdown } from "./paragraph.ts";

/**
 * Writes a document as Markdown, a piece for each page: CommonMark with GitHub's tables, HTML where these have no form.
 * Read back it has the same text, headings, lists, tables and code. Footnotes stand at the end: those that the
 * text refers to as definitions, `[^1]: text` (GitHub's form), others as paragraphs, `1 text`, because a definition that
 * no reference matches is not shown.
 */
export function* writeMarkdown(document: LaidOutDocument, options: MarkdownOptions = {}): Generator<string> {
  const notes = new MarkdownNotes();
  const style = markdownStyle(options, notes.reference);
  const frontMatter = frontMatterBlock(options.frontMatter ?? {});
  if (frontMatter !== "") {
    yield frontMatter;
  }
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
    notes.beginPage(page.footnotes);
    const lines = blocksMarkdown(page.blocks, { style, siblings });
    if (lines.length > 0) {
      yield `${isFirstText ? "" : "\n"}${lines.join("\n")}\n`;
      isFirstText = false;
    }
    notes.endPage(lines);
  }
  notes.beginPage([]);
  for (const note of notes.notes) {
    const line = noteLine(note, style);
    if (line !== "") {
      yield `${isFirstText ? "" : "\n"}${line}\n`;
      isFirstText = false;
    }
  }
}

const noteLine = ({ note, label }: MarkdownNote, style: MarkdownStyle): string =>
  label === undefined
    ? paragraphMarkdown([{ text: `${note.label} ` }, ...note.spans], style)
    : `[^${label}]: ${paragraphMarkdown(note.spans, style)}`;
