import { type CosDocument, type CosValue, Dict, Name, type Ref, resolve, Stream } from "@quire/cos";
import type { ContentParents } from "./content-parents.ts";
import { elementOf } from "./elements.ts";

/** Makes elements around others, and around content, whose parents change with it. */
export class ElementMaker {
  readonly #document: CosDocument;
  readonly #parents: ContentParents;
  /** The number of elements that were made. */
  made = 0;

  constructor(document: CosDocument, parents: ContentParents) {
    this.#document = document;
    this.#parents = parents;
  }

  /** Makes an element in `parent` that has these kids of it. */
  around(
    kids: readonly CosValue[],
    type: string,
    parent: { readonly dict: Dict; readonly ref: Ref },
  ): { readonly dict: Dict; readonly ref: Ref } {
    const dict = new Dict([
      ["Type", new Name("StructElem")],
      ["S", new Name(type)],
      ["P", parent.ref],
    ]);
    const page = parent.dict.raw("Pg");
    if (page !== undefined) {
      dict.set("Pg", page);
    }
    const ref = this.#document.add(dict);
    this.made += 1;
    this.adopt(kids, { dict, ref });
    setKids(dict, kids);
    return { dict, ref };
  }

  /** Makes the element the parent of these kids, which are its own, or become so. */
  adopt(kids: readonly CosValue[], parent: { readonly dict: Dict; readonly ref: Ref }): void {
    for (const kid of kids) {
      this.#document.bounds.step();
      const element = elementOf(kid);
      if (element === undefined) {
        this.#moveContent(resolve(kid), parent);
      } else {
        element.set("P", parent.ref);
      }
    }
  }

  #moveContent(item: CosValue, { dict, ref }: { readonly dict: Dict; readonly ref: Ref }): void {
    if (typeof item === "number") {
      const page = dict.dict("Pg");
      if (page !== undefined) {
        this.#parents.setElement(page, item, ref);
      }
      return;
    }
    if (!(item instanceof Dict)) {
      return;
    }
    const object = item.get("Obj");
    if (object instanceof Dict) {
      this.#parents.setElementOfObject(object, ref);
    }
    const mcid = item.integer("MCID");
    const stream = item.get("Stm");
    const owner = stream instanceof Stream ? stream.dict : (item.dict("Pg") ?? dict.dict("Pg"));
    if (mcid !== undefined && owner !== undefined) {
      this.#parents.setElement(owner, mcid, ref);
    }
  }
}

export function setKids(element: Dict, kids: readonly CosValue[]): void {
  const [only] = kids;
  if (only === undefined) {
    element.delete("K");
  } else {
    element.set("K", kids.length === 1 ? only : [...kids]);
  }
}
