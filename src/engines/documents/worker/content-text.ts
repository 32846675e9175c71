import { readFileSync } from "node:fs";

/**
 * Returns the text of a file: UTF-8, or the encoding of its byte order mark, which is no part of the text. Any other
 * file is read as on the web (Encoding Standard: windows-1252), so that every file is some text.
 */
export function textOfFile(path: string): string {
  const bytes = readFileSync(path);
  const marked = MARKS.find(({ mark }) => mark.every((byte, index) => bytes[index] === byte));
  if (marked !== undefined) {
    return new TextDecoder(marked.encoding).decode(bytes);
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (error) {
    if (error instanceof TypeError) {
      return new TextDecoder("windows-1252").decode(bytes);
    }
    throw error;
  }
}

const MARKS = [
  { encoding: "utf-8", mark: [0xef, 0xbb, 0xbf] },
  { encoding: "utf-16le", mark: [0xff, 0xfe] },
  { encoding: "utf-16be", mark: [0xfe, 0xff] },
] as const;
