/*
 * The parts of a report, one after the other. Large parts can be cut between their items, so that they are printed in
 * several sections.
 */

export interface Flow {
  /** The HTML before the first item, and again where a section begins with a later one. */
  readonly open: string;
  readonly items: Iterable<string>;
  readonly close: string;
  /** The cost of an item, in cells of a table. */
  readonly itemCost: number;
  /** Whether the part belongs to what comes after it, as headings do. */
  readonly staysWithNext?: boolean;
}

export const block = (html: string, more: Partial<Pick<Flow, "itemCost" | "staysWithNext">> = {}): Flow => ({
  open: "",
  items: [html],
  close: "",
  itemCost: 1,
  ...more,
});

/** Yields sections of about `sectionCost` each, one at a time. There is always one. */
export function* sectionsOf(flows: Iterable<Flow>, sectionCost: number): Generator<string> {
  let parts: string[] = [];
  let cost = 0;
  let canCut = true;
  for (const { open, items, close, itemCost, staysWithNext = false } of flows) {
    let isOpen = false;
    for (const item of items) {
      if (cost >= sectionCost && canCut) {
        yield parts.join("") + (isOpen ? close : "");
        parts = [];
        cost = 0;
        isOpen = false;
      }
      if (!isOpen) {
        parts.push(open);
        isOpen = true;
      }
      parts.push(item);
      cost += itemCost;
      canCut = !staysWithNext;
    }
    parts.push(isOpen ? close : "");
  }
  yield parts.join("");
}
