import { isObject, isScalar, JsonNumber, type JsonObject, type JsonValue } from "./json-value.ts";
import { isNameOfSomething, wordsOfName } from "./numbers.ts";
import type { ValueWriter } from "./value-writer.ts";
import { filled } from "./words.ts";

/* The names of records: by what people call them, where it tells them apart. */

const NAMES = ["name", "title", "label", "subject", "summary", "key", "code", "number", "id"];
const LONGEST_NAME = 80;
/** The most records whose names are compared; with more, equal names are no surprise. */
const MOST_COMPARED = 5000;

/** The members whose names are those of the records around them. */
const HOLDERS = ["name", "metadata", "attributes", "properties", "fields", "node", "data", "_source"];

/** Returns the member that names may be in: the record itself, or an object in it where it has no single values. */
function holderOf(record: JsonObject): JsonObject {
  const holders = HOLDERS.map((key) => record.get(key)).filter(isObject);
  const isBare = [...record.values()].every((value) => !isScalar(value));
  return (isBare ? holders[0] : undefined) ?? record;
}

/** Returns a name for each record: all different where any member, or two of them together, make them so. */
export function namesOf(all: readonly JsonObject[], writer: ValueWriter): readonly string[] {
  const records = all.map(holderOf);
  const keys = keysOf(records);
  const apart = keys.find((key) => isApart(records, key));
  const called = keys.find((key) => isCalled(key) && records.some((record) => nameIn(record, key) !== undefined));
  return records.map((record, index) => {
    const shown = called === undefined ? undefined : textOf(record, called, writer);
    const distinct = apart === undefined || apart === called ? undefined : textOf(record, apart, writer);
    const parts = called !== undefined && isApart(records, called) ? [shown] : [shown, distinct];
    const name = parts.filter((part) => part !== undefined).join(" · ");
    return name === "" ? (nameOf(record) ?? filled(writer.words.record, index + 1)) : name;
  });
}

/** Returns the key whose values tell all records apart, undefined for none; those that are called names come first. */
export const keyOf = (records: readonly JsonObject[]): string | undefined =>
  keysOf(records).find((key) => isApart(records, key));

/**
 * Returns the name of one record, from a member such as `name` or else its first member; undefined where neither is a
 * short text.
 */
export function nameOf(record: JsonObject): string | undefined {
  const [first] = record.keys();
  const key = [...record.keys()]
    .filter((one) => isCalled(one) && typeof record.get(one) === "string")
    .toSorted((one, other) => rankOf(one) - rankOf(other))[0];
  const value = record.get(key ?? first ?? "");
  return typeof value === "string" ? nameFrom(value) : undefined;
}

const isCalled = (key: string): boolean => rankOf(key) < NAMES.length;

/** Returns the place of a key among those that are called names; the number of these for another. */
function rankOf(key: string): number {
  const place = NAMES.indexOf(key.toLowerCase());
  return place < 0 ? NAMES.length : place;
}

const LIKELY = new Set("code id key login name number sku slug subject title username".split(" "));

/** Returns the keys that may name records, those that are called so first; then texts, numbers that name, and others. */
function keysOf(records: readonly JsonObject[]): readonly string[] {
  const [first] = records;
  const keys = [...(first?.keys() ?? [])].filter((key) => nameIn(first, key) !== undefined);
  const weight = (key: string): number => {
    const isLikely = LIKELY.has(wordsOfName(key).at(-1) ?? "");
    const isText = typeof first?.get(key) === "string";
    return rankOf(key) + (isLikely ? 0 : NAMES.length) + (isText ? 0 : NAMES.length);
  };
  return keys
    .filter((key) => typeof first?.get(key) === "string" || isCalled(key) || isNameOfSomething(key))
    .toSorted((one, other) => weight(one) - weight(other));
}

function isApart(records: readonly JsonObject[], key: string): boolean {
  const names = records.slice(0, MOST_COMPARED).map((record) => nameIn(record, key));
  return names.every((name) => name !== undefined) && new Set(names).size === names.length;
}

/** Returns a member's value as a name; undefined for what is none. */
function nameIn(record: JsonObject | undefined, key: string): string | undefined {
  const value: JsonValue | undefined = record?.get(key);
  if (value instanceof JsonNumber) {
    return value.source;
  }
  return typeof value === "string" ? nameFrom(value) : undefined;
}

const nameFrom = (text: string): string | undefined =>
  text.trim() !== "" && text.length <= LONGEST_NAME && !/\n|^https?:/.test(text) ? text : undefined;

function textOf(record: JsonObject, key: string, writer: ValueWriter): string | undefined {
  const value = record.get(key);
  const isName = value !== undefined && value !== null && isScalar(value) && nameIn(record, key) !== undefined;
  return isName ? writer.text(value, { key, levels: 0, path: [] }) : undefined;
}
