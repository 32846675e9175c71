import type { Footnote, LaidOutDocument } from "../../blocks.ts";
import { cleanText } from "../common/clean-text.ts";
import { pagesOfBlocks } from "../common/pages-of-blocks.ts";
import { type BlockOptions, blockHtml } from "./blocks.ts";
import { directionOfLanguage, otherDirection } from "./direction.ts";
import { frameOf } from "./document-frame.ts";
import { attributes, escapeHtml } from "./escape-html.ts";
import { inlineHtml } from "./inline.ts";
import type { HtmlOptions } from "./options.ts";

/**
 * Writes a document as semantic HTML, a piece for each page: a section for each, footnotes in one at the end. It has no
 * script and no style, and is whole under the policy `default-src 'none'; img-src data:`.
 */
export function* writeHtml(document: LaidOutDocument, options: HtmlOptions = {}): Generator<string> {
  const direction = directionOfLanguage(document.lang);
  const { start, end } = frameOf(document, options.frame ?? "document");
  yield start;
  const notes: NotesOfPage[] = [];
  for (const { page, blocks, footnotes } of pagesOfBlocks(document, {
    keepRunningHeaders: options.keepsRunningHeaders ?? false,
  })) {
    const own = notesOfPage(page, footnotes);
    if (footnotes.length > 0) {
      notes.push(own);
    }
    const block: BlockOptions = { ...options, direction, noteId: (label) => own.ids.get(label) };
    const inner = blocks.map((each) => blockHtml(each, block)).filter((html) => html !== "");
    yield `<section${attributes({ "data-page": page })}>\n${inner.map((html) => `${html}\n`).join("")}</section>\n`;
  }
  if (notes.length > 0) {
    yield '<section role="doc-endnotes">\n';
    for (const { page, footnotes } of notes) {
      for (const [index, { label, spans }] of footnotes.entries()) {
        const named = { id: noteId(page, index), dir: otherDirection(spans, direction) };
        yield `<p${attributes(named)}><sup>${escapeHtml(cleanText(label))}</sup> ${inlineHtml(spans)}</p>\n`;
      }
    }
    yield "</section>\n";
  }
  yield end;
}

interface NotesOfPage {
  readonly page: number;
  readonly footnotes: readonly Footnote[];
  /** The identifiers by label; that of the first note where several have one label. */
  readonly ids: ReadonlyMap<string, string>;
}

function notesOfPage(page: number, footnotes: readonly Footnote[]): NotesOfPage {
  const ids = new Map<string, string>();
  for (const [index, { label }] of footnotes.entries()) {
    const clean = cleanText(label);
    if (!ids.has(clean)) {
      ids.set(clean, noteId(page, index));
    }
  }
  return { page, footnotes, ids };
}

const noteId = (page: number, index: number): string => `note-${page}-${index + 1}`;
