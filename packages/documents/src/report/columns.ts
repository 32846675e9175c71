import { dateOf, epochOf, finer, isNameOfTime, type TimePrecision } from "./dates.ts";
import { amountOf, type Decimal, decimalOf } from "./decimal.ts";
import { isObject, JsonNumber, type JsonObject, type JsonValue } from "./json-value.ts";
import { labelOf } from "./labels.ts";
import { lookOf, type NumberLook, wholeDigitsOf } from "./numbers.ts";
import { type Placement, placementOfAll } from "./placement.ts";
import type { ColumnFormat, ReportColumn } from "./report-style.ts";
import type { ValueLook } from "./value-writer.ts";

type Alignment = "left" | "center" | "right";

/** A column of a table, with the facts that all of its values share. */
export interface Column extends ValueLook {
  readonly label: string;
  readonly align: Alignment;
  /** Whether values are not broken over lines, as numbers and dates are not. */
  readonly isNeverBroken: boolean;
  /** The digits of its longest number before the decimal point. */
  readonly wholeDigits: number;
  /** The CSS length or percentage that the caller chose. */
  readonly width?: string | undefined;
  readonly hasTotal: boolean;
  /** Where its values stand; only those of objects and arrays are elsewhere than in their cells. */
  readonly placement: Placement;
  valueOf(record: JsonObject): JsonValue | undefined;
}

/** The place of a table: the levels that its cells may still have, and the names of the members that lead to it. */
export interface ColumnsPlace {
  readonly levels: number;
  readonly path: readonly string[];
}

/**
 * Returns the columns for the union of the members of `records`, in the order in which they first come; or those of
 * `wanted`, if any record has one of them.
 */
export function columnsOf(
  records: readonly JsonObject[],
  { wanted, ...place }: { readonly wanted: readonly ReportColumn[] } & ColumnsPlace,
): readonly Column[] {
  const asked = wanted.some((column) => records.some((record) => pathValue(record, column.key) !== undefined));
  if (asked) {
    return wanted.map((column) => {
      const valueOf = (record: JsonObject) => pathValue(record, column.key);
      const label = column.label ?? labelOf(column.key.split(".").at(-1) ?? column.key);
      return columnFor({ ...column, label }, records, { valueOf, ...place });
    });
  }
  return memberPaths(records, place.levels).map(({ steps, label }) => {
    const [key = "", inner] = steps;
    const valueOf =
      inner === undefined
        ? (record: JsonObject) => record.get(key)
        : (record: JsonObject) => memberOf(record.get(key), inner);
    const levels = place.levels - (steps.length - 1);
    const path = [...place.path, ...steps.slice(0, -1)];
    return columnFor({ key: inner ?? key, label }, records, { valueOf, levels, path });
  });
}

const memberOf = (value: JsonValue | undefined, key: string): JsonValue | undefined =>
  isObject(value) ? value.get(key) : undefined;

interface MemberPath {
  readonly steps: readonly string[];
  readonly label: string;
}

/** The names of members that are nothing but a wrapper of what a record is about. */
const WRAPPERS =
  /^_?(?:attributes|content|data|doc|document|fields|item|meta|metadata|node|payload|properties|record|resource|source|spec|status)$/i;
const MOST_UNWRAPPED = 25;

/** Returns what the columns of records show: their members, and in place of a large wrapper the members of it. */
function memberPaths(records: readonly JsonObject[], levels: number): readonly MemberPath[] {
  const paths = [...keysOf(records)].flatMap((key): readonly (readonly string[])[] => {
    const inner = levels > 0 && WRAPPERS.test(key) ? wrappedKeys(records, key, levels) : undefined;
    return inner === undefined ? [[key]] : Array.from(inner, (name) => [key, name]);
  });
  const uses = Map.groupBy(paths, (steps) => labelOf(steps.at(-1) ?? ""));
  return paths.map((steps) => {
    const short = labelOf(steps.at(-1) ?? "");
    return { steps, label: uses.get(short)?.length === 1 ? short : steps.map(labelOf).join(" › ") };
  });
}

function keysOf(objects: Iterable<JsonObject>): Set<string> {
  const keys = new Set<string>();
  for (const object of objects) {
    for (const key of object.keys()) {
      keys.add(key);
    }
  }
  return keys;
}

/** Returns the names in a wrapper; undefined where it is none in all records, or fits into a cell. */
function wrappedKeys(records: readonly JsonObject[], key: string, levels: number): Set<string> | undefined {
  const values = records.map((record) => record.get(key)).filter((value) => value !== undefined && value !== null);
  const objects = values.filter(isObject);
  if (objects.length === 0 || objects.length < values.length || placementOfAll(objects, levels) === "cell") {
    return undefined;
  }
  const keys = keysOf(objects);
  return keys.size > MOST_UNWRAPPED ? undefined : keys;
}

