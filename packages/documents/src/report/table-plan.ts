import type { Column } from "./columns.ts";
import { JsonNumber, type JsonObject } from "./json-value.ts";
import type { ReportStyle } from "./report-style.ts";
import { toneOf } from "./status-words.ts";
import { type Need, widthsOf } from "./table-widths.ts";
import { textWidthEm } from "./text-width.ts";
import type { ValueWriter } from "./value-writer.ts";

/*
 * The widths of the columns of a table. They are fixed before the table is set: its cost then grows with its rows
 * alone, and tables that are printed apart stand below each other.
 */

export interface TablePlan {
  readonly fontSizePt: number;
  readonly headerFontSizePt: number;
  /** One width for each column; together they are as wide as the text. */
  readonly widthsPt: readonly number[];
}

/** The smallest type that is comfortable to read. */
const SMALLEST_PT = 6.5;
const STEPS = [1, 0.9, 0.8, 0.7, 0.6];
/** The smallest share of the type's size that a reader does not notice. */
const COMFORTABLE = 0.85;
/** The greatest number of columns of a table; a reader cannot follow a row with more. */
const MOST_COLUMNS = 40;
const SAMPLES = 400;

/** Returns the space that each column needs, by a sample of the records. */
export function needsOf(
  columns: readonly Column[],
  { records, writer, style }: { records: readonly JsonObject[]; writer: ValueWriter; style: ReportStyle },
): readonly Need[] {
  const samples = sampleOf(records);
  return columns.map((column) => needOf(column, samples, { writer, style }));
}

type PlanStyle = Pick<ReportStyle, "fontSizePt" | "headerFontSizePt" | "textWidthPt">;

/** Plans a table with the largest type that fits; undefined when no readable type fits. */
export function planTable(needs: readonly Need[], style: PlanStyle): TablePlan | undefined {
  if (needs.length === 0 || needs.length > MOST_COLUMNS) {
    return undefined;
  }
  for (const step of STEPS) {
    const plan = planAt(Math.max(Math.min(SMALLEST_PT, style.fontSizePt), style.fontSizePt * step), needs, style);
    if (plan !== undefined || style.fontSizePt * step <= SMALLEST_PT) {
      return plan;
    }
  }
  return undefined;
}

export const isComfortable = ({ fontSizePt }: TablePlan, style: PlanStyle): boolean =>
  fontSizePt >= style.fontSizePt * COMFORTABLE;

/** Plans a table in type of `fontSizePt`; undefined when it does not fit. */
function planAt(fontSizePt: number, needs: readonly Need[], style: PlanStyle): TablePlan | undefined {
  const widthsPt = widthsOf(needs, { ...style, fontSizePt });
  const headerFontSizePt = (style.headerFontSizePt * fontSizePt) / style.fontSizePt;
  return widthsPt === undefined ? undefined : { fontSizePt, headerFontSizePt, widthsPt };
}

/** The type of tables that are divided by their columns, as a share of the report's. */
const DIVIDED = 0.8;
/** The greatest number of parts; a reader of more loses the row. */
const MOST_PARTS = 5;

/** A part of a table that is divided by its columns: the places of the columns in the table, the key's first. */
export interface PlannedPart {
  readonly columns: readonly number[];
  readonly plan: TablePlan;
}

/**
 * Divides a table by its columns into parts that fit, of which each begins with the column `key`; undefined when they
 * would be too many.
 */
export function planParts(needs: readonly Need[], key: number, style: PlanStyle): readonly PlannedPart[] | undefined {
  const fontSizePt = Math.max(SMALLEST_PT, style.fontSizePt * DIVIDED);
  const others = needs.map((_, index) => index).filter((index) => index !== key);
  for (let count = 2; count <= MOST_PARTS; count += 1) {
    const each = Math.ceil(others.length / count);
    const parts = Array.from({ length: count }, (_, part) => [key, ...others.slice(part * each, (part + 1) * each)]);
    const planned = parts
      .filter((columns) => columns.length > 1)
      .flatMap((columns) => {
        const plan = planAt(
          fontSizePt,
          columns.flatMap((index) => needs[index] ?? []),
          style,
        );
        return plan === undefined ? [] : [{ columns, plan }];
      });
    if (planned.length === parts.length) {
      return planned;
    }
  }
  return undefined;
}

