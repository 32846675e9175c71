import { type Column, type ColumnsPlace, columnsOf } from "./columns.ts";
import { isArray, isEmpty, isObject, isScalar, JsonNumber, type JsonObject, type JsonValue } from "./json-value.ts";
import { keyOf } from "./record-names.ts";
import type { ReportSetting } from "./report-setting.ts";
import type { ReportStyle } from "./report-style.ts";
import { isComfortable, needsOf, planParts, planTable, type TablePlan } from "./table-plan.ts";
import type { Need } from "./table-widths.ts";
import { withEvidentTotals } from "./totals.ts";

/*
 * How a table fits: whole, without the columns that say nothing, in smaller type, or divided by its columns.
 */

/** The records of a table, with what of its columns does not depend on the width of the page. */
export interface TableData {
  readonly records: readonly JsonObject[];
  /** The columns whose values stand in their cells. */
  readonly columns: readonly Column[];
  readonly needs: readonly Need[];
  /** The columns whose values stand in rows below. */
  readonly below: readonly BelowColumn[];
  /** Whether the caller chose the columns. */
  readonly isAsked: boolean;
}

/** A column whose values stand in rows below those of their records; `table` if they are lists of records. */
export interface BelowColumn {
  readonly column: Column;
  readonly table?: { readonly data: TableData; readonly plan: TablePlan } | undefined;
}

/** A table that fits, with the columns that were taken out of it. */
export interface FittedTable {
  readonly parts: readonly { readonly columns: readonly Column[]; readonly plan: TablePlan }[];
  readonly constants: readonly Column[];
  readonly empties: readonly Column[];
}

/** The size of the type of tables below rows, as a share of that of the rows. */
export const SMALLER = 0.9;
/** The width of a table below a row, as a multiple of what its columns need. */
const EASE = 1.2;
/** The width of the indentation of what stands below a row, left and right together, in ems. */
export const INDENT_EM = 2.4;

/** Returns what is needed to lay records out as a table, on paper of any width. */
export function tableDataOf(
  records: readonly JsonObject[],
  setting: Pick<ReportSetting, "style" | "writer"> & ColumnsPlace & { readonly units?: JsonObject | undefined },
): TableData {
  const { style, writer, levels, path, units } = setting;
  const all = columnsOf(records, { wanted: style.columns, levels, path }).map((column) => withUnit(column, units));
  const isAsked =
    style.columns.length > 0 && all.length === style.columns.length && all[0]?.key === style.columns[0]?.key;
  const below = all.filter(({ placement }) => placement === "below").map((column) => belowOf(column, records, setting));
  const isBelow = new Map(below.map((one) => [one?.column, one]));
  const inCells = all.filter((column) => !isBelow.has(column));
  const columns = isAsked ? inCells : withEvidentTotals(inCells, records);
  return {
    records,
    columns,
    needs: needsOf(columns, { records, writer, style }),
    below: below.filter((one) => one !== undefined),
    isAsked,
  };
}

const LONGEST_UNIT = 12;

/** Returns a column of numbers whose label has their unit. */
function withUnit(column: Column, units: JsonObject | undefined): Column {
  const unit = units?.get(column.key);
  const isUnit = column.number !== undefined && typeof unit === "string" && unit !== "" && unit.length <= LONGEST_UNIT;
  return isUnit ? { ...column, label: `${column.label} (${unit})` } : column;
}

/** Returns how the values of a column stand below their rows; undefined when they are lists that are too wide for it. */
function belowOf(
  column: Column,
  records: readonly JsonObject[],
  setting: Pick<ReportSetting, "style" | "writer"> & ColumnsPlace,
): BelowColumn | undefined {
  const lists = records.map((record) => column.valueOf(record)).filter(isArray);
  const items = lists.flat().filter(isObject);
  if (items.length === 0) {
    return { column };
  }
  const { style } = setting;
  const narrow: ReportStyle = {
    ...style,
    columns: [],
    fontSizePt: style.fontSizePt * SMALLER,
    headerFontSizePt: style.fontSizePt * SMALLER,
    textWidthPt: style.textWidthPt - INDENT_EM * style.fontSizePt,
  };
  const data = tableDataOf(items, {
    ...setting,
    style: narrow,
    levels: setting.levels - 1,
    path: column.path,
    units: undefined,
  });
  // Few short columns need not be drawn apart.
  const wantedPt = data.needs.reduce((sum, { wantedEm }) => sum + wantedEm * EASE * narrow.fontSizePt, 0);
  const plan = planTable(data.needs, { ...narrow, textWidthPt: Math.min(narrow.textWidthPt, wantedPt) });
  return plan === undefined ? undefined : { column, table: { data, plan } };
}

