/* What documents can be like: values and types alone, for those who choose and load nothing else of this package. */

export { DEFAULT_THEME, MARKDOWN_THEMES, type MarkdownTheme } from "./design/themes/index.ts";
export { CODE_THEMES } from "./markdown/code/code-themes.ts";
export type { MarkdownOptions } from "./markdown/markdown-options.ts";
export {
  CHARTS,
  COLUMN_ALIGNMENTS,
  COLUMN_FORMATS,
  type ReportColumn,
  type ReportStyle,
  TABLE_STYLES,
} from "./report/report-style.ts";
export type { FillOptions } from "./template/fill-options.ts";
export { FONT_FAMILIES, TEXT_ALIGNMENTS, type TextStyle } from "./text/text-style.ts";
