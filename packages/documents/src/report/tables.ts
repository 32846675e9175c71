import type { Column } from "./columns.ts";
import { columnsOf } from "./columns.ts";
import { type Decimal, decimalOf, plain, sum } from "./decimal.ts";
import type { Flow } from "./flow.ts";
import { directionAttribute, escapeHtml } from "./html.ts";
import { JsonNumber, type JsonObject, type JsonValue } from "./json-value.ts";
import type { ReportSetting } from "./report-setting.ts";
import { planTable, type TablePlan } from "./table-plan.ts";

/**
 * Makes records a table; undefined when it would be too wide to be read.
 * @param setting.levels the number of levels within cells that are still to be laid out
 * @param setting.number the number of the table in the report, by which its style rules name it
 */
export function recordTable(
  records: readonly JsonObject[],
  setting: ReportSetting & { readonly levels: number; readonly number: number },
): Flow | undefined {
  const { style, writer, levels, number } = setting;
  const columns = columnsOf(records, { wanted: style.columns, levels });
  const plan = columns.length === 0 ? undefined : planTable(columns, { records, writer, style });
  if (plan === undefined) {
    return undefined;
  }
  const header = columns.map(({ label }) => `<th scope=col${directionAttribute(label)}>${escapeHtml(label)}`);
  const rows = {
    *[Symbol.iterator]() {
      const totals = totalRow(columns, records, setting);
      for (const [index, record] of records.entries()) {
        const cells = columns.map((column) => writer.cell(column.valueOf(record), column)).join("");
        yield `<tr>${cells}\n${index === records.length - 1 ? totals : ""}`;
      }
    },
  };
  const isSmall = records.length <= MOST_KEPT_WHOLE;
  return { ...frame(header, { plan, columns, number, isSmall }), items: rows, itemCost: columns.length };
}

/** The greatest number of rows of a table that is not divided between pages. */
const MOST_KEPT_WHOLE = 8;

/** Makes lists of equal length a table; the first list is its header if it looks like one. */
export function matrixTable(
  lists: readonly (readonly JsonValue[])[],
  setting: ReportSetting & { readonly levels: number; readonly number: number },
): Flow | undefined {
  const [first = [], ...others] = lists;
  const hasHeader =
    others.length > 0 &&
    new Set(first).size === first.length &&
    first.every((item) => typeof item === "string" && item !== "") &&
    others.some((list) => list.some((item) => typeof item !== "string"));
  const names = first.map((item, index) => (hasHeader && typeof item === "string" ? item : String(index + 1)));
  const records = (hasHeader ? others : lists).map(
    (list) => new Map(list.map((item, index) => [names[index] ?? "", item])),
  );
  return recordTable(records, { ...setting, style: { ...setting.style, columns: [] } });
}

function frame(
  header: readonly string[],
  { plan, columns, number, isSmall }: { plan: TablePlan; columns: readonly Column[]; number: number; isSmall: boolean },
): Pick<Flow, "open" | "close"> {
  const name = `t${number}`;
  const rules = [
    `.${name}{font-size:${plan.fontSizePt.toFixed(2)}pt}`,
    `.${name} thead{font-size:${plan.headerFontSizePt.toFixed(2)}pt}`,
    ...columns.flatMap((column, index) => columnRules(name, index + 1, column)),
  ];
  const widths = plan.widthsPt.map((width) => `<col style="width:${width.toFixed(1)}pt">`);
  return {
    open:
      `<style>${rules.join("")}</style><table class="records ${name}${isSmall ? " whole" : ""}"><colgroup>${widths.join("")}</colgroup>` +
      `<thead><tr>${header.join("")}</thead><tbody>\n`,
    close: "</table>",
  };
}

/** Returns the style rules of a column, which cost less than a class or an attribute of each cell. */
const columnRules = (table: string, number: number, { align, isNeverBroken }: Column): string[] => [
  ...(align === "left" ? [] : [`.${table} tr>:nth-child(${number}){text-align:${align}}`]),
  ...(isNeverBroken ? [`.${table} td:nth-child(${number}){white-space:nowrap}`] : []),
];

/** Returns the row of sums; empty when no column has one. */
function totalRow(columns: readonly Column[], records: readonly JsonObject[], { writer }: ReportSetting): string {
  if (!columns.some(({ hasTotal }) => hasTotal)) {
    return "";
  }
  const named = columns.findIndex(({ hasTotal }) => !hasTotal);
  const cells = columns.map((column, index) => {
    if (!column.hasTotal) {
      return index === named ? "<td>Total" : "<td>";
    }
    const total = totalOf(records.map((record) => column.valueOf(record)));
    return writer.cell(total, column);
  });
  return `<tr class=total>${cells.join("")}\n`;
}

/** Returns the exact sum of values; values that are no number, or too long for one, are left out. */
function totalOf(values: readonly (JsonValue | undefined)[]): JsonNumber {
  const numbers = values.map((value) => {
    const source = value instanceof JsonNumber ? value.source : typeof value === "string" ? value.trim() : "";
    return decimalOf(source);
  });
  const total = numbers
    .filter((number): number is Decimal => number !== undefined)
    .reduce(sum, { digits: 0n, scale: 0 });
  return new JsonNumber(plain(total));
}
