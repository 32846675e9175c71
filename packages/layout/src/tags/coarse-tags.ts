import { linesOfParts, type Part } from "./parts/parts.ts";

/* The signs that tags are too coarse, or too fine, to follow. */

/**
 * The number of letters above which an element is too coarse, if it also has more than half of all letters: a paragraph
 * has fewer.
 */
const COARSE_LETTERS = 4000;

export function isCoarse(parts: readonly Part[]): boolean {
  const lengths = parts.map((part) => (part.kind === "text" ? lengthOf(part) : 0));
  const longest = lengths.reduce((most, own) => Math.max(most, own), 0);
  return longest > COARSE_LETTERS && longest > linesOfParts(parts).reduce((sum, { text }) => sum + text.length, 0) / 2;
}

const lengthOf = (part: Part): number => linesOfParts([part]).reduce((sum, { text }) => sum + text.length, 0);

const OPEN_END = /[\p{Ll},\u00AD-]$/u;
const LOWER_START = /^\p{Ll}/u;
/** The smallest number of paragraphs among which fragments are recognised. */
const PARAGRAPHS_FOR_FRAGMENTS = 8;

/**
 * Returns whether more than a third of the paragraphs go on within a sentence: some producers tag each line as a
 * paragraph.
 */
export function isFragmented(parts: readonly Part[]): boolean {
  const texts = parts.filter((part) => part.kind === "text").filter(({ heading }) => heading === undefined);
  const cuts = texts.filter(({ lines }, index) => {
    const last = texts[index - 1]?.lines.at(-1);
    return last !== undefined && OPEN_END.test(last.text) && LOWER_START.test(lines[0]?.text ?? "");
  });
  return texts.length >= PARAGRAPHS_FOR_FRAGMENTS && cuts.length > texts.length / 3;
}
