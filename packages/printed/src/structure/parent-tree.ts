import { type Bounds, type Dict, NumberTree, Ref, resolve } from "@quire/cos";

/**
 * Points the entries of the parent tree (ISO 32000-2, 14.7.5.4) at the elements that hold the pages' content now.
 * `parents` maps object numbers of former elements to the new ones.
 */
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
