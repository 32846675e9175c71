import {
  type Bounds,
  buildNumberTree,
  type CosDirect,
  type CosValue,
  Dict,
  NumberTree,
  type Ref,
  resolve,
} from "@quire/cos";
import type { SourceDocument } from "../source-document.ts";
import type { KeptElements } from "./kept-elements.ts";
import type { KeyHolder } from "./key-holders.ts";
import { readStructureTree } from "./structure-tree.ts";

/**
 * The entries of a parent tree by key, one for each page, annotation or XObject: its element, or those of its marked
 * content (ISO 32000-2, 14.7.5.4).
 */
export type ParentEntries = ReadonlyMap<number, CosValue>;

/** Returns all entries of a document's parent tree. */
export function readParentTree({ document: { catalog, bounds } }: SourceDocument): ParentEntries {
  const entries = new Map<number, CosValue>();
  const tree = catalog.dict("StructTreeRoot")?.dict("ParentTree");
  for (const [key, value] of new NumberTree(tree ?? new Dict(), bounds).entries()) {
    if (key >= 0 && !entries.has(key)) {
      entries.set(key, value);
    }
  }
  return entries;
}

/** Returns the entries that `holders` refer to, with null in place of elements that are left out. */
export function keptEntries(
  source: SourceDocument,
  holders: readonly KeyHolder[],
  kept: KeptElements,
  bounds: Bounds,
): ParentEntries {
  const all = source.memo(readParentTree);
  const tree = source.memo(readStructureTree);
  const isKept = (element: CosValue): boolean => {
    bounds.step();
    return kept.has(tree.elementOf(element));
  };
  const entries = new Map<number, CosValue>();
  for (const { key } of holders) {
    const raw = all.get(key) ?? null;
    const value = resolve(raw);
    if (entries.has(key)) {
      continue;
    }
    if (!Array.isArray(value)) {
      if (isKept(raw)) {
        entries.set(key, raw);
      }
    } else if (value.every(isKept)) {
      entries.set(key, raw);
    } else if (value.some(isKept)) {
      entries.set(
        key,
        value.map((element) => (isKept(element) ? element : null)),
      );
    }
  }
  return entries;
}

/** The parent tree of a new document. */
export class NewParentTree {
  readonly #entries: (readonly [number, CosValue])[] = [];
  #nextKey = 0;

  /** The lowest number above all keys in use, for /ParentTreeNextKey. */
  get nextKey(): number {
    return this.#nextKey;
  }

  /**
   * Adds the entries of a document under new keys, and sets these in `holders`. The first document's keys are kept,
   * unless they are too large.
   */
  add(entries: ParentEntries, holders: readonly KeyHolder[]): void {
    const sorted = [...entries].toSorted(([one], [other]) => one - other);
    const keepsKeys = this.#nextKey === 0 && (sorted.at(-1)?.[0] ?? 0) < MAX_KEPT_KEY;
    const newKeys = new Map<number, number>();
    for (const [key, value] of sorted) {
      const newKey = keepsKeys ? key : this.#nextKey;
      newKeys.set(key, newKey);
      this.#entries.push([newKey, value]);
      this.#nextKey = newKey + 1;
    }
    for (const holder of holders) {
      holder.setKey(newKeys.get(holder.key));
    }
  }

  /** Returns the root of the tree, which is not passed to `add`. */
  build(add: (value: CosDirect) => Ref): Dict {
    return buildNumberTree(this.#entries, add);
  }
}

/**
 * The limit of the keys that are kept: those below it leave room for the keys of other documents, as far as readers
 * count.
 */
const MAX_KEPT_KEY = 2 ** 24;
