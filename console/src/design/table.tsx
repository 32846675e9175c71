import type { ReactNode } from "react";
import styles from "./table.module.css";

/** A column of a table: its id names the cell of a row, its label heads it. */
interface Column<Id extends string = string> {
  readonly id: Id;
  readonly label: string;
  /** Numbers are aligned at the end, so that their digits stand below each other. */
  readonly align?: "start" | "end";
}

interface TableProps<Row, Id extends string> {
  /** What the table lists, for those who do not see it. */
  readonly label: string;
  readonly columns: readonly Column<Id>[];
  readonly rows: readonly Row[];
  /** Returns what tells a row from all others. */
  keyOf(row: Row): string;
  /** Returns the cells of a row, by the ids of their columns. */
  children(row: Row): Readonly<Record<Id, ReactNode>>;
}

/** A table of records; where there is little width, each record is a block in which every value has its label. */
export function Table<Row, const Id extends string>({
  label,
  columns,
  rows,
  keyOf,
  children,
}: TableProps<Row, Id>): ReactNode {
  // The roles are said because a browser may forget those of elements that are not laid out as a table.
  return (
    <table className={styles["table"]} aria-label={label} role="table">
      <thead role="rowgroup">
        <tr role="row">
          {columns.map((column) => (
            <th key={column.id} scope="col" role="columnheader" data-align={column.align}>
              {column.label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map((row) => {
          const cells = children(row);
          return (
            <tr key={keyOf(row)} role="row">
              {columns.map((column) => (
                <td key={column.id} role="cell" data-label={column.label} data-align={column.align}>
                  <div className={styles["value"]}>{cells[column.id]}</div>
                </td>
              ))}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
