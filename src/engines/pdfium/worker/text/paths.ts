import type { PageFunctions } from "../binding/page-functions.ts";
import { type Drawing, MAX_DRAWN, type Pen, Plotter, type Subpath } from "./drawing.ts";
import { concatenated, isThere, isUsable, type Matrix, scaleOf, xOf, yOf } from "./geometry.ts";
import { boundsOf, matrixOf, type PageObject, type PageObjects, type Paint, paintOf, pointOf } from "./objects.ts";

/** The lines and shapes that path and shading objects draw, as long as there is room for them. */
export class PathReader {
  readonly drawing: Drawing = { rules: [], shapes: [] };
  readonly #functions: PageFunctions;
  readonly #objects: PageObjects;
  #segments = 0;

  constructor(functions: PageFunctions, objects: PageObjects) {
    this.#functions = functions;
    this.#objects = objects;
  }

  /** Whether nothing more is taken. */
  get isFull(): boolean {
    const { rules, shapes } = this.drawing;
    return rules.length + shapes.length >= MAX_DRAWN || this.#segments >= MAX_SEGMENTS;
  }

  add(object: PageObject): void {
    const own = matrixOf(this.#functions, object.handle);
    const matrix = own && concatenated(own, object.surroundings.matrix);
    const pen = matrix && isUsable(matrix) ? this.#penOf(object, matrix) : undefined;
    if (matrix === undefined || pen === undefined || this.isFull) {
      return;
    }
    const plotter = new Plotter(this.drawing, pen);
    const count = this.#functions.raw.FPDFPath_CountSegments(object.handle);
    if (count > MAX_PATH_SEGMENTS) {
      // The path is a picture by itself.
      const bounds = boundsOf(this.#functions, object);
      if (bounds !== undefined) {
        plotter.addShape(bounds, false);
      }
      return;
    }
    this.#segments += count;
    plotter.draw(this.#subpathsOf(object.handle, count, matrix));
  }

  /**
   * Adds a shading that the operator sh paints (ISO 32000-2, 8.7.4.2), as a shape that fills its clip: bullets of slides
   * are such shadings. Its colours vary, so that it has none.
   */
  addShading(object: PageObject): void {
    const clip = this.#objects.clipOf(object);
    if (isThere(clip) && !this.isFull) {
      const pen = { fill: undefined, stroke: undefined, thicknessPt: 0, clip, ...this.#objects.marksOf(object) };
      new Plotter(this.drawing, pen).addShape(clip, false);
    }
  }

  /** Returns the pen of a path; undefined for one that is not visible. */
  #penOf(object: PageObject, matrix: Matrix): Pen | undefined {
    const { raw, scratch } = this.#functions;
    const { address } = scratch;
    if (raw.FPDFPath_GetDrawMode(object.handle, address, address + 4) === 0) {
      return undefined;
    }
    const fillMode = scratch.integers[0] ?? 0;
    const isStroked = (scratch.integers[1] ?? 0) !== 0;
    const fill =
      fillMode === 0 ? undefined : colorOf(paintOf(this.#functions, object.handle, "FPDFPageObj_GetFillColor"));
    const stroke = isStroked
      ? colorOf(paintOf(this.#functions, object.handle, "FPDFPageObj_GetStrokeColor"))
      : undefined;
    const clip = this.#objects.clipOf(object);
    if ((fill === undefined && stroke === undefined) || !isThere(clip)) {
      return undefined;
    }
    const hasWidth = stroke !== undefined && raw.FPDFPageObj_GetStrokeWidth(object.handle, address) !== 0;
    const thicknessPt = hasWidth ? Math.abs(scratch.floats[0] ?? 0) * scaleOf(matrix) : 0;
    return { fill, stroke, thicknessPt, clip, ...this.#objects.marksOf(object) };
  }

  #subpathsOf(handle: number, count: number, matrix: Matrix): Subpath[] {
    const { raw } = this.#functions;
    const subpaths: Subpath[] = [];
    let current: Subpath | undefined;
    let controlPoints = 0;
    for (let index = 0; index < count; index++) {
      const segment = raw.FPDFPath_GetPathSegment(handle, index);
      const type = raw.FPDFPathSegment_GetType(segment);
      const { x, y } = pointOf(this.#functions, segment);
      const point = { x: xOf(matrix, x, y), y: yOf(matrix, x, y) };
      if (type === SEGMENT.moveTo || current === undefined) {
        current = { points: [point], isCurved: false, isClosed: false };
        subpaths.push(current);
        controlPoints = 0;
        continue;
      }
      // A curve is three segments, the last of which is where it ends.
      controlPoints = type === SEGMENT.curveTo ? (controlPoints + 1) % 3 : 0;
      current.isCurved ||= type === SEGMENT.curveTo;
      if (controlPoints === 0) {
        current.points.push(point);
      }
      current.isClosed ||= raw.FPDFPathSegment_GetClose(segment) !== 0;
    }
    return subpaths;
  }
}

const SEGMENT = { lineTo: 0, curveTo: 1, moveTo: 2 };
const MAX_SEGMENTS = 1_000_000;
const MAX_PATH_SEGMENTS = 20_000;

const colorOf = ({ color, isVisible }: Paint): number | undefined => (isVisible ? color : undefined);
