import type { ReportStyle } from "../report-style.ts";

/** The style of a report on A4 as the tests of this package have it; sizes in points. */
export const STYLE: ReportStyle = {
  titleFontSizePt: 20,
  fontSizePt: 10,
  headerFontSizePt: 12,
  tableStyle: "default",
  headerColor: "#000080",
  borderColor: "#e0e0e0",
  colorsStatus: true,
  maxNestingDepth: 2,
  charts: "none",
  columns: [],
  textWidthPt: 451,
  textHeightPt: 698,
};
