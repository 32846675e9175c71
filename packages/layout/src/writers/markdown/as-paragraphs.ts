import type { Block, Paragraph, Table } from "../../blocks.ts";
import { labelledBlocks } from "../common/labelled-items.ts";
import type { MarkdownStyle } from "./options.ts";

/** Replaces blocks of the kinds that the style does not keep by the paragraphs that a reader would see in them. */
export function asParagraphs(blocks: readonly Block[], style: MarkdownStyle): readonly Block[] {
  return style.hasHeadings && style.hasLists && style.hasTables
    ? blocks
    : blocks.flatMap((block) => paragraphsOf(block, style));
}

function paragraphsOf(block: Block, style: MarkdownStyle): readonly Block[] {
  switch (block.kind) {
    case "heading":
      return style.hasHeadings ? [block] : [{ ...block, kind: "paragraph" }];
    case "list":
      return style.hasLists
        ? [block]
        : block.items.flatMap((item) => labelledBlocks(item, block)).flatMap((own) => paragraphsOf(own, style));
    case "table":
      return style.hasTables ? [block] : rowsOf(block);
    case "paragraph":
    case "running":
    case "code":
    case "quote":
    case "figure":
    case "footnote":
      return [block];
  }
}

function rowsOf({ page, box, rows, caption }: Table): Paragraph[] {
  return [
    ...(caption === undefined ? [] : [caption]),
    ...rows.map((row) => row.flatMap(({ spans }) => [...spans, { text: " " }])),
  ].map((spans) => ({ kind: "paragraph", page, box, spans }));
}
