/* How text can be written: values and types alone, for those who choose and load nothing else of this package. */

export type { Frame } from "./writers/html/document-frame.ts";
export { HEADING_STYLES, MATH_FORMATS, type MarkdownStyle, TABLE_FORMATS } from "./writers/markdown/options.ts";
export type { TextOptions } from "./writers/text/options.ts";
