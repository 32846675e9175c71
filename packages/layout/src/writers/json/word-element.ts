import type { PageLines, Word } from "../../words.ts";
import { cleanText } from "../common/clean-text.ts";
import { boxElement, rounded } from "./box-element.ts";

/** Returns the words of a page, line by line. */
export const wordElements = ({ content: { page }, lines }: PageLines): object[] =>
  lines.flatMap(({ words, rotation }, line) => words.map((word) => wordElement(word, { page, line, rotation })));

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
