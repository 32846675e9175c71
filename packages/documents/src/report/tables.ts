import type { Column } from "./columns.ts";
import { type BelowColumn, type FittedTable, INDENT_EM, SMALLER, type TableData } from "./fitted-table.ts";
import type { Flow } from "./flow.ts";
import { directionAttribute, escapeHtml } from "./html.ts";
import { isArray, isEmpty, isObject, type JsonObject, type JsonValue } from "./json-value.ts";
import type { ReportSetting } from "./report-setting.ts";
import type { TablePlan } from "./table-plan.ts";
import { totalRow } from "./totals.ts";
import { filled } from "./words.ts";

/** Lays a table out that fits: a note on what is the same in all rows, and a table for each of its parts. */
export function tableFlows(
  fitted: FittedTable,
  data: TableData,
  setting: ReportSetting & { readonly rowNames?: readonly (string | undefined)[] },
): Flow[] {
  const { writer } = setting;
  const { parts } = fitted;
  const tables = parts.map(({ columns, plan }, part) => {
    const caption = parts.length < 2 ? undefined : filled(writer.words.continued, `${part + 1} / ${parts.length}`);
    return new Table({ data, columns, plan, caption }, setting).flow();
  });
  return [...notesOn(fitted, data, setting), ...tables];
}

function notesOn({ constants, empties }: FittedTable, { records }: TableData, { writer }: ReportSetting): Flow[] {
  const { words } = writer;
  const [first = new Map<string, JsonValue>()] = records;
  const same = constants.map(
    (column) => `<span class=key>${escapeHtml(column.label)}:</span> ${writer.html(column.valueOf(first), column)}`,
  );
  const lines = [
    ...(same.length === 0 ? [] : [`${words.sameInEveryRow} ${same.join(", ")}`]),
    ...(empties.length === 0
      ? []
      : [`${words.emptyInEveryRow} ${escapeHtml(empties.map(({ label }) => label).join(", "))}`]),
  ];
  return lines.map((line) => ({
    open: "",
    items: [`<p class=aside${directionAttribute(line)}>${line}</p>\n`],
    close: "",
    itemCost: 1,
    staysWithNext: true,
  }));
}

/** The greatest number of rows of a table that is not divided between pages. */
const MOST_KEPT_WHOLE = 8;
/** The same of a part of a table, whose rows are compared with those of the others. */
const MOST_OF_PART = 24;
/** The longest text of a row that is not divided between pages: what is taller than a page is divided in any case. */
const LONGEST_KEPT_WHOLE = 600;

interface TableContent {
  readonly data: TableData;
  readonly columns: readonly Column[];
  readonly plan: TablePlan;
  readonly caption?: string | undefined;
}

type TableSetting = ReportSetting & {
  /** The names by which the appendix is referred to, row by row. */
  readonly rowNames?: readonly (string | undefined)[];
};

/** A table whose columns have their widths: each has its style rules, and rows that cost what their cells do. */
class Table {
  readonly #content: TableContent;
  readonly #setting: TableSetting;
  readonly #name: string;
  readonly #fontSizePt: number;
  /** What stands below the rows: lists of records in tables of their own, which look alike below all rows. */
  readonly #below: readonly { readonly column: Column; readonly table: Table | undefined }[];

