import type { Span } from "../../blocks.ts";
import { escapeLineStart } from "./escape.ts";
import { type InlineStyle, inlineMarkdown } from "./inline.ts";
import type { MarkdownStyle } from "./options.ts";

export const paragraphMarkdown = (spans: readonly Span[], style: MarkdownStyle): string =>
  escapeLineStart(inlineMarkdown(spans, inlineStyle(style)));

/** Returns what of a style concerns the text within a line. */
export const inlineStyle = ({ keepsBoldItalic, hasCode, math, noteReference }: MarkdownStyle): InlineStyle => ({
  noteReference,
  bold: !keepsBoldItalic,
  italic: !keepsBoldItalic,
  code: !hasCode,
  formula: math === "text",
  hasMath: math === "latex",
});
