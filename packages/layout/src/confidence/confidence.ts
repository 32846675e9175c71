import type { Block } from "../blocks.ts";
import type { Glyphs } from "../content.ts";
import { certaintyOfStructure } from "./structure.ts";
import { certaintyOfText } from "./text.ts";

/** The knowledge about a page that the confidence of its blocks comes from. */
export interface PageEvidence {
  /** Whether the blocks of the page are those of its tags. */
  readonly isTagged: boolean;
  /** The glyphs of a page that was read from its image, on the page as it is seen; undefined for other pages. */
  readonly readGlyphs: Glyphs | undefined;
}

/**
 * Gives blocks their confidence, and keeps the mean of each page. The confidence of a block is the product of two
 * certainties: that its text is right, and that it is a block of its kind.
 */
export class Confidence {
  readonly #pages = new Map<number, { sum: number; weight: number }>();

  /** Returns the block with its confidence; a block whose kind nothing is known about comes without one. */
  of(block: Block, { isTagged, readGlyphs }: PageEvidence): Block {
    const structure = certaintyOfStructure(block, isTagged);
    if (structure === undefined) {
      return block;
    }
    const { letters, certainty } = certaintyOfText(block, readGlyphs);
    const confidence = certainty * structure;
    // Writers leave running headers and footers out.
    if (block.kind !== "running") {
      this.#add(block.page, { confidence, letters });
    }
    return { ...block, confidence };
  }

  /**
   * Returns the mean confidence of the blocks of a page that have come so far, weighted by their letters, running
   * headers and footers left out; undefined where there are none.
   */
  ofPage(page: number): number | undefined {
    const found = this.#pages.get(page);
    return found === undefined ? undefined : found.sum / found.weight;
  }

  #add(page: number, { confidence, letters }: { readonly confidence: number; readonly letters: number }): void {
    // A figure without caption counts as one letter.
    const weight = Math.max(1, letters);
    const own = this.#pages.get(page) ?? { sum: 0, weight: 0 };
    this.#pages.set(page, { sum: own.sum + weight * confidence, weight: own.weight + weight });
  }
}
