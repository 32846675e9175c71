/*
 * Markdown as one HTML document. Style sheets (../design/themes.ts) may rely on these elements and classes:
 *
 * main.markdown-body        everything
 * header.title-block        values of the front matter, first in main: h1.title, p.subtitle, p.author, p.date
 * nav.toc                   table of contents: p.toc-title, then nested ol.toc-list of li.toc-entry (with .toc-level-1 to -3);
 *                           in each an a of span.toc-text, svg.toc-leader (a line of dots), span.toc-page (its ::after is the number)
 * h1 … h6, p, blockquote, ul, ol, hr, dl    plain elements, with an id on headings and dir="auto" on those of main
 * ul.contains-task-list     li.task-list-item, each with an input.task-list-item-checkbox
 * div.markdown-alert        and .markdown-alert-note, -tip, -important, -warning, -caution: p.markdown-alert-title first
 * div.table-scroll > table  thead, tbody; cells have align="left", "center", "right" where the column says so;
 *                           .table-many, .table-crowded: smaller type for much in a row; .breakable: a cell with a word that is too long;
 *                           .unbroken: a cell of a short column, which is set in one line
 * pre.shiki > code          a code block; highlighted parts are span.s0, span.s1 …, whose colours the document sets itself;
 *                           pre.shiki has data-language; pre.code-whole: it is short, and stays on one page;
 *                           .code-drawn: it has box drawing; span.code-line: a line that may be longer than the page is wide
 * p.math-block              a displayed formula (KaTeX); .math-inline in running text; code.math-error: one with a fault
 * figure.diagram            a diagram: pre.mermaid, which becomes an svg; figure.diagram-error has the source and its fault
 * figure > img, figcaption  a picture alone in a paragraph that has a title
 * section.footnotes         after hr.footnotes-sep: ol.footnotes-list of li.footnote-item; a.footnote-backref;
 *                           sup.footnote-ref in the text
 * div.page-break            empty; the content after it begins on a new page
 * details, kbd, mark, sub, sup, ins, del, s, abbr, picture    elements of raw HTML, or of Markdown
 */

import { directionOf } from "../language-tags.ts";
import { CONTENTS_RULES } from "./contents-rules.ts";
import type { FrontMatter } from "./front-matter.ts";
import { escapeHtml, styleElement } from "./html.ts";

export interface DocumentParts {
  readonly title: string | undefined;
  /** The language that the document states, as a BCP 47 tag. */
  readonly language: string | undefined;
  readonly frontMatter: FrontMatter;
  /** The style sheets in their order. */
  readonly styles: readonly string[];
  /** The elements for the end of the head, and those for the end of the body. */
  readonly scripts: { readonly head: string; readonly body: string };
  readonly main: string;
}

/** The rules for any look of the document. */
const STRUCTURE = `.page-break{break-after:page}${CONTENTS_RULES}`;

/** Returns a whole HTML document. */
export function documentOf({ title, language, frontMatter, styles, scripts, main }: DocumentParts): string {
  const { description, keywords } = frontMatter;
  const authors = frontMatter.authors.join(", ");
  const head = [
    '<meta charset="utf-8">',
    scripts.head,
    `<title>${escapeHtml(title ?? "")}</title>`,
    metaOf("author", authors === "" ? undefined : authors),
    metaOf("description", description),
    metaOf("keywords", keywords),
    ...[STRUCTURE, ...styles].map(styleElement),
  ];
  return (
    `<!doctype html>\n<html${attributeOf("lang", language)} dir="${directionOf(language ?? "en")}">\n<head>\n${head.join("")}</head>\n` +
    `<body>\n<main class="markdown-body">\n${main}</main>\n${scripts.body}</body>\n</html>\n`
  );
}

const attributeOf = (name: string, value: string | undefined): string =>
  value === undefined ? "" : ` ${name}="${escapeHtml(value)}"`;

const metaOf = (name: string, content: string | undefined): string =>
  content === undefined ? "" : `<meta name="${name}" content="${escapeHtml(content)}">\n`;

/** Returns the block above the text with the title, authors and date of the front matter. */
export function titleBlockOf({ title, subtitle, authors, date }: FrontMatter): string {
  const lines = [
    title === undefined ? "" : `<h1 class="title" dir="auto">${escapeHtml(title)}</h1>`,
    paragraphOf("subtitle", subtitle),
    paragraphOf("author", authors.length === 0 ? undefined : authors.join(", ")),
    paragraphOf("date", date),
  ];
  return `<header class="title-block">\n${lines.filter((line) => line !== "").join("\n")}\n</header>\n`;
}

const paragraphOf = (name: string, text: string | undefined): string =>
  text === undefined ? "" : `<p class="${name}" dir="auto">${escapeHtml(text)}</p>`;
