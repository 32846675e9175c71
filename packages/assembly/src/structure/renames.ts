import { type CosArray, CosString, type CosValue, Dict, Name, resolve } from "@quire/cos";

/** New names, by the old ones, for what two documents call the same and mean differently. */
export interface Renames {
  /** The structure types that /RoleMap maps. */
  readonly types: ReadonlyMap<string, string>;
  /** The attribute classes of /ClassMap. */
  readonly classes: ReadonlyMap<string, string>;
  /** The element identifiers, one character per byte. */
  readonly ids: ReadonlyMap<string, string>;
}

export const hasRenames = ({ types, classes, ids }: Renames): boolean => types.size + classes.size + ids.size > 0;

/** Returns an identifier as text with one character per byte. */
export const identifierOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString("latin1");
export const identifierBytes = (identifier: string): Uint8Array => Buffer.from(identifier, "latin1");

/** Returns a name that is not in use, made of the old one and a number; `first` is the number that is tried first. */
export function freeName(name: string, first: number, isTaken: (name: string) => boolean): string {
  let number = first;
  while (isTaken(`${name}_${number}`)) {
    number++;
  }
  return `${name}_${number}`;
}

/** Returns the entries of a structure element that change, with their new values. */
export function renamedEntries(element: Dict, { types, classes, ids }: Renames): (readonly [string, CosValue])[] {
  const changed: (readonly [string, CosValue])[] = [];
  const type = types.size > 0 ? types.get(element.name("S") ?? "") : undefined;
  if (type !== undefined && isOfDefaultNamespace(element)) {
    changed.push(["S", new Name(type)]);
  }
  const ownClasses = classes.size > 0 ? element.get("C") : null;
  if (ownClasses !== null) {
    const renamed = mapped(ownClasses, (value) => (value instanceof Name ? renamedClass(value, classes) : value));
    if (renamed !== ownClasses) {
      changed.push(["C", renamed]);
    }
  }
  if (ids.size > 0) {
    changed.push(...renamedIdentifiers(element, ids));
  }
  return changed;
}

/**
 * Returns whether the element's type is of the default namespace, that of PDF 1.7: /RoleMap applies to that one, others
 * map their types themselves (14.7.4.1).
 */
function isOfDefaultNamespace(element: Dict): boolean {
  const namespace = element.dict("NS");
  const identifier = namespace?.bytes("NS");
  return !namespace || (identifier !== undefined && identifierOf(identifier) === "http://iso.org/pdf/ssn");
}

function renamedClass(name: Name, classes: Renames["classes"]): Name {
  const renamed = classes.get(name.value);
  return renamed === undefined ? name : new Name(renamed);
}

function renamedIdentifiers(element: Dict, ids: Renames["ids"]): (readonly [string, CosValue])[] {
  const changed: (readonly [string, CosValue])[] = [];
  const own = element.bytes("ID");
  const renamed = own && ids.get(identifierOf(own));
  if (renamed !== undefined) {
    changed.push(["ID", new CosString(identifierBytes(renamed))]);
  }
  const attributes = element.get("A");
  const changedAttributes = mapped(attributes, (value) => (value instanceof Dict ? renamedHeaders(value, ids) : value));
  if (changedAttributes !== attributes) {
    changed.push(["A", changedAttributes]);
  }
  return changed;
}

/**
 * Renames the header cells in the attributes of a table's cell, which refer to them by their identifiers (table 384).
 */
function renamedHeaders(attributes: Dict, ids: Renames["ids"]): Dict {
  const headers = attributes.array("Headers");
  const renamed =
    headers && mapped(headers, (value) => (value instanceof CosString ? renamedHeader(value, ids) : value));
  return renamed === headers || renamed === undefined ? attributes : attributes.copy().set("Headers", renamed);
}

function renamedHeader(header: CosString, ids: Renames["ids"]): CosString {
  const renamed = ids.get(identifierOf(header.bytes));
  return renamed === undefined ? header : new CosString(identifierBytes(renamed));
}

/** Maps the value, or all elements when it is an array; returns the same value when nothing changed. */
function mapped(value: CosValue, map: (value: CosValue) => CosValue): CosValue {
  if (!Array.isArray(value)) {
    return map(value);
  }
  const array: CosArray = value.map((element) => {
    const direct = resolve(element);
    const changed = map(direct);
    return changed === direct ? element : changed;
  });
  return array.every((element, index) => element === value[index]) ? value : array;
}
