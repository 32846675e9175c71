import { BLANK_LINE } from "./page-text.ts";
import type { TextBlock } from "./text-blocks.ts";

/**
 * Returns Markdown (CommonMark with GitHub's additions) that shows the text of `blocks` and nothing else. Items that begin
 * with a check box, `[ ]` or `[x]`, are those of a task list.
 */
export const toMarkdown = (blocks: readonly TextBlock[]): string => blocks.map(blockMarkdown).join(BLANK_LINE);

function blockMarkdown(block: TextBlock): string {
  switch (block.type) {
    case "heading":
      return `${"#".repeat(block.level)} ${escapeText(block.lines.join(" ")).replace(/#$/, String.raw`\#`)}`;
    case "paragraph":
      return block.lines.map(escapeLine).join("\n");
    case "list":
      return block.items
        .map(({ marker, lines }) => `${marker} ${lines.map(escapeLine).join(`\n${" ".repeat(marker.length + 1)}`)}`)
        .join("\n");
  }
}

// An underscore within a word is literal; everywhere else it may begin or end emphasis (CommonMark 6.2 and 6.3).
const IN_TEXT: readonly (readonly [found: RegExp, escaped: string])[] = [
  [/\\(?=[!-/:-@[-`{-~]|$)/g, String.raw`\\`],
  [/[*`]/g, String.raw`\$&`],
  [/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, String.raw`\_`],
  [/<(?=[A-Za-z/!?])/g, String.raw`\<`],
  [/&(?=#?\w+;)/g, String.raw`\&`],
  [/~(?=~)|(?<=~)~/g, String.raw`\~`],
  [/\[(?=\^)/g, String.raw`\[`],
  [/\](?=[(:[])/g, String.raw`\]`],
];

const escapeText = (text: string): string =>
  IN_TEXT.reduce((escaped, [found, replacement]) => escaped.replace(found, replacement), text);

/** The beginnings of blocks: headings, quotes, lists, and lines that underline, divide or make a table. */
const AT_START = /^(?:#{1,6}(?=\s|$)|>|[-+](?=\s|$)|[-=|:][-=|:\s]*$|~~~)/;
const NUMBER_AT_START = /^(\d{1,9})([.)])(?=\s|$)/;

const escapeLine = (line: string): string =>
  escapeText(line).replace(AT_START, String.raw`\$&`).replace(NUMBER_AT_START, String.raw`$1\$2`);
