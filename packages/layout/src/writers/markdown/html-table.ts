import type { Table } from "../../blocks.ts";
import type { WithoutStyle } from "../common/tidy-spans.ts";
import { tableRow } from "../html/table-row.ts";

/** Returns a table as one line of HTML, because an HTML block ends at a blank line (CommonMark 4.6). */
export const tableHtml = ({ rows }: Table, without: WithoutStyle): string =>
  `<table>${rows.map((row) => tableRow(row, { without })).join("")}</table>`;
