import { dateOf, epochOf, isNameOfTime } from "./dates.ts";
import {
  isArray,
  isObject,
  isScalar,
  JsonNumber,
  type JsonArray,
  type JsonObject,
  type JsonScalar,
  type JsonValue,
} from "./json-value.ts";

/* Tables that are not written as lists of objects: lists of lists, and lists of equal length side by side. */

/** The names of lists of pairs of a time and a value. */
const SERIES = /^(?:data|datapoints|points|samples|series|values?)$/i;

/**
 * Returns the records of lists of equal length; the first list has their names if it looks like it, and pairs that
 * begin with points in time have the names of what they are.
 */
export function matrixRecords(lists: readonly (readonly JsonValue[])[], key = ""): readonly JsonObject[] {
  const [first = [], ...others] = lists;
  const hasHeader =
    others.length > 0 &&
    new Set(first).size === first.length &&
    first.every((item) => typeof item === "string" && item !== "") &&
    others.some((list) => list.some((item) => typeof item !== "string"));
  const isSeries =
    SERIES.test(key) && first.length === 2 && lists.every(([at]) => at instanceof JsonNumber && isTime(at));
  const names = first.map((item, index) => {
    if (isSeries) {
      return index === 0 ? "time" : "value";
    }
    return hasHeader && typeof item === "string" ? item : String(index + 1);
  });
  return (hasHeader ? others : lists).map((list) => new Map(list.map((item, index) => [names[index] ?? "", item])));
}

export const isMatrix = (items: JsonArray): items is readonly (readonly JsonScalar[])[] => {
  const [first] = items;
  const length = isArray(first) ? first.length : 0;
  return (
    length > 0 &&
    items.length > 1 &&
    items.every((item) => isArray(item) && item.length === length && item.every(isScalar))
  );
};

/** The least number of values that are a series. */
const LEAST_VALUES = 3;
/** The names of lists that say what the values at their places are of. */
const AXES = /^(?:x|t|labels?|categor(?:y|ies)|index|dates?|days?|times?|timestamps?|hours?|months?|years?)$/i;

/**
 * Returns the lists in an object that belong together place by place, such as times and temperatures, as records, with
 * the members that are none of them; undefined when there are none.
 */
export function seriesIn(
  object: JsonObject,
): { readonly records: readonly JsonObject[]; readonly others: JsonObject } | undefined {
  const lists = Array.from(object).filter((member): member is [string, readonly JsonScalar[]] => isList(member[1]));
  const axis = lists.find(([key, list]) => AXES.test(key) || (isNameOfTime(key) && list.every(isTime)));
  const length = axis?.[1].length ?? 0;
  const aligned = lists.filter(([, list]) => list.length === length);
  if (axis === undefined || aligned.length < 2 || aligned.length < lists.length) {
    return undefined;
  }
  const keys = new Set(aligned.map(([key]) => key));
  const ordered = [axis, ...aligned.filter((list) => list !== axis)];
  return {
    records: axis[1].map((_, index) => new Map(ordered.map(([key, list]) => [key, list[index] ?? null]))),
    others: new Map(Array.from(object).filter(([key]) => !keys.has(key))),
  };
}

/** The least number of objects under names that are a table, and the least share of its cells that have a value. */
const LEAST_NAMED = 2;
const LEAST_FULL = 0.6;

/**
 * Returns the objects that an object has under names of their own, such as versions by their numbers, as records that
 * begin with the name; undefined when it is of something else.
 */
export function namedRecords(object: JsonObject, keyName: string): readonly JsonObject[] | undefined {
  const members = [...object];
  const records = members.map(([, value]) => value).filter(isObject);
  if (records.length < LEAST_NAMED || records.length < members.length || records.some((one) => seriesIn(one))) {
    return undefined;
  }
  const keys = new Set(records.flatMap((record) => [...record.keys()]));
  const values = records.reduce((sum, record) => sum + record.size, 0);
  if (keys.size < 2 || values < keys.size * records.length * LEAST_FULL) {
    return undefined;
  }
  return members.map(([key], index) => new Map<string, JsonValue>([[keyName, key], ...(records[index] ?? [])]));
}

const isList = (value: JsonValue): boolean => isArray(value) && value.length >= LEAST_VALUES && value.every(isScalar);

const isTime = (value: JsonScalar): boolean =>
  typeof value === "string"
    ? dateOf(value) !== undefined
    : value instanceof JsonNumber && epochOf(value.source) !== undefined;
