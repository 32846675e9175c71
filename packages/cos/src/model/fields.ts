import type { Dict } from "../objects.ts";

/** The number of fields in each other that are looked at; no form in use nests fields deeper, and loops end there. */
const MAX_DEPTH = 64;

/**
 * Returns a field or widget of an interactive form, then its parent, and so on up to the topmost field: attributes of
 * fields are inherited from the nearest of them that has one (ISO 32000-2, 12.7.4.1).
 */
export function* fieldAndAncestors(field: Dict): Generator<Dict, void> {
  let next: Dict | undefined = field;
  for (let depth = 0; next !== undefined && depth < MAX_DEPTH; depth++) {
    yield next;
    next = next.dict("Parent");
  }
}

/** Returns the type of the field that a field or widget is or belongs to, such as `Btn`; undefined where none is named. */
export function fieldTypeOf(widget: Dict): string | undefined {
  for (const field of fieldAndAncestors(widget)) {
    const type = field.name("FT");
    if (type !== undefined) {
      return type;
    }
  }
  return undefined;
}
