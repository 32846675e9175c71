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

/** Elements by their identifiers, one character per byte. */
export type Identifiers = ReadonlyMap<string, CosValue>;

/** What /IDTree of a structure tree root has (ISO 32000-2, table 354). */
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

/** The identifiers that elements have themselves: looking through those of a whole document would cost more. */
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

  /** @returns the new identifiers */
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

  /** For /IDTree; undefined when there are none. */
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
