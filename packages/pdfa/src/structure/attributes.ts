import { type CosArray, type CosDirect, Dict, Name, resolve } from "@quire/cos";

/** The owners of attributes that accessibility needs (ISO 32000-2, table 376). */
type Owner = "List" | "Table" | "PrintField" | "FENote" | "Layout";

/** Reads the attributes of structure elements (ISO 32000-2, 14.7.6): those of the element, then those of its classes. */
export class Attributes {
  readonly #classes: Dict | undefined;

  constructor(root: Dict | undefined) {
    this.#classes = root?.dict("ClassMap");
  }

  /** Returns the value of the name at `key`; undefined when there is none. */
  name(element: Dict, owner: Owner, key: string): string | undefined {
    const value = this.#find(element, { owner, key }, (found) => found instanceof Name);
    return value instanceof Name ? value.value : undefined;
  }

  integer(element: Dict, owner: Owner, key: string): number | undefined {
    const value = this.#find(element, { owner, key }, (found) => Number.isSafeInteger(found));
    return typeof value === "number" ? value : undefined;
  }

  array(element: Dict, owner: Owner, key: string): CosArray | undefined {
    const value = this.#find(element, { owner, key }, (found) => Array.isArray(found));
    return Array.isArray(value) ? value : undefined;
  }

  #find(element: Dict, sought: Sought, isMeant: (value: CosDirect) => boolean): CosDirect | undefined {
    const own = valueIn(element.get("A"), sought, isMeant);
    if (own !== undefined || this.#classes === undefined) {
      return own;
    }
    const named = element.get("C");
    for (const entry of Array.isArray(named) ? named : [named]) {
      const name = resolve(entry);
      const value = name instanceof Name ? valueIn(this.#classes.get(name.value), sought, isMeant) : undefined;
      if (value !== undefined) {
        return value;
      }
    }
    return undefined;
  }
}

interface Sought {
  readonly owner: Owner;
  readonly key: string;
}

/** Returns the value in an attribute object, or in the first of an array that has it; revision numbers are skipped. */
function valueIn(
  objects: CosDirect,
  { owner, key }: Sought,
  isMeant: (value: CosDirect) => boolean,
): CosDirect | undefined {
  for (const raw of Array.isArray(objects) ? objects : [objects]) {
    const object = resolve(raw);
    if (object instanceof Dict && object.name("O") === owner) {
      const value = object.get(key);
      if (isMeant(value)) {
        return value;
      }
    }
  }
  return undefined;
}
