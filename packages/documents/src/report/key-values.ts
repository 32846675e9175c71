import { isNameOfTime } from "./dates.ts";
import { amountOf } from "./decimal.ts";
import type { Flow } from "./flow.ts";
import { directionAttribute, escapeHtml } from "./html.ts";
import { JsonNumber, type JsonValue } from "./json-value.ts";
import { areNames, labelOf } from "./labels.ts";
import { decimalsOf, isNameOfSomething, type NumberLook, wholeDigitsOf } from "./numbers.ts";
import type { ReportSetting } from "./report-setting.ts";
import { CELL_PADDING_EM, SLACK } from "./table-plan.ts";
import { textWidthEm } from "./text-width.ts";

export type Member = readonly [key: string, value: JsonValue];

/**
 * Lays names and values out side by side: a pair to a line, or more where there are many short ones.
 * @param options.levels the number of levels within the values that are still to be laid out
 * @param options.path the names of the members that lead to the list
 * @param options.isDense whether also few short pairs stand side by side: where there are many such lists
 */
export function keyValues(
  members: readonly Member[],
  {
    style,
    writer,
    levels,
    path,
    isDense = false,
  }: ReportSetting & { readonly levels: number; readonly path: readonly string[]; readonly isDense?: boolean },
): Flow {
  const number = figuresLook(members);
  const looks = members.map(([key]) => ({ key, levels, number, path: [...path, key] }));
  const isOfNames = areNames(members);
  const cells = members.map(([key, value], index): Pair => {
    const label = isOfNames ? key : labelOf(key);
    const look = looks[index] ?? { key, levels, path };
    const lines = writer.text(value, look).slice(0, 1000).split("\n");
    return {
      head: `<th scope=row${directionAttribute(label)}>${escapeHtml(label)}`,
      value: writer.html(value, look),
      labelEm: textWidthEm(label) * BOLD,
      valueEm: Math.max(...lines.map(textWidthEm)),
      isOfLines: lines.length > 1,
    };
  });
  const layout = layoutOf(cells, { style, areFigures: number !== undefined, isDense });
  const lines = linesOf(cells, layout);
  const columns = `<col style="width:${layout.labelPt.toFixed(1)}pt"><col>`.repeat(layout.pairs);
  const names = [
    "values",
    ...(number === undefined ? [] : ["figures"]),
    ...(lines.length <= MOST_KEPT_WHOLE ? ["whole"] : []),
  ];
  return {
    open: `<table class="${names.join(" ")}" style="width:${layout.width}"><colgroup>${columns}</colgroup><tbody>`,
    items: lines,
    close: "</table>",
    itemCost: 2 * layout.pairs,
  };
}

/** Returns the rows: pairs side by side, and behind them those that need a row for themselves. */
function linesOf(cells: readonly Pair[], { pairs, valueEm = Number.POSITIVE_INFINITY }: PairLayout): string[] {
  const needsRow = (cell: Pair): boolean => pairs > 1 && (cell.isOfLines || cell.valueEm > valueEm);
  const wide = cells.filter(needsRow);
  const narrow = cells.filter((cell) => !needsRow(cell));
  const rows = Array.from({ length: Math.ceil(narrow.length / pairs) }, (_, row) => {
    const inRow = narrow.slice(row * pairs, (row + 1) * pairs);
    const missing = pairs - inRow.length;
    const html = inRow.map(({ head, value }) => `${head}<td${directionAttribute(value)}>${value}`).join("");
    return `<tr>${html}${missing === 0 ? "" : `<td colspan=${2 * missing}>`}\n`;
  });
  const span = pairs > 1 ? ` colspan=${2 * pairs - 1}` : "";
  return [...rows, ...wide.map(({ head, value }) => `<tr>${head}<td${span}${directionAttribute(value)}>${value}\n`)];
}

interface Pair extends PairWidths {
  /** The opened element of the name. */
  readonly head: string;
  readonly value: string;
  readonly isOfLines: boolean;
}

