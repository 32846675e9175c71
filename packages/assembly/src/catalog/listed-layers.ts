import { Dict, Ref } from "@quire/cos";
import type { SourceDocument } from "../source-document.ts";

/**
 * Returns the optional content groups of a document, by object number, in the order in which /OCProperties lists them.
 */
export function listedLayersOf({ document }: SourceDocument): ReadonlyMap<number, Ref> {
  const listed = new Map<number, Ref>();
  for (const group of document.catalog.dict("OCProperties")?.array("OCGs") ?? []) {
    document.bounds.step();
    if (group instanceof Ref && !listed.has(group.number) && group.value instanceof Dict) {
      listed.set(group.number, group);
    }
  }
  return listed;
}
