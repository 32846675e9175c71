import type { Box } from "../content.ts";
import { boxAround } from "../geometry/boxes.ts";
import { median } from "../geometry/statistics.ts";
import type { Line, PageLines } from "../words.ts";

/** The least number of lines that are numbered on a page before the numbers are taken for those of lines. */
const LEAST_NUMBERS = 6;
/** The greatest step from one number to the next: editions number every fifth line or every tenth. */
const GREATEST_STEP = 10;
/** The greatest difference between distances of one line from the next, in ems. */
const SAME_PITCH_EM = 0.35;
/** The greatest distance between ends of the numbers of one column, in points. */
const SAME_END_PT = 1.5;
/** The greatest size of numbers of lines, as a share of that of the text, that tells them from numbers of rows. */
const SMALLER = 0.93;
/** The least share of the lines of text that are on the same side of the numbers. */
const BESIDE_SHARE = 0.8;
/** The greatest distance between the places of one number on two pages, in points. */
const SAME_PLACE_PT = 3;

/** The greatest difference between sizes of the numbers of one document, in points. */
const SAME_SIZE_PT = 0.3;

const NUMBER = /^\d{1,5}$/u;

/**
 * Finds, for each page, the numbers that manuscripts, court documents and editions have beside their lines: a column of
 * numbers alone, left or right of all text, which count by one step at an even distance. Rows of tables are numbered so as
 * well. What tells the two apart is smaller type, or the same numbers at the same places of another page.
 */
export function findLineNumbers(pages: readonly PageLines[]): Line[][] {
  const columns = pages.map(({ lines }) => numberColumns(lines.filter(({ rotation }) => rotation === 0)));
  const found = columns.map((own, index) =>
    own.filter(
      (column) =>
        column.isSmall ||
        columns.some((others, page) => page !== index && others.some((other) => isSame(column, other))),
    ),
  );
  return found.map((own, index) =>
    own.length > 0
      ? own.flatMap(({ lines }) => lines)
      : ([found[index - 1], found[index + 1]]
          .map((near) => countedWith(near ?? [], pages[index]))
          .find(({ length }) => length > 0) ?? []),
  );
}

/**
 * Returns the numbers of the lines of a page that has too few of them to show it, by those of a page next to it: they
 * stand at the same distance from the side, and the count goes on from one page to the other.
 */
function countedWith(near: readonly NumberColumn[], page: PageLines | undefined): Line[] {
  return near.flatMap(({ lines: known }) => {
    const [first, second] = known;
    const last = known.at(-1);
    const numbers = (page?.lines ?? [])
      .filter((line) => isNumber(line) && first !== undefined && isAtPlaceOf(line, first))
      .toSorted((a, b) => a.baselineY - b.baselineY);
    const [head] = numbers;
    const foot = numbers.at(-1);
    if (first === undefined || second === undefined || last === undefined || head === undefined || foot === undefined) {
      return [];
    }
    const step = valueOf(second) - valueOf(first);
    const isNext = valueOf(head) === valueOf(last) + step || valueOf(foot) === valueOf(first) - step;
    return isNext && numbers.every((line, index) => valueOf(line) === valueOf(head) + index * step) ? numbers : [];
  });
}

/** Returns whether a number is set like another and ends as far from the side of its page. */
const isAtPlaceOf = (line: Line, other: Line): boolean =>
  line.rotation === other.rotation &&
  Math.abs(line.sizePt - other.sizePt) < SAME_SIZE_PT &&
  Math.min(Math.abs(line.xMax - other.xMax), Math.abs(line.xMin - other.xMin)) < SAME_END_PT;

interface NumberColumn {
  readonly lines: readonly Line[];
  /** Whether the numbers are smaller than the text beside them. */
  readonly isSmall: boolean;
}

function numberColumns(lines: readonly Line[]): NumberColumn[] {
  const numbers = lines.filter(isNumber);
  if (numbers.length < LEAST_NUMBERS || numbers.length === lines.length) {
    return [];
  }
  return (["xMax", "xMin"] as const).flatMap((end) =>
    groupsOf(numbers, end).flatMap((group) => {
      const own = new Set(group);
      const text = lines.filter((line) => !own.has(line));
      return isBesideMost(boxAround(group), text) && countsEvenly(group)
        ? [{ lines: group, isSmall: isSmaller(group, text) }]
        : [];
    }),
  );
}

/** Returns whether nearly all text is on one side of a column, but for notes in the margin, and none across it. */
function isBesideMost(column: Box, text: readonly Line[]): boolean {
  const right = text.filter(({ xMin }) => xMin >= column.xMax - SAME_END_PT).length;
  const left = text.filter(({ xMax }) => xMax <= column.xMin + SAME_END_PT).length;
  return left + right === text.length && Math.max(left, right) >= BESIDE_SHARE * text.length;
}

/** Groups numbers by their right or left ends, those of each group from the top; leaves out small groups. */
function groupsOf(numbers: readonly Line[], end: "xMax" | "xMin"): Line[][] {
  const groups: Line[][] = [];
  for (const line of numbers.toSorted((a, b) => a[end] - b[end])) {
    const last = groups.at(-1);
    if (last !== undefined && line[end] - (last[0]?.[end] ?? 0) < SAME_END_PT) {
      last.push(line);
    } else {
      groups.push([line]);
    }
  }
  return groups
    .filter(({ length }) => length >= LEAST_NUMBERS)
    .map((group) => group.toSorted((a, b) => a.baselineY - b.baselineY));
}

function countsEvenly(group: readonly Line[]): boolean {
  const [first, second] = group;
  if (first === undefined || second === undefined) {
    return false;
  }
  const step = valueOf(second) - valueOf(first);
  const pitches = group.slice(1).map(({ baselineY }, index) => baselineY - (group[index]?.baselineY ?? 0));
  const usual = median(pitches, 0);
  // Gaps between paragraphs and headings are wider, so that half of the distances are enough.
  const even = pitches.filter((pitch) => Math.abs(pitch - usual) < SAME_PITCH_EM * first.sizePt).length;
  return (
    step >= 1 &&
    step <= GREATEST_STEP &&
    group.every((line, index) => valueOf(line) === valueOf(first) + index * step) &&
    2 * even >= pitches.length
  );
}

const isNumber = ({ words }: Line): boolean => words.length === 1 && NUMBER.test(words[0]?.text ?? "");

const valueOf = ({ words }: Line): number => Number(words[0]?.text);

function isSmaller([number]: readonly Line[], text: readonly Line[]): boolean {
  const usual = median(
    text.map(({ sizePt }) => sizePt),
    0,
  );
  return number !== undefined && number.sizePt <= SMALLER * usual;
}

const isSame = (a: NumberColumn, b: NumberColumn): boolean => {
  const [one] = a.lines;
  const [other] = b.lines;
  return (
    one !== undefined &&
    other !== undefined &&
    valueOf(one) === valueOf(other) &&
    Math.abs(one.xMax - other.xMax) < SAME_PLACE_PT &&
    Math.abs(one.baselineY - other.baselineY) < SAME_PLACE_PT
  );
};
