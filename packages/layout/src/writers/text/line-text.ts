import type { Word } from "../../words.ts";

/** Joins words as they are read, with spaces between those that have one on the page. */
export const lineText = (words: readonly Word[]): string =>
  words.map(({ text, isJoined }, index) => (index === 0 || isJoined === true ? text : ` ${text}`)).join("");
