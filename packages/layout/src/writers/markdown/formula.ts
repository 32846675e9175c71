import type { Formula, Span } from "../../blocks.ts";

/* Formulas between dollar signs, as GitHub, Pandoc and others read them. */

/** Returns the lines of a displayed formula that is a paragraph of its own; undefined for any other text. */
export function displayedLines(spans: readonly Span[]): string[] | undefined {
  const [only] = spans;
  return spans.length === 1 && only?.formula?.isDisplayed === true
    ? ["$$", ...only.formula.latex.split("\n"), "$$"]
    : undefined;
}

/** The number of a displayed formula, which no formula within a line has. */
const TAG = / ?\\tag\{((?:[^{}\\]|\\.)*)\}/g;

/** Returns a formula within a line. A displayed one is set as it was, its number behind it. */
export function inlineFormula({ latex, isDisplayed }: Formula): string {
  if (!isDisplayed) {
    return `$${latex}$`;
  }
  const oneLine = latex
    .replaceAll("\n", " ")
    .replaceAll(/(?<=\\(?:begin|end)\{)align\*/g, "aligned")
    .replaceAll(/(?<=\\(?:begin|end)\{)gather\*/g, "gathered")
    .replaceAll(TAG, String.raw`\qquad(\text{$1})`);
  return `$\\displaystyle ${oneLine}$`;
}
