import MarkdownIt from "markdown-it";
import type { Form } from "../convert.ts";

/* The text of Markdown and HTML as a reader sees it, without markup. */

const renderer = new MarkdownIt({ html: true });
// Browsers show the numbers of ordered lists, which HTML does not have as text.
renderer.renderer.rules.list_item_open = (tokens, index) => `${tokens[index]?.info ?? ""} <li>`;

/** Returns the text of a document in one of the forms, with the marks of footnotes as they stand in it. */
export function bareText(text: string, form: Form): string {
  switch (form) {
    case "text":
      return text;
    case "html":
      return withoutTags(text);
    case "markdown":
      return withoutTags(renderer.render(withPlainFootnotes(text)));
  }
}

/** Footnotes of GFM, `[^1]`, as raised marks; those of later pages are named `[^1-2]`. */
const withPlainFootnotes = (markdown: string): string =>
  markdown
    .replaceAll(/^\[\^([^\]\s]+)\]: /gmu, (_, label: string) => `${markOf(label)} `)
    .replaceAll(/\[\^([^\]\s]+)\]/gu, (_, label: string) => `<sup>${markOf(label)}</sup>`);

const markOf = (label: string): string => label.replace(/-\d+$/u, "");

const withoutTags = (html: string): string =>
  html
    .replaceAll(/<(?:br|\/?(?:p|div|t[drh]|li|table|section|h[1-6]))\b[^<>]*>/gu, " ")
    .replaceAll(/<[^<>]*>/gu, "")
    .replaceAll(/&#x([\da-f]{1,6});/giu, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&nbsp;", " ")
    .replaceAll("&amp;", "&");
