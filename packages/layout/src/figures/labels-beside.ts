import type { Box } from "../content.ts";
import { boxAround, heightOf, holdsMiddle, widthOf } from "../geometry/boxes.ts";
import type { Line } from "../words.ts";
import type { DrawnFigure } from "./drawn-figure.ts";
import { isOfLabelSize } from "./is-drawing.ts";

/** The greatest number of words of a label. */
const LABEL_WORDS = 6;
/** The greatest distance of labels from the drawing, in ems: of those that look like labels, and of others. */
const NEAR_EM = 1.3;
const TOUCHING_WORDS = 3;
const TOUCHING_EM = 0.5;
/** The size below which text is smaller than that of the page, as a share of it. */
const SMALLER = 0.93;
/** The number of times that labels are looked for beside those found before: titles of axes stand beyond numbers. */
const ROUNDS = 3;
/** The greatest distance between baselines of a text, in ems. */
const LEADING_EM = 1.6;

interface Page {
  readonly lines: readonly Line[];
  /** The lines of running text and of code among them. */
  readonly running: readonly Line[];
  /** The size of the page's text. */
  readonly sizePt: number;
}

/** Adds the labels at the edges of a drawing to it: the numbers and titles of axes, the names of points. */
export function withLabelsBeside(drawing: DrawnFigure, { lines, running, sizePt }: Page): DrawnFigure {
  let { box } = drawing;
  const own = new Set(drawing.lines);
  const texts = new Set(running);
  for (let round = 0; round < ROUNDS; round++) {
    const found = lines.filter(
      (line) =>
        !own.has(line) &&
        isOfLabelSize(line, sizePt) &&
        !texts.has(line) &&
        (holdsMiddle(box, line) || isBeside(line, box, sizePt)) &&
        isLabel(line, running),
    );
    if (found.length === 0) {
      break;
    }
    for (const line of found) {
      own.add(line);
    }
    box = boxAround([box, ...found]);
  }
  return { box, lines: lines.filter((line) => own.has(line)) };
}

const isLabel = (line: Line, texts: readonly Line[]): boolean =>
  line.words.length <= LABEL_WORDS && !(line.rotation === 0 && texts.some((text) => isNextLine(line, text)));

/** Returns whether a line may be the first or the last of a text that the other is a line of. */
const isNextLine = (line: Line, text: Line): boolean =>
  text.rotation === 0 &&
  Math.abs(text.baselineY - line.baselineY) < LEADING_EM * line.sizePt &&
  Math.abs(text.sizePt - line.sizePt) < 0.5 &&
  text.xMin < line.xMax &&
  text.xMax > line.xMin;

function isBeside(line: Line, box: Box, sizePt: number): boolean {
  const x = (line.xMin + line.xMax) / 2;
  const y = (line.yMin + line.yMax) / 2;
  const isOver = x >= box.xMin && x <= box.xMax && widthOf(line) <= widthOf(box);
  const isAside = y >= box.yMin && y <= box.yMax && heightOf(line) <= heightOf(box);
  const gapX = Math.max(box.xMin - line.xMax, line.xMin - box.xMax, 0);
  const gapY = Math.max(box.yMin - line.yMax, line.yMin - box.yMax, 0);
  const isDistinct = line.rotation !== 0 || line.sizePt < SMALLER * sizePt || isNumber(line);
  const touching = line.words.length <= TOUCHING_WORDS ? TOUCHING_EM : 0;
  const reach = (isDistinct ? NEAR_EM : touching) * line.sizePt;
  return (isOver && gapX === 0 && gapY <= reach) || (isAside && gapY === 0 && gapX <= reach);
}

const isNumber = ({ words }: Line): boolean => words.every(({ text }) => /^[\p{N}.,·×%−–-]+$/u.test(text));
