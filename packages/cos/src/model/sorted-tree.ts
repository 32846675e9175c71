import type { Bounds } from "../bounds.ts";
import { asDict, type CosArray, type CosDirect, type CosValue, Dict, type Ref, resolve } from "../objects.ts";
import { Visited } from "./visited.ts";

/** What name trees and number trees differ in (ISO 32000-2, 7.9.6 and 7.9.7). */
export interface KeyKind<Key> {
  /** The entry of a node that has keys and values in turn. */
  readonly entry: "Names" | "Nums";
  /** Undefined for a value that is no key. */
  read(value: CosDirect): Key | undefined;
  write(key: Key): CosDirect;
  compare(one: Key, other: Key): number;
  /** What a `Map` finds the key by. */
  identity(key: Key): string | number;
}

/** A name tree or number tree that a document has. It is read when it is asked, and may be broken in any way. */
export class SortedTree<Key> {
  readonly #root: Dict;
  readonly #kind: KeyKind<Key>;
  readonly #bounds: Bounds;
  /** The entries by identity, once a search by limits has missed; the first one of each key. */
  #index: Map<string | number, CosValue> | undefined;

  constructor(root: Dict, kind: KeyKind<Key>, bounds: Bounds) {
    this.#root = root;
    this.#kind = kind;
    this.#bounds = bounds;
  }

  /** Keys and values, values as they stand in the tree, in its order. Nodes that come again and keys that are none are left out. */
  *entries(): Generator<readonly [Key, CosValue], void, undefined> {
    const visited = new Visited();
    visited.add(this.#root);
    yield* this.#entriesOf(this.#root);
    const way = [new Kids(this.#root, visited)];
    for (let kids = way.at(-1); kids; kids = way.at(-1)) {
      this.#bounds.step();
      const kid = kids.next();
      if (kid === undefined) {
        way.pop();
        continue;
      }
      const node = asDict(resolve(kid));
      if (node && visited.add(kid)) {
        yield* this.#entriesOf(node);
        this.#bounds.checkDepth(way.length);
        way.push(new Kids(node, visited));
      }
    }
  }

  /** The value of `key` as it stands in the tree; undefined when it has none. A tree whose limits or order are wrong is read whole, once. */
  get(key: Key): CosValue | undefined {
    return (this.#index ? undefined : this.#search(key)) ?? this.#indexed().get(this.#kind.identity(key));
  }

  *#entriesOf(node: Dict): Generator<readonly [Key, CosValue], void, undefined> {
    const array = node.array(this.#kind.entry) ?? [];
    for (let index = 0; index + 1 < array.length; index += 2) {
      this.#bounds.step();
      const key = this.#kind.read(resolve(array[index]));
      if (key !== undefined) {
        yield [key, array[index + 1] ?? null];
      }
    }
  }

  #indexed() {
    if (!this.#index) {
      this.#index = new Map();
      for (const [key, value] of this.entries()) {
        const identity = this.#kind.identity(key);
        if (!this.#index.has(identity)) {
          this.#index.set(identity, value);
        }
      }
    }
    return this.#index;
  }

  /** Goes down by /Limits, as the clauses have it. Every mistake in a tree makes it miss, never find a wrong value. */
  #search(key: Key): CosValue | undefined {
    let node: Dict | undefined = this.#root;
    for (let depth = 0; node && depth <= this.#bounds.maxDepth; depth++) {
      this.#bounds.step();
      const array = node.array(this.#kind.entry);
      const found = array && this.#searchLeaf(array, key);
      if (found !== undefined) {
        return found;
      }
      node = this.#searchKids(node.array("Kids") ?? [], key);
    }
    return undefined;
  }

  #searchLeaf(array: CosArray, key: Key): CosValue | undefined {
    let low = 0;
    let high = Math.floor(array.length / 2) - 1;
    while (low <= high) {
      const middle = (low + high) >> 1;
      const there = this.#kind.read(resolve(array[2 * middle]));
      const order = there === undefined ? Number.NaN : this.#kind.compare(key, there);
      if (order === 0) {
        return array[2 * middle + 1] ?? null;
      }
      if (Number.isNaN(order)) {
        return undefined;
      }
      if (order < 0) {
        high = middle - 1;
      } else {
        low = middle + 1;
      }
    }
    return undefined;
  }

  #searchKids(kids: CosArray, key: Key): Dict | undefined {
    let low = 0;
    let high = kids.length - 1;
    while (low <= high) {
      const middle = (low + high) >> 1;
      const kid = asDict(resolve(kids[middle]));
      const limits = kid?.array("Limits");
      const least = this.#kind.read(resolve(limits?.[0]));
      const greatest = this.#kind.read(resolve(limits?.[1]));
      if (least === undefined || greatest === undefined) {
        return undefined;
      }
      if (this.#kind.compare(key, least) < 0) {
        high = middle - 1;
      } else if (this.#kind.compare(key, greatest) > 0) {
        low = middle + 1;
      } else {
        return kid;
      }
    }
    return undefined;
  }
}

/** Where a walk is among the kids of a node. An array of kids that several nodes share is gone through once. */
class Kids {
  readonly #array: CosArray;
  #index = 0;

