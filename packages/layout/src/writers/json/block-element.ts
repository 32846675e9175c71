import type { Block, ListItem, Span, TableCell } from "../../blocks.ts";
import { cleanLines, cleanText } from "../common/clean-text.ts";
import { columnsOf, rowsOf } from "../common/plain-table.ts";
import { splitLines } from "../common/split-lines.ts";
import { plainText } from "../common/tidy-spans.ts";
import { blockLines } from "../text/reading-text.ts";
import { boxElement, rounded } from "./box-element.ts";

/**
 * Returns a block as JSON. All blocks have `type`, `page_number`, `bbox` and `text`, those whose
 * confidence is known `confidence`; other members depend on the type.
 */
export const blockElement = (block: Block): object => ({
  ...element(block, { isWithin: false }),
  ...(block.confidence !== undefined && { confidence: rounded(block.confidence) }),
});

/**
 * Returns the JSON of a block. A list or quote within another block has no `text`, which would be repeated for each
 * block around it.
 */
function element(block: Block, { isWithin }: { readonly isWithin: boolean }): object {
  const hasText = !isWithin || (block.kind !== "list" && block.kind !== "quote");
  return {
    type: block.kind,
    page_number: block.page,
    bbox: boxElement(block.box),
    ...(hasText && { text: blockLines(block).join("\n") }),
    ...ownElements(block),
    ...("continues" in block && block.continues && { continues: true }),
  };
}

function ownElements(block: Block): object {
  switch (block.kind) {
    case "heading":
      return { level: block.level, ...spansElement(block.spans) };
    case "paragraph":
    case "running":
      return spansElement(block.spans);
    case "footnote":
      return { label: cleanText(block.label), ...spansElement(block.spans) };
    case "list":
      return {
        ordered: block.isOrdered,
        ...(block.isOrdered && { start: block.start }),
        items: block.items.map(itemElement),
      };
    case "table":
      return {
        header_rows: block.headRows,
        ...(block.caption !== undefined && { caption: plainText(block.caption) }),
        rows: block.rows.map((row) => row.map(cellElement)),
      };
    case "code":
      return { lines: cleanLines(block.lines) };
    case "quote":
      return { blocks: block.blocks.map(elementWithin) };
    case "figure":
      return {
        image_index: block.image ?? null,
        ...(block.alt !== undefined && { alt: cleanText(block.alt) }),
        ...(block.caption !== undefined && { caption: plainText(block.caption) }),
        ...(block.labels !== undefined && { labels: splitLines(block.labels).map(plainText) }),
      };
  }
}

const elementWithin = (block: Block): object => element(block, { isWithin: true });

const itemElement = ({ label, blocks }: ListItem): object => ({
  label: cleanText(label),
  blocks: blocks.map(elementWithin),
});

const cellElement = (cell: TableCell): object => ({
  text: plainText(cell.spans),
  ...(columnsOf(cell) > 1 && { col_span: columnsOf(cell) }),
  ...(rowsOf(cell) > 1 && { row_span: rowsOf(cell) }),
  ...(cell.isHeader && { header: true }),
});

/** Returns the `spans` only where there is style: otherwise the text says it all. */
const spansElement = (spans: readonly Span[]): object =>
  spans.some(({ bold, italic, code, script, href }) => bold || italic || code || script || href)
    ? { spans: spans.map((span) => ({ ...span, text: cleanText(span.text) })) }
    : {};
