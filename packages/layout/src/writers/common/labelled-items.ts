import type { Block, List, ListItem } from "../../blocks.ts";
import { isCounted } from "./list-numbers.ts";

/** Returns the blocks of an item with its label as the beginning of its text. */
export function labelledBlocks(
  { label, blocks: [first, ...rest] }: ListItem,
  { page, box }: Pick<List, "page" | "box">,
): readonly Block[] {
  const text = { text: `${label} ` };
  if (first?.kind === "paragraph") {
    return [{ ...first, spans: [text, ...first.spans] }, ...rest];
  }
  const own: readonly Block[] = label === "" ? [] : [{ kind: "paragraph", page, box, spans: [text] }];
  return first === undefined ? own : [...own, first, ...rest];
}

/** Returns a list as markup can hold it: labels that no counting gives, such as `2.1`, become text behind a bullet. */
export const countedList = (list: List): List =>
  !list.isOrdered || isCounted(list)
    ? list
    : {
        ...list,
        isOrdered: false,
        items: list.items.map((item) => ({ label: "", blocks: labelledBlocks(item, list) })),
      };
