import type { ImageUrl } from "../common/images.ts";
import type { FrontMatter } from "./front-matter.ts";
import type { NoteReference } from "./notes.ts";

export interface MarkdownOptions {
  readonly headingStyle?: HeadingStyle;
  /** The form in which tables are written; a table that the form cannot hold is written as HTML. */
  readonly tableFormat?: TableFormat;
  /** Whether `---` stands between pages. */
  readonly hasPageBreaks?: boolean;
  readonly keepsBoldItalic?: boolean;
  /** The way in which formulas are written that have been found. */
  readonly math?: MathFormat;
  /** Whether headings are written as such. Kinds of blocks that are not kept are written as paragraphs. */
  readonly hasHeadings?: boolean;
  readonly hasLists?: boolean;
  readonly hasTables?: boolean;
  readonly hasCode?: boolean;
  /** Whether running headers and footers are written too. */
  readonly keepsRunningHeaders?: boolean;
  /** The values that are written first, in YAML. */
  readonly frontMatter?: FrontMatter;
  readonly imageUrl?: ImageUrl;
}

/** `setext` underlines levels 1 and 2; those below have no other form than `atx`. */
export const HEADING_STYLES = ["atx", "setext"] as const;
type HeadingStyle = (typeof HEADING_STYLES)[number];

/** `grid` and `simple` are Pandoc's; `pipe` is that of GitHub Flavored Markdown. */
export const TABLE_FORMATS = ["pipe", "grid", "simple", "html"] as const;
export type TableFormat = (typeof TABLE_FORMATS)[number];

/** `text`: as the text that their signs make; `latex`: as LaTeX between dollar signs. */
export const MATH_FORMATS = ["text", "latex"] as const;
type MathFormat = (typeof MATH_FORMATS)[number];

export interface MarkdownStyle extends Required<Omit<MarkdownOptions, "frontMatter">> {
  readonly noteReference: NoteReference;
}

/** Returns the style that options ask for; `noteReference` gives the references to footnotes. */
export const markdownStyle = (options: MarkdownOptions, noteReference: NoteReference): MarkdownStyle => ({
  noteReference,
  headingStyle: options.headingStyle ?? "atx",
  tableFormat: options.tableFormat ?? "pipe",
  hasPageBreaks: options.hasPageBreaks ?? true,
  keepsBoldItalic: options.keepsBoldItalic ?? true,
  math: options.math ?? "text",
  hasHeadings: options.hasHeadings ?? true,
  hasLists: options.hasLists ?? true,
  hasTables: options.hasTables ?? true,
  hasCode: options.hasCode ?? true,
  keepsRunningHeaders: options.keepsRunningHeaders ?? false,
  imageUrl: options.imageUrl ?? (() => undefined),
});
