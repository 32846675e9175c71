import type { GlyphRun } from "../text/glyph-run.ts";
import type { TextLine } from "../text/typeset.ts";
import { mappableText } from "./to-unicode.ts";

/**
 * The characters of a line from left to right. That is how Poppler and PDFium take text from a page, and they put what is
 * written from right to left in its logical order then: character by character, those of /ActualText as well, which
 * 14.9.4 has nothing to say about, and those that /ToUnicode gives for a ligature, which come out in the wrong order
 * therefore. So this is the text that comes back as it was written.
 */
export const visualText = (line: TextLine): string => line.runs.map(visualRunText).join("");

function visualRunText({ direction, glyphs }: GlyphRun): string {
  const texts = glyphs.map(({ text }) => mappableText(text));
  if (direction === "ltr") {
    return texts.join("");
  }
  const reversed = Array.from(texts.toReversed().join("")).toReversed().join("");
  // What stands first and has no direction of its own, as vowel points, would be taken for what is before the run.
  return /^[\p{M}\p{P}\p{S}]/u.test(reversed) ? `${RIGHT_TO_LEFT_MARK}${reversed}` : reversed;
}

const RIGHT_TO_LEFT_MARK = "\u200F";
