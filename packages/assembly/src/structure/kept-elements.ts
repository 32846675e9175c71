import { type Bounds, Dict, Ref, resolve } from "@quire/cos";
import type { Annotation } from "../annotation.ts";
import type { Excerpt } from "../excerpt.ts";
import { kidKind } from "./kids.ts";
import { readStructureTree, type StructureElement, type StructureTree } from "./structure-tree.ts";

/**
 * The elements of a document that have content on pages that are taken, and those above them. The cost depends on the
 * content of those pages, not on that of the document.
 */
export class KeptElements {
  readonly #kids = new Map<StructureElement, number[]>();
  readonly #bounds: Bounds;
  readonly #tree: StructureTree;
  #sorted: readonly StructureElement[] | undefined;

  constructor(excerpt: Excerpt, bounds: Bounds) {
    this.#bounds = bounds;
    const { source, pages } = excerpt;
    const tree = source.memo(readStructureTree);
    this.#tree = tree;
    const annotations = annotationsByNumber(excerpt);
    for (const { page } of pages) {
      for (const { element, position } of tree.placedOn(source.indexOf(page.ref ?? page.dict) ?? page.index)) {
        bounds.step();
        if (position === undefined) {
          this.#keepAll(element);
        } else if (!isLeftOut(element, position, annotations)) {
          this.#keep(element, position);
        }
      }
    }
  }

  has(element: StructureElement | undefined): boolean {
    return element !== undefined && this.#kids.has(element);
  }

  /** Returns whether `target` is an element of the document that is not kept. */
  leavesOut(target: Ref): boolean {
    const element = this.#tree.elementOf(target);
    return element !== undefined && !this.#kids.has(element);
  }

  /** Returns the positions of the kids that the element keeps, ascending. */
  kidsOf(element: StructureElement): readonly number[] {
    return (this.#kids.get(element) ?? []).toSorted((one, other) => one - other);
  }

  /** The kept elements in the order of the tree: each after the one above it. */
  get elements(): readonly StructureElement[] {
    this.#sorted ??= [...this.#kids.keys()].toSorted((one, other) => one.index - other.index);
    return this.#sorted;
  }

  #keep(element: StructureElement, position: number): void {
    const kids = this.#kids.get(element);
    if (kids) {
      kids.push(position);
    } else {
      this.#kids.set(element, [position]);
      this.#keepAbove(element);
    }
  }

  #keepAbove(lowest: StructureElement): void {
    for (let kid = lowest; kid.parent; kid = kid.parent) {
      this.#bounds.step();
      const siblings = this.#kids.get(kid.parent);
      if (siblings) {
        siblings.push(kid.position);
        return;
      }
      this.#kids.set(kid.parent, [kid.position]);
    }
  }

  #keepAll(top: StructureElement): void {
    for (const element of this.#tree.elements.slice(top.index, top.end)) {
      this.#bounds.step();
      this.#kids.set(element, []);
      this.#keepAbove(element);
    }
  }
}

function annotationsByNumber({ pages }: Excerpt): Map<number, Annotation> {
  const found = new Map<number, Annotation>();
  for (const { annotations } of pages) {
    for (const annotation of annotations) {
      if (annotation.ref) {
        found.set(annotation.ref.number, annotation);
      }
    }
  }
  return found;
}

/** Returns whether the kid refers to an annotation that is left out (14.7.5.3). */
function isLeftOut(
  { kids }: StructureElement,
  position: number,
  annotations: ReadonlyMap<number, Annotation>,
): boolean {
  const kid = resolve(kids[position]);
  const object = kid instanceof Dict && kidKind(kid) === "object" ? kid.raw("Obj") : undefined;
  return object instanceof Ref && annotations.get(object.number)?.isRemoved === true;
}
