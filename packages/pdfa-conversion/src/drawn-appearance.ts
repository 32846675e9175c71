import {
  type Dict,
  Dict as Dictionary,
  Name,
  type Rectangle,
  rectangleArray,
  rectangleOf,
  resolve,
  Stream,
} from "@quire/cos";
import type { Conversion } from "./conversion.ts";
import { fieldContent } from "./field-appearance.ts";

/**
 * Draws the appearance of an annotation that has none, as viewers do: markings of text, shapes, lines, fields. Types
 * of which viewers draw nothing are given an empty one. Undefined where only a viewer knows what to draw.
 */
export function drawnAppearance(annotation: Dict, subtype: string, conversion: Conversion): Stream | undefined {
  const box = rectangleOf(annotation.get("Rect"));
  if (box === undefined) {
    return undefined;
  }
  const content =
    subtype === "Widget" ? fieldContent(annotation, box, conversion) : contentOf(annotation, subtype, box);
  return content && formOf(content, box, conversion);
}

interface Drawn {
  readonly operators: string;
  /** The blend mode; undefined for the normal one. */
  readonly blendMode?: string | undefined;
  /** What the operators name; undefined for nothing. */
  readonly resources?: Dict | undefined;
}

const NOTHING: Drawn = { operators: "" };

function contentOf(annotation: Dict, subtype: string, box: Rectangle): Drawn | undefined {
  const stroke = colourOperator(annotation, "C", "stroke");
  const quads = quadsOf(annotation);
  switch (subtype) {
    case "Highlight": {
      const fill = colourOperator(annotation, "C", "fill");
      const areas = quads.map(([a, b, c, d]) => `${a} m ${b} l ${d} l ${c} l h f`);
      return { operators: [fill, ...areas].join("\n"), blendMode: "Multiply" };
    }
    case "Underline":
      return { operators: [stroke, "1 w", ...quads.map(([, , c, d]) => `${c} m ${d} l S`)].join("\n") };
    case "StrikeOut":
      return {
        operators: [stroke, "1 w", ...quads.map(([a, b, c, d]) => `${middle(a, c)} m ${middle(b, d)} l S`)].join("\n"),
      };
    case "Text":
    case "Stamp":
    case "FreeText":
    case "Caret":
    case "FileAttachment":
    case "Watermark":
    case "Redact":
    case "TrapNet":
    case "PrinterMark":
      return isDrawnByViewers(annotation, subtype) ? undefined : NOTHING;
    default:
      return shapeOf(annotation, subtype, box, stroke);
  }
}

/** A text that viewers set by themselves: what it looks like is theirs alone. */
const isDrawnByViewers = (annotation: Dict, subtype: string): boolean =>
  subtype === "FreeText" && (annotation.bytes("Contents")?.length ?? 0) > 0;

function shapeOf(annotation: Dict, subtype: string, box: Rectangle, stroke: string): Drawn | undefined {
  const width = borderWidth(annotation);
  const fill = annotation.has("IC") ? colourOperator(annotation, "IC", "fill") : "";
  const paint = width === 0 ? (fill === "" ? "n" : "f") : fill === "" ? "S" : "B";
  const start = [stroke, fill, `${width} w`].join("\n");
  const inset = width / 2;
  const [left, bottom, right, top] = [box.left + inset, box.bottom + inset, box.right - inset, box.top - inset];
  switch (subtype) {
    case "Square":
      return { operators: `${start}\n${left} ${bottom} ${right - left} ${top - bottom} re ${paint}` };
    case "Circle":
      return { operators: `${start}\n${ellipse(left, bottom, right, top)} ${paint}` };
    case "Line":
      return { operators: `${start}\n${pathOf(numbersOf(annotation, "L"))} S` };
    case "PolyLine":
      return { operators: `${start}\n${pathOf(numbersOf(annotation, "Vertices"))} S` };
    case "Polygon":
      return { operators: `${start}\n${pathOf(numbersOf(annotation, "Vertices"))} h ${paint}` };
    case "Ink": {
      const strokes = (annotation.array("InkList") ?? []).map((raw) => pathOf(asNumbers(resolve(raw))));
      return { operators: [start, ...strokes.map((path) => `${path} S`)].join("\n") };
    }
    default:
      return undefined;
  }
}

