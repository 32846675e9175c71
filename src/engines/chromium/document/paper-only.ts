/**
 * A style that hides the document on screens: it would be laid out for the screen before and after it is printed,
 * unseen, which is a third of the work.
 */
const HIDDEN_ON_SCREEN = "<style>@media screen{:root{display:none}}</style>";

const ATTRIBUTE = String.raw`\s+[^\s"'<>/=]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'<>=\x60]+))?`;
/**
 * Matches from the start of a document to where an element of its head may stand, by the HTML standard (§13.2.6.4.1-4).
 */
const UP_TO_HEAD = new RegExp(
  String.raw`^\s*<!doctype\b[^>]*>\s*(?:<html(?:${ATTRIBUTE})*\s*>\s*)?(?:<head(?:${ATTRIBUTE})*\s*>)?`,
  "i",
);

/**
 * Returns the document with nothing to lay out on screens; unchanged where its beginning does not show where the style
 * could be put. Fonts and images that are only loaded when they are seen must not be waited for on the screen.
 */
export function onPaperOnly(html: string): string {
  const [start] = UP_TO_HEAD.exec(html) ?? [];
  return start === undefined ? html : start + HIDDEN_ON_SCREEN + html.slice(start.length);
}
