/**
 * A style that hides the document on screens: it would be laid out for the screen before and after it is printed,
 * unseen, which is a third of the work.
 */
const HIDDEN_ON_SCREEN = "<style>@media screen{:root{display:none}}</style>";

/**
 * Returns the document with nothing to lay out on screens; unchanged where its beginning does not show where the style
 * could be put. Fonts and images that are only loaded when they are seen must not be waited for on the screen.
 */
export function onPaperOnly(html: string): string {
  const start = startOfHead(html);
  return start === undefined ? html : html.slice(0, start) + HIDDEN_ON_SCREEN + html.slice(start);
}

/** Returns where an element of the head may stand, by the HTML standard (§13.2.6.4.1-4). */
function startOfHead(html: string): number | undefined {
  const afterType = endOf(DOCTYPE, html, 0);
  if (afterType === undefined) {
    return undefined;
  }
  const afterRoot = endOfTag(HTML_NAME, html, afterType);
  const start = (afterRoot === undefined ? undefined : endOf(BLANKS, html, afterRoot)) ?? afterType;
  return endOfTag(HEAD_NAME, html, start) ?? start;
}

const DOCTYPE = /\s*<!doctype\b[^>]*>\s*/iy;
const BLANKS = /\s*/y;
const HTML_NAME = /<html/iy;
const HEAD_NAME = /<head/iy;
const ATTRIBUTE = /\s+[^\s"'<>/=]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'<>=`]+))?/y;
const TAG_END = /\s*>/y;

/** Returns where a plain start tag ends, one attribute after the other; undefined when there is none at `at`. */
function endOfTag(name: RegExp, html: string, at: number): number | undefined {
  let end = endOf(name, html, at);
  for (let next = end; next !== undefined; next = endOf(ATTRIBUTE, html, next)) {
    end = next;
  }
  return end === undefined ? undefined : endOf(TAG_END, html, end);
}

/** Returns where a match of a sticky pattern at `at` ends. */
function endOf(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}
