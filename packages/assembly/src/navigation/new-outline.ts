import { type CosDirect, CosString, Dict, encodeTextString, Name, type Ref } from "@quire/cos";

/** An entry of the outline that is made, or its root. */
export interface OutlineNode {
  readonly ref: Ref;
  readonly dict: Dict;
  readonly isOpen: boolean;
  readonly kids: OutlineNode[];
}

/** The outline of a new document (ISO 32000-2, 12.3.3). */
export class NewOutline {
  readonly #add: (value: CosDirect) => Ref;
  readonly root: OutlineNode;
  /** All nodes, each after its parent. */
  readonly #nodes: OutlineNode[] = [];

  constructor(add: (value: CosDirect) => Ref) {
    this.#add = add;
    const dict = new Dict([["Type", new Name("Outlines")]]);
    this.root = { ref: add(dict), dict, isOpen: true, kids: [] };
    this.#nodes.push(this.root);
  }

  get isEmpty(): boolean {
    return this.root.kids.length === 0;
  }

  /** Adds an entry after those that `parent` has: `dict` becomes its dictionary. */
  append(parent: OutlineNode, dict: Dict, isOpen: boolean): OutlineNode {
    const node = { ref: this.#add(dict.set("Parent", parent.ref)), dict, isOpen, kids: [] };
    parent.kids.push(node);
    this.#nodes.push(node);
    return node;
  }

  /** Links each entry with its neighbours, and sets the number of entries shown beneath it. */
  finish(): void {
    const shown = new Map<OutlineNode, number>();
    for (const node of this.#nodes.toReversed()) {
      linkKids(node);
      const count = node.kids.reduce((sum, kid) => sum + 1 + (kid.isOpen ? (shown.get(kid) ?? 0) : 0), 0);
      shown.set(node, count);
      if (count > 0) {
        node.dict.set("Count", node.isOpen ? count : -count);
      }
    }
  }
}

/** Returns a title as a text string. */
export const titleString = (title: string): CosString => new CosString(encodeTextString(title));

function linkKids({ dict, kids }: OutlineNode): void {
  const first = kids[0];
  const last = kids.at(-1);
  if (first === undefined || last === undefined) {
    return;
  }
  dict.set("First", first.ref).set("Last", last.ref);
  let previous: OutlineNode | undefined;
  for (const kid of kids) {
    if (previous !== undefined) {
      kid.dict.set("Prev", previous.ref);
      previous.dict.set("Next", kid.ref);
    }
    previous = kid;
  }
}
