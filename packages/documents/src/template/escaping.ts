/** A function that makes a value text of a document. */
export type Escape = (text: string) => string;

const escapeMarkup: Escape = (text) =>
  text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");

/** Escapes text for HTML and its attributes, quoted or not. */
export const escapeHtml: Escape = (text) => escapeMarkup(text).replaceAll("`", "&#96;").replaceAll("=", "&#61;");

/**
 * Escapes text for Markdown. Characters that HTML would read become character references, so that they are text in raw
 * HTML as well; all others that Markdown would read get a backslash. A line break stays one, without ending a table's
 * row or a heading.
 */
export const escapeMarkdown: Escape = (text) =>
  escapeMarkup(text)
    .replaceAll(/[\\`*_[\]()|~$^]/g, String.raw`\$&`)
    // At the beginning of a line: headings, lists, rules, underlines of headings and code by indentation.
    .replace(/^[#+=-]/, String.raw`\$&`)
    .replace(/^(\d{1,9})([.)])/, String.raw`$1\$2`)
    .replace(/^[ \t]/, "&#32;")
    .replaceAll(/\r\n?|\n/g, "<br>");

/** Escapes text for front matter, which is YAML: a value stays on its line. */
export const escapeLine: Escape = (text) => text.replaceAll(/\s+/g, " ");
