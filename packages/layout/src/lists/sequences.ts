import type { Draft, TextDraft } from "../flow/drafts.ts";
import { isNextOf, type Marker } from "./markers.ts";

/** Dashes, which begin quotations, signatures and asides as well as items. */
const DASH = /^[–—−‐-]$/u;

/** A long dash, which begins a line that names who is quoted. */
const SIGNATURE = /^[—―]$/u;

/** The greatest distance between items of one list, in drafts. */
const REACH = 60;

/**
 * Returns the drafts that begin an item: bullets, and numbers or letters of a sequence. A year or an initial at the
 * start of a sentence has no neighbour.
 */
export function itemsOf(drafts: readonly Draft[]): ReadonlySet<TextDraft> {
  const items = new Set<TextDraft>();
  const open: { draft: TextDraft; marker: Marker; index: number }[] = [];
  for (const [index, draft] of drafts.entries()) {
    if (draft.kind !== "text" || draft.marker === undefined) {
      continue;
    }
    const { marker } = draft;
    if (marker.kind === "bullet" && !DASH.test(marker.label)) {
      items.add(draft);
      continue;
    }
    const reach = SIGNATURE.test(marker.label) ? 1 : DASH.test(marker.label) ? REACH_OF_DASHES : REACH;
    const before = open.findLast((other) => index - other.index <= reach && isNextOf(other.marker, marker));
    if (
      marker.kind === "bullet" &&
      before === undefined &&
      !SIGNATURE.test(marker.label) &&
      draft.lines.length > 1 &&
      isHanging(draft, marker)
    ) {
      items.add(draft);
    }
    if (before !== undefined) {
      items.add(before.draft);
      items.add(draft);
    } else if (marker.value === 1 && isHanging(draft, marker)) {
      items.add(draft);
    }
    open.push({ draft, marker, index });
    if (open.length > REACH) {
      open.shift();
    }
  }
  return items;
}

/**
 * The greatest distance between items with dashes, in drafts: they follow each other, except for a paragraph or a piece
 * of code of the item between them.
 */
const REACH_OF_DASHES = 2;

/** Returns whether later lines begin at the text behind the marker. */
function isHanging({ lines, column }: TextDraft, marker: Marker): boolean {
  const [, second] = lines;
  if (second === undefined) {
    return true;
  }
  const start = column.isRightToLeft ? -second.line.xMax : second.line.xMin;
  return Math.abs(start - marker.textX) < 0.5 * second.line.sizePt;
}
