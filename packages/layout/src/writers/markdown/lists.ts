import type { Block, List } from "../../blocks.ts";
import { listNumbers } from "../common/list-numbers.ts";

/** The sign of a bullet, or the sign behind a number. */
export type ListMarker = "-" | "*" | "." | ")";

/** Returns a marker other than that of the list right before, if there is one. */
export function listMarker({ isOrdered }: List, before: ListMarker | undefined): ListMarker {
  if (isOrdered) {
    return before === "." ? ")" : ".";
  }
  return before === "-" ? "*" : "-";
}

interface Item {
  readonly marker: string;
  readonly parts: readonly Part[];
}

/** The lines of a block when it is written; there is text in them. */
export interface Part {
  readonly kind: "paragraph" | "list" | "other";
  readonly lines: readonly string[];
}

/**
 * Returns the lines of a list. Items without text are left out: in three lists within each other their markers would be
 * a rule.
 */
export function listLines(
  list: List,
  { marker, partsOf }: { readonly marker: ListMarker; readonly partsOf: (blocks: readonly Block[]) => Part[] },
): string[] {
  const numbers = listNumbers(list);
  const items = list.items
    .map((item, index) => ({
      marker: list.isOrdered ? `${numbers[index] ?? index + 1}${marker}` : marker,
      parts: partsOf(item.blocks),
    }))
    .filter(({ parts }) => parts.length > 0);
  const isTight = items.every(isTightItem);
  return items.flatMap((item, index) => [...(index > 0 && !isTight ? [""] : []), ...itemLines(item, isTight)]);
}

/**
 * The beginning of a nested list that may follow its item's line, because it can interrupt a paragraph (CommonMark
 * 5.2): an ordered list only if it starts at one.
 */
const INTERRUPTS = /^(?:[-*]|1[.)]) /;

const isTightItem = ({ parts: [first, second, ...more] }: Item): boolean =>
  more.length === 0 &&
  first?.kind === "paragraph" &&
  (second === undefined || (second.kind === "list" && INTERRUPTS.test(second.lines[0] ?? "")));

function itemLines({ marker, parts }: Item, isTight: boolean): string[] {
  const indent = " ".repeat(marker.length + 1);
  const lines = parts.flatMap(({ lines: own }, index) => (index > 0 && !isTight ? ["", ...own] : own));
  return lines.map((line, index) => (index === 0 ? `${marker} ${line}` : line === "" ? "" : indent + line));
}
