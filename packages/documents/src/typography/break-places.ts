import { escapeHtml } from "../markdown/html.ts";

/*
 * Addresses, paths and identifiers may be longer than a line, or than what is left of it. They are divided where their
 * parts end, rather than anywhere.
 */

/** The shortest word, in characters, that is divided so. */
const LONG_NAME = 24;
/** The fewest characters that are left in a line or taken to the next. */
const FEWEST = 3;

// oxlint-disable quire/linear-patterns -- only engine processes run it, which end at their deadline
const LONG_WORD = new RegExp(`[^\\s<>]{${LONG_NAME},}`, "gu");
/** The places after separators, but not behind a scheme or within numbers, and before the humps of camel case. */
const PLACE =
  /(?<=(?<!:\/)[/\\_\-&?=,:#~])(?![/\\_\-&?=,:#~])|(?<=\.)(?=[\p{L}_])|(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu;
// oxlint-enable quire/linear-patterns

/** Returns text as HTML with places where a line may end in those of its words that are long names. */
export function withBreakPlaces(text: string): string {
  let html = "";
  let end = 0;
  for (const { 0: word, index } of text.matchAll(LONG_WORD)) {
    html += escapeHtml(text.slice(end, index)) + dividedWord(word);
    end = index + word.length;
  }
  return html + escapeHtml(text.slice(end));
}

function dividedWord(word: string): string {
  let html = "";
  let start = 0;
  for (const { index } of word.matchAll(PLACE)) {
    if (index - start >= FEWEST && word.length - index >= FEWEST) {
      html += `${escapeHtml(word.slice(start, index))}<wbr>`;
      start = index;
    }
  }
  return html + escapeHtml(word.slice(start));
}
