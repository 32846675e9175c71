import type { Bounds } from "../bounds.ts";
import { type CosDirect, CosString, type CosValue, type Dict, type Ref } from "../objects.ts";
import { buildSortedTree, type KeyKind, SortedTree } from "./sorted-tree.ts";

/** A name tree (ISO 32000-2, 7.9.6). Its keys are the bytes of strings, ordered byte by byte. */
export class NameTree extends SortedTree<Uint8Array> {
  constructor(root: Dict, bounds: Bounds) {
    super(root, NAMES, bounds);
  }
}

/**
 * Builds a balanced name tree of entries in the order of `compareNames`, each name once. Returns its root, which is not
 * passed to `add`.
 * @throws RangeError when the entries are not sorted.
 */
export const buildNameTree = (
  entries: readonly (readonly [Uint8Array, CosValue])[],
  add: (value: CosDirect) => Ref,
): Dict => buildSortedTree(entries, NAMES, add);

/** Compares two names in the order of a name tree: negative when `one` comes first, 0 when they are equal. */
export const compareNames = (one: Uint8Array, other: Uint8Array): number => Buffer.compare(one, other);

const NAMES: KeyKind<Uint8Array> = {
  entry: "Names",
  read: (value) => (value instanceof CosString ? value.bytes : undefined),
  write: (key) => new CosString(key),
  compare: compareNames,
  identity: (key) => Buffer.from(key.buffer, key.byteOffset, key.byteLength).toString("latin1"),
};
