import {
  CompactJson,
  isArray,
  isObject,
  isScalar,
  JsonNumber,
  type JsonArray,
  type JsonObject,
  type JsonValue,
} from "./json-value.ts";

/*
 * Where a nested value stands: on the lines of its cell, in a row of its own below that of its record, or in the
 * appendix. Lengths are in characters and need not be exact: only long values are beyond a cell.
 */

/** `below`: in a row below the record's; `appendix`: its cell has the number of its items, which leads there. */
export type Placement = "cell" | "below" | "appendix";

/** The longest nested value in a cell, and in a row below. */
const CELL_CHARACTERS = 200;
const BELOW_CHARACTERS = 1600;
/** The greatest number of members, over all levels, of an object in a cell, and in a row below. */
const CELL_MEMBERS = 8;
const BELOW_MEMBERS = 40;
/** The bounds of an object one level below the last that is laid out: what takes less room than a reference. */
const FLAT_CHARACTERS = 80;
const FLAT_MEMBERS = 4;
/** The bounds of a list of objects on lines of a cell. */
const CELL_ITEMS = 3;
const CELL_ITEM_CHARACTERS = 60;
/** The greatest number of lists in a list in a cell. */
const CELL_LISTS = 6;
/** The characters that a name, a colon and a comma take. */
const SEPARATORS = 4;

const ORDER: readonly Placement[] = ["cell", "below", "appendix"];

/** Returns the place for all values of a column, which is that of the value that needs the most room. */
export function placementOfAll(values: Iterable<JsonValue | undefined>, levels: number): Placement {
  let widest = 0;
  for (const value of values) {
    if (typeof value === "object" && value !== null && !(value instanceof JsonNumber)) {
      widest = Math.max(widest, ORDER.indexOf(placementOf(value, levels)));
    }
  }
  return ORDER[widest] ?? "cell";
}

/** @param levels the number of levels of objects and arrays that may still be laid out, that of `value` included */
function placementOf(value: JsonValue, levels: number): Placement {
  if (isScalar(value)) {
    return "cell";
  }
  const { characters, members } = measureOf(value, levels);
  if (characters <= CELL_CHARACTERS && members <= CELL_MEMBERS) {
    return "cell";
  }
  if (isArray(value) && value.every(isScalar)) {
    return "below";
  }
  if (levels <= 0 || value instanceof CompactJson) {
    return "appendix";
  }
  return canBeBelow(value, levels) ? "below" : "appendix";
}

/** Returns whether a value may stand on lines, as those of a cell or of a list of names and values. */
export const isOnLines = (value: JsonValue, levels: number): boolean => {
  if (isScalar(value) || (isArray(value) && value.every(isScalar))) {
    return true;
  }
  const { characters, members } = measureOf(value, levels);
  return characters <= CELL_CHARACTERS && members <= CELL_MEMBERS;
};

/** Returns whether an object is of a few single values, which are no column of figures. */
export const isFlat = (value: JsonObject): boolean =>
  value.size > 0 &&
  !(value.size > 1 && value.values().every((member) => member instanceof JsonNumber)) &&
  Number.isFinite(measureOf(value, 0).characters);

function canBeBelow(value: JsonObject | JsonArray, levels: number): boolean {
  if (isArray(value)) {
    return value.every(isObject);
  }
  let characters = 0;
  let members = 0;
  for (const [name, member] of value) {
    const measure = isOnLines(member, levels - 1) ? measureOf(member, levels - 1) : { characters: 20, members: 1 };
    characters += name.length + measure.characters + SEPARATORS;
    members += measure.members;
  }
  return members <= BELOW_MEMBERS && characters <= BELOW_CHARACTERS;
}

interface Measure {
  /** Infinite for what cannot stand on lines. */
  readonly characters: number;
  readonly members: number;
}

const ENDLESS: Measure = { characters: Number.POSITIVE_INFINITY, members: Number.POSITIVE_INFINITY };

function measureOf(value: JsonValue, levels: number): Measure {
  if (isObject(value)) {
    return measureOfObject(value, levels);
  }
  if (isArray(value)) {
    return measureOfArray(value, levels);
  }
  return value instanceof CompactJson ? ENDLESS : { characters: scalarLength(value), members: 1 };
}

const scalarLength = (value: JsonValue): number =>
  typeof value === "string" ? value.length : value instanceof JsonNumber ? value.source.length : SEPARATORS;

function measureOfObject(object: JsonObject, levels: number): Measure {
  if (object.size === 0) {
    return { characters: SEPARATORS, members: 1 };
  }
  if (object.size > BELOW_MEMBERS) {
    return ENDLESS;
  }
  let characters = 0;
  let members = 0;
  for (const [name, member] of object) {
    if (levels <= 0 && !isScalar(member)) {
      return ENDLESS;
    }
    const measure = measureOf(member, levels - 1);
    characters += name.length + SEPARATORS + measure.characters;
    members += measure.members;
  }
  return levels <= 0 && (characters > FLAT_CHARACTERS || members > FLAT_MEMBERS) ? ENDLESS : { characters, members };
}

function measureOfArray(items: JsonArray, levels: number): Measure {
  const hasObjects = items.some(isObject);
  if (items.length > CELL_LISTS && items.some(isArray)) {
    return ENDLESS;
  }
  if (hasObjects && (levels <= 0 || items.length > CELL_ITEMS || !items.every(isObject))) {
    return ENDLESS;
  }
  let characters = 0;
  for (const item of items) {
    const { characters: length } = measureOf(item, levels);
    if (hasObjects && length > CELL_ITEM_CHARACTERS) {
      return ENDLESS;
    }
    characters += length + 2;
    if (characters > BELOW_CHARACTERS) {
      break;
    }
  }
  return { characters, members: hasObjects ? items.length : 1 };
}

/** The greatest number of single values in a list on one line, and its greatest length. */
const LINE_ITEMS = 12;
const LINE = 120;

/** Returns whether a list of single values goes on one line. */
export const isLine = (items: JsonArray): boolean =>
  items.length <= LINE_ITEMS &&
  items.every((item) => isScalar(item) && !(typeof item === "string" && item.includes("\n"))) &&
  items.reduce((length: number, item) => length + 2 + scalarLength(item), 0) <= LINE;
