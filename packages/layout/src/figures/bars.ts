import type { Box, Shape } from "../content.ts";
import { boxAround, holdsMiddle } from "../geometry/boxes.ts";
import type { Line, Word } from "../words.ts";

/** The least number of bars of a chart, and of lengths that they have; the greatest number of bars. */
const LEAST_BARS = 3;
const MOST_BARS = 300;
/** The greatest number of rows of bars that are looked at in one direction. */
const MOST_ROWS = 30;
/** The greatest difference of places and widths that are one, in points. */
const SAME_PT = 1;
/** The least number of numbers along an axis, and how much their distances differ, as a share of them. */
const LEAST_TICKS = 3;
const SAME_STEP = 0.06;
/** How far the numbers of an axis stand beyond its ends, and from the bars, as a share of the longest bar. */
const BEYOND = 0.6;

/** A box by its place along the bars, away from their base, and across them. */
interface Place {
  readonly from: number;
  readonly to: number;
  readonly start: number;
  readonly end: number;
}

/** Upright bars grow against the y axis of the page, level ones to the right. */
const DIRECTIONS: readonly ((box: Box) => Place)[] = [
  ({ xMin, yMin, xMax, yMax }) => ({ from: -yMax, to: -yMin, start: xMin, end: xMax }),
  ({ xMin, yMin, xMax, yMax }) => ({ from: xMin, to: xMax, start: yMin, end: yMax }),
];

interface Bar {
  readonly shape: Shape;
  readonly place: Place;
}

/**
 * Returns the boxes around the bars of each chart and the numbers of its axis. Bars are filled rectangles of one width and of
 * several lengths on one base, beside numbers that count the length in equal steps; the fields and stripes of tables have
 * no such axis.
 */
export function barChartsOf(shapes: readonly Shape[], lines: readonly Line[]): Box[] {
  const filled = shapes.filter(({ isRectangle, fill }) => isRectangle && fill !== undefined);
  const charts: Box[] = [];
  let numbers: readonly Word[] | undefined;
  for (const placeOf of filled.length < LEAST_BARS ? [] : DIRECTIONS) {
    const placed = filled.map((shape): Bar => ({ shape, place: placeOf(shape) }));
    const rows = Map.groupBy(placed, ({ place }) => Math.round(place.from / SAME_PT)).values();
    for (const group of rows.filter(areBars).take(MOST_ROWS)) {
      numbers ??= lines.flatMap(({ words }) => words.filter(({ text }) => NUMBER.test(text)));
      const axis = axisOf(group, numbers, placeOf);
      if (axis !== undefined && group.every(({ shape }) => holdsNumbersAlone(shape, lines))) {
        charts.push(boxAround([...group.map(({ shape }) => shape), ...axis]));
      }
    }
  }
  return charts;
}

const NUMBER = /^[-\u2212+]?[$\u20ac\u00a3]?\d[\d.,\u2009']*%?$/u;
const lengthOf = ({ place }: Bar): number => place.to - place.from;
const widthOf = ({ place }: Bar): number => place.end - place.start;

function areBars(group: readonly Bar[]): boolean {
  const [first] = group;
  return (
    first !== undefined &&
    group.length >= LEAST_BARS &&
    group.length <= MOST_BARS &&
    group.every((bar) => Math.abs(widthOf(bar) - widthOf(first)) <= SAME_PT) &&
    new Set(group.map((bar) => Math.round(lengthOf(bar)))).size >= LEAST_BARS
  );
}

const holdsNumbersAlone = (shape: Shape, lines: readonly Line[]): boolean =>
  lines.every((line) => !holdsMiddle(shape, line) || line.words.every(({ text }) => NUMBER.test(text)));

/** Returns the numbers beside bars that count their length: in one row along them, in equal steps of place and value. */
function axisOf(
  group: readonly Bar[],
  numbers: readonly Word[],
  placeOf: (box: Box) => Place,
): readonly Word[] | undefined {
  const base = group[0]?.place.from ?? 0;
  const reach = BEYOND * Math.max(...group.map(lengthOf));
  const top = Math.max(...group.map(({ place }) => place.to)) + reach;
  const start = Math.min(...group.map(({ place }) => place.start));
  const end = Math.max(...group.map(({ place }) => place.end));
  const beside = numbers
    .map((word): Tick => ({ word, value: valueOf(word.text), place: placeOf(word) }))
    .filter((tick) => middleOf(tick) > base - reach && middleOf(tick) < top)
    .filter(({ place }) => place.end <= start + SAME_PT || place.start >= end - SAME_PT)
    .filter(({ place }) => start - place.end <= reach && place.start - end <= reach);
  const rows = (["start", "end"] as const).flatMap((edge) => [
    ...Map.groupBy(beside, ({ place }) => Math.round(place[edge] / SAME_PT)).values(),
  ]);
  return rows.find(areEqualSteps)?.map(({ word }) => word);
}

interface Tick {
  readonly word: Word;
  readonly value: number;
  readonly place: Place;
}

const middleOf = ({ place }: Tick): number => (place.from + place.to) / 2;

function areEqualSteps(ticks: readonly Tick[]): boolean {
  if (ticks.length < LEAST_TICKS) {
    return false;
  }
  const sorted = ticks.toSorted((a, b) => middleOf(a) - middleOf(b));
  const isRising = (sorted[1]?.value ?? 0) > (sorted[0]?.value ?? 0);
  return isRising && areEqual(sorted.map(middleOf)) && areEqual(sorted.map(({ value }) => value));
}

/** Returns whether numbers follow each other in equal steps. */
function areEqual(numbers: readonly number[]): boolean {
  const [first = 0] = numbers;
  const step = ((numbers.at(-1) ?? 0) - first) / (numbers.length - 1);
  return numbers.every((number, index) => Math.abs(number - first - index * step) <= SAME_STEP * Math.abs(step));
}

/** Returns the value of a number; a comma and a full stop alone may be of decimals or of thousands, which is one here. */
const valueOf = (text: string): number =>
  Number(
    text
      .replace("\u2212", "-")
      .replace(/[^\d.,-]/g, "")
      .replace(/[.,](?=\d{3}(?:\D|$))/g, "")
      .replace(",", "."),
  );
