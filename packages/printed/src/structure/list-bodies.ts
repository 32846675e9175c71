import { type CosDocument, type CosValue, Dict, Name, Ref } from "@quire/cos";
import { elementOf, kidsOf, type StructureElement } from "./elements.ts";

/**
 * Puts the children of list items, except their labels, into list bodies, as readers expect (ISO 32000-2, 14.8.4: LI
 * has Lbl and LBody). The browser writes no bodies.
 * @returns all elements, parents before their children
 */
export function addListBodies(elements: readonly StructureElement[], document: CosDocument): StructureElement[] {
  const all: StructureElement[] = [];
  for (const element of elements) {
    document.bounds.step();
    all.push(element);
    const body = element.dict.name("S") === "LI" ? bodyOf(element, document) : undefined;
    if (body !== undefined) {
      all.push(body);
    }
  }
  return all;
}

/**
 * Makes a body for a list item that has none and returns it. When the only child after the labels is an element without
 * meaning (NonStruct), that child becomes the body instead, and undefined is returned.
 */
function bodyOf({ dict, ref }: StructureElement, document: CosDocument): StructureElement | undefined {
  const kids = kidsOf(dict, document.bounds);
  const items = kids.map((kid) => (kid instanceof Ref ? elementOf(kid) : undefined));
  const types = items.map((item) => item?.name("S"));
  const label = types.findLastIndex((type) => type === "Lbl");
  const inBody = kids.slice(label + 1);
  if (ref === undefined || inBody.length === 0 || types.some((type) => type === undefined || type === "LBody")) {
    return undefined;
  }
  if (inBody.length === 1 && types[label + 1] === "NonStruct") {
    items[label + 1]?.set("S", new Name("LBody"));
    return undefined;
  }
  const body = new Dict([
    ["Type", new Name("StructElem")],
    ["S", new Name("LBody")],
    ["P", ref],
    ["K", inBody],
  ]);
  const bodyRef = document.add(body);
  for (const item of items.slice(label + 1)) {
    item?.set("P", bodyRef);
  }
  const rest: CosValue[] = [...kids.slice(0, label + 1), bodyRef];
  dict.set("K", rest.length === 1 ? bodyRef : rest);
  return { dict: body, ref: bodyRef };
}
