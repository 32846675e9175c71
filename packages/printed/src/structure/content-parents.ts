import {
  type Bounds,
  buildNumberTree,
  type CosDocument,
  type CosValue,
  type Dict,
  NumberTree,
  Ref,
  resolve,
} from "@quire/cos";

/** The elements of content and objects, as the parent tree has them (ISO 32000-2, 14.7.5.4). */
export class ContentParents {
  readonly #root: Dict;
  readonly #bounds: Bounds;
  readonly #entries = new Map<number, CosValue>();

  constructor(root: Dict, bounds: Bounds) {
    this.#root = root;
    this.#bounds = bounds;
    const tree = root.dict("ParentTree");
    if (tree !== undefined) {
      for (const [key, value] of new NumberTree(tree, bounds).entries()) {
        bounds.step();
        this.#entries.set(key, value);
      }
    }
  }

  /** Returns the element of marked content in a page or a form. */
  elementOf(owner: Dict, mcid: number): Ref | undefined {
    const element = this.#listOf(owner)?.[mcid];
    return element instanceof Ref ? element : undefined;
  }

  /** Sets the element of marked content; undefined for content that is none any more. */
  setElement(owner: Dict, mcid: number, element: Ref | undefined): void {
    const list = this.#listOf(owner);
    if (list !== undefined && mcid < list.length) {
      list[mcid] = element ?? null;
    }
  }

  /** Sets the element of an object, such as an annotation. */
  setElementOfObject(object: Dict, element: Ref): void {
    const key = object.integer("StructParent");
    if (key !== undefined && this.#entries.has(key)) {
      this.#entries.set(key, element);
    }
  }

  /** Writes the tree as it is now. */
  write(document: CosDocument): void {
    const entries = [...this.#entries].toSorted(([one], [other]) => one - other);
    this.#bounds.look();
    this.#root.set("ParentTree", document.add(buildNumberTree(entries, (value) => document.add(value))));
  }

  #listOf(owner: Dict): CosValue[] | undefined {
    const key = owner.integer("StructParents");
    const list = key === undefined ? null : resolve(this.#entries.get(key));
    return Array.isArray(list) ? list : undefined;
  }
}
