import type { Column } from "./columns.ts";
import { dateOf, epochOf } from "./dates.ts";
import { amountOf, plain } from "./decimal.ts";
import type { TableData } from "./fitted-table.ts";
import { JsonNumber, type JsonObject, type JsonValue } from "./json-value.ts";
import { isNameOfSomething, wordsOfName } from "./numbers.ts";

/* Which tables are series, and of what: each of their measures is a chart, of one scale and one colour. */

export interface ChartPoint {
  /** The place on the axis: milliseconds of Unix time, or the place in the table. */
  readonly at: number;
  readonly record: JsonObject;
  readonly value: number;
}

/** A measure over an axis: over time as a line, over names as bars. */
export interface ChartData {
  readonly kind: "line" | "bar";
  readonly axis: Column;
  readonly measure: Column;
  /** The points in the order of the axis. */
  readonly points: readonly ChartPoint[];
}

const LEAST_POINTS = 3;
const MOST_POINTS = 20_000;
const MOST_BARS = 16;
const MOST_MEASURES = 4;
const LONGEST_NAME = 40;

/** Returns the charts of a table; none where it has no axis, or no measures. */
export function chartsOf({ records, columns }: TableData): readonly ChartData[] {
  if (records.length < LEAST_POINTS || records.length > MOST_POINTS) {
    return [];
  }
  const axis = timeAxis(columns, records) ?? nameAxis(columns, records);
  if (axis === undefined) {
    return [];
  }
  const measures = columns.filter((column) => column !== axis.column && isMeasure(column, records));
  return measures.slice(0, MOST_MEASURES).map((measure) => ({
    kind: axis.kind,
    axis: axis.column,
    measure,
    points: axis.order.flatMap(({ at, record }) => {
      const value = numberOf(measure.valueOf(record));
      return value === undefined ? [] : [{ at, record, value }];
    }),
  }));
}

interface Axis {
  readonly kind: ChartData["kind"];
  readonly column: Column;
  readonly order: readonly Omit<ChartPoint, "value">[];
}

/** Returns the first column of points in time, each of another one. */
function timeAxis(columns: readonly Column[], records: readonly JsonObject[]): Axis | undefined {
  for (const column of columns.filter(({ format }) => format === "date" || format === "datetime")) {
    const order = records
      .flatMap((record) => {
        const at = timeOf(column.valueOf(record));
        return at === undefined ? [] : [{ at, record }];
      })
      .toSorted((one, other) => one.at - other.at);
    if (order.length === records.length && new Set(order.map(({ at }) => at)).size === order.length) {
      return { kind: "line", column, order };
    }
  }
  return undefined;
}

/** Returns the first column of short names, each another one, of a table with few rows; years count as names. */
function nameAxis(columns: readonly Column[], records: readonly JsonObject[]): Axis | undefined {
  const column = records.length > MOST_BARS ? undefined : columns.find((one) => isOfNames(one, records));
  return column && { kind: "bar", column, order: records.map((record, at) => ({ at, record })) };
}

function isOfNames(column: Column, records: readonly JsonObject[]): boolean {
  const values = records.map((record) => column.valueOf(record));
  const names = values.filter(
    (value) =>
      (typeof value === "string" && value !== "" && value.length <= LONGEST_NAME) ||
      (value instanceof JsonNumber && isNameOfSomething(column.key)),
  );
  const texts = names.map((name) => (name instanceof JsonNumber ? name.source : name));
  return texts.length === records.length && new Set(texts).size === texts.length;
}

/** The words of members whose numbers are places, or positions, and no measures. */
const NO_MEASURES = /^(?:lat|latitude|lon|lng|long|longitude|x|y|index|position|rank|priority|order|zoom)$/;

function isMeasure(column: Column, records: readonly JsonObject[]): boolean {
  if (
    column.number === undefined ||
    isNameOfSomething(column.key) ||
    wordsOfName(column.key).some((word) => NO_MEASURES.test(word))
  ) {
    return false;
  }
  const values = records.map((record) => numberOf(column.valueOf(record))).filter((value) => value !== undefined);
  return values.length >= LEAST_POINTS && new Set(values).size > 1;
}

function numberOf(value: JsonValue | undefined): number | undefined {
  const source = value instanceof JsonNumber ? value.source : typeof value === "string" ? value.trim() : "";
  const amount = amountOf(source);
  return amount === undefined ? undefined : Number(plain(amount));
}

function timeOf(value: JsonValue | undefined): number | undefined {
  if (value instanceof JsonNumber) {
    return epochOf(value.source)?.clockMs;
  }
  return typeof value === "string" ? dateOf(value)?.clockMs : undefined;
}
