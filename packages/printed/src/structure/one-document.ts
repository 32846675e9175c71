import { type CosDocument, type CosValue, Dict, Name, Ref } from "@quire/cos";
import { elementOf, kidsOf } from "./elements.ts";

/** Puts what stands at the top of the structure tree into one Document (ISO 32000-2, annex L); documents become parts. */
export function joinDocuments(root: Dict, document: CosDocument): void {
  const { bounds } = document;
  const kids = kidsOf(root, bounds);
  const rootRef = document.catalog.raw("StructTreeRoot");
  if (kids.length < 2 || !(rootRef instanceof Ref)) {
    return;
  }
  const whole = new Dict([
    ["Type", new Name("StructElem")],
    ["S", new Name("Document")],
    ["P", rootRef],
  ]);
  const ref = document.add(whole);
  for (const kid of kids) {
    const element = elementOf(kid);
    element?.set("P", ref);
    if (element?.name("S") === "Document") {
      element.set("S", new Name("Part"));
    }
  }
  const moved: CosValue[] = [...kids];
  whole.set("K", moved);
  root.set("K", ref);
}