/** Fits a table into the width of the page; undefined when its rows would be too wide to be followed. */
export function fitTable(data: TableData, style: ReportStyle): FittedTable | undefined {
  const { columns, needs } = data;
  const whole = planTable(needs, style);
  const fitted = (plan: TablePlan) => ({ parts: [{ columns, plan }], constants: [], empties: [] });
  if (whole !== undefined && isComfortable(whole, style)) {
    return fitted(whole);
  }
  const thin = thinned(data);
  const thinPlan = planTable(thin.needs, style);
  if (thinPlan !== undefined && thinPlan.fontSizePt > (whole?.fontSizePt ?? 0)) {
    return { ...thin, parts: [{ columns: thin.columns, plan: thinPlan }] };
  }
  return whole === undefined ? divided(data, thin, style) : fitted(whole);
}

interface ThinTable extends Omit<FittedTable, "parts"> {
  readonly columns: readonly Column[];
  readonly needs: readonly Need[];
}

/** The least number of rows of a table that is divided, and from which a value that is the same in all is told once. */
const LEAST_ROWS = 4;
const LEAST_SAME = 3;
const LONGEST_CONSTANT = 60;

/** Takes the columns out that are empty, or the same, in every row. */
function thinned({ columns, needs, records, isAsked }: TableData): ThinTable {
  if (isAsked || records.length < 2) {
    return { columns, needs, constants: [], empties: [] };
  }
  const isOut = (column: Column) => isEmptyIn(column, records) || isConstantIn(column, records);
  const out = columns.map(isOut);
  return {
    columns: columns.filter((_, index) => out[index] !== true),
    needs: needs.filter((_, index) => out[index] !== true),
    constants: columns.filter((column) => !isEmptyIn(column, records) && isConstantIn(column, records)),
    empties: columns.filter((column) => isEmptyIn(column, records)),
  };
}

const isNothing = (value: JsonValue | undefined): boolean =>
  value === undefined || value === null || value === "" || isEmpty(value);

const isEmptyIn = (column: Column, records: readonly JsonObject[]): boolean =>
  records.every((record) => isNothing(column.valueOf(record)));

function isConstantIn(column: Column, records: readonly JsonObject[]): boolean {
  const [first] = records;
  const value = first === undefined ? undefined : column.valueOf(first);
  if (records.length < LEAST_SAME || value === undefined || column.hasTotal || !isScalar(value)) {
    return false;
  }
  if (typeof value === "string" && value.length > LONGEST_CONSTANT) {
    return false;
  }
  return records.every((record) => isSame(column.valueOf(record), value));
}

const isSame = (one: JsonValue | undefined, other: JsonValue): boolean =>
  one instanceof JsonNumber && other instanceof JsonNumber
    ? one.source === other.source && one.currency === other.currency
    : one === other;

/** The widest column of a table that is divided, in ems, and the least share of columns that are no wider. */
const SHORT_EM = 14;
const LEAST_SHORT = 0.7;

/** Divides a table of many short columns, each part with the column that tells its rows apart. */
function divided({ records, below, isAsked }: TableData, thin: ThinTable, style: ReportStyle): FittedTable | undefined {
  const short = thin.needs.filter(({ wantedEm }) => wantedEm <= SHORT_EM).length;
  const isEligible = below.length === 0 && (isAsked || records.length >= LEAST_ROWS);
  if (!isEligible || short < thin.needs.length * LEAST_SHORT) {
    return undefined;
  }
  const name = keyOf(records);
  const key = Math.max(
    0,
    thin.columns.findIndex((column) => column.key === name),
  );
  const parts = planParts(thin.needs, key, style);
  return (
    parts && {
      ...thin,
      parts: parts.map(({ columns, plan }) => ({
        columns: columns.flatMap((index) => thin.columns[index] ?? []),
        plan,
      })),
    }
  );
}

/** Returns how well a table fits: the share of the type's size; less for one in parts; 0 for one that does not. */
export function qualityOf(fitted: FittedTable | undefined, { fontSizePt }: ReportStyle): number {
  const [first] = fitted?.parts ?? [];
  if (fitted === undefined || first === undefined) {
    return 0;
  }
  return first.plan.fontSizePt / fontSizePt / (fitted.parts.length > 1 ? 1 + fitted.parts.length : 1);
}
