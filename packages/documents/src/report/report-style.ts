export const COLUMN_ALIGNMENTS = ["left", "center", "right"] as const;

/** `percent` is of fractions: 0.25 is 25 %. */
export const COLUMN_FORMATS = [
  "text",
  "number",
  "integer",
  "currency",
  "percent",
  "date",
  "datetime",
  "boolean",
] as const;
export type ColumnFormat = (typeof COLUMN_FORMATS)[number];

export const TABLE_STYLES = ["default", "minimal", "modern"] as const;

/** Which tables have charts: those that are series, or none. */
export const CHARTS = ["none", "auto"] as const;

/** A column of tables: values of the member `key`; `a.b` is the member `b` of the member `a`. */
export interface ReportColumn {
  readonly key: string;
  readonly label?: string | undefined;
  readonly align?: (typeof COLUMN_ALIGNMENTS)[number] | undefined;
  /** If absent, the values decide. */
  readonly format?: ColumnFormat | undefined;
  /** The width as a CSS length or percentage. */
  readonly width?: string | undefined;
  /** Whether a row below the table has the sum. */
  readonly hasTotal?: boolean | undefined;
}

/** The style of a report. Colours are `#rrggbb`. */
export interface ReportStyle {
  readonly title?: string | undefined;
  readonly subtitle?: string | undefined;
  readonly titleFontSizePt: number;
  readonly fontSizePt: number;
  /** The size of the names of columns in points; headings go with it. */
  readonly headerFontSizePt: number;
  readonly tableStyle: (typeof TABLE_STYLES)[number];
  readonly headerColor: string;
  readonly alternateRowColor?: string | undefined;
  readonly borderColor: string;
  /** Whether words of state, such as "active" and "failed", are coloured. */
  readonly colorsStatus: boolean;
  /**
   * The number of levels below the outermost value that nested objects and arrays are laid out in; deeper ones are
   * in an appendix.
   */
  readonly maxNestingDepth: number;
  readonly charts: (typeof CHARTS)[number];
  /** The columns of tables whose records have any of them; other tables show all members. */
  readonly columns: readonly ReportColumn[];
  /** The locale as a BCP 47 tag; undefined for English, as it is written internationally. */
  readonly locale?: string | undefined;
  /** The language of the document as a BCP 47 tag, where it is another than that of the locale. */
  readonly language?: string | undefined;
  /** The width between the margins, which tables have to fit into. */
  readonly textWidthPt: number;
  readonly textHeightPt: number;
  /** The measures of the text on the paper turned; undefined where the paper must not be turned for wide tables. */
  readonly turned?: Readonly<Record<"textWidthPt" | "textHeightPt", number>> | undefined;
}
