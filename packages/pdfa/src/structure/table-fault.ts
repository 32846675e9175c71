import type { TaggedElement } from "./tagged-element.ts";

/** What is wrong with a table: the first irregularity, or the first data cell whose headers cannot be determined. */
export type TableFault =
  /** Cells that cover each other. */
  | { readonly kind: "overlap"; readonly row: number; readonly column: number }
  /** A cell that spans more rows than there are in the table or, from PDF 2.0 on, in its row group. */
  | { readonly kind: "rows"; readonly row: number; readonly column: number }
  /** A row with more columns than the first one. */
  | { readonly kind: "wide-row"; readonly row: number }
  /** A row with fewer columns than the first one. */
  | { readonly kind: "short-row"; readonly row: number; readonly columns: number }
  | { readonly kind: "headers"; readonly cell: TaggedElement; readonly unknown: readonly string[] }
  | { readonly kind: "too-large" };
