import type { GlyphRun } from "../text/glyph-run.ts";
import type { TextLine } from "../text/typeset.ts";
import { mappableText } from "./to-unicode.ts";

/**
 * Returns the characters of a line from left to right. Poppler and PDFium extract text from a page in that order, and
 * then put what is written from right to left in its logical order, character by character: also those of /ActualText,
 * about which 14.9.4 says nothing, and those that /ToUnicode gives for a ligature, which therefore come out in the
 * wrong order. So this is the text that is extracted as it was written.
 */
export const visualText = (line: TextLine): string => line.runs.map(visualRunText).join("");

function visualRunText({ direction, glyphs }: GlyphRun): string {
  const texts = glyphs.map(({ text }) => mappableText(text));
  if (direction === "ltr") {
    return texts.join("");
  }
  const reversed = Array.from(texts.toReversed().join("")).toReversed().join("");
  // A character at the start that has no direction, such as a vowel point, would be taken as part of what is before the
  // run.
  return /^[\p{M}\p{P}\p{S}]/u.test(reversed) ? `${RIGHT_TO_LEFT_MARK}${reversed}` : reversed;
}

const RIGHT_TO_LEFT_MARK = "\u200F";