interface PairLayout {
  /** The number of pairs side by side. */
  readonly pairs: number;
  readonly labelPt: number;
  /** The widest value of a pair that others stand beside, in ems. */
  readonly valueEm?: number;
  readonly width: string;
}

interface PairWidths {
  readonly labelEm: number;
  readonly valueEm: number;
}

const BOLD = 1.06;
/**
 * The smallest number of pairs in a list that stand side by side, and that in a dense list; shorter lists are read from
 * top to bottom.
 */
const MANY = 24;
const MANY_OF_DENSE = 6;
/** The widest value of a dense list, in ems: longer values go on in the next line, so that all lists look the same. */
const DENSE_VALUE_EM = 9;
/** The width of text beside which a single column of pairs looks lost, in ems, and the least number of pairs in it. */
const WIDE_TEXT_EM = 55;
const MANY_OF_WIDE = 8;
const MOST_PAIRS = 3;
/** The greatest number of lines of a list that is not divided between pages. */
const MOST_KEPT_WHOLE = 10;
/**
 * The least and the greatest share of the width of the text that names take, so that values of lists in a row begin at
 * one place.
 */
const LEAST_LABELS = 0.28;
const MOST_LABELS = 0.42;

interface ListKind {
  readonly areFigures: boolean;
  readonly isDense: boolean;
}

function layoutOf(
  cells: readonly PairWidths[],
  { style: { fontSizePt, textWidthPt }, areFigures, isDense }: Pick<ReportSetting, "style"> & ListKind,
): PairLayout {
  const widthPt = (em: number): number => (em * SLACK + CELL_PADDING_EM) * fontSizePt;
  const most = (list: readonly number[]): number => list.reduce((one, other) => Math.max(one, other), 0);
  const labelPt = widthPt(most(cells.map(({ labelEm }) => labelEm)));
  const valueEm = most(cells.map((cell) => cell.valueEm));
  const valuePt = widthPt(valueEm);
  const isWide = textWidthPt > fontSizePt * WIDE_TEXT_EM;
  const least = isDense ? MANY_OF_DENSE : isWide ? MANY_OF_WIDE : MANY;
  const sideBySide = widthPt(isDense || isWide ? Math.min(valueEm, DENSE_VALUE_EM) : valueEm);
  const fitting = Math.min(MOST_PAIRS, Math.floor(textWidthPt / (labelPt + sideBySide)));
  if (cells.length >= least && fitting > 1 && !areFigures) {
    const roomPt = textWidthPt / fitting - labelPt;
    return { pairs: fitting, labelPt, valueEm: (roomPt / fontSizePt - CELL_PADDING_EM) / SLACK, width: "100%" };
  }
  const labels = Math.min(Math.max(labelPt, LEAST_LABELS * textWidthPt), MOST_LABELS * textWidthPt);
  return {
    pairs: 1,
    labelPt: labels,
    width: areFigures && labels + valuePt < textWidthPt ? `${(labels + valuePt).toFixed(1)}pt` : "100%",
  };
}

const MOST_DECIMALS = 2;

/**
 * Returns the look of amounts in a list of nothing else, which then stand below each other by their decimal points;
 * undefined for other lists.
 */
function figuresLook(members: readonly Member[]): NumberLook | undefined {
  const numbers = members.map(([key, value]) =>
    value instanceof JsonNumber && !isNameOfSomething(key) && !isNameOfTime(key) ? amountOf(value.source) : undefined,
  );
  const known = numbers.filter((number) => number !== undefined);
  const needed = known.reduce((most, { scale }) => Math.max(most, scale), 0);
  if (members.length < 2 || known.length < members.length || needed > MOST_DECIMALS) {
    return undefined;
  }
  const decimals = members.reduce((most, [key]) => Math.max(most, decimalsOf(key, needed)), 0);
  const isGrouped = decimals > 0 || known.some((number) => wholeDigitsOf(number) > 4);
  return { decimals, isGrouped, isPercent: false };
}
