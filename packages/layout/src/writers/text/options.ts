export interface TextOptions {
  /** Between pages; a blank line, `---` and a blank line where nothing else is said. */
  readonly pageSeparator?: string;
  /** Running heads and feet too. */
  readonly keepsRunningHeaders?: boolean;
}

export const PAGE_SEPARATOR = "\n\n---\n\n";