/** Returns the member `path`, or the member of a member that it leads to; undefined where there is none. */
function pathValue(record: JsonObject, path: string): JsonValue | undefined {
  const whole = record.get(path);
  if (whole !== undefined || !path.includes(".")) {
    return whole;
  }
  let value: JsonValue | undefined = record;
  for (const step of path.split(".")) {
    value = isObject(value) ? value.get(step) : undefined;
  }
  return value;
}

/** The facts about all values of a column together. */
interface ColumnFacts {
  present: number;
  numbers: number;
  /** The numbers among them that can be points in time. */
  epochs: number;
  nested: number;
  dates: number;
  /** The greatest number of decimals in the numbers that can be aligned. */
  decimals: number;
  wholeDigits: number;
  precision: TimePrecision;
  epochPrecision: TimePrecision;
}

/**
 * The greatest number of decimals that are aligned; more of them are noise, or precious, and such columns are written
 * unchanged.
 */
const MAX_ALIGNED_DECIMALS = 20;

function factsOf(records: readonly JsonObject[], valueOf: (record: JsonObject) => JsonValue | undefined): ColumnFacts {
  const facts: ColumnFacts = {
    present: 0,
    numbers: 0,
    epochs: 0,
    nested: 0,
    dates: 0,
    decimals: 0,
    wholeDigits: 0,
    precision: "minute",
    epochPrecision: "minute",
  };
  for (const record of records) {
    addFacts(facts, valueOf(record));
  }
  return facts;
}

function addFacts(facts: ColumnFacts, value: JsonValue | undefined): void {
  if (value === undefined || value === null || value === "") {
    return;
  }
  facts.present += 1;
  if (value instanceof JsonNumber) {
    facts.numbers += 1;
    addNumber(facts, amountOf(value.source));
    addEpoch(facts, value.source);
    return;
  }
  if (typeof value === "object") {
    facts.nested += 1;
    return;
  }
  const date = typeof value === "string" ? dateOf(value) : undefined;
  if (date !== undefined) {
    facts.dates += 1;
    facts.precision = finer(facts.precision, date.precision);
  } else if (typeof value === "string") {
    // It counts where the caller says that the column is of numbers.
    addNumber(facts, decimalOf(value.trim()));
  }
}

function addEpoch(facts: ColumnFacts, source: string): void {
  // Other columns cannot be of times, and most numbers are shorter.
  const time = facts.epochs === facts.numbers - 1 ? epochOf(source) : undefined;
  if (time !== undefined) {
    facts.epochs += 1;
    facts.epochPrecision = finer(facts.epochPrecision, time.precision);
  }
}

function addNumber(facts: ColumnFacts, number: Decimal | undefined): void {
  if (number !== undefined && number.scale <= MAX_ALIGNED_DECIMALS) {
    facts.decimals = Math.max(facts.decimals, number.scale);
    facts.wholeDigits = Math.max(facts.wholeDigits, wholeDigitsOf(number));
  }
}

function columnFor(
  { key, label, align, format, width, hasTotal = false }: ReportColumn,
  records: readonly JsonObject[],
  { valueOf, levels, path }: Pick<Column, "valueOf"> & ColumnsPlace,
): Column {
  const facts = factsOf(records, valueOf);
  const kind = format ?? kindOf(key, facts);
  const isDate = kind === "date" || kind === "datetime";
  const number = kind === undefined || isDate ? undefined : numberLook(key, kind, facts);
  return {
    key,
    label: label ?? labelOf(key),
    format: kind,
    number,
    precision: isDate ? (facts.dates > 0 ? facts.precision : facts.epochPrecision) : undefined,
    align: align ?? (number === undefined ? "left" : "right"),
    isNeverBroken: number !== undefined || isDate,
    wholeDigits: facts.wholeDigits,
    width,
    hasTotal: hasTotal && number !== undefined,
    placement: facts.nested === 0 ? "cell" : placementOfAll(valuesOf(records, valueOf), levels),
    valueOf,
    levels,
    path: [...path, key],
  };
}

function* valuesOf(records: readonly JsonObject[], valueOf: Column["valueOf"]): Generator<JsonValue | undefined> {
  for (const record of records) {
    yield valueOf(record);
  }
}

function kindOf(key: string, { present, numbers, epochs, dates }: ColumnFacts): ColumnFormat | undefined {
  if (present === 0) {
    return undefined;
  }
  if (numbers === present) {
    return epochs === numbers && isNameOfTime(key) ? "datetime" : "number";
  }
  return dates === present ? "datetime" : undefined;
}

const CENTS = 2;

function numberLook(key: string, format: ColumnFormat, facts: ColumnFacts): NumberLook | undefined {
  const { decimals, wholeDigits } = facts;
  switch (format) {
    case "number":
      return lookOf(key, facts);
    case "integer":
      return lookOf(key, { decimals: 0, wholeDigits });
    case "currency":
      return { decimals: Math.max(CENTS, decimals), isGrouped: true, isPercent: false };
    case "percent":
      return { decimals: Math.max(0, decimals - 2), isGrouped: true, isPercent: true };
    case "text":
    case "date":
    case "datetime":
    case "boolean":
      return undefined;
  }
}
