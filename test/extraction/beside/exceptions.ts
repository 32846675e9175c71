import type { Form } from "../convert.ts";

/** A document in which others read text that this service does not deliver, by rule. */
export interface Exception {
  /** The name of the file. */
  readonly file: string;
  /** The forms in which it is not compared. */
  readonly forms: readonly Form[];
  /** Why its text is not counted as lost, and what another program says to it. */
  readonly reason: string;
}

/** The most exceptions that there may be. */
export const MOST_EXCEPTIONS = 12;

const BROKEN_DATES =
  "Narrow cells break their dates within the year. Markdown has a cell on one line, and joins what is broken: " +
  "`01.03.2026`, which the document says; `pdftotext -layout` has `01.03.202` in one line and `6` in the next.";
const LINE_NUMBERS =
  "A listing numbers its lines. Markdown leaves such numbers out, so that code can be copied; `pdftotext -layout` has them " +
  "in a column of their own, beside the lines.";

export const EXCEPTIONS: readonly Exception[] = [
  { file: "115-d-libr-generated.pdf", forms: ["markdown"], reason: BROKEN_DATES },
  { file: "115-d-libr-generated-gs.pdf", forms: ["markdown"], reason: BROKEN_DATES },
  { file: "man-eisvogel-code-blocks-listings.pdf", forms: ["markdown"], reason: LINE_NUMBERS },
  { file: "man-eisvogel-basic-example.pdf", forms: ["markdown"], reason: LINE_NUMBERS },
  { file: "man-fuzzing-handbook.pdf", forms: ["markdown"], reason: LINE_NUMBERS },
  { file: "slides-software-eng.pdf", forms: ["markdown"], reason: LINE_NUMBERS },
];
