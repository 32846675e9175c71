import type { Box, Rule, Shape } from "@quire/layout";
import { intersection, isThere } from "./geometry.ts";

export interface Drawing {
  readonly rules: Rule[];
  readonly shapes: Shape[];
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/** A run of segments, in points of the page as it is seen. */
export interface Subpath {
  /** The points where segments begin and end; the control points of curves are left out. */
  readonly points: Point[];
  isCurved: boolean;
  isClosed: boolean;
}

/** The properties with which a path is painted. */
export interface Pen {
  /** The fill colour as 0xRRGGBB; undefined if not filled. */
  readonly fill: number | undefined;
  readonly stroke: number | undefined;
  readonly thicknessPt: number;
  readonly clip: Box;
  readonly isArtifact: boolean;
  readonly markedContentId: number;
}

/** The largest number of rules and shapes together. */
export const MAX_DRAWN = 50_000;
/** The largest thickness of a filled rectangle that counts as a line. */
const MAX_THICKNESS_PT = 3;
/** The least ratio of a line's length to its thickness. */
const MIN_SLENDERNESS = 3;
/** The largest distance across a straight line between its ends. */
const LEVEL_PT = 0.5;
/** The largest size of signs, such as bullets, that are drawn together with others of their kind. */
const MAX_SIGN_PT = 20;

/** Adds what one pen draws to a drawing: rules for what is straight and thin, shapes for everything else. */
export class Plotter {
  readonly #drawing: Drawing;
  readonly #pen: Pen;

  constructor(drawing: Drawing, pen: Pen) {
    this.#drawing = drawing;
    this.#pen = pen;
  }

  draw(subpaths: readonly Subpath[]): void {
    if (this.#pen.fill !== undefined) {
      this.#fill(subpaths);
    }
    if (this.#pen.stroke !== undefined) {
      for (const subpath of subpaths) {
        this.#stroke(subpath, this.#pen.stroke);
      }
    }
  }

  addShape(box: Box, isWhole: boolean, colors: Pick<Pen, "fill" | "stroke"> = this.#pen): void {
    const seen = intersection(box, this.#pen.clip);
    if (isThere(seen) && this.#hasRoom) {
      const { isArtifact, markedContentId } = this.#pen;
      const { fill, stroke } = colors;
      this.#drawing.shapes.push({ ...seen, fill, stroke, isRectangle: isWhole, isArtifact, markedContentId });
    }
  }

  get #hasRoom(): boolean {
    const { rules, shapes } = this.#drawing;
    return rules.length + shapes.length < MAX_DRAWN;
  }

  #fill(subpaths: readonly Subpath[]): void {
    const boxes = subpaths.map(boxOf);
    const [outer, inner] = boxes;
    if (outer !== undefined && inner !== undefined && boxes.length === 2 && isFrame(outer, inner)) {
      this.#addFrame(outer, inner);
      return;
    }
    const areRectangles = subpaths.map(isRectangle);
    if (boxes.length === 1 || areRectangles.every(Boolean) || boxes.every(isSlender) || areSigns(boxes)) {
      for (const [index, box] of boxes.entries()) {
        this.#addFilled(box, areRectangles[index] === true);
      }
    } else {
      this.#addFilled(boxes.reduce(union, NOTHING), false);
    }
  }

  #addFilled(box: Box, isWhole: boolean): void {
    if (isSlender(box)) {
      this.#addRule(box, thinnessOf(box), this.#pen.fill);
    } else {
      this.addShape(box, isWhole);
    }
  }

  #addFrame(outer: Box, inner: Box): void {
    const color = this.#pen.fill;
    const sides: Box[] = [
      { ...outer, yMax: inner.yMin },
      { ...outer, yMin: inner.yMax },
      { ...outer, xMax: inner.xMin },
      { ...outer, xMin: inner.xMax },
    ];
    for (const side of sides) {
      if (thinnessOf(side) > 0) {
        this.#addRule(side, thinnessOf(side), color);
      }
    }
    this.addShape(outer, true, { fill: undefined, stroke: color });
  }

  #stroke(subpath: Subpath, color: number): void {
    const { points, isCurved, isClosed } = subpath;
    const [first] = points;
    const ends = isClosed && first !== undefined ? [...points, first] : points;
    let from = first;
    let isStraight = !isCurved;
    for (const to of ends.slice(1)) {
      const width = Math.abs(to.x - (from?.x ?? to.x));
      const height = Math.abs(to.y - (from?.y ?? to.y));
      if (Math.min(width, height) > LEVEL_PT) {
        isStraight = false;
      } else if (from !== undefined && !isCurved && Math.max(width, height) > LEVEL_PT) {
        this.#addRule(lineBetween(from, to, this.#pen.thicknessPt), this.#pen.thicknessPt, color);
      }
      from = to;
    }
    const isWhole = isRectangle(subpath);
    if (this.#pen.fill === undefined && (isWhole || !isStraight)) {
      this.addShape(boxOf(subpath), isWhole && (isStraight || isCurved));
    }
  }

  #addRule(box: Box, thicknessPt: number, color: number | undefined): void {
    const seen = intersection(box, this.#pen.clip);
    if (isThere(seen) && this.#hasRoom) {
      this.#drawing.rules.push({ ...seen, thicknessPt, color: color ?? 0, isArtifact: this.#pen.isArtifact });
    }
  }
}

