import type { Box, PageContent } from "../content.ts";

/** A straight line along one axis, joined from all that is drawn end to end at one place. */
export interface Stroke {
  /** The y of a horizontal stroke, or the x of a vertical one, in points. */
  readonly at: number;
  readonly from: number;
  readonly to: number;
  /** The places where the pieces meet of which the stroke is joined: borders of cells are often drawn cell by cell. */
  readonly joints: readonly number[];
}

/** A filled rectangle: the background of a cell, of a row, of a head. */
export interface Field extends Box {
  /** The colour of the fill as 0xRRGGBB. */
  readonly fill: number;
}

export interface Strokes {
  readonly horizontal: readonly Stroke[];
  readonly vertical: readonly Stroke[];
  readonly fields: readonly Field[];
}

/**
 * The distance, in ems, below which lines are one: double rules, both sides of a border that cells share, the fill and
 * the outline of a rectangle. Half of a row of the smallest type would be 0.5.
 */
const SAME_LINE_EM = 0.25;
const SAME_LINE_PT = 1.5;

/** The greatest number of rules and shapes of a page; a page with more is a drawing: a map, a plan, a plot. */
const MOST_STROKES = 60_000;

/** The distance to the sides of the page within which a field reaches them, in points. */
const AT_SIDE_PT = 1;

/** Returns whether a field reaches from one side of the page to the other, as the title bars of slides do. */
const isAcrossPage = (box: Box, page: Box): boolean =>
  box.xMin <= page.xMin + AT_SIDE_PT && box.xMax >= page.xMax - AT_SIDE_PT;

/** How a page is looked at for its lines. */
interface StrokesOptions {
  /** Turns boxes as the page is turned. */
  readonly placed: (box: Box) => Box;
  /** The size of the page's type. */
  readonly sizePt: number;
  /** Returns whether a rectangle belongs to words within a line, and so to no table. */
  readonly isHighlight?: (box: Box) => boolean;
}

/** Finds a page's straight lines and backgrounds. */
export function strokesOf(
  content: PageContent,
  { placed, sizePt, isHighlight = () => false }: StrokesOptions,
): Strokes {
  const tolerance = Math.max(SAME_LINE_PT, SAME_LINE_EM * sizePt);
  const horizontal: Piece[] = [];
  const vertical: Piece[] = [];
  const fields: Field[] = [];
  if (content.rules.length + content.shapes.length > MOST_STROKES) {
    return { horizontal: [], vertical: [], fields: [] };
  }
  const page = placed({ xMin: 0, yMin: 0, xMax: content.widthPt, yMax: content.heightPt });
  const dots: Box[] = [];
  for (const rule of content.rules) {
    const box = placed(rule);
    if (isDot(box)) {
      dots.push(box);
    } else {
      addLine(box, horizontal, vertical);
    }
  }
  for (const shape of content.shapes) {
    const box = placed(shape);
    if (isDot(box)) {
      dots.push(box);
      continue;
    }
    if (!shape.isRectangle || isAcrossPage(box, page) || isHighlight(box)) {
      continue;
    }
    if (shape.stroke !== undefined) {
      addOutline(box, horizontal, vertical);
    }
    if (shape.fill !== undefined) {
      const { xMin, yMin, xMax, yMax } = box;
      fields.push({ xMin, yMin, xMax, yMax, fill: shape.fill });
    }
  }
  horizontal.push(
    ...dotted(
      dots.map(({ xMin, yMin, xMax }) => ({ at: yMin, from: xMin, to: xMax })),
      { tolerance, sizePt },
    ),
  );
  vertical.push(
    ...dotted(
      dots.map(({ xMin, yMin, yMax }) => ({ at: xMin, from: yMin, to: yMax })),
      { tolerance, sizePt },
    ),
  );
  return { horizontal: joined(horizontal, tolerance), vertical: joined(vertical, tolerance), fields };
}

/** Returns the outlines of backgrounds; those with a gap between them of less than `tolerance` touch. */
export function outlinesOf(fields: readonly Field[], tolerance: number): Omit<Strokes, "fields"> {
  const horizontal: Piece[] = [];
  const vertical: Piece[] = [];
  for (const field of fields) {
    addOutline(field, horizontal, vertical);
  }
  return { horizontal: joined(horizontal, tolerance), vertical: joined(vertical, tolerance) };
}

/** The largest piece of a dotted line, in points, and the shortest such line, in ems. */
const DOT_PT = 2.5;
const SHORTEST_DOTTED_EM = 2;

const isDot = ({ xMin, yMin, xMax, yMax }: Box): boolean => Math.max(xMax - xMin, yMax - yMin) <= DOT_PT;

/** Joins dots one after another to lines. Single ones are bullets or points of a plot. */
const dotted = (
  dots: readonly Piece[],
  { tolerance, sizePt }: { readonly tolerance: number; readonly sizePt: number },
): Stroke[] => joined(dots, tolerance).filter(({ from, to }) => to - from >= SHORTEST_DOTTED_EM * sizePt);

interface Piece {
  readonly at: number;
  readonly from: number;
  readonly to: number;
}

function addLine({ xMin, yMin, xMax, yMax }: Box, horizontal: Piece[], vertical: Piece[]): void {
  if (xMax - xMin >= yMax - yMin) {
    horizontal.push({ at: (yMin + yMax) / 2, from: xMin, to: xMax });
  } else {
    vertical.push({ at: (xMin + xMax) / 2, from: yMin, to: yMax });
  }
}

function addOutline({ xMin, yMin, xMax, yMax }: Box, horizontal: Piece[], vertical: Piece[]): void {
  horizontal.push({ at: yMin, from: xMin, to: xMax }, { at: yMax, from: xMin, to: xMax });
  vertical.push({ at: xMin, from: yMin, to: yMax }, { at: xMax, from: yMin, to: yMax });
}

function joined(pieces: readonly Piece[], tolerance: number): Stroke[] {
  const sorted = pieces.toSorted((a, b) => a.at - b.at);
  const strokes: Stroke[] = [];
  for (let first = 0; first < sorted.length; ) {
    const start = sorted[first]?.at ?? 0;
    let end = first;
    // Measured from the first of them: hatching must not become one line.
    while (end < sorted.length && (sorted[end]?.at ?? 0) - start <= tolerance) {
      end++;
    }
    joinCollinear(sorted.slice(first, end), tolerance, strokes);
    first = end;
  }
  return strokes;
}

function joinCollinear(pieces: readonly Piece[], tolerance: number, strokes: Stroke[]): void {
  const sorted = pieces.toSorted((a, b) => a.from - b.from);
  let open: { at: number; from: number; to: number; joints: number[] } | undefined;
  for (const piece of sorted) {
    if (open !== undefined && piece.from <= open.to + tolerance) {
      if (Math.abs(piece.from - open.to) <= tolerance && piece.to > open.to + tolerance) {
        open.joints.push((piece.from + open.to) / 2);
      }
      open.to = Math.max(open.to, piece.to);
      continue;
    }
    if (open !== undefined) {
      strokes.push(open);
    }
    open = { at: piece.at, from: piece.from, to: piece.to, joints: [] };
  }
  if (open !== undefined) {
    strokes.push(open);
  }
}
