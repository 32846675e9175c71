import type { MarkdownIt, StateCore, Token } from "markdown-it";
import type { ContentsEntry } from "../composed.ts";
import type { Environment, Heading } from "./environment.ts";

export interface Contents {
  readonly html: string;
  readonly entries: readonly ContentsEntry[];
}

const MARK = /^\[(?:\[_?toc_?\]|toc)\]$/iu;
/** The inline tokens of a heading that make no sense, or a second anchor, in a line that is a link itself. */
const NOT_IN_LINKS = new Set(["link_open", "link_close", "footnote_ref", "html_inline", "image"]);

/**
 * Finds the place of the table of contents: a paragraph `[[toc]]`, `[[_TOC_]]` or `[TOC]`, of which the first counts. A
 * document that names no place, and is to have a table of contents, has it below its title.
 */
export function contentsMarks(state: StateCore): void {
  const env: Environment = state.env;
  state.tokens.forEach((token, index) => {
    const [open, close] = [state.tokens[index - 1], state.tokens[index + 1]];
    const isMark = token.type === "inline" && MARK.test(token.content) && token.children?.every(isText) === true;
    if (!isMark || open?.type !== "paragraph_open" || close === undefined) {
      return;
    }
    for (const part of [open, token, close]) {
      part.type = "removed";
    }
    if (!env.hasContents) {
      token.type = "contents";
    }
    env.hasContents = true;
  });
  state.tokens = state.tokens.filter(({ type }) => type !== "removed");
  if (env.hasContents || !env.wantsContents) {
    return;
  }
  env.hasContents = true;
  state.tokens.splice(hasTitleBlock(env) ? 0 : lengthOfTitle(state.tokens, env), 0, new state.Token("contents", "", 0));
}

/** Returns the number of tokens of the title that a document begins with; 0 where it begins otherwise. */
function lengthOfTitle(tokens: readonly Token[], { headings: [title] }: Environment): number {
  if (title?.level !== 1 || title.first !== tokens[0]) {
    return 0;
  }
  const length = tokens.indexOf(title.last) + 1;
  const html = tokens.slice(0, length).map(({ type, content }) => (type === "html_block" ? content : ""));
  const tags = Array.from(html.join("").matchAll(/<(\/?)(?:center|div|p|section)\b/giu), ([, slash]) => slash);
  // An element that is still open would have the contents in it.
  return tags.filter((slash) => slash === "").length * 2 === tags.length ? length : 0;
}

/** Returns whether a token is text or emphasis, which the underscores of `[[_TOC_]]` are read as. */
const isText = ({ type }: Token): boolean => type === "text" || type === "em_open" || type === "em_close";

/** Returns whether the title of the front matter is shown: unless it is a heading as well. */
export function hasTitleBlock({ title, headings }: Environment): boolean {
  return title !== undefined && !headings.some(({ level, text }) => level === 1 && text === title);
}

/**
 * Makes three levels of headings nested lists. The numbers of their pages are known when they are printed: the elements
 * that show them have the ids of `entries`.
 */
export function contentsOf(headings: readonly Heading[], parser: MarkdownIt, env: Environment): Contents {
  const listed = headingsListed(headings, hasTitleBlock(env));
  if (listed.length === 0) {
    return { html: "", entries: [] };
  }
  const entries = listed.map(({ id }, index) => ({ target: id, place: `toc-page-${index + 1}` }));
  const lines: string[] = [];
  const open: number[] = [];
  listed.forEach((heading, index) => {
    while ((open.at(-2) ?? 0) >= heading.level) {
      lines.push(closed(open));
    }
    const isDeeper = (open.at(-1) ?? 0) < heading.level;
    lines.push(isDeeper ? '<ol class="toc-list">' : "</li>");
    if (!isDeeper) {
      open.pop();
    }
    open.push(heading.level);
    lines.push(entryOf(heading, { depth: open.length, place: `toc-page-${index + 1}`, parser, env }));
  });
  while (open.length > 0) {
    lines.push(closed(open));
  }
  return { html: lines.join("\n"), entries };
}

function closed(open: number[]): string {
  open.pop();
  return "</li></ol>";
}

/**
 * Returns the headings that are listed. A heading that is the document's title is left out: the only one of the first
 * level, at the top.
 */
function headingsListed(headings: readonly Heading[], hasTitle: boolean): readonly Heading[] {
  const isTitle = !hasTitle && headings[0]?.level === 1 && headings.filter(({ level }) => level === 1).length === 1;
  const listed = isTitle && headings.length > 1 ? headings.slice(1) : headings;
  const top = Math.min(...listed.map(({ level }) => level));
  return listed.filter(({ level }) => level < top + 3);
}

interface EntryPlace {
  readonly depth: number;
  readonly place: string;
  readonly parser: MarkdownIt;
  readonly env: Environment;
}

const LEADER = '<svg class="toc-leader" aria-hidden="true"><line x1="100%" y1="50%" x2="0" y2="50%"></line></svg>';

function entryOf({ id, inline, text: ownText }: Heading, { depth, place, parser, env }: EntryPlace): string {
  const text = (inline?.children ?? []).filter(({ type }) => !NOT_IN_LINKS.has(type));
  const isPicture = text.every(({ content }) => content.trim() === "");
  const html = isPicture ? parser.utils.escapeHtml(ownText) : parser.renderer.renderInline(text, parser.options, env);
  const target = parser.utils.escapeHtml(encodeURIComponent(id));
  const parts = `<span class="toc-text">${html}</span>${LEADER}<span class="toc-page" id="${place}"></span>`;
  return `<li class="toc-entry toc-level-${depth}"><a href="#${target}" dir="auto">${parts}</a>`;
}

const TITLES: Readonly<Record<string, string>> = {
  ar: "المحتويات",
  da: "Indhold",
  de: "Inhalt",
  en: "Contents",
  es: "Índice",
  fr: "Table des matières",
  he: "תוכן העניינים",
  it: "Indice",
  ja: "目次",
  nl: "Inhoud",
  pl: "Spis treści",
  pt: "Índice",
  ru: "Содержание",
  sv: "Innehåll",
  zh: "目录",
};

/** Returns the table of contents under its title, which is in the document's language where that is known. */
export function contentsNav({ html }: Contents, language: string): string {
  if (html === "") {
    return "";
  }
  const title = TITLES[language.split("-")[0] ?? ""] ?? TITLES["en"];
  return `<nav class="toc">\n<p class="toc-title">${title}</p>\n${html}\n</nav>\n`;
}
