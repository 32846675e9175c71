import type { Box } from "../content.ts";
import { heightOf, widthOf } from "../geometry/boxes.ts";
import type { Line } from "../words.ts";
import type { Mark } from "./mark.ts";
import { runningText } from "./running-text.ts";

/** The least length of a curve or a slanted line that is more than a bullet or the head of an arrow, in points. */
const LARGE_PT = 20;
/** The least number of level lines and rectangles that small marks are the heads or the points of. */
const LEVEL_MARKS = 3;
/** The least number of level lines that are the axes and ticks around one curve. */
const AXIS_MARKS = 6;
/** The greatest share of a drawing that text covers. */
const TEXT_SHARE = 0.3;
/** The greatest number of lines of running text or code in a drawing, share of many labels, and share of few. */
const MOST_TEXT_LINES = 2;
const MOST_TEXT_SHARE = 0.05;
const MOST_OF_ALL = 0.4;
/** The greatest size of labels, as a multiple of that of the page's text. */
const LABEL_SIZE = 1.2;
const LEAST_LABELS = 2;

interface Contents {
  readonly box: Box;
  readonly lines: readonly Line[];
  /** The size of the page's text. */
  readonly sizePt: number;
}

/**
 * Returns whether marks may be a drawing by the text within them, rather than a table, a frame around text or a
 * decoration.
 */
export function isDrawing(marks: readonly Mark[], { box, lines, sizePt }: Contents): boolean {
  if (!isDrawn(marks)) {
    return false;
  }
  const texts = runningText(lines).length;
  const covered = lines.reduce((sum, line) => sum + widthOf(line) * heightOf(line), 0);
  return (
    covered <= TEXT_SHARE * widthOf(box) * heightOf(box) &&
    texts <= Math.max(MOST_TEXT_LINES, MOST_TEXT_SHARE * lines.length) &&
    texts <= MOST_OF_ALL * lines.length &&
    lines.every((line) => isOfLabelSize(line, sizePt))
  );
}

/** Returns whether a line is in type that labels have, beside text of a size. */
export const isOfLabelSize = (line: Line, textSizePt: number): boolean => line.sizePt <= LABEL_SIZE * textSizePt;

/** Returns whether a drawing has labels: some within it, or those of its axes, and so is no decoration. */
export function isLabelled(
  marks: readonly Mark[],
  { within, all }: Record<"within" | "all", readonly Line[]>,
): boolean {
  const hasAxes = hasBars(marks) || marks.filter(({ kind }) => kind !== "free").length >= AXIS_MARKS;
  return (hasAxes ? all : within).length >= LEAST_LABELS;
}

/** Returns whether there are the bars of a chart, which are known by the numbers of their axis. */
const hasBars = (marks: readonly Mark[]): boolean => marks.some(({ kind }) => kind === "chart");

function isDrawn(marks: readonly Mark[]): boolean {
  if (hasBars(marks)) {
    return true;
  }
  const free = marks.filter(({ kind }) => kind === "free");
  const large = free.filter((mark) => Math.max(widthOf(mark), heightOf(mark)) >= LARGE_PT);
  const level = marks.length - free.length;
  return (large.length > 0 && (free.length >= 2 || level >= AXIS_MARKS)) || (free.length >= 2 && level >= LEVEL_MARKS);
}
