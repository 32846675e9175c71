import { type CosDocument, CosString, Dict, Name } from "@quire/cos";
import type { StructureElement } from "../elements.ts";

/** The types that only the namespace of PDF 2.0 has (ISO 32000-2, 14.8.6). */
const NEW_TYPES = new Set(["DocumentFragment", "Aside", "Title", "FENote", "Sub", "Em", "Strong"]);

/**
 * Gives Document (ISO 14289-2, 8.2.5.2) and the types of PDF 2.0 their namespace, so that they need no roles. All others are
 * those of PDF 1.7, which need none.
 */
export function nameSpaces(root: Dict, elements: readonly StructureElement[], document: CosDocument): void {
  const namespace = document.add(
    new Dict([
      ["Type", new Name("Namespace")],
      ["NS", new CosString(Buffer.from("http://iso.org/pdf2/ssn"))],
    ]),
  );
  root.set("Namespaces", [namespace]);
  for (const { dict } of elements) {
    document.bounds.step();
    const type = dict.name("S") ?? "";
    if (type === "Document" || NEW_TYPES.has(type)) {
      dict.set("NS", namespace);
    }
  }
  const roles = root.dict("RoleMap")?.copy();
  NEW_TYPES.forEach((type) => roles?.delete(type));
  if (roles === undefined || roles.entries.size === 0) {
    root.delete("RoleMap");
  } else {
    root.set("RoleMap", roles);
  }
}
