import { contentOf, isNode, type TagChild, type TagContent, type TagNode } from "../tree/tag-tree.ts";
import { linesOfContent } from "./lines-of-content.ts";
import type { ItemPart, ListPart, Part, TagReading } from "./parts.ts";

/** Reads a list or a table of contents; text before its items comes before it. */
export function listOf(node: TagNode, reading: TagReading): Part[] {
  const before: Part[] = [];
  const items: { label: ItemPart["label"]; parts: Part[] }[] = [];
  const visit = (child: TagChild): void => {
    if (!isNode(child)) {
      addLoose([child]);
    } else if (child.kind === "item") {
      items.push(itemOf(child, { reading, isContents: node.kind === "contents" }));
    } else if (child.kind === "transparent" || child.kind === "group") {
      child.children.forEach(visit);
    } else if (child.kind === "list" || child.kind === "contents") {
      const nested = listOf(child, reading);
      const last = items.at(-1);
      if (last === undefined) {
        items.push({ label: [], parts: nested });
      } else {
        last.parts.push(...nested);
      }
    } else {
      addLoose([child]);
    }
  };
  // Marked content outside of the items is mostly a background that is drawn behind them.
  const addLoose = (children: readonly TagChild[]): void => {
    const parts = reading.partsOf(children);
    if (parts.length > 0 && items.length === 0) {
      before.push(...parts);
    } else if (parts.length > 0) {
      items.push({ label: [], parts });
    }
  };
  node.children.forEach(visit);
  const filled = items.filter(({ parts, label }) => parts.length > 0 || label.length > 0);
  const isContents = node.kind === "contents";
  const list: ListPart = { kind: "list", numbering: node.element.listNumbering, isContents, items: filled };
  return filled.length === 0 ? before : [...before, list];
}

/**
 * Reads an item. In a table of contents the label is a number of the text that the entry leads to: it stays with the
 * entry's text.
 */
function itemOf(
  node: TagNode,
  { reading, isContents }: { readonly reading: TagReading; readonly isContents: boolean },
): { label: ItemPart["label"]; parts: Part[] } {
  const label: TagContent[] = [];
  const body: TagChild[] = [];
  for (const child of node.children) {
    if (isNode(child) && child.kind === "label" && !isContents) {
      label.push(...contentOf(child));
    } else {
      body.push(child);
    }
  }
  return { label: linesOfContent(label, reading.pages), parts: reading.partsOf(body) };
}
