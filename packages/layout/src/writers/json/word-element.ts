import type { PageLines, Word } from "../../words.ts";
import { cleanText } from "../common/clean-text.ts";
import { boxElement, rounded } from "./box-element.ts";

/** Returns the words of a page, line by line. */
export const wordElements = ({ content: { page, glyphs }, lines }: PageLines): object[] =>
  lines.flatMap(({ words, rotation }, line) =>
    words.map((word) => ({
      ...wordElement(word, { page, line, rotation }),
      ...(glyphs.confidence !== undefined && { confidence: rounded(confidenceOf(word, glyphs.confidence)) }),
    })),
  );

/** Returns the mean of the confidence in the letters of a word. */
const confidenceOf = ({ glyphs }: Word, confidence: Float32Array): number =>
  glyphs.reduce((sum, glyph) => sum + (confidence[glyph] ?? 0), 0) / Math.max(1, glyphs.length);

const wordElement = (
  word: Word,
  { page, line, rotation }: { readonly page: number; readonly line: number; readonly rotation: number },
): object => ({
  text: cleanText(word.text),
  page_number: page,
  line,
  bbox: boxElement(word),
  font: word.font.name,
  size: rounded(word.sizePt),
  ...(word.isBold && { bold: true }),
  ...(word.font.isItalic && { italic: true }),
  ...(word.isJoined === true && { joined: true }),
  ...(rotation !== 0 && { rotation }),
});
