import { type CosDocument, Dict, type Page, resolve } from "@quire/cos";
import { printedEntries } from "../outline/printed-entries.ts";

/** Takes the structure tree (ISO 32000-2, 14.7) and what refers to it away; marked content without one means nothing. */
export function dropTags(document: CosDocument, pages: readonly Page[]): void {
  const { bounds, catalog } = document;
  catalog.delete("StructTreeRoot");
  catalog.delete("MarkInfo");
  for (const { dict } of printedEntries(document)) {
    dict.delete("SE");
  }
  for (const { dict } of pages) {
    dict.delete("StructParents");
    dict.delete("Tabs");
    for (const value of dict.array("Annots") ?? []) {
      bounds.step();
      const annotation = resolve(value);
      if (annotation instanceof Dict) {
        annotation.delete("StructParent");
      }
    }
  }
}
