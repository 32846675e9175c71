import { escapeHtml } from "./escaping.ts";
import { directionOf } from "../language-tags.ts";

/** Returns a document of `html`, which may be one already, with `css` as its last style sheet. */
export function wholeDocument(
  html: string,
  { css, title, language }: { readonly css: string; readonly title: string; readonly language: string },
): string {
  if (isDocument(html)) {
    return withStyle(html, css);
  }
  const head = `<meta charset="utf-8"><title>${escapeHtml(title)}</title>${styleOf(css)}`;
  return `<!doctype html><html lang="${escapeHtml(language)}" dir="${directionOf(language)}"><head>${head}</head><body>\n${html}\n</body></html>`;
}

/**
 * Returns whether HTML is a whole document, which begins with a document type, `<html>`, `<head>` or `<body>` after any
 * comments.
 */
const isDocument = (html: string): boolean =>
  /^(?:<!doctype\s|<html[\s>]|<head[\s>]|<body[\s>])/i.test(html.replace(/^(?:\s|<!--[^]*?-->)+/, "").slice(0, 20));

/** Adds a style sheet at the end of the head; HTML lets one stand after everything else, too. */
export function withStyle(html: string, css: string): string {
  const head = html.search(/<\/head\s*>/i);
  return head === -1 ? html + styleOf(css) : html.slice(0, head) + styleOf(css) + html.slice(head);
}

/** Returns a style element; empty for no rules. A style sheet would end at `</style`, which means nothing in CSS. */
const styleOf = (css: string): string => (css.trim() === "" ? "" : `<style>${css.replaceAll(/<\//g, "<\\/")}</style>`);
