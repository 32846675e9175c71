import { escapeHtml } from "./escaping.ts";

/** A document of `html`, which may be one already, with `css` as its last style sheet. */
export function wholeDocument(
  html: string,
  { css, title, language }: { readonly css: string; readonly title: string; readonly language: string },
): string {
  if (isDocument(html)) {
    return withStyle(html, css);
  }
  const head = `<meta charset="utf-8"><title>${escapeHtml(title)}</title>${styleOf(css)}`;
  return `<!doctype html><html lang="${escapeHtml(language)}"><head>${head}</head><body>\n${html}\n</body></html>`;
}

/** Whether more than comments stands before its document type or its <html>. */
const isDocument = (html: string): boolean =>
  /^(?:<!doctype\s|<html[\s>]|<head[\s>]|<body[\s>])/i.test(html.replace(/^(?:\s|<!--[^]*?-->)+/, "").slice(0, 20));

/** At the end of the head; HTML lets a style sheet stand after everything else, too. */
export function withStyle(html: string, css: string): string {
  const head = html.search(/<\/head\s*>/i);
  return head === -1 ? html + styleOf(css) : html.slice(0, head) + styleOf(css) + html.slice(head);
}

/** A style sheet ends at `</style`, which means nothing in CSS. */
const styleOf = (css: string): string => (css.trim() === "" ? "" : `<style>${css.replaceAll(/<\//g, "<\\/")}</style>`);
