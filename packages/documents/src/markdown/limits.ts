import type { Token } from "markdown-it";
import { ContentError } from "../composed.ts";

/*
 * The bounds of the work that one document can cause. Beyond these a document is refused (`too_complex`), or the part
 * of it is shown without what would cost too much: code without colours, formulas as their source.
 */

/** The greatest length of Markdown in UTF-16 units. */
const MAX_CHARACTERS = 16_000_000;
/** The greatest number of blocks and pieces of running text. A 5,000-row table of ten columns has 260,000. */
const MAX_TOKENS = 1_500_000;

/**
 * The greatest lengths of one formula, and of all formulas of a document, in UTF-16 units: KaTeX takes 10 to 50 ms for
 * 10,000 units.
 */
export const MAX_FORMULA_CHARACTERS = 10_000;
export const MAX_MATH_CHARACTERS = 500_000;

/**
 * The greatest lengths of one block of code, of one of its lines, and of all code that gets colours, in UTF-16 units.
 */
export const MAX_CODE_CHARACTERS = 50_000;
export const MAX_CODE_LINE = 2_000;
export const MAX_HIGHLIGHTED_CHARACTERS = 400_000;

/** The greatest length of all diagrams together, which the browser draws, in UTF-16 units. */
export const MAX_DIAGRAM_CHARACTERS = 200_000;

/**
 * Checks the length of Markdown.
 * @throws ContentError `too_complex` when it is too long
 */
export function checkLength(text: string): void {
  if (text.length > MAX_CHARACTERS) {
    throw tooComplex(`The Markdown has ${text.length} characters; at most ${MAX_CHARACTERS} are converted.`);
  }
}

/**
 * Checks the nesting and the number of tokens.
 * @param maxNesting the depth at which markdown-it begins to leave out nested blocks
 * @throws ContentError `too_complex` when there are too many, or they are nested too deeply
 */
export function checkTokens(tokens: Iterable<Token>, maxNesting: number): void {
  let count = 0;
  for (const { level, nesting, children } of tokens) {
    count += 1 + (children?.length ?? 0);
    if (nesting === 1 && level + 1 >= maxNesting) {
      throw tooComplex(`The Markdown is nested more than ${maxNesting} deep.`);
    }
  }
  if (count > MAX_TOKENS) {
    throw tooComplex(`The Markdown has ${count} blocks and pieces of text; at most ${MAX_TOKENS} are converted.`);
  }
}

export function tooComplex(message: string): ContentError {
  return new ContentError("too_complex", message);
}
