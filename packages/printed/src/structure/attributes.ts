import { type Bounds, CosString, type CosValue, Dict, Ref, resolve } from "@quire/cos";
import type { NewIdentifier } from "./identifiers.ts";

/**
 * Shortens the attributes of an element (ISO 32000-2, 14.7.6): joins those of one owner into one object, drops default
 * values, and gives the headers of table cells their new identifiers.
 */
export function finishAttributes(element: Dict, newIdentifier: NewIdentifier, bounds: Bounds): void {
  const given = element.get("A");
  if (given === null) {
    return;
  }
  const objects = Array.isArray(given) ? given : [given];
  const dicts = objects.map((object) => resolve(object)).filter((object) => object instanceof Dict);
  // No browser prints streams, revision numbers between objects, or many of them.
  if (dicts.length < objects.length || objects.length > MAX_OBJECTS) {
    return;
  }
  // Browsers print no dictionaries in them either. What an attribute holds by value could be an element with this one
  // among its attributes: a copy of it would contain itself.
  if (dicts.some((dict) => holdsDictionaries(dict.entries.values(), bounds))) {
    return;
  }
  // What is an indirect object may be shared by many elements.
  const isShared = element.raw("A") instanceof Ref;
  const joined: Dict[] = [];
  for (const [index, dict] of dicts.entries()) {
    bounds.step();
    const own = isShared || objects[index] instanceof Ref ? dict.copy() : dict;
    finishTable(own, newIdentifier, bounds);
    const same = joined.find((other) => canJoin(other, own));
    if (same === undefined) {
      joined.push(own);
    } else {
      own.entries.forEach((value, key) => same.set(key, value));
    }
  }
  // The owner alone has no meaning.
  const kept = joined.filter(({ entries }) => entries.size > 1);
  if (kept.length === 0) {
    element.delete("A");
  } else {
    element.set("A", kept.length === 1 && kept[0] !== undefined ? kept[0] : kept);
  }
}

const MAX_OBJECTS = 16;

function holdsDictionaries(values: Iterable<CosValue>, bounds: Bounds): boolean {
  for (const value of values) {
    bounds.step();
    if (value instanceof Dict || (Array.isArray(value) && holdsDictionaries(value, bounds))) {
      return true;
    }
  }
  return false;
}

/** The owners whose attributes can be joined into one object per element, however many they are (14.8.5). */
const JOINED_OWNERS = new Set(["Layout", "List", "PrintField", "Table"]);

function canJoin(one: Dict, other: Dict): boolean {
  const owner = one.name("O");
  return (
    owner !== undefined &&
    owner === other.name("O") &&
    JOINED_OWNERS.has(owner) &&
    [...other.keys()].every((key) => key === "O" || !one.entries.has(key))
  );
}

/** Drops default values from the attributes of a table cell, and gives its headers their new identifiers. */
function finishTable(attributes: Dict, newIdentifier: NewIdentifier, bounds: Bounds): void {
  if (attributes.name("O") !== "Table") {
    return;
  }
  // 14.8.5.7: a cell spans one row and one column unless it says otherwise.
  for (const key of ["RowSpan", "ColSpan"]) {
    if (attributes.number(key) === 1) {
      attributes.delete(key);
    }
  }
  const headers = attributes.array("Headers");
  if (headers !== undefined) {
    const renamed = headers.flatMap((header) => {
      bounds.step();
      const old = resolve(header);
      return (old instanceof CosString ? newIdentifier(old) : undefined) ?? [];
    });
    attributes.set("Headers", renamed);
    if (renamed.length === 0) {
      attributes.delete("Headers");
    }
  }
}
