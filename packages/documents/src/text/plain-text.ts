/**
 * Returns the text with line feeds as its only line ends and form feeds as its only page ends, without invisible parts:
 * control functions of terminals, characters without meaning, and blank lines at the end of a page, which would only
 * make another one.
 */
export function plainText(text: string): string {
  const clean = text
    .toWellFormed()
    .replaceAll(TERMINAL_SEQUENCE, "")
    .replaceAll(/\r\n?/g, "\n")
    .replaceAll(LINE_ENDS, "\n")
    .replaceAll(NOT_TEXT, "");
  const pages = clean.split("\f").map((page) => page.trimEnd());
  return pages.join("\f").trimEnd().replace(/^\f/, "");
}

/** The control sequences for colours and the like, which logs of terminals have (ECMA-48, 5.4). */
// oxlint-disable-next-line eslint/no-control-regex -- the pattern removes them
const TERMINAL_SEQUENCE = /(?:\u001b\[|\u009b)[\u0030-\u003f]{0,32}[\u0020-\u002f]{0,8}[\u0040-\u007e]/g;

/** Line tabulation, next line, and the line and paragraph separators (UAX #14, BK and NL). */
// oxlint-disable-next-line eslint/no-control-regex -- line ends
const LINE_ENDS = /[\u000b\u0085\u2028\u2029]/g;

/** Controls other than tab, line feed and form feed; the byte order mark; noncharacters. */
// oxlint-disable-next-line eslint/no-control-regex -- the pattern removes them
const NOT_TEXT = /[\u0000-\u0008\u000e-\u001f\u007f-\u009f\ufeff\ufffe\uffff]/g;
