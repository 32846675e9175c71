import type { ReportStyle } from "./report-style.ts";
import type { ValueWriter } from "./value-writer.ts";

/** The tools that all parts of a report are written with. */
export interface ReportSetting {
  readonly style: ReportStyle;
  readonly writer: ValueWriter;
  /** Returns the number of the next table in the report, by which its style rules name it. */
  nextTable(): number;
}
