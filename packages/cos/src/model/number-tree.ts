import type { Bounds } from "../bounds.ts";
import type { CosDirect, CosValue, Dict, Ref } from "../objects.ts";
import { buildSortedTree, type KeyKind, SortedTree } from "./sorted-tree.ts";

/** A number tree (ISO 32000-2, 7.9.7). Its keys are integers; a number with a fraction is skipped. */
export class NumberTree extends SortedTree<number> {
  constructor(root: Dict, bounds: Bounds) {
    super(root, NUMBERS, bounds);
  }
}

/**
 * Builds a balanced number tree of entries in ascending order, each number once. Returns its root, which is not passed
 * to `add`.
 * @throws RangeError when the entries are not sorted.
 */
export const buildNumberTree = (
  entries: readonly (readonly [number, CosValue])[],
  add: (value: CosDirect) => Ref,
): Dict => buildSortedTree(entries, NUMBERS, add);

const NUMBERS: KeyKind<number> = {
  entry: "Nums",
  read: (value) => (Number.isSafeInteger(value) ? Number(value) : undefined),
  write: (key) => key,
  compare: (one, other) => one - other,
  identity: (key) => key,
};
