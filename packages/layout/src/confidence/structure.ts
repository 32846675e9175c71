import type { Block, TableEvidence } from "../blocks.ts";

/*
 * The certainty that a block is of its kind: the share of blocks found by the same evidence that are right in the
 * documents whose structure is known. docs/design-notes.md has the measurement.
 */

const TAGGED = { heading: 0.91, paragraph: 0.99, list: 0.99, table: 0.62, code: 0.99, footnote: 0.99 };
const SEEN = { paragraph: 0.98, list: 0.97, code: 0.83, footnote: 0.83 };
const TABLES: Readonly<Record<TableEvidence, number>> = { lattice: 0.93, bands: 0.62, text: 0.62 };

/** The least evidence of headings, from the strongest, and the share of them that are headings. */
const HEADINGS: readonly { readonly from: number; readonly share: number }[] = [
  { from: 1.25, share: 0.99 },
  { from: Number.NEGATIVE_INFINITY, share: 0.83 },
];

/**
 * Returns how sure it is that a block is of its kind, 0 to 1. `isTagged`: the blocks of its page are those of the tags.
 * Quotes count as the paragraphs that they have. An image of the page is a figure whatever else is wrong; of drawings
 * nothing is known: undefined.
 */
export function certaintyOfStructure(block: Block, isTagged: boolean): number | undefined {
  const known = isTagged ? TAGGED : SEEN;
  switch (block.kind) {
    case "heading":
      return block.evidence === undefined ? TAGGED.heading : shareOfHeadings(block.evidence);
    case "table":
      return block.evidence === undefined ? TAGGED.table : TABLES[block.evidence];
    case "paragraph":
    case "quote":
    case "running":
      return known.paragraph;
    case "list":
    case "code":
    case "footnote":
      return known[block.kind];
    case "figure":
      return block.image === undefined ? undefined : 1;
  }
}

const shareOfHeadings = (evidence: number): number => HEADINGS.find(({ from }) => evidence >= from)?.share ?? 0;
