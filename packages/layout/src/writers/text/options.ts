export interface TextOptions {
  /** The text between pages; by default a blank line, `---` and a blank line. */
  readonly pageSeparator?: string;
  /** Whether running headers and footers are written too. */
  readonly keepsRunningHeaders?: boolean;
}

export const PAGE_SEPARATOR = "\n\n---\n\n";
