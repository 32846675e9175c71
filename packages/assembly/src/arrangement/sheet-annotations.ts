import {
  type CosArray,
  type CosValue,
  Dict,
  intersection,
  isName,
  type Matrix,
  mappedPoint,
  mappedRectangle,
  Ref,
  rectangleArray,
  rectangleOf,
  resolve,
  Stream,
} from "@quire/cos";
import type { Annotation } from "../annotation.ts";
import type { Assembly } from "../assembly.ts";
import type { Excerpt, TakenPage } from "../excerpt.ts";
import { viewHas } from "../page-view.ts";
import { scaledAppearanceText } from "./scaled-text.ts";

/** Returns whether an annotation is seen in the view of its page: on a sheet any part of it, else its middle. */
export function isSeenOn({ dict }: Annotation, { page, view }: TakenPage): boolean {
  const rectangle = rectangleOf(dict.get("Rect"));
  if (view === undefined || rectangle === undefined || isName(dict.get("Subtype"), "Popup")) {
    return true;
  }
  const { left, bottom, right, top } = rectangle;
  if (view.sheet === undefined) {
    return viewHas(view, page, { x: (left + right) / 2, y: (bottom + top) / 2 });
  }
  return left >= right || bottom >= top || intersection(rectangle, view.window) !== undefined;
}

/**
 * Moves annotations to where sheets show their pages (ISO 32000-2, 12.5): their rectangles and lines, widths, and the
 * appearances of those that are turned.
 */
export class SheetAnnotations {
  readonly #assembly: Assembly;
  readonly #excerpt: Excerpt;
  /** The turned copies of appearances, by their numbers and the turn. */
  readonly #turned = new Map<string, Ref>();
  /** An annotation that several pages have is moved to one place. */
  readonly #moved = new Set<Annotation>();

  constructor(excerpt: Excerpt, assembly: Assembly) {
    this.#excerpt = excerpt;
    this.#assembly = assembly;
  }

