import type { MarkdownTheme } from "../design/themes/index.ts";

/** The options by which Markdown is made into a document. */
export interface MarkdownOptions {
  readonly theme: MarkdownTheme;
  /** A theme of shiki; undefined: the one that belongs to `theme`. */
  readonly codeTheme?: string | undefined;
  readonly hasContents: boolean;
  readonly readsMath: boolean;
  readonly drawsDiagrams: boolean;
  readonly readsFrontMatter: boolean;
}
