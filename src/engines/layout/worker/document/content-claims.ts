import { type Bounds, Dict, NumberTree, Ref, resolve } from "@quire/cos";
import type { StructureChild } from "@quire/layout";
import type { DocumentPages } from "./document-pages.ts";

/** A structure element: the number of its object, or its dictionary where it is no object of its own. */
export type ElementId = number | Dict;

/** Marked content that an element has among its children. */
interface Claim {
  readonly element: ElementId;
  readonly siblings: StructureChild[];
  /** Where it is in `siblings`. */
  readonly index: number;
  readonly page: number;
  readonly markedContentId: number;
}

/**
 * The marked content that the elements of a structure tree say is theirs. It belongs to one element alone (ISO 32000-2,
 * 14.7.5.1), but some programs give the page of a paragraph's end to its beginning too: the paragraph then claims what is
 * another's on that page, and leaves its own text behind on the page before.
 */
export class ContentClaims {
  readonly #first = new Map<number, Map<number, Claim>>();
  /** The further claims of other elements, by the first. */
  readonly #further = new Map<Claim, Claim[]>();

  add(claim: Claim): void {
    const ofPage = this.#first.get(claim.page) ?? new Map<number, Claim>();
    this.#first.set(claim.page, ofPage);
    const first = ofPage.get(claim.markedContentId);
    if (first === undefined) {
      ofPage.set(claim.markedContentId, claim);
    } else if (first.element !== claim.element) {
      const others = this.#further.get(first) ?? [];
      others.push(claim);
      this.#further.set(first, others);
    }
  }

  /**
   * Asks the parent tree of `root` (14.7.5.4) whose the content is that several elements claim. Another's claim moves to the
   * neighbouring page on which the same identifier is its own, or else is dropped. Where the tree names none of those who
   * claim, all stay as they are.
   */
  settle(root: Dict, pages: DocumentPages, bounds: Bounds): void {
    if (this.#further.size === 0) {
      return;
    }
    const parents = new NumberTree(root.dict("ParentTree") ?? new Dict(), bounds);
    const ownerOf = (page: number, markedContentId: number): ElementId | undefined => {
      const key = pages.get(page)?.dict.integer("StructParents");
      const owners = key === undefined ? undefined : resolve(parents.get(key));
      return Array.isArray(owners) ? idOf(owners[markedContentId]) : undefined;
    };
    const changes = new Map<StructureChild[], Map<number, StructureChild | undefined>>();
    for (const [first, further] of this.#further) {
      bounds.step();
      const { page, markedContentId } = first;
      const claims = [first, ...further];
      const owner = ownerOf(page, markedContentId);
      if (!claims.some(({ element }) => element === owner)) {
        continue;
      }
      for (const { element, siblings, index } of claims.filter((claim) => claim.element !== owner)) {
        const own = [page - 1, page + 1].find((other) => ownerOf(other, markedContentId) === element);
        const ofSiblings = changes.get(siblings) ?? new Map<number, StructureChild | undefined>();
        changes.set(siblings, ofSiblings.set(index, own === undefined ? undefined : { page: own, markedContentId }));
      }
    }
    for (const [siblings, ofSiblings] of changes) {
      change(siblings, ofSiblings);
    }
  }
}

const idOf = (owner: unknown): ElementId | undefined =>
  owner instanceof Ref ? owner.number : owner instanceof Dict ? owner : undefined;

/** Replaces children by their index; those that become undefined are removed. */
function change(children: StructureChild[], changes: ReadonlyMap<number, StructureChild | undefined>): void {
  let kept = 0;
  for (const [index, child] of children.entries()) {
    const now = changes.has(index) ? changes.get(index) : child;
    if (now !== undefined) {
      children[kept++] = now;
    }
  }
  children.length = kept;
}
