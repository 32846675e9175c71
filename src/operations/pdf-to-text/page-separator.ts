export const DEFAULT_SEPARATOR = "\n\n---\n\n";

/**
 * Returns the separator for a text as it was typed: `\n`, `\t` and `\f` represent characters that a form can hardly
 * hold.
 */
export const typedSeparator = (typed: string): string =>
  typed.replaceAll(/\\([ntf])/g, (_, letter: string) => (letter === "n" ? "\n" : letter === "t" ? "\t" : "\f"));
