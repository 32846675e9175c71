import { decimalOf } from "./decimal.ts";
import type { Flow } from "./flow.ts";
import { directionAttribute, escapeHtml } from "./html.ts";
import { JsonNumber, type JsonValue } from "./json-value.ts";
import { labelOf } from "./labels.ts";
import { isNameOfSomething, type NumberLook, wholeDigitsOf } from "./numbers.ts";
import type { ReportSetting } from "./report-setting.ts";
import { CELL_PADDING_EM, SLACK } from "./table-plan.ts";
import { textWidthEm } from "./text-width.ts";

export type Member = readonly [key: string, value: JsonValue];

/**
 * Lays names and values out side by side: a pair to a line, or more where there are many short ones.
 * @param options.levels the number of levels within the values that are still to be laid out
 * @param options.isDense whether also few short pairs stand side by side: where there are many such lists
 */
export function keyValues(
  members: readonly Member[],
  { style, writer, levels, isDense = false }: ReportSetting & { readonly levels: number; readonly isDense?: boolean },
): Flow {
  const number = figuresLook(members);
  const looks = members.map(([key]) => ({ key, levels, number }));
  const cells = members.map(([key, value], index) => {
    const label = labelOf(key);
    const look = looks[index] ?? { key, levels };
    return {
      html: `<th scope=row${directionAttribute(label)}>${escapeHtml(label)}${writer.cell(value, look)}`,
      labelEm: textWidthEm(label) * BOLD,
      valueEm: textWidthEm(writer.text(value, look).slice(0, 1000)),
    };
  });
  const layout = layoutOf(cells, { style, areFigures: number !== undefined, isDense });
  const lines = Array.from({ length: Math.ceil(cells.length / layout.pairs) }, (_, line) => {
    const pairs = cells.slice(line * layout.pairs, (line + 1) * layout.pairs);
    const missing = layout.pairs - pairs.length;
    return `<tr>${pairs.map(({ html }) => html).join("")}${missing === 0 ? "" : `<td colspan=${2 * missing}>`}\n`;
  });
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
): { readonly pairs: number; readonly labelPt: number; readonly width: string } {
  const widest = (widthOf: (cell: PairWidths) => number): number =>
    (cells.reduce((most, cell) => Math.max(most, widthOf(cell)), 0) * SLACK + CELL_PADDING_EM) * fontSizePt;
  const labelPt = widest(({ labelEm }) => labelEm);
  const valuePt = widest(({ valueEm }) => (isDense ? Math.min(valueEm, DENSE_VALUE_EM) : valueEm));
  const fitting = Math.min(MOST_PAIRS, Math.floor(textWidthPt / (labelPt + valuePt)));
  if (cells.length >= (isDense ? MANY_OF_DENSE : MANY) && fitting > 1) {
    return { pairs: fitting, labelPt, width: "100%" };
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
    value instanceof JsonNumber && !isNameOfSomething(key) ? decimalOf(value.source) : undefined,
  );
  const known = numbers.filter((number) => number !== undefined);
  const decimals = known.reduce((most, { scale }) => Math.max(most, scale), 0);
  if (members.length < 2 || known.length < members.length || decimals > MOST_DECIMALS) {
    return undefined;
  }
  const isGrouped = decimals > 0 || known.some((number) => wholeDigitsOf(number) > 4);
  return { decimals, isGrouped, isPercent: false };
}
