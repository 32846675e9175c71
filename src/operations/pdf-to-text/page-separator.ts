export const DEFAULT_SEPARATOR = "\n\n---\n\n";

/** A separator as it was typed: `\n`, `\t` and `\f` stand for characters that a form can hardly hold. */
export const typedSeparator = (typed: string): string =>
  typed.replaceAll(/\\([ntf])/g, (_, letter: string) => (letter === "n" ? "\n" : letter === "t" ? "\t" : "\f"));
