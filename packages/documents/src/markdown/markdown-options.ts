import type { MarkdownTheme } from "../design/themes/index.ts";
import type { CodeTheme } from "./code/code-themes.ts";

/** The options by which Markdown is made into a document. */
export interface MarkdownOptions {
  readonly theme: MarkdownTheme;
  /** The theme in which Shiki colours code; undefined: the one that belongs to `theme`. */
  readonly codeTheme?: CodeTheme | undefined;
  readonly hasContents: boolean;
  readonly readsMath: boolean;
  readonly drawsDiagrams: boolean;
  readonly readsFrontMatter: boolean;
  /** The title to show in place of the front matter's, where a title stands above the document at all. */
  readonly title?: string | undefined;
  /** The author to show with it, in place of those of the front matter. */
  readonly author?: string | undefined;
  /** The language of the text as a BCP 47 tag, whatever the document says of it. */
  readonly language?: string | undefined;
  /** The width between the margins of the page, unless the theme has its own; that of A4 where it is not known. */
  readonly textWidthPt?: number | undefined;
}
