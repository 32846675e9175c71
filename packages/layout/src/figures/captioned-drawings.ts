import type { Box } from "../content.ts";
import { boxAround, heightOf, holdsMiddle, sharedX, widthOf } from "../geometry/boxes.ts";
import type { Line } from "../words.ts";
import type { DrawnFigure } from "./drawn-figure.ts";
import { withLabelsBeside } from "./labels-beside.ts";
import type { Mark } from "./mark.ts";

/** Marks of one place that are no drawing by themselves. */
export interface Cluster {
  readonly own: readonly Mark[];
  readonly box: Box;
}

interface Page {
  readonly captions: readonly Line[];
  /** The lines that are no captions. */
  readonly lines: readonly Line[];
  readonly running: readonly Line[];
  readonly sizePt: number;
}

/** The greatest distance of a drawing from the caption below it, in ems. */
const FAR_EM = 10;
/** The least number of curves and slanted lines, and of labels. */
const LEAST_FREE = 2;
const LEAST_LABELS = 2;
/** The greatest share of a drawing that text covers. */
const TEXT_SHARE = 0.3;
/** The difference of baselines of labels of one row, in ems, and of their sizes, in points. */
const SAME_ROW_EM = 0.3;
/** The greatest numbers of captions and of labels that are looked at. */
const MOST_CAPTIONS = 20;
const MOST_LABELS = 100;

/**
 * Returns the drawings that are known by the caption of a figure below them: marks between it and the text above it, all of
 * them one figure with the labels around them, though each may be too small or have too large labels to be one by itself.
 */
export function captionedDrawings(clusters: readonly Cluster[], page: Page): DrawnFigure[] {
  const left = new Set(clusters.filter(({ own }) => own.some(({ kind }) => kind === "free")));
  const figures: DrawnFigure[] = [];
  for (const caption of left.size === 0 ? [] : page.captions.slice(0, MOST_CAPTIONS)) {
    const above = [...left].filter(({ box }) => isAbove(box, caption, FAR_EM * caption.sizePt));
    const figure = above.length === 0 ? undefined : drawingOf(above, caption, page);
    if (figure !== undefined) {
      figures.push(figure);
      for (const cluster of above) {
        left.delete(cluster);
      }
    }
  }
  return figures;
}

/** Returns whether a box ends above a line, at no greater distance, and a part of it over that line. */
const isAbove = (box: Box, line: Line, distance: number): boolean =>
  box.yMax <= line.yMin && line.yMin - box.yMax <= distance && sharedX(box, line) > -widthOf(line);

function drawingOf(
  clusters: readonly Cluster[],
  caption: Line,
  { lines, running, sizePt }: Page,
): DrawnFigure | undefined {
  const box = boxAround(clusters.map((cluster) => cluster.box));
  const within = lines.filter((line) => holdsMiddle(box, line));
  const covered = within.reduce((sum, line) => sum + widthOf(line) * heightOf(line), 0);
  const free = clusters.flatMap(({ own }) => own.filter(({ kind }) => kind === "free")).length;
  if (free < LEAST_FREE || covered > TEXT_SHARE * widthOf(box) * heightOf(box)) {
    return undefined;
  }
  const figure = withLabelsBeside({ box, lines: within }, { lines, running, sizePt });
  const labels = figure.lines.slice(0, MOST_LABELS);
  const own = new Set([...figure.lines, ...lines.filter((line) => labels.some((label) => areOfRow(label, line, box)))]);
  const region = { ...boxAround([box, ...own]), yMax: caption.yMin };
  return own.size < LEAST_LABELS || running.some((line) => !own.has(line) && holdsMiddle(region, line))
    ? undefined
    : { box: boxAround([box, ...own]), lines: lines.filter((line) => own.has(line)) };
}

/** Returns whether a line goes on with a row of labels over or below a drawing. */
const areOfRow = (label: Line, line: Line, box: Box): boolean =>
  label.rotation === line.rotation &&
  Math.abs(label.baselineY - line.baselineY) < SAME_ROW_EM * label.sizePt &&
  Math.abs(label.sizePt - line.sizePt) < SAME_ROW_EM &&
  line.xMin < box.xMax &&
  line.xMax > box.xMin;
