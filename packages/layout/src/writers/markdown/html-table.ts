import type { Table } from "../../blocks.ts";
import type { WithoutStyle } from "../common/tidy-spans.ts";
import { tableRow } from "../html/table-row.ts";

/** A table as one line of HTML (CommonMark 4.6: an HTML block ends at a blank line). */
export const tableHtml = ({ rows }: Table, without: WithoutStyle): string =>
  `<table>${rows.map((row) => tableRow(row, { without })).join("")}</table>`;
