import type { Box, PageContent } from "../content.ts";
import { heightOf, widthOf } from "../geometry/boxes.ts";
import type { Line } from "../words.ts";
import { barChartsOf } from "./bars.ts";
import { framesOfText } from "./frames-of-text.ts";
import type { Mark } from "./mark.ts";
import { runningText } from "./running-text.ts";

/** The share of the sides of a page from which a mark is its background or frame. */
const PAGE_SHARE = 0.9;
/** The least length of a line that parts texts where it meets no other mark, in points. */
const LONG_RULE_PT = 72;
/** The distance within which marks meet, in points. */
const MEETING_PT = 2;
/** The greatest number of long lines that are looked at. */
const MOST_LONG_RULES = 100;

/**
 * Returns the marks of a page that may be of drawings, without its background, lines between texts, and frames around
 * texts; none where nothing is drawn but level lines, and rectangles that are no bars of charts.
 */
export function marksOf({ rules, shapes, widthPt, heightPt }: PageContent, lines: readonly Line[]): Mark[] {
  const charts = barChartsOf(shapes, lines);
  if (charts.length === 0 && shapes.every(({ isRectangle }) => isRectangle)) {
    return [];
  }
  const isOfPage = (box: Box): boolean =>
    widthOf(box) >= PAGE_SHARE * widthPt || heightOf(box) >= PAGE_SHARE * heightPt;
  const marks = [
    ...rules.map((rule): Mark => markOf(rule, "rule")),
    ...shapes.map((shape): Mark => markOf(shape, shape.isRectangle ? "rectangle" : "free")),
    ...charts.map((chart): Mark => markOf(chart, "chart")),
  ].filter((mark) => !isOfPage(mark));
  const frames = framesOfText(marks, { texts: runningText(lines), widthPt });
  return withoutSeparators(marks.filter((mark) => !frames.has(mark)));
}

const markOf = ({ xMin, yMin, xMax, yMax }: Box, kind: Mark["kind"]): Mark => ({ xMin, yMin, xMax, yMax, kind });

function withoutSeparators(marks: readonly Mark[]): Mark[] {
  const long = marks.filter((mark) => mark.kind === "rule" && Math.max(widthOf(mark), heightOf(mark)) >= LONG_RULE_PT);
  const alone = new Set(
    long.slice(0, MOST_LONG_RULES).filter((rule) => !marks.some((mark) => mark !== rule && meet(mark, rule))),
  );
  return marks.filter((mark) => !alone.has(mark));
}

const meet = (a: Box, b: Box): boolean =>
  a.xMin <= b.xMax + MEETING_PT &&
  b.xMin <= a.xMax + MEETING_PT &&
  a.yMin <= b.yMax + MEETING_PT &&
  b.yMin <= a.yMax + MEETING_PT;
