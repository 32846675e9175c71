import type { Block } from "../../blocks.ts";
import { heightOf, sharedX, widthOf } from "../../geometry/boxes.ts";

/** The most figures of a page that are put in their places; pages with more are mosaics of one picture. */
const MOST_FIGURES = 200;

/**
 * Moves figures that the tags put where nobody reads them. Page-layout programs tag a frame that is not anchored in the
 * text after the whole text, wherever it stands. A figure goes where the fewest blocks of its page above it come after
 * it, and below it before it; it stays where that is so already.
 */
export function figuresInPlace(blocks: readonly Block[]): Block[] {
  if (!blocks.some(isFigure)) {
    return [...blocks];
  }
  const pages = Map.groupBy(blocks.keys(), (index) => blocks[index]?.page ?? 0);
  const result = [...blocks];
  for (const indices of pages.values()) {
    const own = pageInPlace(indices.flatMap((index) => blocks[index] ?? []));
    for (const [at, block] of own.entries()) {
      result[indices[at] ?? 0] = block;
    }
  }
  return result;
}

const isFigure = (block: Block): boolean =>
  block.kind === "figure" && widthOf(block.box) > 0 && heightOf(block.box) > 0;

function pageInPlace(blocks: readonly Block[]): readonly Block[] {
  let placed = blocks;
  for (const figure of blocks.filter(isFigure).slice(0, MOST_FIGURES)) {
    const before = placed.indexOf(figure);
    const others = placed.filter((block) => block !== figure);
    const place = placeOf(figure, others, before);
    placed = place === before ? placed : others.toSpliced(place, 0, figure);
  }
  return placed;
}

/** Returns the index among `others` at which a figure stands; `present` is the one at which the tags have it. */
function placeOf(figure: Block, others: readonly Block[], present: number): number {
  const sides = others.map((block) => sideOf(block, figure));
  // The number of blocks on the wrong side of the figure, which first stands before all of them and then passes each.
  let wrong = sides.filter((side) => side === "above").length;
  let place = 0;
  let least = wrong;
  let wrongAtPresent = wrong;
  for (const [index, side] of sides.entries()) {
    wrong += side === "above" ? -1 : side === "below" ? 1 : 0;
    if (wrong < least) {
      least = wrong;
      place = index + 1;
    }
    if (index + 1 === present) {
      wrongAtPresent = wrong;
    }
  }
  return wrongAtPresent === least ? present : place;
}

/** Returns where a block stands that is read in the column of a figure; undefined for others. */
function sideOf({ kind, box }: Block, { box: figure }: Block): "above" | "below" | undefined {
  const isBeside = sharedX(box, figure) < Math.min(widthOf(box), widthOf(figure)) / 2;
  if (kind === "figure" || kind === "running" || kind === "footnote" || isBeside) {
    return undefined;
  }
  const middle = (figure.yMin + figure.yMax) / 2;
  return box.yMax <= middle ? "above" : box.yMin >= middle ? "below" : undefined;
}