  constructor(node: Dict, visited: Visited) {
    const raw = node.raw("Kids") ?? null;
    const array = resolve(raw);
    this.#array = Array.isArray(array) && visited.add(raw) ? array : [];
  }

  /** Undefined after the last one. */
  next(): CosValue | undefined {
    return this.#array[this.#index++];
  }
}

/** Entries and kids that a node of a tree that is made has at most. */
const NODE_LENGTH = 64;

/**
 * A balanced tree of entries that are sorted, each key once.
 * @returns its root, which is not added: it has no /Limits, and may stand in another dictionary
 */
export function buildSortedTree<Key>(
  entries: readonly (readonly [Key, CosValue])[],
  kind: KeyKind<Key>,
  add: (value: CosDirect) => Ref,
): Dict {
  assertSorted(entries, kind);
  const leaves: Node<Key>[] = piecesOf(entries).map((piece) => ({
    dict: new Dict([[kind.entry, piece.flatMap(([key, value]) => [kind.write(key), value])]]),
    limits: limitsOf(piece.map(([key]) => [key, key])),
  }));
  let level = leaves;
  while (level.length > 1) {
    level = piecesOf(level).map((kids) => ({
      dict: new Dict([["Kids", kids.map((kid) => add(withLimits(kid, kind)))]]),
      limits: limitsOf(kids.map((kid) => kid.limits)),
    }));
  }
  return level[0]?.dict ?? new Dict([[kind.entry, []]]);
}

interface Node<Key> {
  readonly dict: Dict;
  readonly limits: readonly [Key, Key];
}

function withLimits<Key>({ dict, limits }: Node<Key>, kind: KeyKind<Key>): Dict {
  return dict.set(
    "Limits",
    limits.map((limit) => kind.write(limit)),
  );
}

function limitsOf<Key>(limits: readonly (readonly [Key, Key])[]): readonly [Key, Key] {
  const first = limits[0];
  const last = limits.at(-1);
  if (!first || !last) {
    throw new RangeError("A node of a tree has no entries.");
  }
  return [first[0], last[1]];
}

function assertSorted<Key>(entries: readonly (readonly [Key, CosValue])[], kind: KeyKind<Key>): void {
  for (let index = 1; index < entries.length; index++) {
    const before = entries[index - 1];
    const entry = entries[index];
    if (before && entry && kind.compare(before[0], entry[0]) >= 0) {
      throw new RangeError(`The entries of a tree are not sorted, or have a key twice, at ${index}.`);
    }
  }
}

/** Pieces of nearly the same length. */
export function piecesOf<Item>(items: readonly Item[], longest = NODE_LENGTH): Item[][] {
  const count = Math.ceil(items.length / longest);
  return Array.from({ length: count }, (_, index) =>
    items.slice(Math.floor((index * items.length) / count), Math.floor(((index + 1) * items.length) / count)),
  );
}
