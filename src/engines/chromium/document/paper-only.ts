/** A document is laid out for the screen before and after it is printed, which nobody sees: a third of the work. */
const HIDDEN_ON_SCREEN = "<style>@media screen{:root{display:none}}</style>";

const ATTRIBUTE = String.raw`\s+[^\s"'<>/=]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'<>=\x60]+))?`;
/** From the start of a document to where an element of its head may stand, as the HTML standard has it (§13.2.6.4.1-4). */
const UP_TO_HEAD = new RegExp(
  String.raw`^\s*<!doctype\b[^>]*>\s*(?:<html(?:${ATTRIBUTE})*\s*>\s*)?(?:<head(?:${ATTRIBUTE})*\s*>)?`,
  "i",
);

/**
 * The document with nothing to lay out on screens; as it is where its beginning does not tell where that could be said.
 * Fonts and images that are only loaded when they are seen must not be waited for on the screen.
 */
export function onPaperOnly(html: string): string {
  const [start] = UP_TO_HEAD.exec(html) ?? [];
  return start === undefined ? html : start + HIDDEN_ON_SCREEN + html.slice(start.length);
}
