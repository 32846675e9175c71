import type { Column } from "./columns.ts";
import { amountOf, type Decimal, plain, sum } from "./decimal.ts";
import { JsonNumber, type JsonObject, type JsonValue } from "./json-value.ts";
import { wordsOfName } from "./labels.ts";
import type { ValueWriter } from "./value-writer.ts";

/* The sums below tables: those that the caller asks for, and those of the lines of an order or an invoice. */

/** The names of columns that say how many of something a line has, and what it comes to. */
const QUANTITIES = /^(?:qty|quantity|units|pieces|hours)$/;
const AMOUNTS =
  /^(?:(?:line|net|gross|extended|tax|vat)?[ _]?(?:amount|total|subtotal|sum)|(?:amount|total|subtotal|sum)[ _](?:net|gross|tax|vat)|net|gross)$/;
/** What the amounts of lines are in: sums of several of these are none. */
const UNITS = /^(?:currency|currency code|unit|unit of measure|uom)$/;
const LEAST_LINES = 2;

/**
 * Returns the columns with sums where these are evident: a table whose rows have a quantity and an amount is of the
 * lines of an order, whose quantities and amounts add up, unless their currencies or units differ.
 */
export function withEvidentTotals(columns: readonly Column[], records: readonly JsonObject[]): readonly Column[] {
  const named = (pattern: RegExp): readonly Column[] =>
    columns.filter(({ key, number }) => number !== undefined && pattern.test(nameFor(key)));
  const quantities = named(QUANTITIES);
  const amounts = named(AMOUNTS);
  const isOfOneUnit = columns
    .filter(({ key }) => UNITS.test(nameFor(key)))
    .every((column) => new Set(records.map((record) => column.valueOf(record))).size === 1);
  if (quantities.length === 0 || amounts.length === 0 || !isOfOneUnit || records.length < LEAST_LINES) {
    return columns;
  }
  return columns.map((column) =>
    quantities.includes(column) || amounts.includes(column) ? { ...column, hasTotal: true } : column,
  );
}

const nameFor = (key: string): string => wordsOfName(key).join(" ");

/** Returns the row of sums; empty when no column has one. */
export function totalRow(columns: readonly Column[], records: readonly JsonObject[], writer: ValueWriter): string {
  if (!columns.some(({ hasTotal }) => hasTotal) || records.length === 0) {
    return "";
  }
  const named = columns.findIndex(({ hasTotal }) => !hasTotal);
  const cells = columns.map((column, index) => {
    if (!column.hasTotal) {
      return index === named ? `<td>${writer.words.total}` : "<td>";
    }
    const total = totalOf(records.map((record) => column.valueOf(record)));
    return writer.cell(total, column);
  });
  return `<tr class=total>${cells.join("")}\n`;
}

/**
 * Returns the exact sum of values; values that are no number, or too long for one, are left out. The sum of amounts of one
 * currency is of that currency.
 */
function totalOf(values: readonly (JsonValue | undefined)[]): JsonNumber {
  const total = values
    .map((value) => {
      const source = value instanceof JsonNumber ? value.source : typeof value === "string" ? value.trim() : "";
      return amountOf(source);
    })
    .filter((number): number is Decimal => number !== undefined)
    .reduce(sum, { digits: 0n, scale: 0 });
  const currencies = new Set(values.map((value) => (value instanceof JsonNumber ? value.currency : undefined)));
  return new JsonNumber(plain(total), currencies.size === 1 ? currencies.values().next().value : undefined);
}
