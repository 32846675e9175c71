import { isCaption } from "../captions/captions.ts";
import { boxAround, heightOf, holdsMiddle, widthOf } from "../geometry/boxes.ts";
import { Tally } from "../geometry/statistics.ts";
import type { Line, PageLines } from "../words.ts";
import { clustersOf } from "./clusters.ts";
import type { DrawnFigure } from "./drawn-figure.ts";
import { isDrawing, isLabelled } from "./is-drawing.ts";
import { withLabelsBeside } from "./labels-beside.ts";
import { marksOf } from "./marks.ts";

/** The gap between marks of one drawing, in points: a line of text has room in it. */
const GAP_PT = 14;
/** The gap between parts of one figure, in points. */
const PARTS_GAP_PT = 20;
/** The least sides of a figure, in points: the lesser and the greater. */
const LEAST_PT = 24;
const LEAST_LONG_PT = 40;

/** The number of lines that are the text of a page, such as its title, where the page has no others. */
const FEW_LINES = 3;

/**
 * Finds the figures of a page that are drawn, and not images, among lines that are no running headers. `sizePt` is the
 * size of the document's text.
 */
export function findDrawnFigures({ content, lines }: PageLines, sizePt: number): DrawnFigure[] {
  const marks = marksOf(content, lines);
  if (!marks.some(({ kind }) => kind === "free")) {
    return [];
  }
  const texts = lines.filter(({ words }) => !isCaption(words.map(({ text }) => text).join(" ")));
  const drawings: DrawnFigure[] = [];
  for (const cluster of clustersOf(marks, GAP_PT)) {
    const box = boxAround(cluster);
    const sides = [widthOf(box), heightOf(box)];
    if (Math.min(...sides) < LEAST_PT || Math.max(...sides) < LEAST_LONG_PT) {
      continue;
    }
    const within = texts.filter((line) => holdsMiddle(box, line));
    if (isDrawing(cluster, { box, lines: within, sizePt })) {
      const figure = withLabelsBeside({ box, lines: within }, { lines: texts, sizePt });
      if (isLabelled(cluster, { within, all: figure.lines })) {
        drawings.push(figure);
      }
    }
  }
  return joined(drawings, texts).filter((figure) => figure.lines.length < texts.length || texts.length > FEW_LINES);
}

/** Joins drawings side by side or below each other that no other text parts. */
function joined(drawings: readonly DrawnFigure[], texts: readonly Line[]): DrawnFigure[] {
  const boxes = drawings.map(({ box, lines }) => ({ ...box, lines }));
  return clustersOf(boxes, PARTS_GAP_PT).flatMap((parts) => {
    const box = boxAround(parts);
    const own = new Set(parts.flatMap(({ lines }) => lines));
    const within = texts.filter((line) => holdsMiddle(box, line));
    return within.every((line) => own.has(line))
      ? [{ box, lines: within }]
      : parts.map(({ lines, xMin, yMin, xMax, yMax }) => ({ box: { xMin, yMin, xMax, yMax }, lines }));
  });
}

/** Returns the size of most letters of pages, in points. */
export function textSizeOf(pages: readonly PageLines[]): number {
  const sizes = new Tally<number>();
  for (const { lines } of pages) {
    for (const { words, sizePt } of lines) {
      const letters = words.reduce((sum, { text }) => sum + text.length, 0);
      sizes.add(Math.round(sizePt * 2) / 2, letters);
    }
  }
  return sizes.most() ?? 10;
}
