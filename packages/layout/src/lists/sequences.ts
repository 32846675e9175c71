import type { Draft, TextDraft } from "../flow/drafts.ts";
import { isEntry } from "../paragraphs/breaks.ts";
import { isNextOf, type Marker } from "./markers.ts";

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
  const open: Candidate[] = [];
  for (const [index, draft] of drafts.entries()) {
    if (draft.kind !== "text" || draft.marker === undefined) {
      continue;
    }
    const { marker } = draft;
    if (marker.kind === "bullet" && !isDoubtful(marker)) {
      items.add(draft);
      continue;
    }
    const reach = SIGNATURE.test(marker.label) ? 1 : marker.kind === "bullet" ? REACH_OF_BULLETS : REACH;
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
    const isNested = marker.form.includes("#");
    if (isNested ? isWithinItem(draft, marker, { open, items }) : before !== undefined) {
      items.add(before?.draft ?? draft);
      items.add(draft);
    } else if (marker.value === 1 && marker.kind === "number" && !isNested && isHanging(draft, marker)) {
      items.add(draft);
    }
    open.push({ draft, marker, index });
    if (open.length > REACH) {
      open.shift();
    }
  }
  return items;
}

interface Candidate {
  readonly draft: TextDraft;
  readonly marker: Marker;
  readonly index: number;
}

/**
 * Returns whether a number such as 2.1 stands indented within item 2, directly or after items within that. Other numbers
 * of this kind are those of sections and clauses, and of their entries in a table of contents.
 */
function isWithinItem(
  { lines }: TextDraft,
  { form, x, value }: Marker,
  { open, items }: { readonly open: readonly Candidate[]; readonly items: ReadonlySet<TextDraft> },
): boolean {
  const [first] = lines;
  const around = form.slice(0, form.indexOf("#") - 1);
  const item = open.findLast(({ marker }) => marker.label.replace(/[.)]$/u, "") === around);
  const isAfterFirst =
    value === 1 ||
    open.some(({ draft, marker }) => marker.form === form && marker.value === value - 1 && items.has(draft));
  return (
    item !== undefined &&
    isAfterFirst &&
    first !== undefined &&
    !lines.some(isEntry) &&
    x > item.marker.x + INDENT_EM * first.line.sizePt
  );
}

/** The least indent of items within an item, in ems. */
const INDENT_EM = 0.6;

/** Returns whether a bullet is one only if there are others like it. */
const isDoubtful = ({ isWeak, form }: Marker): boolean => isWeak === true || form === "rule";

/**
 * The greatest distance between items with dashes and other weak signs, in drafts: they follow each other, except for
 * paragraphs, code or items within the item between them.
 */
const REACH_OF_BULLETS = 4;

/** Returns whether later lines begin at the text behind the marker. */
function isHanging({ lines, column }: TextDraft, marker: Marker): boolean {
  const [, second] = lines;
  if (second === undefined) {
    return true;
  }
  const start = column.isRightToLeft ? -second.line.xMax : second.line.xMin;
  return Math.abs(start - marker.textX) < 0.5 * second.line.sizePt;
}
