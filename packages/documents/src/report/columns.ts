import { dateOf, finer, type TimePrecision } from "./dates.ts";
import { type Decimal, decimalOf } from "./decimal.ts";
import { isObject, JsonNumber, type JsonObject, type JsonValue } from "./json-value.ts";
import { labelOf } from "./labels.ts";
import { lookOf, type NumberLook, wholeDigitsOf } from "./numbers.ts";
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
  valueOf(record: JsonObject): JsonValue | undefined;
}

/**
 * Returns the columns for the union of the members of `records`, in the order in which they first come; or those of
 * `wanted`, if any record has one of them.
 */
export function columnsOf(
  records: readonly JsonObject[],
  { wanted, levels }: { readonly wanted: readonly ReportColumn[]; readonly levels: number },
): readonly Column[] {
  const asked = wanted.some((column) => records.some((record) => pathValue(record, column.key) !== undefined));
  if (asked) {
    return wanted.map((column) => {
      const valueOf = (record: JsonObject) => pathValue(record, column.key);
      return columnFor(column, factsOf(records, valueOf), { valueOf, levels });
    });
  }
  const keys = new Set<string>();
  for (const record of records) {
    for (const key of record.keys()) {
      keys.add(key);
    }
  }
  return Array.from(keys, (key) => {
    const valueOf = (record: JsonObject) => record.get(key);
    return columnFor({ key }, factsOf(records, valueOf), { valueOf, levels });
  });
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
  dates: number;
  /** The greatest number of decimals in the numbers that can be aligned. */
  decimals: number;
  wholeDigits: number;
  precision: TimePrecision;
}

/**
 * The greatest number of decimals that are aligned; more of them are noise, or precious, and such columns are written
 * unchanged.
 */
const MAX_ALIGNED_DECIMALS = 20;

function factsOf(records: readonly JsonObject[], valueOf: (record: JsonObject) => JsonValue | undefined): ColumnFacts {
  const facts: ColumnFacts = { present: 0, numbers: 0, dates: 0, decimals: 0, wholeDigits: 0, precision: "minute" };
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
    addNumber(facts, decimalOf(value.source));
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

function addNumber(facts: ColumnFacts, number: Decimal | undefined): void {
  if (number !== undefined && number.scale <= MAX_ALIGNED_DECIMALS) {
    facts.decimals = Math.max(facts.decimals, number.scale);
    facts.wholeDigits = Math.max(facts.wholeDigits, wholeDigitsOf(number));
  }
}

function columnFor(
  { key, label, align, format, width, hasTotal = false }: ReportColumn,
  facts: ColumnFacts,
  { valueOf, levels }: Pick<Column, "valueOf" | "levels">,
): Column {
  const kind = format ?? kindOf(facts);
  const number = kind === undefined ? undefined : numberLook(key, kind, facts);
  const isDate = kind === "date" || kind === "datetime";
  return {
    key,
    label: label ?? labelOf(key.split(".").at(-1) ?? key),
    format: kind,
    number,
    precision: isDate ? facts.precision : undefined,
    align: align ?? (number === undefined ? "left" : "right"),
    isNeverBroken: number !== undefined || isDate,
    wholeDigits: facts.wholeDigits,
    width,
    hasTotal: hasTotal && number !== undefined,
    valueOf,
    levels,
  };
}

function kindOf({ present, numbers, dates }: ColumnFacts): ColumnFormat | undefined {
  if (present === 0) {
    return undefined;
  }
  if (numbers === present) {
    return "number";
  }
  return dates === present ? "datetime" : undefined;
}

function numberLook(key: string, format: ColumnFormat, facts: ColumnFacts): NumberLook | undefined {
  const { decimals, wholeDigits } = facts;
  switch (format) {
    case "number":
      return lookOf(key, facts);
    case "integer":
      return lookOf(key, { decimals: 0, wholeDigits });
    case "currency":
      return { decimals: Math.max(2, decimals), isGrouped: true, isPercent: false };
    case "percent":
      return { decimals: Math.max(0, decimals - 2), isGrouped: true, isPercent: true };
    case "text":
    case "date":
    case "datetime":
    case "boolean":
      return undefined;
  }
}
