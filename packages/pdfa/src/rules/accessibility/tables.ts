import { structureWalk } from "../../structure/structure-walk.ts";
import type { TableFault } from "../../structure/table-fault.ts";
import { type AnyRule, type Outcome, rule } from "../rule.ts";
import type { RuleGroup } from "../rule-group.ts";
import { insideRule, kidsRule } from "./nesting.ts";

const ROW_GROUPS = ["THead", "TBody", "TFoot"] as const;

const NESTING_RULES: readonly AnyRule[] = [
  kidsRule({
    key: "table-kids",
    of: "Table",
    id: "7.2-3",
    requirement: "A table has only rows, row groups and captions.",
    hint: "Put what else is in the table into cells (TR with TH or TD), or out of it: text between two parts of a table splits it.",
    isKept: (kids) => kids.every((kid) => /^(?:TR|THead|TBody|TFoot|Caption)$/u.test(kid)),
  }),
  insideRule({ key: "table-row-parent", of: "TR", id: "7.2-4", parents: ["Table", ...ROW_GROUPS] }),
  insideRule({ key: "table-head-parent", of: "THead", id: "7.2-5", parents: ["Table"] }),
  insideRule({ key: "table-body-parent", of: "TBody", id: "7.2-6", parents: ["Table"] }),
  insideRule({ key: "table-foot-parent", of: "TFoot", id: "7.2-7", parents: ["Table"] }),
  insideRule({ key: "header-cell-parent", of: "TH", id: "7.2-8", parents: ["TR"] }),
  insideRule({ key: "data-cell-parent", of: "TD", id: "7.2-9", parents: ["TR"] }),
  kidsRule({
    key: "table-row-kids",
    of: "TR",
    id: "7.2-10",
    requirement: "A table row has only cells.",
    hint: "Give what else is in the row the type TD or TH, or move it into a cell.",
    isKept: (kids) => kids.every((kid) => kid === "TH" || kid === "TD"),
  }),
  kidsRule({
    key: "table-head-count",
    of: "Table",
    id: "7.2-11",
    requirement: "A table has at most one THead.",
    hint: "Join the THead elements to one: header rows that are repeated on later pages are artifacts.",
    isKept: (kids) => kids.filter((kid) => kid === "THead").length <= 1,
  }),
  kidsRule({
    key: "table-foot-count",
    of: "Table",
    id: "7.2-12",
    requirement: "A table has at most one TFoot.",
    hint: "Join the TFoot elements to one: footer rows that are repeated on each page are artifacts.",
    isKept: (kids) => kids.filter((kid) => kid === "TFoot").length <= 1,
  }),
  kidsRule({
    key: "table-foot-body",
    of: "Table",
    id: "7.2-13",
    requirement: "A table with a TFoot has a TBody.",
    hint: "Put the rows between header and footer into a TBody.",
    isKept: (kids) => !kids.includes("TFoot") || kids.includes("TBody"),
  }),
  kidsRule({
    key: "table-head-body",
    of: "Table",
    id: "7.2-14",
    requirement: "A table with a THead has a TBody.",
    hint: "Put the rows below the header into a TBody.",
    isKept: (kids) => !kids.includes("THead") || kids.includes("TBody"),
  }),
  kidsRule({
    key: "table-caption-place",
    of: "Table",
    id: "7.2-16",
    requirement: "The caption of a table is its first or last child.",
    hint: "Move the Caption to the beginning or the end of the Table.",
    isKept: (kids) => !kids.slice(1, -1).includes("Caption"),
  }),
  ...ROW_GROUPS.map((group, index) =>
    kidsRule({
      key: `table-${group.slice(1).toLowerCase()}-kids`,
      of: group,
      id: `7.2-${36 + index}`,
      requirement: `${group} has only rows.`,
      hint: `Move what is no row out of the ${group}, or into a cell of one of its rows.`,
      isKept: (kids) => kids.every((kid) => kid === "TR"),
    }),
  ),
  kidsRule({
    key: "table-caption-count",
    of: "Table",
    id: "7.2-39",
    requirement: "A table has at most one caption.",
    hint: "Keep one Caption, and make paragraphs (P) before or after the table of the others.",
    isKept: (kids) => kids.filter((kid) => kid === "Caption").length <= 1,
  }),
];

