import type { Dict } from "@quire/cos";

/** A structure type in its namespace (ISO 32000-2, 14.8.6). */
export interface StructureType {
  readonly name: string;
  /** The namespace dictionary; undefined where the element names none. */
  readonly namespace: Dict | undefined;
  /** The name of the namespace, a URI. */
  readonly uri: string | undefined;
}

/** An element of the structure tree (ISO 32000-2, 14.7.2). */
export interface TaggedElement {
  readonly dict: Dict;
  readonly object: number | undefined;
  /** The type as it is written; undefined where it has none. */
  readonly type: StructureType | undefined;
  /** The standard type that it is or is mapped to; undefined where it leads to none. */
  readonly standard: StructureType | undefined;
  /** The name of the standard type; `MathML` for all types of that namespace. */
  readonly role: string | undefined;
}
