/** The options by which Markdown is made into a document. */
export interface MarkdownOptions {
  /** The name of one of the themes of ../design. */
  readonly theme: string;
  /** The name of a theme of Shiki; undefined for the one that belongs to `theme`. */
  readonly codeTheme?: string | undefined;
  readonly hasContents: boolean;
  readonly readsMath: boolean;
  readonly drawsDiagrams: boolean;
  readonly readsFrontMatter: boolean;
}
