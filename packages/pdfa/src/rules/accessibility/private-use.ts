import { decodeTextString } from "@quire/cos";

/** The private use area of the basic plane and those of planes 15 and 16, without their last two code points. */
const PRIVATE_USE = /[\u{E000}-\u{F8FF}\u{F0000}-\u{FFFFD}\u{100000}-\u{10FFFD}]/u;

/** Returns the first private-use character of a text, as `U+E000`; undefined where there is none. */
export function privateUseIn(text: string): string | undefined {
  const codePoint = PRIVATE_USE.exec(text)?.[0].codePointAt(0);
  return codePoint === undefined ? undefined : `U+${codePoint.toString(16).toUpperCase()}`;
}

/** Returns the first private-use character of a text string, as `U+E000`; undefined where there is none. */
export const privateUseInString = (bytes: Uint8Array): string | undefined => privateUseIn(decodeTextString(bytes));