/** Returns a sample of evenly spread records. */
function sampleOf(records: readonly JsonObject[]): readonly JsonObject[] {
  const step = Math.max(1, Math.floor(records.length / SAMPLES));
  return records.filter((_, index) => index % step === 0);
}

/** The padding left and right of the content of a cell, together. */
export const CELL_PADDING_EM = 1.3;
/** The factor that makes up for the inaccuracy of estimated widths. */
export const SLACK = 1.06;
const LONGEST_WORD_EM = 10;
const WIDEST_EM = 60;
const BOLD = 1.1;
/** The width of the padding around a coloured word. */
const PILL_EM = 1.2;
/** The least width of longer text, so that its lines can be read. */
const LEAST_OF_TEXT_EM = 8;
/** The same of text from a length at which such lines would fill a page. */
const LONG_TEXT_EM = 250;
const LEAST_OF_LONG_TEXT_EM = 18;

function needOf(
  column: Column,
  samples: readonly JsonObject[],
  { writer, style }: { readonly writer: ValueWriter; readonly style: ReportStyle },
): Need {
  const texts = samples.map((record) => writer.text(column.valueOf(record), column).slice(0, 2000));
  const widths = texts.map(
    (text) => lineWidthEm(text) + (style.colorsStatus && toneOf(text) !== undefined ? PILL_EM : 0),
  );
  const headerEm = style.headerFontSizePt / style.fontSizePt;
  const inHeader = (widthEm: number): number => headerEm * (widthEm * BOLD + CELL_PADDING_EM) - CELL_PADDING_EM;
  const labelEm = inHeader(textWidthEm(column.label));
  const labelWordEm = inHeader(Math.min(LONGEST_WORD_EM, longestWordEm(column.label)));
  const wordEm = column.isNeverBroken
    ? Math.max(0, ...widths, numberEm(column) + (isOfMoney(column, samples) ? textWidthEm(WIDE_SYMBOL) : 0))
    : Math.min(LONGEST_WORD_EM, percentile(texts.map(longestWordEm)));
  const contentEm = percentile(widths);
  const leastOfTextEm = contentEm > LONG_TEXT_EM ? LEAST_OF_LONG_TEXT_EM : Math.min(LEAST_OF_TEXT_EM, contentEm);
  const leastEm = Math.max(wordEm, leastOfTextEm, labelWordEm) * SLACK + CELL_PADDING_EM;
  const wantedEm = Math.min(WIDEST_EM, Math.max(contentEm, labelEm)) * SLACK + CELL_PADDING_EM;
  return { leastEm, wantedEm: Math.max(leastEm, wantedEm), width: column.width, weight: weightOf(widths) };
}

/** The widest symbol of a currency that is usual. */
const WIDE_SYMBOL = "US$\u00a0";

const isOfMoney = (column: Column, records: readonly JsonObject[]): boolean =>
  records.some((record) => {
    const value = column.valueOf(record);
    return value instanceof JsonNumber && value.currency !== undefined;
  });

/** Returns a weight by which columns of long texts take about as many lines as the others. */
const weightOf = (widths: readonly number[]): number => Math.sqrt(Math.max(1, Math.max(0, ...widths) / WIDEST_EM));

/** Returns the width of the longest number of a column, which need not be among the samples; a total may be longer. */
const numberEm = ({ number, wholeDigits, hasTotal }: Column): number =>
  number === undefined
    ? 0
    : textWidthEm("0") * (wholeDigits + number.decimals + (hasTotal ? 2 : 0)) +
      textWidthEm(",") * (number.isGrouped ? Math.floor(wholeDigits / 3) + 1 : 0);

const lineWidthEm = (text: string): number => Math.max(...text.split("\n", 20).map(textWidthEm));

const longestWordEm = (text: string): number => Math.max(...text.split(/[\s\-/]+/, 200).map(textWidthEm));

function percentile(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.ceil((sorted.length - 1) * 0.95)] ?? 0;
}
