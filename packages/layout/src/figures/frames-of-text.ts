import type { Box } from "../content.ts";
import { heightOf, holdsMiddle, widthOf } from "../geometry/boxes.ts";
import type { Line } from "../words.ts";
import type { Mark } from "./mark.ts";

/** The least sides of a frame around text, in points. */
const LEAST_PT = 12;
/** The least number of lines of a text in a frame, and the share of the page's width from which one is enough. */
const LINES_IN_FRAME = 2;
const WIDE_SHARE = 0.5;
/** The least length of a side of a frame that is drawn line by line, in points; its distance from the text, in ems. */
const SIDE_PT = 72;
const SIDE_EM = 1.5;
/** The greatest number of marks that are looked at; pages with more large marks are drawings. */
const MOST_MARKS = 400;

interface Page {
  /** The lines of running text and of code. */
  readonly texts: readonly Line[];
  readonly widthPt: number;
}

/** Finds the marks that are backgrounds and frames of running text or of code, whole or side by side. */
export function framesOfText(marks: readonly Mark[], { texts, widthPt }: Page): Set<Mark> {
  const holds = (mark: Mark): boolean => {
    const count = texts.filter((line) => holdsMiddle(mark, line)).length;
    return count >= LINES_IN_FRAME || (count === 1 && widthOf(mark) >= WIDE_SHARE * widthPt);
  };
  const around = marks
    .filter((mark) => mark.kind !== "rule" && Math.min(widthOf(mark), heightOf(mark)) >= LEAST_PT)
    .slice(0, MOST_MARKS)
    .filter(holds);
  const sides = marks
    .filter((mark) => mark.kind === "rule" && Math.max(widthOf(mark), heightOf(mark)) >= SIDE_PT)
    .slice(0, MOST_MARKS)
    .filter((rule) => texts.some((line) => isSideOf(rule, line)));
  return new Set([...around, ...sides]);
}

/** Returns whether a line is drawn over, under or beside a line of text, and as wide as it or higher. */
function isSideOf(rule: Box, line: Line): boolean {
  const reach = SIDE_EM * line.sizePt;
  const isLevel = widthOf(rule) >= heightOf(rule);
  return isLevel
    ? rule.xMin <= line.xMin + 1 &&
        rule.xMax >= line.xMax - 1 &&
        rule.yMin <= line.yMax + reach &&
        rule.yMax >= line.yMin - reach
    : rule.yMin <= line.yMin + 1 &&
        rule.yMax >= line.yMax - 1 &&
        rule.xMin <= line.xMax + reach &&
        rule.xMax >= line.xMin - reach;
}
