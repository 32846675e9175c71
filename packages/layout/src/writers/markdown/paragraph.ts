import type { Span } from "../../blocks.ts";
import type { WithoutStyle } from "../common/tidy-spans.ts";
import { escapeLineStart } from "./escape.ts";
import { inlineMarkdown } from "./inline.ts";
import type { MarkdownStyle } from "./options.ts";

export const paragraphMarkdown = (spans: readonly Span[], style: MarkdownStyle): string =>
  escapeLineStart(inlineMarkdown(spans, withoutStyle(style)));

export const withoutStyle = ({ keepsBoldItalic, hasCode }: MarkdownStyle): WithoutStyle => ({
  bold: !keepsBoldItalic,
  italic: !keepsBoldItalic,
  code: !hasCode,
});
