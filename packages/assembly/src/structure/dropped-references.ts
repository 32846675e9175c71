import { type CosValue, Dict, Ref, resolve } from "@quire/cos";
import type { Assembly } from "../assembly.ts";
import type { Excerpt } from "../excerpt.ts";
import type { KeptElements } from "./kept-elements.ts";
import { kidKind, kidsOf } from "./kids.ts";
import { readParentTree } from "./parent-tree.ts";

/** Removes references from elements to annotations that are left out of pages that are taken (14.7.5.3). */
export function dropRemovedObjects(excerpt: Excerpt): void {
  for (const { annotations } of excerpt.pages) {
    for (const { ref, dict, isRemoved } of annotations) {
      const key = isRemoved ? dict.number("StructParent") : undefined;
      if (ref && key !== undefined) {
        dropObject(excerpt, ref, excerpt.source.memo(readParentTree).get(key));
      }
    }
  }
}

function dropObject(excerpt: Excerpt, object: Ref, element: CosValue | undefined): void {
  const dict = resolve(element);
  if (!(element instanceof Ref && dict instanceof Dict)) {
    return;
  }
  const kids = kidsOf(dict);
  const left = kids.filter((raw) => {
    excerpt.source.document.bounds.step();
    const kid = resolve(raw);
    const target = kid instanceof Dict && kidKind(kid) === "object" ? kid.raw("Obj") : undefined;
    return !(target instanceof Ref && target.number === object.number);
  });
  if (left.length < kids.length) {
    excerpt.change(element, dict.copy().set("K", left));
  }
}

/**
 * Removes references to elements that are left out from the outline (/SE, ISO 32000-2, table 151) and from go-to
 * actions (/SD, table 202): each would bring along all of the structure that it was in.
 */
export function dropReferences(assembly: Assembly, kept: readonly KeptElements[]): void {
  if (kept.length === 0) {
    return;
  }
  const isLeftOut = (target: CosValue | undefined): boolean =>
    target instanceof Ref && kept.some((elements) => elements.leavesOut(target));
  for (const item of outlineItems(assembly)) {
    if (isLeftOut(item.raw("SE"))) {
      item.delete("SE");
    }
    dropStructureDestination(item, isLeftOut, () => item);
  }
  for (const { pages } of assembly.excerpts) {
    for (const { annotations } of pages) {
      for (const annotation of annotations) {
        assembly.bounds.step();
        dropStructureDestination(annotation.dict, isLeftOut, () => annotation.edit());
      }
    }
  }
}

function dropStructureDestination(
  holder: Dict,
  isLeftOut: (target: CosValue | undefined) => boolean,
  edit: () => Dict,
): void {
  const action = holder.dict("A");
  if (action && isLeftOut(action.array("SD")?.[0])) {
    const copy = action.copy();
    copy.delete("SD");
    edit().set("A", copy);
  }
}

/** Yields the items of the new outline, whose dictionaries are new and may be changed. */
function* outlineItems({ catalog, bounds }: Assembly): Generator<Dict, void, undefined> {
  const visited = new Set<Dict>();
  const waiting = [catalog.dict("Outlines")?.dict("First")];
  while (waiting.length > 0) {
    bounds.step();
    const item = waiting.pop();
    if (item && !visited.has(item)) {
      visited.add(item);
      yield item;
      waiting.push(item.dict("Next"), item.dict("First"));
    }
  }
}
