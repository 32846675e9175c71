import { Dict, Name } from "@quire/cos";
import type { StructureElement } from "./elements.ts";

/**
 * The types of PDF 2.0 and the types of PDF 1.7 that they stand for in a document without namespaces, whose structure
 * is that of PDF 1.7 (ISO 32000-2, 14.8.6). Readers leave out elements whose type they do not know, together with their
 * text.
 */
const ROLES: ReadonlyMap<string, string> = new Map([
  ["DocumentFragment", "Part"],
  ["Aside", "Div"],
  ["Title", "P"],
  ["FENote", "Note"],
  ["Sub", "Span"],
  ["Em", "Span"],
  ["Strong", "Span"],
]);

/** Adds role map entries (14.7.3) for the types of PDF 2.0 that the elements have. */
export function mapRoles(root: Dict, elements: readonly StructureElement[]): void {
  const used = new Set(elements.map(({ dict }) => dict.name("S") ?? ""));
  const map = root.dict("RoleMap")?.copy() ?? new Dict();
  for (const [type, role] of ROLES) {
    if (used.has(type) && !map.has(type)) {
      map.set(type, new Name(role));
    }
  }
  if (map.entries.size > 0) {
    root.set("RoleMap", map);
  }
}
