import { type CosValue, Dict, decodeTextString, Ref, resolve } from "@quire/cos";
import type { Place } from "../place.ts";
import type { Emit, Validation } from "../validation.ts";

/** Emits the configurations of the catalog's /OCProperties (8.11.4.2). */
export function walkOptionalContent(validation: Validation, emit: Emit): void {
  const properties = validation.document.catalog.dict("OCProperties");
  if (properties === undefined) {
    return;
  }
  const groups = dictionariesIn(properties.array("OCGs") ?? [], validation);
  const names = new Set<string>();
  const visit = (raw: CosValue | undefined, at: string): void => {
    const dict = resolve(raw);
    if (dict instanceof Dict) {
      const name = nameOf(dict);
      const isNameTaken = name !== undefined && names.has(name);
      const groupsNotInOrder = missingIn(dict, groups, validation);
      const place: Place = { object: raw instanceof Ref ? raw.number : undefined, at };
      if (name !== undefined) {
        names.add(name);
      }
      emit("optional-content-configuration", { dict, name, isNameTaken, groupsNotInOrder }, place);
    }
  };
  visit(properties.raw("D"), "OCProperties/D");
  for (const [index, raw] of (properties.array("Configs") ?? []).entries()) {
    visit(raw, `OCProperties/Configs[${index}]`);
  }
}

/**
 * Returns the number of groups that Order lacks. A group whose name is that of another one in it counts as listed: names
 * are all that people see of groups.
 */
function missingIn(configuration: Dict, groups: ReadonlySet<Dict>, validation: Validation): number {
  const order = configuration.array("Order");
  if (order === undefined) {
    return 0;
  }
  const ordered = dictionariesIn(order, validation);
  const names = new Set(Array.from(ordered, nameOf));
  let missing = 0;
  for (const group of groups) {
    validation.bounds.step();
    const name = nameOf(group);
    missing += ordered.has(group) || (name !== undefined && names.has(name)) ? 0 : 1;
  }
  return missing;
}

const nameOf = (group: Dict): string | undefined => {
  const bytes = group.bytes("Name");
  return bytes && decodeTextString(bytes);
};

/** Returns the dictionaries in an array and in the arrays nested in it. */
function dictionariesIn(array: readonly CosValue[], { bounds }: Validation): ReadonlySet<Dict> {
  const found = new Set<Dict>();
  const visited = new Set<readonly CosValue[]>([array]);
  const pending = [array];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    for (const element of next) {
      bounds.step();
      const value = resolve(element);
      if (value instanceof Dict) {
        found.add(value);
      } else if (Array.isArray(value) && !visited.has(value)) {
        visited.add(value);
        pending.push(value);
      }
    }
  }
  return found;
}
