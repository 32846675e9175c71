import { isCaption, isFigureCaption } from "../captions/captions.ts";
import type { Box } from "../content.ts";
import { boxAround, heightOf, holdsMiddle, widthOf } from "../geometry/boxes.ts";
import type { Line, PageLines } from "../words.ts";
import { type Cluster, captionedDrawings } from "./captioned-drawings.ts";
import { clustersOf } from "./clusters.ts";
import type { DrawnFigure } from "./drawn-figure.ts";
import { isDrawing, isLabelled } from "./is-drawing.ts";
import { withLabelsBeside } from "./labels-beside.ts";
import { marksOf } from "./marks.ts";
import { runningText } from "./running-text.ts";

/** The gap between marks of one drawing, in points: a line of text has room in it. */
const GAP_PT = 14;
/** The gap between parts of one figure, in points. */
const PARTS_GAP_PT = 20;
/** The least sides of a figure, in points: the lesser and the greater. */
const LEAST_PT = 24;
const LEAST_LONG_PT = 40;

/** The greatest number of figures of a page: of more drawings each is a sign or an ornament. */
const MOST_DRAWINGS = 100;

/** The number of lines that are the text of a page, such as its title, where the page has no others. */
const FEW_LINES = 3;

/**
 * Finds the figures of a page that are drawn, and not images, among lines that are no running headers. `sizePt` is the
 * size of the document's text.
 */
export function findDrawnFigures({ content, lines }: PageLines, sizePt: number): DrawnFigure[] {
  const marks = marksOf(content, lines);
  if (!marks.some(({ kind }) => kind === "free" || kind === "chart")) {
    return [];
  }
  const texts = lines.filter((line) => !isCaption(textOf(line)));
  const clusters = clustersOf(marks, GAP_PT)
    .map((own) => ({ own, box: boxAround(own) }))
    .filter(({ box }) => isLarge(box));
  if (clusters.length > MOST_DRAWINGS) {
    return [];
  }
  const running = runningText(texts);
  const drawings: DrawnFigure[] = [];
  const others: Cluster[] = [];
  for (const { own, box } of clusters) {
    const within = texts.filter((line) => holdsMiddle(box, line));
    const figure = isDrawing(own, { box, lines: within, sizePt })
      ? withLabelsBeside({ box, lines: within }, { lines: texts, running, sizePt })
      : undefined;
    if (figure !== undefined && isLabelled(own, { within, all: figure.lines })) {
      drawings.push(figure);
    } else {
      others.push({ own, box });
    }
  }
  const captions = lines.filter((line) => isFigureCaption(textOf(line)));
  drawings.push(...captionedDrawings(others, { captions, lines: texts, running, sizePt }));
  return joined(drawings, texts).filter((figure) => figure.lines.length < texts.length || texts.length > FEW_LINES);
}

const textOf = ({ words }: Line): string => words.map(({ text }) => text).join(" ");

const isLarge = (box: Box): boolean =>
  Math.min(widthOf(box), heightOf(box)) >= LEAST_PT && Math.max(widthOf(box), heightOf(box)) >= LEAST_LONG_PT;

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
