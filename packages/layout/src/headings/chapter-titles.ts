import type { Block, Heading } from "../blocks.ts";
import { boxAround, heightOf } from "../geometry/boxes.ts";
import { textOf } from "../spans/spans-of-lines.ts";
import { RANK_PER_HALF_POINT } from "./levels.ts";

/** A word and a number, which say of a heading what it counts, such as a chapter or a part. */
const LABEL =
  /^(?:(?!\p{Ll})[\p{L}\p{M}]{3,14}\s?(?:\p{Nd}{1,2}|[IVXL]{1,6})|第\s?[\d一二三四五六七八九十]{1,3}\s?[章课課部])[.:]?$/u;
/** A title behind its label. */
const LABELLED = /^(?!\p{Ll})[\p{L}\p{M}]{3,14}\s?(\p{Nd}{1,2}|[IVXL]{1,6}|[A-Z])[.:]? (.+)$/u;

/** The greatest space between a label and its title, as a multiple of the higher of the two. */
const MOST_SPACE = 4;
/** The least rank of a title, below that of its label: producers round sizes. */
const SMALLER = 2 * RANK_PER_HALF_POINT;

/**
 * Joins the label of a chapter, such as `Chapter 1`, to the title that is set on a line of its own under it: the two are
 * one heading. The label begins a page, and the title is at least as large and has no number of its own, as that of a
 * section has. `isRanked` says which headings have their rank for a level; others are as the document's tags say.
 */
export function withChapterTitles(blocks: readonly Block[], isRanked: (block: Block) => boolean): Block[] {
  const result: Block[] = [];
  for (const block of blocks) {
    const [before, label] = [result.at(-2), result.at(-1)];
    const beginsPage = label !== undefined && before?.page !== label.page && label.page === block.page;
    if (
      beginsPage &&
      label.kind === "heading" &&
      block.kind === "heading" &&
      isRanked(block) &&
      isTitleOf(label, block)
    ) {
      const space = { ...block.spans[0], text: " " };
      const box = boxAround([label.box, block.box]);
      result[result.length - 1] = { ...block, box, spans: [...label.spans, space, ...block.spans] };
    } else {
      result.push(block);
    }
  }
  return result;
}

function isTitleOf(label: Heading, title: Heading): boolean {
  const text = textOf(title.spans);
  const space = title.box.yMin - label.box.yMax;
  return (
    LABEL.test(textOf(label.spans)) &&
    !/^\p{N}/u.test(text) &&
    !LABEL.test(text) &&
    title.level > label.level - SMALLER &&
    space > -heightOf(label.box) / 2 &&
    space < MOST_SPACE * Math.max(heightOf(label.box), heightOf(title.box))
  );
}

/** Returns the title of a chapter without the word before its number, and without both: `1 Title` and `Title`. */
export function shorterTitles(text: string): string[] {
  const [, number, title] = LABELLED.exec(text) ?? [];
  return title === undefined ? [] : [`${number} ${title}`, title];
}
