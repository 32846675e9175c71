import type { Bounds } from "../bounds.ts";
import { asDict, type CosArray, type CosDirect, type CosValue, Dict, type Ref, resolve } from "../objects.ts";
import { Visited } from "./visited.ts";

/** The differences between name trees and number trees (ISO 32000-2, 7.9.6 and 7.9.7). */
export interface KeyKind<Key> {
  /** The entry of a node that holds keys and values in turn. */
  readonly entry: "Names" | "Nums";
  /** Returns the key that a value is; undefined for a value that is not a key. */
  read(value: CosDirect): Key | undefined;
  write(key: Key): CosDirect;
  compare(one: Key, other: Key): number;
  /** Returns the value by which a `Map` finds the key. */
  identity(key: Key): string | number;
}

/** A name tree or number tree of a document. It is read when it is queried, and may be broken in any way. */
export class SortedTree<Key> {
  readonly #root: Dict;
  readonly #kind: KeyKind<Key>;
  readonly #bounds: Bounds;
  /**
   * The values by the identity of their keys, built once a search by limits has missed. Of a key that occurs twice, the
   * first value counts.
   */
  #index: Map<string | number, CosValue> | undefined;

  constructor(root: Dict, kind: KeyKind<Key>, bounds: Bounds) {
    this.#root = root;
    this.#kind = kind;
    this.#bounds = bounds;
  }

  /**
   * Yields keys and values in the order of the tree, values as they are written there. Nodes that occur again and
   * invalid keys are skipped.
   */
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

  /**
   * Returns the value of `key` as it is written in the tree; undefined when the tree does not have it. A tree whose
   * limits or order are wrong is read whole, once.
   */
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

  /**
   * Searches down the tree by /Limits, as the clauses ask. A mistake in a tree makes it miss an entry, never return a
   * wrong value.
   */
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

/** The position of a walk among the kids of a node. An array of kids that several nodes share is walked once. */
class Kids {
  readonly #array: CosArray;
  #index = 0;

  constructor(node: Dict, visited: Visited) {
    const raw = node.raw("Kids") ?? null;
    const array = resolve(raw);
    this.#array = Array.isArray(array) && visited.add(raw) ? array : [];
  }

  /** Returns the next kid; undefined after the last one. */
  next(): CosValue | undefined {
    return this.#array[this.#index++];
  }
}

/** The maximum number of entries or kids of a node in a tree that is built here. */
const NODE_LENGTH = 64;

/**
 * Builds a balanced tree of entries that are sorted, each key once. Returns its root, which is not passed to `add`: it
 * has no /Limits, and may be a direct object.
 * @throws RangeError when the entries are not sorted, or have a key twice.
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

/** Splits items into pieces of nearly the same length, at most `longest` each. */
export function piecesOf<Item>(items: readonly Item[], longest = NODE_LENGTH): Item[][] {
  const count = Math.ceil(items.length / longest);
  return Array.from({ length: count }, (_, index) =>
    items.slice(Math.floor((index * items.length) / count), Math.floor(((index + 1) * items.length) / count)),
  );
}
