import { ANNOTATION_SUBTYPES, type AnnotationFunctions, type Rect } from "../binding/binding.ts";
import type { AnnotationHandle, PageHandle } from "../binding/handles.ts";

/*
 * PDFium makes an appearance stream for annotations of many types that have none, but not for Line, Polygon and
 * PolyLine (ISO 32000-2, 12.5.6.7 and 12.5.6.9). Its interface returns their points, but of their style neither the
 * border style dictionary nor whether a colour is an empty array. So their subtype is set to Square: the appearance
 * that PDFium then makes has the colours, the width, the dashes and the opacity, and the rectangle in it is replaced by
 * the lines. Whether and where an annotation is drawn remains PDFium's decision. The changes are in memory only.
 */

/**
 * Gives an appearance stream to the page's line annotations that have none; PDFium makes those of other annotations
 * during `load`. Line endings and cloudy borders are left out.
 */
export function loadWithLineAnnotations(functions: AnnotationFunctions, page: PageHandle, load: () => void): void {
  const lines = linesWithoutAppearance(functions, page);
  try {
    for (const { annotation } of lines) {
      functions.setStringValue(annotation, "Subtype", "Square");
    }
    load();
    for (const line of lines) {
      giveAppearance(functions, line);
    }
  } finally {
    for (const { annotation } of lines) {
      functions.closeAnnotation(annotation);
    }
  }
}

interface LineAnnotation {
  readonly annotation: AnnotationHandle;
  /** The points, x and y in turn, in default user space; at least two. */
  readonly vertices: Float32Array;
  /**
   * Whether the path is closed. A closed path is filled too, when there is a colour for it; for an open one IC is the
   * line endings' colour.
   */
  readonly isClosed: boolean;
}

function linesWithoutAppearance(functions: AnnotationFunctions, page: PageHandle): LineAnnotation[] {
  const lines: LineAnnotation[] = [];
  const count = Math.min(functions.countAnnotations(page), ANNOTATIONS_MAX);
  for (let index = 0, verticesLeft = VERTICES_MAX; index < count; index += 1) {
    const annotation = functions.openAnnotation(page, index);
    const line = annotation === null ? null : lineWithoutAppearance(functions, annotation, verticesLeft);
    if (line !== null) {
      lines.push(line);
      verticesLeft -= line.vertices.length / 2;
    } else if (annotation !== null) {
      functions.closeAnnotation(annotation);
    }
  }
  return lines;
}

/** The number of annotations that are examined on one page; line annotations beyond that are not drawn. */
const ANNOTATIONS_MAX = 10_000;
const VERTICES_MAX = 10_000;

function lineWithoutAppearance(
  functions: AnnotationFunctions,
  annotation: AnnotationHandle,
  verticesMax: number,
): LineAnnotation | null {
  const subtype = functions.getSubtype(annotation);
  if (!LINE_SUBTYPES.includes(subtype) || functions.hasKey(annotation, "AP")) {
    return null;
  }
  const vertices =
    subtype === ANNOTATION_SUBTYPES.line
      ? functions.getLine(annotation)
      : functions.getVertices(annotation, verticesMax);
  const isPath = vertices !== null && vertices.length >= 4 && vertices.every(isCoordinate);
  return isPath ? { annotation, vertices, isClosed: subtype === ANNOTATION_SUBTYPES.polygon } : null;
}

const LINE_SUBTYPES: readonly number[] = Object.values(ANNOTATION_SUBTYPES);

/**
 * Returns whether a number is a plausible coordinate: the limit is far beyond every page, and far below the limits of
 * single precision. It is false for NaN.
 */
function isCoordinate(value: number): boolean {
  return Math.abs(value) <= 1e6;
}

/**
 * Replaces the rectangle in the appearance of a Square by the annotation's lines. PDFium makes no appearance for a
 * hidden annotation, and it gets none here.
 */
function giveAppearance(functions: AnnotationFunctions, { annotation, vertices, isClosed }: LineAnnotation): void {
  const square = SQUARE.exec(functions.getAppearance(annotation))?.groups;
  const { style = "", operator = "" } = square ?? {};
  const painting = isClosed ? operator : OPEN_PATH_OPERATORS[operator];
  if (painting === undefined || square === undefined) {
    return;
  }
  // The appearance's BBox is the annotation's Rect: it clips, and Rect often leaves out half the width of the lines.
  functions.setRect(annotation, boundsOf(vertices, Number(LINE_WIDTH.exec(style)?.[1] ?? 0)));
  functions.setAppearance(annotation, `${style}${pathOf(vertices)}${painting}\n`);
}

/**
 * Matches the appearance of a Square: graphics state, rectangle, and the operator that fills, strokes, or does both.
 */
// oxlint-disable-next-line quire/linear-patterns -- only engine processes run it, which end at their deadline
const SQUARE = /^(?<style>.*?)(?:[-+.\de]+ ){4}re (?<operator>[bsfn])\s*$/s;
// oxlint-disable-next-line quire/linear-patterns -- only engine processes run it, which end at their deadline
const LINE_WIDTH = /(\S+) w /;

/** The operators for open paths, in place of those that close the path and of those that do not stroke it. */
const OPEN_PATH_OPERATORS: Readonly<Record<string, string>> = { b: "S", s: "S", f: "n", n: "n" };

/**
 * Returns the box around the points, with room for joins. ISO 32000-2, 8.4.3.5: at the usual limit a mitre is ten times
 * as long as the line is wide.
 */
function boundsOf(vertices: Float32Array, lineWidth: number): Rect {
  const room = MITER_LIMIT * (isCoordinate(lineWidth) ? Math.max(lineWidth, 1) : 1);
  const xs = vertices.filter((_, index) => index % 2 === 0);
  const ys = vertices.filter((_, index) => index % 2 === 1);
  const [left, right] = [Math.min(...xs) - room, Math.max(...xs) + room];
  return { left, top: Math.max(...ys) + room, right, bottom: Math.min(...ys) - room };
}

const MITER_LIMIT = 10;

function pathOf(vertices: Float32Array): string {
  let path = "";
  for (let index = 0; index + 1 < vertices.length; index += 2) {
    const [x = 0, y = 0] = vertices.subarray(index, index + 2);
    path += `${x.toFixed(3)} ${y.toFixed(3)} ${index === 0 ? "m" : "l"}\n`;
  }
  return path;
}
