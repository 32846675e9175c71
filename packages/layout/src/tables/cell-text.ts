import type { Span } from "../blocks.ts";
import { isRightToLeft } from "../words/bidi.ts";
import type { Word } from "../words.ts";
import type { PlacedWord } from "./found-table.ts";
import { visualRows, wordsOfRow } from "./visual-rows.ts";

const HYPHEN = /\p{L}[-\u2010]$/u;
const GOES_ON = /^\p{Ll}/u;

/** A date or an amount that a narrow column has cut. */
export const PART_OF_NUMBER = /\d[.,/:-]\d+$/;
export const REST_OF_NUMBER = /^\d{1,3}$/;

/** The lines of a cell from the top, their words as they are read. */
export function linesOfCell(words: readonly PlacedWord[]): Word[][] {
  if (words.length < 2) {
    return words.map(({ word }) => [word]);
  }
  return visualRows(words).map((row) => {
    const seen = wordsOfRow(row);
    const isFromRight = isRightToLeft(seen.map(({ word }) => word.text));
    return (isFromRight ? seen.toSorted((a, b) => a.order - b.order) : seen).map(({ word }) => word);
  });
}

/** Text with its styles, words parted by spaces, hyphens at the ends of lines taken out. */
export function spansOfCell(lines: readonly (readonly Word[])[]): Span[] {
  const spans: { text: string; bold?: boolean; italic?: boolean }[] = [];
  let before = "";
  for (const line of lines) {
    for (const [index, word] of line.entries()) {
      const open = spans.at(-1);
      const gap = gapBetween(before, word, index === 0);
      if (gap === "hyphen" && open !== undefined) {
        open.text = open.text.slice(0, -1);
      }
      const space = gap === "space" ? " " : "";
      const { text, isBold, font } = word;
      if (open !== undefined && (open.bold ?? false) === isBold && (open.italic ?? false) === font.isItalic) {
        open.text += space + text;
      } else {
        if (open !== undefined) {
          open.text += space;
        }
        spans.push({ text, ...(isBold && { bold: true }), ...(font.isItalic && { italic: true }) });
      }
      before = text;
    }
  }
  return spans;
}

function gapBetween(before: string, word: Word, isFirstOfLine: boolean): "none" | "space" | "hyphen" {
  if (before === "" || (!isFirstOfLine && word.isJoined === true)) {
    return "none";
  }
  if (!isFirstOfLine) {
    return "space";
  }
  if (HYPHEN.test(before) && GOES_ON.test(word.text)) {
    return "hyphen";
  }
  return PART_OF_NUMBER.test(before) && REST_OF_NUMBER.test(word.text) ? "none" : "space";
}