/** Tests that the fault of a table is not of that kind. */
const notOf = (kind: TableFault["kind"], fault: TableFault): Outcome => fault.kind !== kind || { broken: shown(fault) };

function shown(fault: TableFault): string {
  switch (fault.kind) {
    case "overlap":
    case "rows":
      return `the cell in row ${fault.row + 1}, column ${fault.column + 1}`;
    case "wide-row":
      return `row ${fault.row + 1} has more columns than row 1`;
    case "short-row":
      return `row ${fault.row + 1} has only ${fault.columns} columns`;
    case "headers":
      return fault.unknown.length === 0 ? "a data cell" : `Headers ${fault.unknown.slice(0, 10).join(", ")}`;
    case "too-large":
      return "";
    default:
      return fault satisfies never;
  }
}

const LAYOUT_RULES: readonly AnyRule[] = [
  rule({
    key: "table-cells-overlap",
    on: "table-fault",
    ids: { ua1: "7.2-15", ua2: "8.2.5.26-1" },
    requirement: "The cells of a table do not cover each other.",
    message: "Cells of a table cover each other",
    hint: "Correct RowSpan and ColSpan so that no two cells cover the same place: split cells that are merged in the source, or reduce their spans in Acrobat's Table Editor.",
    fix: "author",
    test: (fault) => notOf("overlap", fault),
  }),
  rule({
    key: "table-columns-regular",
    on: "table-fault",
    ids: { ua1: "7.2-41", ua2: "8.2.5.26-2" },
    requirement: "All columns of a table, and in PDF 2.0 of its row groups, have the same number of rows.",
    message: "The columns of a table have different numbers of rows",
    hint: "Correct RowSpan of the cells that reach beyond the last row, or add the rows that they span.",
    fix: "author",
    test: (fault) => notOf("rows", fault),
  }),
  rule({
    key: "table-rows-complete",
    on: "table-fault",
    ids: { ua1: "7.2-43", ua2: "8.2.5.26-4" },
    requirement: "No row of a table has fewer columns than its first row.",
    message: "A row of a table has fewer columns than the first one",
    hint: "Add the cells (TD, empty ones too) that the row lacks, or enlarge ColSpan of one: in Acrobat, Reading Order ▸ Table Editor shows the grid.",
    fix: "author",
    test: (fault) =>
      fault.kind === "too-large"
        ? { unknown: "A table has too many rows and columns to be laid out." }
        : notOf("short-row", fault),
  }),
  rule({
    key: "table-rows-regular",
    on: "table-fault",
    ids: { ua1: "7.2-42", ua2: "8.2.5.26-3" },
    requirement: "No row of a table has more columns than its first row.",
    message: "A row of a table has more columns than the first one",
    hint: "Correct ColSpan of the row's cells, or give all rows as many columns: in Acrobat, Reading Order ▸ Table Editor shows the grid.",
    fix: "author",
    test: (fault) => notOf("wide-row", fault),
  }),
  rule({
    key: "table-cell-header",
    on: "table-fault",
    ids: { ua1: "7.5-1", ua2: "8.2.5.26-5" },
    requirement: "It is known which headers a data cell has: by Scope of the headers, or by Headers of the cell.",
    message: "It is not known which headers a data cell has",
    hint: 'Tag the header cells as TH and set their Scope to Row, Column or Both: in Word and LibreOffice, mark the first row as header (Repeat Header Rows, Repeat heading); in HTML that is printed, <th scope="col">.',
    fix: "author",
    test: (fault) => fault.kind !== "headers" || fault.unknown.length > 0 || { broken: shown(fault) },
  }),
  rule({
    key: "table-cell-headers-known",
    on: "table-fault",
    ids: { ua1: "7.5-2", ua2: "8.2.5.26-6" },
    requirement: "The headers that a data cell names are the IDs of header cells of the table.",
    message: "A data cell names headers that the table does not have",
    hint: "Set ID of the header cells to the names in Headers, or their Scope, and remove Headers.",
    fix: "author",
    test: (fault) => fault.kind !== "headers" || fault.unknown.length === 0 || { broken: shown(fault) },
  }),
];

/** The rules on tables: ISO 14289-1, 7.2 and 7.5; -2, 8.2.5.26. */
export const tables: RuleGroup = {
  name: "tables",
  rules: [...NESTING_RULES, ...LAYOUT_RULES],
  begin: structureWalk,
};