  /** Moves an annotation of a page to where its sheet shows it. */
  move(annotation: Annotation, { view }: TakenPage): void {
    if (view?.sheet === undefined || annotation.isRemoved || this.#moved.has(annotation)) {
      return;
    }
    this.#moved.add(annotation);
    const { ref, matrix } = view.sheet;
    const dict = annotation.edit().set("P", ref);
    const quarters = (dict.integer("F") ?? 0) & NO_ROTATE ? 0 : quartersOf(matrix);
    const rectangle = rectangleOf(dict.get("Rect"));
    if (rectangle !== undefined) {
      const isLink = isName(dict.get("Subtype"), "Link");
      const seen = (isLink && intersection(rectangle, view.window)) || rectangle;
      dict.set("Rect", rectangleArray(mappedRectangle(matrix, seen)));
    }
    for (const key of ["QuadPoints", "L", "Vertices", "CL"]) {
      setIfThere(dict, key, dict.array(key) && mappedNumbers(dict.array(key) ?? [], matrix));
    }
    for (const key of ["InkList", "Path"]) {
      const lines = dict.array(key)?.map((line): CosValue => {
        const points = resolve(line);
        return Array.isArray(points) ? mappedNumbers(points, matrix) : line;
      });
      setIfThere(dict, key, lines);
    }
    this.#scale(dict, matrix, quarters);
    if (quarters !== 0) {
      setIfThere(dict, "AP", this.#turnedAppearances(dict.dict("AP"), quarters));
    }
  }

  #scale(dict: Dict, matrix: Matrix, quarters: number): void {
    const scale = Math.sqrt(Math.abs(matrix[0] * matrix[3] - matrix[1] * matrix[2]));
    setIfThere(dict, "Border", scaled(dict.array("Border"), scale));
    const style = dict.dict("BS")?.copy();
    if (style !== undefined) {
      setIfThere(style, "W", scaledNumber(style.get("W"), scale));
      setIfThere(style, "D", scaled(style.array("D"), scale));
      dict.set("BS", style);
    }
    const differences = scaled(dict.array("RD"), scale);
    if (differences?.length === 4) {
      // They go clockwise from the left; a turn counter-clockwise brings what was at the top to the left.
      dict.set("RD", [...differences.slice(quarters), ...differences.slice(0, quarters)]);
    }
    setIfThere(dict, "DA", scaledAppearanceText(dict, this.#excerpt, scale));
    if (quarters !== 0 && isName(dict.get("Subtype"), "Widget")) {
      const characteristics = dict.dict("MK")?.copy() ?? new Dict();
      const rotation = (characteristics.integer("R") ?? 0) + 90 * quarters;
      dict.set("MK", characteristics.set("R", ((rotation % 360) + 360) % 360));
    }
  }

  /** Returns the appearances (12.5.5) turned counter-clockwise: streams, or dictionaries of streams by states. */
  #turnedAppearances(appearances: Dict | undefined, quarters: number): Dict | undefined {
    if (appearances === undefined) {
      return undefined;
    }
    const turned = new Dict();
    for (const [kind, raw] of appearances.entries) {
      this.#assembly.bounds.step();
      const value = resolve(raw);
      turned.set(kind, value instanceof Dict ? this.#turnedStates(value, quarters) : this.#turn(raw, quarters));
    }
    return turned;
  }

  #turnedStates(states: Dict, quarters: number): Dict {
    const turned = new Dict();
    for (const [state, raw] of states.entries) {
      this.#assembly.bounds.step();
      turned.set(state, this.#turn(raw, quarters));
    }
    return turned;
  }

  #turn(raw: CosValue, quarters: number): CosValue {
    const stream = resolve(raw);
    if (!(stream instanceof Stream)) {
      return raw;
    }
    const key = raw instanceof Ref ? `${raw.number} ${quarters}` : "";
    const known = this.#turned.get(key);
    if (known !== undefined && key !== "") {
      return known;
    }
    const [a, b, c, d, e, f] = matrixOf(stream.dict);
    const turn = TURNS[quarters] ?? IDENTITY;
    const [first, second, moved] = [
      mappedPoint(turn, { x: a, y: b }),
      mappedPoint(turn, { x: c, y: d }),
      mappedPoint(turn, { x: e, y: f }),
    ];
    const matrix = [first, second, moved].flatMap(({ x, y }) => [x, y]);
    const ref = this.#assembly.add(new Stream(stream.dict.copy().set("Matrix", matrix), stream.bytes));
    this.#turned.set(key, ref);
    return ref;
  }
}

/** The flag of annotations that stay upright when their page is turned (table 167). */
const NO_ROTATE = 16;

const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];
/** The turns counter-clockwise by quarters. */
const TURNS: readonly Matrix[] = [IDENTITY, [0, 1, -1, 0, 0, 0], [-1, 0, 0, -1, 0, 0], [0, -1, 1, 0, 0, 0]];

/** Returns the number of quarters by which a matrix turns counter-clockwise. */
const quartersOf = ([a, b]: Matrix): number => (Math.abs(a) > Math.abs(b) ? (a > 0 ? 0 : 2) : b > 0 ? 1 : 3);

function matrixOf(dict: Dict): Matrix {
  const [a, b, c, d, e, f] = (dict.array("Matrix") ?? []).map((value) => {
    const number = resolve(value);
    return typeof number === "number" ? number : 0;
  });
  return a === undefined || b === undefined || c === undefined || d === undefined || e === undefined || f === undefined
    ? IDENTITY
    : [a, b, c, d, e, f];
}

/** Maps points, each of two numbers; what is none stays. */
function mappedNumbers(numbers: CosArray, matrix: Matrix): CosArray {
  return numbers.flatMap((raw, index): CosValue[] => {
    if (index % 2 === 1) {
      return [];
    }
    const [x, y] = [resolve(raw), resolve(numbers[index + 1])];
    if (typeof x !== "number" || typeof y !== "number") {
      return numbers.slice(index, index + 2);
    }
    const point = mappedPoint(matrix, { x, y });
    return [point.x, point.y];
  });
}

const scaledNumber = (value: CosValue | undefined, scale: number): number | undefined => {
  const number = resolve(value);
  return typeof number === "number" ? number * scale : undefined;
};

/** Scales the numbers of an array, and those of arrays in it. */
function scaled(array: CosArray | undefined, scale: number): CosArray | undefined {
  return array?.map((value): CosValue => {
    const inner = resolve(value);
    return Array.isArray(inner)
      ? inner.map((one) => scaledNumber(one, scale) ?? one)
      : (scaledNumber(value, scale) ?? value);
  });
}

function setIfThere(dict: Dict, key: string, value: CosValue | undefined): void {
  if (value !== undefined) {
    dict.set(key, value);
  }
}
