import { type Bounds, type Dict, NumberTree, Ref, resolve } from "@quire/cos";

/** Leads the content of pages (ISO 32000-2, 14.7.5.4) to the elements that have it now. */
export function redirectParents(root: Dict, parents: ReadonlyMap<number, Ref>, bounds: Bounds): void {
  const tree = root.dict("ParentTree");
  if (tree === undefined || parents.size === 0) {
    return;
  }
  for (const [, value] of new NumberTree(tree, bounds).entries()) {
    const ofPage = resolve(value);
    if (!Array.isArray(ofPage)) {
      continue;
    }
    for (const [index, element] of ofPage.entries()) {
      bounds.step();
      const parent = element instanceof Ref ? parents.get(element.number) : undefined;
      if (parent !== undefined) {
        ofPage[index] = parent;
      }
    }
  }
}
