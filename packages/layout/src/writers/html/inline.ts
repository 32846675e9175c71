import type { Span } from "../../blocks.ts";
import { cleanText } from "../common/clean-text.ts";
import { splitLines } from "../common/split-lines.ts";
import { type TidySpan, tidySpans, type WithoutStyle } from "../common/tidy-spans.ts";
import { attributes, escapeHtml } from "./escape-html.ts";

export interface InlineOptions {
  readonly without?: WithoutStyle;
  /** Returns the identifier of the footnote of a raised label on this page; undefined where there is none. */
  readonly noteId?: (label: string) => string | undefined;
}

export function inlineHtml(spans: readonly Span[], options: InlineOptions = {}): string {
  const tidy = tidySpans(spans, options.without);
  let html = "";
  for (let from = 0; from < tidy.length; ) {
    const href = tidy[from]?.href;
    let to = from + 1;
    while (to < tidy.length && tidy[to]?.href === href) {
      to++;
    }
    const inner = tidy
      .slice(from, to)
      .map((span) => spanHtml(span, options))
      .join("");
    html +=
      href === undefined
        ? inner
        : `<a${attributes({ href, rel: href.startsWith("#") ? undefined : "noopener noreferrer" })}>${inner}</a>`;
    from = to;
  }
  return html;
}

/** Returns the HTML of spans whose line breaks are intended. */
export const linesHtml = (spans: readonly Span[], options: InlineOptions = {}): string =>
  spans.some(({ text }) => text.includes("\n"))
    ? splitLines(spans)
        .map((line) => inlineHtml(line, options))
        .filter((line) => line !== "")
        .join("<br>")
    : inlineHtml(spans, options);

function spanHtml({ text, bold, italic, code, script, href }: TidySpan, { noteId }: InlineOptions): string {
  let html = escapeHtml(text);
  if (code) {
    html = `<code>${html}</code>`;
  }
  if (script !== undefined) {
    const note = script === "super" && href === undefined ? noteId?.(cleanText(text)) : undefined;
    const name = script === "super" ? "sup" : "sub";
    const inner = note === undefined ? html : `<a${attributes({ href: `#${note}`, role: "doc-noteref" })}>${html}</a>`;
    html = `<${name}>${inner}</${name}>`;
  }
  if (italic) {
    html = `<em>${html}</em>`;
  }
  return bold ? `<strong>${html}</strong>` : html;
}