function formOf(
  { operators, blendMode, resources = new Dictionary() }: Drawn,
  box: Rectangle,
  { part }: Conversion,
): Stream {
  const isBlended = blendMode !== undefined && part !== 1;
  if (isBlended) {
    const state = new Dictionary([["BM", new Name(blendMode)]]);
    resources.set("ExtGState", new Dictionary([["Blend", state]]));
  }
  const dict = new Dictionary([
    ["Type", new Name("XObject")],
    ["Subtype", new Name("Form")],
    ["BBox", rectangleArray(box)],
    ["Matrix", [1, 0, 0, 1, -box.left, -box.bottom]],
    ["Resources", resources],
  ]);
  return new Stream(dict, new Uint8Array(Buffer.from(isBlended ? `/Blend gs\n${operators}` : operators, "latin1")));
}

type Point = string;
/** The corners of a marked piece of text as writers give them: top left, top right, bottom left, bottom right. */
type Quad = readonly [Point, Point, Point, Point];

function quadsOf(annotation: Dict): readonly Quad[] {
  const numbers = numbersOf(annotation, "QuadPoints");
  const quads: Quad[] = [];
  for (let at = 0; at + 8 <= numbers.length; at += 8) {
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = numbers.slice(at, at + 8);
    quads.push([`${a} ${b}`, `${c} ${d}`, `${e} ${f}`, `${g} ${h}`]);
  }
  return quads;
}

function middle(one: Point, other: Point): Point {
  const [x = 0, y = 0] = one.split(" ").map(Number);
  const [u = 0, v = 0] = other.split(" ").map(Number);
  return `${(x + u) / 2} ${(y + v) / 2}`;
}

const numbersOf = (annotation: Dict, key: string): readonly number[] => asNumbers(annotation.get(key));

const MAX_NUMBERS = 100_000;

function asNumbers(value: unknown): readonly number[] {
  return Array.isArray(value)
    ? value.slice(0, MAX_NUMBERS).map((raw) => {
        const number = resolve(raw);
        return typeof number === "number" && Math.abs(number) < 1e6 ? Math.round(number * 1000) / 1000 : 0;
      })
    : [];
}

function pathOf(numbers: readonly number[]): string {
  const parts: string[] = [];
  for (let at = 0; at + 2 <= numbers.length; at += 2) {
    parts.push(`${numbers[at]} ${numbers[at + 1]} ${at === 0 ? "m" : "l"}`);
  }
  return parts.length === 0 ? "0 0 m" : parts.join(" ");
}

/** The distance of the control points of a Bézier curve from the ends of a quarter of a circle of radius 1. */
const KAPPA = 0.5523;

function ellipse(left: number, bottom: number, right: number, top: number): string {
  const [x, y] = [(left + right) / 2, (bottom + top) / 2];
  const [dx, dy] = [(KAPPA * (right - left)) / 2, (KAPPA * (top - bottom)) / 2];
  return [
    `${right} ${y} m`,
    `${right} ${y + dy} ${x + dx} ${top} ${x} ${top} c`,
    `${x - dx} ${top} ${left} ${y + dy} ${left} ${y} c`,
    `${left} ${y - dy} ${x - dx} ${bottom} ${x} ${bottom} c`,
    `${x + dx} ${bottom} ${right} ${y - dy} ${right} ${y} c h`,
  ].join(" ");
}

function borderWidth(annotation: Dict): number {
  const width = annotation.dict("BS")?.number("W") ?? asNumbers(annotation.get("Border"))[2] ?? 1;
  return width >= 0 && width < 1000 ? width : 1;
}

const COLOUR_OPERATORS: Readonly<Record<number, readonly [stroke: string, fill: string]>> = {
  1: ["G", "g"],
  3: ["RG", "rg"],
  4: ["K", "k"],
};

/** Returns the operator that sets the colour at `key`: black where there is none. */
function colourOperator(annotation: Dict, key: string, of: "stroke" | "fill"): string {
  const components = numbersOf(annotation, key);
  const [stroke, fill] = COLOUR_OPERATORS[components.length] ?? ["G", "g"];
  const numbers = components.length in COLOUR_OPERATORS ? components : [0];
  return `${numbers.join(" ")} ${of === "stroke" ? stroke : fill}`;
}
