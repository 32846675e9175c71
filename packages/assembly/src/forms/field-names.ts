import { type Bounds, CosString, decodeTextString, encodeTextString } from "@quire/cos";
import type { FieldNode } from "./field-tree.ts";
import type { TakenFields } from "./taken-fields.ts";

/** The new first parts of fully qualified names of fields, by the old ones. */
export type NewNames = ReadonlyMap<string, string>;

/**
 * Renames fields of later documents whose names earlier ones have (ISO 32000-2, 12.7.4.2), because fields of one name
 * are one field to a reader, which would show the value of one of them in all. Names are compared by their first parts,
 * up to the first point: some writers have points in partial names, where they are not allowed. Returns the new names
 * for each of `documents`.
 */
export function renameFields(documents: readonly TakenFields[], bounds: Bounds): NewNames[] {
  const named = documents.length === 1 ? [[]] : documents.map((fields) => namedFields(fields, bounds));
  const everyName = new Set(named.flatMap((fields) => fields.map(({ first }) => first)));
  const used = new Set<string>();
  const nextNumber = new Map<string, number>();
  return named.map((fields, index) => {
    const names = new Map<string, string>();
    for (const { first } of fields) {
      bounds.step();
      if (used.has(first) && !names.has(first)) {
        let number = nextNumber.get(first) ?? 2;
        while (everyName.has(`${first}_${number}`)) {
          bounds.step();
          number++;
        }
        nextNumber.set(first, number + 1);
        names.set(first, `${first}_${number}`);
      }
    }
    for (const { node, first } of fields) {
      used.add(first);
      const name = node.dict.bytes("T");
      if (names.has(first) && name !== undefined) {
        documents[index]?.edit(node).set("T", new CosString(renamed(name, names)));
      }
    }
    return names;
  });
}

/** Returns the new name of a field, for its fully qualified name or the partial one of a root field. */
export function renamed(name: Uint8Array, names: NewNames): Uint8Array {
  const text = decodeTextString(name);
  const first = firstPart(text);
  const newFirst = names.get(first);
  return newFirst === undefined ? name : encodeTextString(newFirst + text.slice(first.length));
}

interface NamedField {
  readonly node: FieldNode;
  readonly first: string;
}

/**
 * Returns the fields whose partial names begin their fully qualified names: the roots, or what is below roots without a
 * name.
 */
function namedFields(fields: TakenFields, bounds: Bounds): NamedField[] {
  const named: NamedField[] = [];
  const open = [...fields.roots];
  for (const node of open) {
    bounds.step();
    const first = firstPart(decodeTextString(node.dict.bytes("T") ?? new Uint8Array()));
    if (first !== "") {
      named.push({ node, first });
    } else {
      for (const kid of fields.kidsOf(node)) {
        open.push(kid);
      }
    }
  }
  return named;
}

/** Returns the first part of a fully qualified name, up to its first point. */
export const firstPart = (name: string): string => name.split(".", 1)[0] ?? "";