  /** @param largestPt the greatest size of its type, which is not to exceed that of a table around it */
  constructor(content: TableContent, setting: TableSetting, largestPt = Number.POSITIVE_INFINITY) {
    this.#content = content;
    this.#setting = setting;
    this.#fontSizePt = Math.min(content.plan.fontSizePt, largestPt);
    this.#name = `t${setting.nextTable()}`;
    this.#below = content.data.below.map(({ column, table }: BelowColumn) => ({
      column,
      table:
        table &&
        new Table({ ...table, columns: table.data.columns }, { ...setting, rowNames: [] }, this.#fontSizePt * SMALLER),
    }));
  }

  flow(): Flow {
    const { data, columns, caption } = this.#content;
    const { records } = data;
    const rows = this.#rows(records, totalRow(columns, records, this.#setting.writer));
    const nested = this.#below.reduce(
      (cost, { table }) => cost + (table === undefined ? records.length : table.#cells),
      0,
    );
    const most = caption === undefined ? MOST_KEPT_WHOLE : MOST_OF_PART;
    const isSmall =
      records.length <= most && this.#below.length === 0 && !records.some((record) => this.#isLong(record));
    return {
      open: `<style>${[...(this.#below.length > 0 ? belowRules(this.#setting.style) : []), ...this.#rules()].join("")}</style>${this.#open(isSmall)}`,
      items: rows,
      close: "</table>",
      itemCost: columns.length + nested / records.length,
    };
  }

  /** Returns the table of some of its records, without its rules. */
  #html(records: readonly JsonObject[], caption: string): string {
    const opening = this.#open(records.length <= MOST_KEPT_WHOLE, caption, true);
    // The sum of one row stands in the row.
    const totals = records.length < 2 ? "" : totalRow(this.#content.columns, records, this.#setting.writer);
    return `${opening}${Array.from(this.#rows(records, totals)).join("")}</table>`;
  }

  get #cells(): number {
    const { data, columns } = this.#content;
    return (
      data.records.length * columns.length +
      this.#below.reduce((sum, { table }) => sum + (table === undefined ? 0 : table.#cells), 0)
    );
  }

  #rows(records: readonly JsonObject[], totals: string): Iterable<string> {
    const { rowNames = [] } = this.#setting;
    const row = (record: JsonObject, index: number): string => this.#row(record, index, rowNames[index]);
    return {
      *[Symbol.iterator]() {
        for (const [index, record] of records.entries()) {
          yield `${row(record, index)}${index === records.length - 1 ? totals : ""}`;
        }
      },
    };
  }

  #row(record: JsonObject, index: number, name: string | undefined): string {
    const { columns } = this.#content;
    const { writer, style } = this.#setting;
    const cells = columns.map((column) => writer.cell(column.valueOf(record), column)).join("");
    const id = name === undefined ? "" : ` id=${name}`;
    if (this.#below.length === 0) {
      return `<tr${id}${this.#isLong(record) ? " class=long" : ""}>${cells}\n`;
    }
    const isLong = this.#below.some(({ column }) => sizeOf(column.valueOf(record)) > MOST_KEPT_WHOLE);
    const band = style.alternateRowColor !== undefined && index % 2 === 1 ? " band" : "";
    const below = this.#belowHtml(record);
    return below === ""
      ? `<tr${id} class="one${band}">${cells}\n`
      : `<tr${id} class="above${band}">${cells}\n<tr class="below${isLong ? " long" : ""}${band}"><td colspan=${columns.length}>${below}\n`;
  }

  #isLong(record: JsonObject): boolean {
    return this.#content.columns.some((column) => {
      const value = column.valueOf(record);
      return typeof value === "string" && value.length > LONGEST_KEPT_WHOLE;
    });
  }

  /** Returns what stands below the row of a record; empty when it has nothing there. */
  #belowHtml(record: JsonObject): string {
    const { writer } = this.#setting;
    return this.#below
      .map(({ column, table }) => {
        const value = column.valueOf(record);
        if (value === undefined || value === null || isEmpty(value)) {
          return "";
        }
        if (table !== undefined && isArray(value) && value.every(isObject)) {
          return table.#html(value, column.label);
        }
        const html = isObject(value) ? writer.run(value, column) : writer.html(value, column);
        return `<p${directionAttribute(html)}><span class=key>${escapeHtml(column.label)}:</span> ${html}</p>`;
      })
      .join("");
  }

  #open(isSmall: boolean, caption = this.#content.caption, isNested = false): string {
    const { columns, plan } = this.#content;
    const widths = plan.widthsPt.map((width) => `<col style="width:${width.toFixed(1)}pt">`);
    const header = columns.map(({ label }) => `<th scope=col${directionAttribute(label)}>${escapeHtml(label)}`);
    const style = isNested ? ` style="width:${plan.widthsPt.reduce((sum, width) => sum + width, 0).toFixed(1)}pt"` : "";
    return (
      `<table class="records ${this.#name}${isSmall ? " whole" : ""}"${style}>${caption === undefined ? "" : `<caption${directionAttribute(caption)}>${escapeHtml(caption)}</caption>`}` +
      `<colgroup>${widths.join("")}</colgroup><thead><tr>${header.join("")}</thead><tbody>\n`
    );
  }

  #rules(): string[] {
    const { columns, plan } = this.#content;
    const name = this.#name;
    // Cells of the columns are no others: those of tables below rows, and what is around these.
    const cells = this.#below.length === 0 ? `.${name} tr>` : `.${name}>*>tr:not(.below)>`;
    const header = this.#below.length === 0 ? `.${name} thead` : `.${name}>thead`;
    return [
      `.${name}{font-size:${this.#fontSizePt.toFixed(2)}pt}`,
      `${header}{font-size:${((plan.headerFontSizePt * this.#fontSizePt) / plan.fontSizePt).toFixed(2)}pt}`,
      ...columns.flatMap((column, index) => columnRules(cells, index + 1, column)),
      ...this.#below.flatMap(({ table }) => (table === undefined ? [] : table.#rules())),
    ];
  }
}

const sizeOf = (value: JsonValue | undefined): number => (isArray(value) ? value.length : 0);

/** Returns the style rules of a column, which cost less than a class or an attribute of each cell. */
const columnRules = (cells: string, number: number, { align, isNeverBroken }: Column): string[] => [
  ...(align === "left" ? [] : [`${cells}:nth-child(${number}){text-align:${align}}`]),
  ...(isNeverBroken ? [`${cells}td:nth-child(${number}){white-space:nowrap}`] : []),
];

/** Returns the style rules of what stands below rows. */
const belowRules = ({ fontSizePt, borderColor, alternateRowColor }: ReportSetting["style"]): readonly string[] => {
  const indentPt = (INDENT_EM - RIGHT_EM) * fontSizePt;
  return [
    ".records .above>td{border-bottom:0;padding-bottom:.2em}.records .above{break-after:avoid}",
    `.records .below>td{border-top:0;padding:0 ${(RIGHT_EM * fontSizePt).toFixed(1)}pt .6em ${indentPt.toFixed(1)}pt;white-space:normal}`,
    ".below p{margin:0 0 .2em;white-space:pre-wrap}.below table{margin:.2em 0 .1em}",
    `.records .below th{background:#eef2f6;color:#334155;border:.5pt solid ${borderColor};border-radius:0;padding:.3em .65em}`,
    ".records .below td .records td{padding:.3em .65em}",
    ...(alternateRowColor === undefined ? [] : [`.records .band{background:${alternateRowColor}}`]),
  ];
};

/** The part of the indentation that is right of what stands below a row, in ems. */
const RIGHT_EM = 0.8;