const thinnessOf = ({ xMin, yMin, xMax, yMax }: Box): number => Math.min(xMax - xMin, yMax - yMin);
const lengthOf = ({ xMin, yMin, xMax, yMax }: Box): number => Math.max(xMax - xMin, yMax - yMin);

function isSlender(box: Box): boolean {
  const thin = thinnessOf(box);
  const long = lengthOf(box);
  return thin <= MAX_THICKNESS_PT && long > LEVEL_PT && long >= thin * MIN_SLENDERNESS;
}

/** Returns whether `outer` closely surrounds `inner`: then a fill between them is a border. */
const isFrame = (outer: Box, inner: Box): boolean =>
  inner.xMin >= outer.xMin &&
  inner.yMin >= outer.yMin &&
  inner.xMax <= outer.xMax &&
  inner.yMax <= outer.yMax &&
  Math.max(inner.xMin - outer.xMin, inner.yMin - outer.yMin, outer.xMax - inner.xMax, outer.yMax - inner.yMax) <=
    2 * MAX_THICKNESS_PT &&
  thinnessOf(inner) > 2 * MAX_THICKNESS_PT;

/** Returns whether boxes are small and each is apart from the one before it. */
function areSigns(boxes: readonly Box[]): boolean {
  let before: Box | undefined;
  for (const box of boxes) {
    if (lengthOf(box) > MAX_SIGN_PT || (before !== undefined && isThere(intersection(box, before)))) {
      return false;
    }
    before = box;
  }
  return true;
}

function lineBetween(from: Point, to: Point, thicknessPt: number): Box {
  const half = thicknessPt / 2;
  const x = (from.x + to.x) / 2;
  const y = (from.y + to.y) / 2;
  return Math.abs(to.x - from.x) >= Math.abs(to.y - from.y)
    ? { xMin: Math.min(from.x, to.x), yMin: y - half, xMax: Math.max(from.x, to.x), yMax: y + half }
    : { xMin: x - half, yMin: Math.min(from.y, to.y), xMax: x + half, yMax: Math.max(from.y, to.y) };
}

/** The box of no points, which shows nothing. */
const NOTHING: Box = { xMin: Infinity, yMin: Infinity, xMax: -Infinity, yMax: -Infinity };

const union = (one: Box, other: Box): Box => ({
  xMin: Math.min(one.xMin, other.xMin),
  yMin: Math.min(one.yMin, other.yMin),
  xMax: Math.max(one.xMax, other.xMax),
  yMax: Math.max(one.yMax, other.yMax),
});

function boxOf({ points }: Subpath): Box {
  let [xMin, yMin, xMax, yMax] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { x, y } of points) {
    xMin = Math.min(xMin, x);
    yMin = Math.min(yMin, y);
    xMax = Math.max(xMax, x);
    yMax = Math.max(yMax, y);
  }
  return { xMin, yMin, xMax, yMax };
}

/** Returns whether a path fills its box up to a tenth: rounded corners do not matter. */
function isRectangle(subpath: Subpath): boolean {
  const { points } = subpath;
  const box = boxOf(subpath);
  const area = (box.xMax - box.xMin) * (box.yMax - box.yMin);
  if (points.length < 4 || points.length > MAX_CORNERS || area <= 0) {
    return false;
  }
  let twice = 0;
  for (const [index, point] of points.entries()) {
    const next = points[(index + 1) % points.length] ?? point;
    twice += point.x * next.y - next.x * point.y;
  }
  return Math.abs(twice) / 2 >= 0.9 * area;
}

/** The largest number of points of a rectangle; one whose corners are rounded has eight. */
const MAX_CORNERS = 16;
