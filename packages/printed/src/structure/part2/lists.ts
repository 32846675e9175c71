import { type Bounds, Dict, Name, resolve } from "@quire/cos";
import type { ContentText } from "../../content/content-text.ts";
import { textOfElement } from "../element-content.ts";
import { elementOf, kidsOf, type StructureElement } from "../elements.ts";

/** Says of lists with labels whether these number their items, where nothing says it (ISO 14289-2, 8.2.5.25). */
export function numberLists(elements: readonly StructureElement[], content: ContentText, bounds: Bounds): void {
  for (const { dict } of elements) {
    bounds.step();
    const label = dict.name("S") === "L" ? firstLabel(dict, bounds) : undefined;
    if (label === undefined || isNumbered(dict)) {
      continue;
    }
    const isOrdered = /[\p{L}\p{N}]/u.test(textOfElement(label, content, bounds));
    const attributes = new Dict([
      ["O", new Name("List")],
      ["ListNumbering", new Name(isOrdered ? "Ordered" : "Unordered")],
    ]);
    const others = attributesOf(dict).filter((other) => other.name("O") !== "List");
    dict.set("A", others.length === 0 ? attributes : [...others, attributes]);
  }
}

function firstLabel(list: Dict, bounds: Bounds): Dict | undefined {
  for (const item of kidsOf(list, bounds)) {
    const element = elementOf(item);
    const kids = element?.name("S") === "LI" ? kidsOf(element, bounds) : [];
    const label = kids.map((kid) => elementOf(kid)).find((kid) => kid?.name("S") === "Lbl");
    if (label !== undefined) {
      return label;
    }
  }
  return undefined;
}

const isNumbered = (list: Dict): boolean =>
  attributesOf(list).some((attributes) => (attributes.name("ListNumbering") ?? "None") !== "None");

function attributesOf(element: Dict): Dict[] {
  const given = element.get("A");
  return (Array.isArray(given) ? given : [given]).flatMap((object) => {
    const attributes = resolve(object);
    return attributes instanceof Dict ? [attributes] : [];
  });
}
