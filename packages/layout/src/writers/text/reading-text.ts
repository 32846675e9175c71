import type { Block, Footnote, LaidOutDocument, List, Span } from "../../blocks.ts";
import { cleanLines, cleanText } from "../common/clean-text.ts";
import { pagesOfBlocks } from "../common/pages-of-blocks.ts";
import { splitLines } from "../common/split-lines.ts";
import { plainText } from "../common/tidy-spans.ts";
import { alignedTable } from "./aligned-table.ts";
import { PAGE_SEPARATOR, type TextOptions } from "./options.ts";

/**
 * Writes a document's text in the order of reading, a piece for each page: paragraphs on one line each, blank lines
 * between blocks, tables in aligned columns, the footnotes of a page at its end. There is no line break at the end of a
 * page.
 */
export function* writeReadingText(document: LaidOutDocument, options: TextOptions = {}): Generator<string> {
  let isFirst = true;
  for (const page of pagesOfBlocks(document, { keepRunningHeaders: options.keepsRunningHeaders ?? false })) {
    const lines = [...page.blocks, ...page.footnotes].map(blockLines).filter((own) => own.length > 0);
    const text = lines.map((own) => own.join("\n")).join("\n\n");
    yield isFirst ? text : (options.pageSeparator ?? PAGE_SEPARATOR) + text;
    isFirst = false;
  }
}

/** Returns the lines of one block; none where it has no text. */
export function blockLines(block: Block): string[] {
  switch (block.kind) {
    case "paragraph":
      return (block.keepsLines === true ? splitLines(block.spans) : [block.spans]).flatMap(textLine);
    case "heading":
    case "running":
      return textLine(block.spans);
    case "footnote":
      return footnoteLine(block);
    case "list":
      return listLines(block);
    case "table":
      return [...textLine(block.caption ?? []), ...alignedTable(block)];
    case "code":
      return cleanLines(block.lines);
    case "quote":
      return blocksLines(block.blocks).map(indented);
    case "figure":
      return [...textLine(block.caption ?? []), ...splitLines(block.labels ?? []).flatMap(textLine)];
  }
}

function textLine(spans: readonly Span[]): string[] {
  const text = plainText(spans);
  return text === "" ? [] : [text];
}

const footnoteLine = ({ label, spans }: Footnote): string[] => textLine([{ text: `${label} ` }, ...spans]);

function blocksLines(blocks: readonly Block[]): string[] {
  const lines: string[] = [];
  for (const own of blocks.map(blockLines)) {
    if (own.length > 0 && lines.length > 0) {
      lines.push("");
    }
    for (const line of own) {
      lines.push(line);
    }
  }
  return lines;
}

const indented = (line: string): string => (line === "" ? "" : `  ${line}`);

/**
 * Returns the lines of a list. Labels stand as in the text, and a bullet stands for one that is drawn. Code and tables
 * within an item stand beneath its text.
 */
function listLines({ items }: List): string[] {
  return items.flatMap(({ label, blocks }) => {
    const sign = cleanText(label).trim() || "•";
    const [first, ...rest] = blocks.flatMap(blockLines);
    const indent = " ".repeat(sign.length + 1);
    return first === undefined ? [] : [`${sign} ${first}`, ...rest.map((line) => (line === "" ? "" : indent + line))];
  });
}
