import type { Block } from "../blocks.ts";
import type { Box } from "../content.ts";

/** Returns a block, with the blocks within it, whose boxes are turned by `turn`. */
export function turnedBlock(block: Block, turn: (box: Box) => Box): Block {
  const box = turn(block.box);
  switch (block.kind) {
    case "list":
      return {
        ...block,
        box,
        items: block.items.map(({ label, blocks }) => ({ label, blocks: blocks.map((own) => turnedBlock(own, turn)) })),
      };
    case "quote":
      return { ...block, box, blocks: block.blocks.map((own) => turnedBlock(own, turn)) };
    case "heading":
    case "paragraph":
    case "table":
    case "code":
    case "figure":
    case "footnote":
    case "running":
      return { ...block, box };
  }
}
