/*
 * Escapes of CommonMark 0.31 and GitHub Flavored Markdown, only where the text would read as something else: Markdown
 * is read by people too. Literal delimiters are always escaped or cannot open or close, so that those written as markup
 * pair with each other alone.
 */

const SPECIAL = /[\\`*_~[\]<&]/;
const SPECIALS = /_+|~+|[\\`*[\]<&]/g;

const ASCII_PUNCTUATION = /[!-/:-@[-`{-~]/;
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;
const ENTITY = /^&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{0,40});/i;

/** Escapes text within a line, of one style. With `isInLink` brackets are escaped too, which would end it. */
export function escapeText(text: string, { isInLink = false }: { readonly isInLink?: boolean } = {}): string {
  if (!SPECIAL.test(text)) {
    return text;
  }
  return text.replace(SPECIALS, (found: string, at: number) => {
    const before = text[at - 1];
    const after = text[at + found.length];
    return isPlain(found, { text, at, before, after, isInLink }) ? found : escaped(found);
  });
}

const escaped = (found: string): string => (found === "&" ? "&amp;" : found.replaceAll(/./g, "\\$&"));

interface Surroundings {
  readonly text: string;
  readonly at: number;
  /** The character before; undefined at the edges, where markup may follow. */
  readonly before: string | undefined;
  readonly after: string | undefined;
  readonly isInLink: boolean;
}

function isPlain(found: string, { text, at, before, after, isInLink }: Surroundings): boolean {
  if (found.startsWith("_")) {
    return (before === " " && after === " ") || (isLetterOrDigit(before) && isLetterOrDigit(after));
  }
  if (found.startsWith("~")) {
    // GitHub strikes out with one tilde too, where there is another one to close it.
    return found.length === 1 && text.indexOf("~") === text.lastIndexOf("~");
  }
  switch (found) {
    case "\\":
      return after !== undefined && !ASCII_PUNCTUATION.test(after);
    case "*":
      return before === " " && after === " ";
    case "[":
      // A bracket and a caret would be a footnote.
      return !isInLink && after !== "^";
    case "]":
      return !isInLink && after !== "(";
    case "<":
      // Tags, and addresses between angle brackets, may begin with nearly anything.
      return after === " ";
    case "&":
      return !ENTITY.test(text.slice(at, at + 50));
    default:
      return false;
  }
}

const isLetterOrDigit = (character: string | undefined): boolean =>
  character !== undefined && LETTER_OR_DIGIT.test(character);

const LINE_START = /^[#>+\-=|:[\d]/;
const MARKER = /^(?:#{1,6}|[-+])(?=\s|$)/;
const RULE = /^(?:-[-\s]*|=+\s*|[-:|][-:|\s]*)$/;
const ORDINAL = /^(\d{1,9})([.)])(?=\s|$)/;
const DEFINITION = /^\[(?:[^[\]\\]|\\.)*\]:/;

/**
 * Escapes the start of a line of inline markup that begins a block, or goes on with a paragraph, where it would be read
 * as more than that.
 */
export function escapeLineStart(line: string): string {
  if (!LINE_START.test(line)) {
    return line;
  }
  if (line.startsWith(">") || MARKER.test(line) || RULE.test(line) || DEFINITION.test(line)) {
    return `\\${line}`;
  }
  return line.replace(ORDINAL, String.raw`$1\$2`);
}

/** Escapes the signs at the end of a heading that would close it (CommonMark 4.2). */
export const escapeHeadingEnd = (line: string): string => line.replace(/(^|\s)(#+)$/, String.raw`$1\$2`);
