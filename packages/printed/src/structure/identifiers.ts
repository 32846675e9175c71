import { buildNameTree, type CosDocument, CosString, compareNames, type Dict, type Ref } from "@quire/cos";
import type { StructureElement } from "./elements.ts";

/** The new identifier for an old one; undefined when no element had it. */
export type NewIdentifier = (old: CosString) => CosString | undefined;

/**
 * Counts the identifiers of elements (ISO 32000-2, 14.7.2) in the order of the document. The browser's are numbers of the
 * nodes that it has had since it was started: longer, and other ones each time.
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
    // Of several elements of one name only the first can be found by it.
    if (old instanceof CosString && ref !== undefined && !renamed.has(keyOf(old))) {
      const identifier = new CosString(Buffer.from(String(named.length + 1), "latin1"));
      renamed.set(keyOf(old), identifier);
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
