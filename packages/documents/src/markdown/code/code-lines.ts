/**
 * The greatest length of a line, in characters, that is taken to fit between the margins of any page. A longer one may
 * go on in a second line, and is an element: it costs no more than that.
 */
const SURE_TO_FIT = 60;

/** The deepest indentation, in characters, that the rest of a long line keeps. */
const MAX_INDENT = 24;

/**
 * Returns the HTML of a block of code. A line that may not fit is an element of its own, which is not divided between
 * pages and whose rest is indented as the line is, and two characters more.
 * @param lines the lines as they are written
 * @param html the HTML of each
 */
export function linesHtml(lines: readonly string[], html: readonly string[]): string {
  return lines.map((line, index) => lineHtml(line, html[index] ?? "")).join("");
}

function lineHtml(line: string, html: string): string {
  if (line.length <= SURE_TO_FIT) {
    return `${html}\n`;
  }
  const indent = Math.min(MAX_INDENT, /^[ \t]*/u.exec(line.replaceAll("\t", TAB))?.[0].length ?? 0);
  const own = indent === 0 ? "" : ` style="--indent:${indent + HANG}ch"`;
  return `<span class="code-line"${own}>${html}\n</span>`;
}

/** The characters that a tab takes, and those by which the rest of a line goes in, as the style sheet says. */
const TAB = "    ";
const HANG = 2;
