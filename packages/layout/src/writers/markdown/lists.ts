import type { Block, List } from "../../blocks.ts";
import { listNumbers } from "../common/list-numbers.ts";

/** The sign of a bullet, or behind a number. */
export type ListMarker = "-" | "*" | "." | ")";

/** A marker that the list before, if there is one right before, does not have. */
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

/** What is left of a block when it is written; there is text in it. */
export interface Part {
  readonly kind: "paragraph" | "list" | "other";
  readonly lines: readonly string[];
}

/** Items without text are left out: in three lists within each other their markers would be a rule. */
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

/** A list within may follow its item's line where it can interrupt a paragraph (CommonMark 5.2): not counting from five. */
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
