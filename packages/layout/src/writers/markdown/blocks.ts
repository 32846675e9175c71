import type { Block, Code, Figure, Heading, Paragraph, Quote } from "../../blocks.ts";
import { withoutLineNumbers } from "../../code/line-numbers.ts";
import { cleanLines } from "../common/clean-text.ts";
import { countedList } from "../common/labelled-items.ts";
import { splitLines } from "../common/split-lines.ts";
import { plainText } from "../common/tidy-spans.ts";
import { asParagraphs } from "./as-paragraphs.ts";
import { escapeHeadingEnd, escapeLineStart, escapeText } from "./escape.ts";
import { displayedLines } from "./formula.ts";
import { inlineMarkdown } from "./inline.ts";
import { destination } from "./link.ts";
import { type ListMarker, listLines, listMarker, type Part } from "./lists.ts";
import type { MarkdownStyle } from "./options.ts";
import { inlineStyle, paragraphMarkdown } from "./paragraph.ts";
import { tableLines } from "./tables.ts";

/** The state that the block before leaves for the next: two lists with the same marker would be one. */
export interface Siblings {
  listMarker: ListMarker | undefined;
}

export interface BlockContext {
  readonly style: MarkdownStyle;
  readonly siblings: Siblings;
}

/** Returns the lines of blocks, with blank ones between them; none for blocks without text. */
export function blocksMarkdown(blocks: readonly Block[], context: BlockContext): string[] {
  const lines: string[] = [];
  for (const part of partsOf(blocks, context)) {
    if (lines.length > 0) {
      lines.push("");
    }
    for (const line of part.lines) {
      lines.push(line);
    }
  }
  return lines;
}

function partsOf(blocks: readonly Block[], { style, siblings }: BlockContext): Part[] {
  const parts: Part[] = [];
  for (const each of asParagraphs(blocks, style)) {
    const block = each.kind === "list" ? countedList(each) : each;
    const marker = block.kind === "list" ? listMarker(block, siblings.listMarker) : undefined;
    const lines =
      block.kind === "list"
        ? listLines(block, {
            marker: marker ?? "-",
            partsOf: (within) => partsOf(within, { style, siblings: { listMarker: undefined } }),
          })
        : otherLines(block, style);
    if (lines.length > 0) {
      siblings.listMarker = marker;
      parts.push({ kind: block.kind === "paragraph" || block.kind === "list" ? block.kind : "other", lines });
    }
  }
  return parts;
}

function otherLines(block: Exclude<Block, { kind: "list" }>, style: MarkdownStyle): string[] {
  switch (block.kind) {
    case "heading":
      return headingLines(block, style);
    case "paragraph":
      return paragraphLines(block, style);
    case "running":
      return oneLine(paragraphMarkdown(block.spans, style));
    case "table":
      return tableLines(block, style);
    case "code":
      return style.hasCode ? codeLines(block) : brokenLines(block);
    case "quote":
      return quoteLines(block, style);
    case "figure":
      return figureLines(block, style);
    case "footnote":
      return oneLine(paragraphMarkdown([{ text: `${block.label} ` }, ...block.spans], style));
  }
}

/** A hard line break (CommonMark 6.7), in the form that adds nothing to the words of the line. */
const HARD_BREAK = "  ";

/** Returns a paragraph, the line breaks that it keeps as hard ones. */
function paragraphLines({ keepsLines = false, spans }: Paragraph, style: MarkdownStyle): string[] {
  const displayed = style.math === "latex" ? displayedLines(spans) : undefined;
  if (displayed !== undefined) {
    return displayed;
  }
  const lines = (keepsLines ? splitLines(spans) : [spans]).flatMap((line) => oneLine(paragraphMarkdown(line, style)));
  return lines.map((line, index) => (index < lines.length - 1 ? line + HARD_BREAK : line));
}

const oneLine = (line: string): string[] => (line === "" ? [] : [line]);

function headingLines({ level, spans }: Heading, style: MarkdownStyle): string[] {
  // A heading is bold by itself.
  const text = inlineMarkdown(spans, { ...inlineStyle(style), bold: true });
  if (text === "") {
    return [];
  }
  // A line with a pipe above one of hyphens would be a table.
  if (style.headingStyle === "setext" && (level <= 1 || (level === 2 && !text.includes("|")))) {
    const line = escapeLineStart(text);
    return [line, (level <= 1 ? "=" : "-").repeat(Math.min(80, Math.max(3, line.length)))];
  }
  return [`${"#".repeat(Math.min(6, Math.max(1, level)))} ${escapeHeadingEnd(text)}`];
}

function codeLines({ lines }: Code): string[] {
  const clean = cleanLines(withoutLineNumbers(lines));
  const ticks = clean.flatMap((line) => line.match(/`+/g) ?? []);
  const fence = "`".repeat(ticks.reduce((longest, run) => Math.max(longest, run.length + 1), 3));
  return clean.length === 0 ? [] : [fence, ...clean, fence];
}

/** Returns code that the style does not keep, as a paragraph with its line breaks. */
function brokenLines({ lines }: Code): string[] {
  const texts = cleanLines(lines).map((line) => escapeLineStart(inlineMarkdown([{ text: line }])));
  return texts
    .filter((line, index) => line !== "" || (index > 0 && texts[index - 1] !== ""))
    .map((line, index, kept) => (line !== "" && (kept[index + 1] ?? "") !== "" ? line + HARD_BREAK : line));
}

const quoteLines = ({ blocks }: Quote, style: MarkdownStyle): string[] =>
  blocksMarkdown(blocks, { style, siblings: { listMarker: undefined } }).map((line) =>
    line === "" ? ">" : `> ${line}`,
  );

function figureLines({ page, box, image, alt, caption, labels = [] }: Figure, style: MarkdownStyle): string[] {
  const url = image === undefined ? undefined : style.imageUrl({ page, image });
  const text = escapeText(plainText([{ text: alt ?? "" }]), { isInLink: true });
  const below = oneLine(paragraphMarkdown(caption ?? [], style));
  const picture = url === undefined ? [] : [`![${text}](${destination(url)})`];
  const drawn = paragraphLines({ kind: "paragraph", page, box, keepsLines: true, spans: labels }, style);
  return [picture, below, drawn]
    .filter(({ length }) => length > 0)
    .flatMap((lines, index) => (index === 0 ? lines : ["", ...lines]));
}
