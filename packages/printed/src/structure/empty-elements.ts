import { type Bounds, Dict, resolve } from "@quire/cos";
import { kidsOf, type StructureElement } from "./elements.ts";

const MEANINGLESS = new Set(["NonStruct", "Span"]);
const ENTRIES = new Set(["Type", "S", "P", "Pg", "K", "Lang"]);

/** Takes elements without meaning out that have no content, and returns those that are left. */
export function dropEmptyElements(elements: readonly StructureElement[], bounds: Bounds): StructureElement[] {
  const empty = new Set<Dict>();
  const parents = new Set<Dict>();
  // Children come after their parents, which may be empty without them.
  for (const { dict } of elements.toReversed()) {
    const isEmpty =
      MEANINGLESS.has(dict.name("S") ?? "") &&
      [...dict.keys()].every((key) => ENTRIES.has(key)) &&
      kidsOf(dict, bounds).every((kid) => isIn(empty, resolve(kid)));
    const parent = dict.get("P");
    if (isEmpty && parent instanceof Dict) {
      empty.add(dict);
      parents.add(parent);
    }
  }
  for (const parent of parents) {
    const kids = kidsOf(parent, bounds).filter((kid) => !isIn(empty, resolve(kid)));
    if (kids.length === 0) {
      parent.delete("K");
    } else {
      parent.set("K", kids.length === 1 ? (kids[0] ?? null) : kids);
    }
  }
  return elements.filter(({ dict }) => !empty.has(dict));
}

const isIn = (dicts: ReadonlySet<Dict>, value: unknown): boolean => value instanceof Dict && dicts.has(value);
