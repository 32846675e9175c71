import { CompactJson, isArray, isEmpty, isObject, isScalar, type JsonObject, type JsonValue } from "./json-value.ts";
import { isFlat, isLine, isOnLines } from "./placement.ts";

/* Which members of an object are sections of a report, with a heading of their own. */

/**
 * Returns whether objects under names are sections rather than rows of a table: nothing of them would stand in its
 * cells, or lists below its rows would be so long that the rows are no longer seen together. Lists that are too deep
 * for sections are better below rows than in the appendix.
 * @param levels the number of levels below the object that are still to be laid out
 */
export function areSections(object: JsonObject, levels: number): boolean {
  const values = [...object.values()].filter(isObject).flatMap((record) => [...record.values()]);
  const lists = values.filter(
    (value) => isArray(value) && value.length > 0 && value.every(isObject) && !isOnLines(value, levels),
  );
  const isLong = lists.some((list) => isArray(list) && list.length > LONGEST_BELOW);
  return levels >= LEVELS_OF_LISTS && lists.length > 0 && (isLong || lists.length === values.length);
}

/**
 * Returns whether a member is more than the right side of a line.
 * @param levels the number of levels below its value that are still to be laid out; less than none where it is too deep
 * @param isDense whether it is in one of many like records
 */
export function isSection(value: JsonValue, levels: number, isDense: boolean): boolean {
  if (levels < 0 || isScalar(value) || isEmpty(value)) {
    return false;
  }
  if (isObject(value)) {
    return !(isDense ? isOnLines(value, levels + 1) : isFlat(value));
  }
  return value instanceof CompactJson || (isArray(value) && !isLine(value));
}

/** The greatest number of rows of a table below the row of a name, which is about a page. */
const LONGEST_BELOW = 40;
/** The levels that lists in objects under names take, as sections: one of the names, and one of the lists. */
const LEVELS_OF_LISTS = 2;

/** Returns the units that an object has for a member of it: those of `hourly` in `hourly_units`. */
export function unitsOf(object: JsonObject, key: string): JsonObject | undefined {
  const units = object.get(`${key}_units`) ?? object.get(`${key}Units`);
  return isObject(units) ? units : undefined;
}
