import {
  type Bounds,
  buildNameTree,
  type CosDirect,
  type CosValue,
  compareNames,
  type Dict,
  NameTree,
  type Ref,
} from "@quire/cos";
import type { KeptElements } from "./kept-elements.ts";
import { freeName, identifierBytes, identifierOf } from "./renames.ts";

/** The elements by their identifiers, which have one character per byte. */
export type Identifiers = ReadonlyMap<string, CosValue>;

/** Returns the identifiers in /IDTree of a structure tree root (ISO 32000-2, table 354). */
export function identifiersOf(root: Dict, bounds: Bounds): Identifiers {
  const found = new Map<string, CosValue>();
  const tree = root.dict("IDTree");
  for (const [bytes, element] of tree ? new NameTree(tree, bounds).entries() : []) {
    const identifier = identifierOf(bytes);
    if (!found.has(identifier)) {
      found.set(identifier, element);
    }
  }
  return found;
}

/**
 * Returns the identifiers in the dictionaries of the kept elements: searching the tree of the whole document would cost
 * more.
 */
export function identifiersOfKept(kept: KeptElements): Identifiers {
  const found = new Map<string, CosValue>();
  for (const { raw, dict } of kept.elements) {
    const bytes = dict.bytes("ID");
    if (bytes && !found.has(identifierOf(bytes))) {
      found.set(identifierOf(bytes), raw);
    }
  }
  return found;
}

/** The identifiers of the elements of several documents. One that an earlier document has is renamed. */
export class JoinedIdentifiers {
  readonly #elements = new Map<string, CosValue>();
  #documents = 0;

  /** Adds the identifiers of one more document; returns the new identifiers by the old ones. */
  join(identifiers: Identifiers, bounds: Bounds): Map<string, string> {
    const renames = new Map<string, string>();
    this.#documents++;
    for (const [identifier, element] of identifiers) {
      bounds.step();
      const isKnown = this.#elements.has(identifier);
      const own = isKnown
        ? freeName(identifier, this.#documents, (other) => this.#elements.has(other) || identifiers.has(other))
        : identifier;
      this.#elements.set(own, element);
      if (isKnown) {
        renames.set(identifier, own);
      }
    }
    return renames;
  }

  /** Returns the root of /IDTree; undefined when there are no identifiers. */
  tree(add: (value: CosDirect) => Ref): Dict | undefined {
    if (this.#elements.size === 0) {
      return undefined;
    }
    const entries = [...this.#elements].map(([identifier, element]) => [identifierBytes(identifier), element] as const);
    return buildNameTree(
      entries.toSorted(([one], [other]) => compareNames(one, other)),
      add,
    );
  }
}
