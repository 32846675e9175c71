/*
 * Markdown as one HTML document. What style sheets (../design/themes.ts) may rely on:
 *
 * main.markdown-body        everything
 * header.title-block        of the front matter, first in main: h1.title, p.subtitle, p.author, p.date
 * nav.toc                   table of contents: p.toc-title, then nested ol.toc-list of li.toc-entry (with .toc-level-1 to -3);
 *                           in each an a of span.toc-text, span.toc-leader (empty), span.toc-page (its ::after is the number)
 * h1 … h6, p, blockquote, ul, ol, hr, dl    as plain elements, with an id on headings and dir="auto" on those of main
 * ul.contains-task-list     li.task-list-item, each with an input.task-list-item-checkbox
 * div.markdown-alert        and .markdown-alert-note, -tip, -important, -warning, -caution: p.markdown-alert-title first
 * div.table-scroll > table  thead, tbody; cells have align="left", "center", "right" where the column says so;
 *                           .table-many, .table-crowded: smaller type for much in a row; .breakable: a cell with a word that is too long
 * pre.shiki > code          a code block; highlighted parts are span.s0, span.s1 …, whose colours the document sets itself;
 *                           pre.shiki has data-language; pre.code-whole: it is short, and stays on one page
 * p.math-block              a displayed formula (KaTeX); .math-inline in running text; code.math-error: one with a fault
 * figure.diagram            a diagram: pre.mermaid, which becomes an svg; figure.diagram-error has the source and its fault
 * figure > img, figcaption  a picture alone in a paragraph that has a title
 * section.footnotes         after hr.footnotes-sep: ol.footnotes-list of li.footnote-item; a.footnote-backref;
 *                           sup.footnote-ref in the text
 * div.page-break            empty; what follows begins on a new page
 * details, kbd, mark, sub, sup, ins, del, s, abbr, picture    of raw HTML, or of Markdown
 */

import type { FrontMatter } from "./front-matter.ts";
import { escapeHtml, styleElement } from "./html.ts";

export interface DocumentParts {
  readonly title: string | undefined;
  /** BCP 47. */
  readonly language: string;
  readonly frontMatter: FrontMatter;
  /** In their order. */
  readonly styles: readonly string[];
  /** Elements for the end of the head, and for the end of the body. */
  readonly scripts: { readonly head: string; readonly body: string };
  readonly main: string;
}

/** What holds whatever the document looks like. A page number has its room before it is known. */
const STRUCTURE = '.page-break{break-after:page}.toc-page::after{content:"000"}';

/** A whole HTML document. */
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
    `<!doctype html>\n<html lang="${escapeHtml(language)}" dir="${directionOf(language)}">\n<head>\n${head.join("")}</head>\n` +
    `<body>\n<main class="markdown-body">\n${main}</main>\n${scripts.body}</body>\n</html>\n`
  );
}

/** By the script that the language is usually written in. */
const directionOf = (language: string): string => {
  try {
    return RIGHT_TO_LEFT.has(new Intl.Locale(language).maximize().script ?? "") ? "rtl" : "ltr";
  } catch {
    // What the document says is no language.
    return "ltr";
  }
};

const RIGHT_TO_LEFT = new Set(["Adlm", "Arab", "Aran", "Hebr", "Mand", "Nkoo", "Rohg", "Samr", "Syrc", "Thaa"]);

const metaOf = (name: string, content: string | undefined): string =>
  content === undefined ? "" : `<meta name="${name}" content="${escapeHtml(content)}">\n`;

/** What front matter says, above the text. */
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
