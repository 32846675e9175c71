import { buildNameTree, type CosDocument, CosString, compareNames, type Dict, type Ref } from "@quire/cos";
import type { StructureElement } from "./elements.ts";

/** Returns the new identifier for an old one, or undefined when no element had it. */
export type NewIdentifier = (old: CosString) => CosString | undefined;

/** The types of elements that have an identifier in any case (ISO 14289-1, 7.9). */
const NOTES = new Set(["Note", "FENote"]);

/**
 * Replaces the identifiers of elements (ISO 32000-2, 14.7.2) by numbers counted in document order. The browser's own
 * are numbers of all nodes since it was started: longer, and different on each printing.
 */
export function renameElements(
  root: Dict,
  elements: readonly StructureElement[],
  document: CosDocument,
): NewIdentifier {
  const renamed = new Map<string, CosString>();
  const named: [Uint8Array, Ref][] = [];
  for (const { dict, ref } of elements) {
    document.bounds.step();
    const old = dict.get("ID");
    dict.delete("ID");
    // When several elements have the same identifier, it finds only the first of them.
    const isNamed = old instanceof CosString && !renamed.has(keyOf(old));
    if (ref !== undefined && (isNamed || NOTES.has(dict.name("S") ?? ""))) {
      const identifier = new CosString(Buffer.from(String(named.length + 1), "latin1"));
      if (isNamed) {
        renamed.set(keyOf(old), identifier);
      }
      named.push([identifier.bytes, ref]);
      dict.set("ID", identifier);
    }
  }
  root.delete("IDTree");
  if (named.length > 0) {
    const sorted = named.toSorted(([one], [other]) => compareNames(one, other));
    root.set("IDTree", document.add(buildNameTree(sorted, (value) => document.add(value))));
  }
  return (old) => renamed.get(keyOf(old));
}

const keyOf = ({ bytes }: CosString): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
