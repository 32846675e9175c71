/*
 * Text of hostile documents on its way into formats with a syntax: control characters mean nothing in them, and a
 * character that ends a line in one of them does so for all.
 */

// oxlint-disable-next-line eslint/no-control-regex -- the pattern looks for them
const NOT_PLAIN = /[\0-\u001f\u007f-\u009f\u2028\u2029\ud800-\udfff]| {2}/;
// oxlint-disable-next-line eslint/no-control-regex -- the pattern looks for them
const ENDS_OF_LINES = /[\t-\r\u001c-\u001e\u0085\u2028\u2029 ]+/g;
// oxlint-disable-next-line eslint/no-control-regex -- the pattern looks for them
const CONTROLS = /[\0-\u0008\u000e-\u001f\u007f-\u009f]/g;
// oxlint-disable-next-line eslint/no-control-regex -- the pattern looks for them
const CONTROLS_OF_LINE = /[\0-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029]/g;

const INDENT = /^[ \t]*\t/;

/** Returns a text on one line, with single spaces, without control characters and lone surrogates. */
export const cleanText = (text: string): string =>
  NOT_PLAIN.test(text) ? text.replace(ENDS_OF_LINES, " ").replace(CONTROLS, "").toWellFormed() : text;

/** Returns lines of code without control characters, in which spaces stay and a tab that indents is four of them. */
export const cleanLines = (lines: readonly string[]): string[] =>
  lines.flatMap((line) =>
    line
      .toWellFormed()
      .split(/\r\n|[\r\n]/)
      .map((part) =>
        part
          .replace(CONTROLS_OF_LINE, "")
          .replace(INDENT, (indent) => indent.replaceAll("\t", "    "))
          .trimEnd(),
      ),
  );
