import { boxAround } from "../geometry/boxes.ts";
import type { Draft } from "./found-table.ts";
import type { VisualRow } from "./rows/visual-rows.ts";
import type { Segment } from "./segments.ts";

/** The smallest number of labels side by side, and of values beneath them. */
const LEAST_LABELS = 3;
const LEAST_VALUES = 2;
/** The greatest number of labels: more in one row are no reference line, and would take long to compare. */
const MOST_LABELS = 20;
/** The greatest number of words of a label, and of a value. */
const LABEL_WORDS = 4;
const VALUE_WORDS = 6;
/** The narrowest white between two labels, or two values, in ems of their type. */
const LEAST_WHITE_EM = 1.2;
/** The greatest distance from a label to the beginning of its value, or between their ends, in ems. */
const SAME_EDGE_EM = 0.5;
/** The greatest distance from labels down to their values, in ems of the values. */
const WIDEST_PITCH_EM = 2;
/** The ratio of the white around both rows to that between them. */
const APART_RATIO = 1.25;
/** The greatest size of labels that are smaller than their values, as a share of these. */
const SMALL_LABEL = 0.92;

/**
 * Returns the tables of two rows of which the upper one has labels and the lower one their values, as the reference line
 * of a business letter has: they are tables although they are short, since a reader takes each value with its label.
 */
export function labelTables(rows: readonly VisualRow[]): Draft[] {
  return rows.flatMap((labels, index) => {
    const values = rows[index + 1];
    return values !== undefined &&
      isLabelled(labels, values) &&
      areApart([labels, values], { above: rows[index - 1], below: rows[index + 2] })
      ? [draftOf(labels, values)]
      : [];
  });
}

function draftOf(labels: VisualRow, values: VisualRow): Draft {
  const places = columnsBelow(values, labels);
  const columns = labels.segments.map((label, column) => {
    const value = values.segments[places.indexOf(column)];
    return { label, value, ...boxAround([...label.words, ...(value?.words ?? [])]) };
  });
  const box = boxAround(columns);
  return {
    evidence: "text",
    box,
    columnEdges: [
      box.xMin,
      ...columns.slice(1).map(({ xMin }, index) => (xMin + (columns[index]?.xMax ?? xMin)) / 2),
      box.xMax,
    ],
    rowCount: 2,
    cells: [
      ...columns.map(({ label: { words } }, column) => ({ row: 0, column, rowSpan: 1, colSpan: 1, words })),
      ...columns.map(({ value }, column) => ({ row: 1, column, rowSpan: 1, colSpan: 1, words: value?.words ?? [] })),
    ],
    headRows: 1,
  };
}

function isLabelled(labels: VisualRow, values: VisualRow): boolean {
  const { length } = labels.segments;
  return (
    length >= LEAST_LABELS &&
    length <= MOST_LABELS &&
    values.segments.length >= LEAST_VALUES &&
    values.segments.length <= length &&
    values.baselineY - labels.baselineY <= WIDEST_PITCH_EM * values.sizePt &&
    labels.segments.every(isLabel) &&
    values.segments.every(({ words }) => words.length <= VALUE_WORDS) &&
    [labels, values].every(hasWideWhite) &&
    isBelow(values, labels) &&
    (isSetApart(labels, values) || (values.segments.length === length && values.segments.some(hasDigit)))
  );
}

const isLabel = ({ words }: Segment): boolean =>
  words.length <= LABEL_WORDS &&
  words.some(({ word }) => LETTERS.test(word.text)) &&
  !words.some(({ word }) => DIGIT.test(word.text));

const LETTERS = /\p{L}{2}/u;
const DIGIT = /\p{Nd}/u;

const hasDigit = ({ words }: Segment): boolean => words.some(({ word }) => DIGIT.test(word.text));

const hasWideWhite = ({ segments, sizePt }: VisualRow): boolean =>
  segments.every(({ xMin }, index) => xMin - (segments[index - 1]?.xMax ?? -Infinity) >= LEAST_WHITE_EM * sizePt);

/** Returns whether each value has a label of its own above it. */
const isBelow = (values: VisualRow, labels: VisualRow): boolean =>
  columnsBelow(values, labels).every((label, index, all) => label > (all[index - 1] ?? -1));

/** Returns the index of the label that each value begins, or ends, under; -1 where there is none. */
const columnsBelow = ({ segments, sizePt }: VisualRow, labels: VisualRow): number[] =>
  segments.map((value) =>
    labels.segments.findIndex(
      ({ xMin, xMax }) =>
        Math.abs(xMin - value.xMin) <= SAME_EDGE_EM * sizePt || Math.abs(xMax - value.xMax) <= SAME_EDGE_EM * sizePt,
    ),
  );

/** Returns whether labels are set otherwise than their values: all of them smaller, or bold alone. */
function isSetApart(labels: VisualRow, values: VisualRow): boolean {
  const above = wordsOf(labels);
  const below = wordsOf(values);
  const largest = Math.max(...above.map(({ sizePt }) => sizePt));
  return (
    below.every(({ sizePt }) => largest <= SMALL_LABEL * sizePt) ||
    (above.every(({ word }) => word.isBold) && !below.some(({ word }) => word.isBold))
  );
}

const wordsOf = ({ segments }: VisualRow): Segment["words"] => segments.flatMap(({ words }) => words);

/** Returns whether both rows stand alone: nothing above or below them is as near as they are to each other. */
function areApart(
  [labels, values]: readonly [VisualRow, VisualRow],
  { above, below }: Record<"above" | "below", VisualRow | undefined>,
): boolean {
  const least = APART_RATIO * (values.baselineY - labels.baselineY);
  return (
    labels.baselineY - (above?.baselineY ?? -Infinity) >= least &&
    (below?.baselineY ?? Infinity) - values.baselineY >= least
  );
}
