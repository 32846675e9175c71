import { type Bounds, type CosValue, Dict, Ref, resolve } from "@quire/cos";

/** A structure element (ISO 32000-2, 14.7.2). */
export interface StructureElement {
  readonly dict: Dict;
  /** The reference to the element; undefined when it is a direct object in its parent. */
  readonly ref: Ref | undefined;
}

/** Returns the elements of a structure tree in document order, parents before their children, each once. */
export function elementsOf(root: Dict, bounds: Bounds): StructureElement[] {
  const elements: StructureElement[] = [];
  const seen = new Set<Dict>([root]);
  const ahead = kidsOf(root, bounds).toReversed();
  for (let kid = ahead.pop(); kid !== undefined; kid = ahead.pop()) {
    bounds.step();
    const dict = elementOf(kid);
    if (dict !== undefined && !seen.has(dict)) {
      seen.add(dict);
      elements.push({ dict, ref: kid instanceof Ref ? kid : undefined });
      const kids = kidsOf(dict, bounds);
      for (let index = kids.length - 1; index >= 0; index--) {
        ahead.push(kids[index] ?? null);
      }
    }
  }
  return elements;
}

/**
 * Returns the children at an element's /K: elements, and content as numbers or dictionaries. Each is counted as a step
 * of work.
 */
export function kidsOf(element: Dict, bounds: Bounds): readonly CosValue[] {
  const kids = element.get("K");
  if (Array.isArray(kids)) {
    // Many elements can share the same array.
    bounds.step(kids.length);
    return kids;
  }
  return kids === null ? [] : [element.raw("K") ?? null];
}

/** Returns the element that a child is, or undefined when the child is content (14.7.5). */
export function elementOf(kid: CosValue): Dict | undefined {
  const value = resolve(kid);
  if (!(value instanceof Dict)) {
    return undefined;
  }
  const type = value.name("Type");
  return type === "MCR" || type === "OBJR" ? undefined : value;
}
