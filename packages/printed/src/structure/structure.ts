import type { CosDocument } from "@quire/cos";
import { languageOf } from "../catalog.ts";
import { finishAttributes } from "./attributes.ts";
import { takeUpContent } from "./content.ts";
import { elementsOf } from "./elements.ts";
import { renameElements } from "./identifiers.ts";
import { addListBodies } from "./list-bodies.ts";
import { redirectParents } from "./parent-tree.ts";
import { mapRoles } from "./roles.ts";

/**
 * Shortens the structure tree (ISO 32000-2, 14.7) of a printed document without losing anything from it, gives its
 * elements identifiers that are the same on each printing, and fixes what readers do not understand in it.
 */
export function finishStructure(document: CosDocument, unsaidLanguage: string | undefined): void {
  const { bounds } = document;
  const root = document.catalog.dict("StructTreeRoot");
  if (root === undefined) {
    return;
  }
  const elements = elementsOf(root, bounds);
  const identifiers = renameElements(root, elements, document);
  for (const { dict } of elements) {
    bounds.step();
    finishAttributes(dict, identifiers, bounds);
    if (unsaidLanguage !== undefined && languageOf(dict.get("Lang")) === unsaidLanguage) {
      dict.delete("Lang");
    }
  }
  const complete = addListBodies(elements, document);
  redirectParents(root, takeUpContent(complete, bounds), bounds);
  mapRoles(root, elements);
}
