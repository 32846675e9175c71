import type { PageLines, Word } from "../../words.ts";
import { cleanText } from "../common/clean-text.ts";
import { PAGE_SEPARATOR, type TextOptions } from "./options.ts";

/**
 * Writes each page's words in the order of its content streams; a new line begins wherever they go on elsewhere than on
 * their own line.
 */
export function* writeRawText(
  pages: Iterable<PageLines>,
  options: Pick<TextOptions, "pageSeparator"> = {},
): Generator<string> {
  let isFirst = true;
  for (const page of pages) {
    const text = rawLines(page).join("\n");
    yield isFirst ? text : (options.pageSeparator ?? PAGE_SEPARATOR) + text;
    isFirst = false;
  }
}

interface WordOfLine {
  readonly word: Word;
  readonly line: number;
  readonly index: number;
  /** The place of the word's first glyph in the content streams. */
  readonly place: number;
}

function rawLines({ lines }: PageLines): string[] {
  const words: WordOfLine[] = lines.flatMap(({ words: own }, line) =>
    own.map((word, index) => ({ word, line, index, place: placeOf(word) })),
  );
  const raw: string[] = [];
  let last: WordOfLine | undefined;
  for (const word of words.toSorted((a, b) => a.place - b.place)) {
    const text = cleanText(word.word.text);
    if (last?.line === word.line && raw.length > 0) {
      const isJoined = word.word.isJoined === true && word.index === last.index + 1;
      raw[raw.length - 1] += isJoined ? text : ` ${text}`;
    } else {
      raw.push(text);
    }
    last = word;
  }
  return raw;
}

const placeOf = ({ glyphs }: Word): number => glyphs.reduce((least, glyph) => Math.min(least, glyph), Infinity);
