import type { PageFunctions } from "../binding/page-functions.ts";
import { pointOf } from "./objects.ts";

/** A point of a glyph's outline, in ems; one that begins a contour, or a point on the way. */
export interface OutlinePoint {
  readonly x: number;
  readonly y: number;
  readonly isStart: boolean;
}

/** The style of a font as its letters are drawn. */
export interface DrawnStyle {
  readonly isBold: boolean;
  readonly isItalic: boolean;
}

/**
 * The letters that show the stems of a font, with the number of times that a line across their lower half meets the
 * outline; what meets it more or less often is no such letter. The box for missing letters is met four times.
 */
const LETTERS = [
  ["l", 2],
  ["i", 2],
  ["I", 2],
  ["n", 4],
  ["H", 4],
] as const;

/**
 * The least thickness of a bold stem and the greatest of any, in ems: regular stems are from 0.04 to 0.11 em thick, bold
 * ones from 0.12 to 0.2 em.
 */
const BOLD_EM = 0.118;
const THICKEST_EM = 0.25;
/** The least and the greatest slant of an italic stem, as a tangent. */
const ITALIC = 0.1;
const MOST_SLANTED = 0.6;
const LOW = 0.2;
const HIGH = 0.4;

const PLAIN: DrawnStyle = { isBold: false, isItalic: false };

/**
 * Returns the style of a font by the stems of its letters, for fonts whose names do not tell it. Two letters have to
 * agree; for most fonts one is enough, which shows that they are neither.
 * @param outlineOf returns the outline of a letter, which is empty where the font does not have it
 */
export function styleByStems(outlineOf: (letter: string) => readonly OutlinePoint[]): DrawnStyle {
  let first: DrawnStyle | undefined;
  for (const [letter, crossings] of LETTERS) {
    if (first === undefined && crossings > 2) {
      return PLAIN;
    }
    const own = styleOfLetter(outlineOf(letter), crossings);
    if (own !== undefined && first !== undefined) {
      return { isBold: own.isBold && first.isBold, isItalic: own.isItalic && first.isItalic };
    }
    if (own !== undefined && !own.isBold && !own.isItalic) {
      return PLAIN;
    }
    first ??= own;
  }
  return PLAIN;
}

function styleOfLetter(outline: readonly OutlinePoint[], crossings: number): DrawnStyle | undefined {
  const heights = outline.map(({ y }) => y);
  const bottom = Math.min(...heights);
  const height = Math.max(...heights) - bottom;
  const low = crossingsAt(bottom + LOW * height, outline);
  const high = crossingsAt(bottom + HIGH * height, outline);
  if (low.length !== crossings || high.length !== crossings) {
    return undefined;
  }
  const [left = 0, right = 0] = high;
  const thickness = right - left;
  const slant = (left - (low[0] ?? 0)) / ((HIGH - LOW) * height);
  return {
    isBold: thickness >= BOLD_EM && thickness <= THICKEST_EM,
    isItalic: slant >= ITALIC && slant <= MOST_SLANTED,
  };
}

/** Returns where a horizontal line meets an outline, from the left. */
function crossingsAt(y: number, outline: readonly OutlinePoint[]): number[] {
  const crossings: number[] = [];
  const cross = (from: OutlinePoint, to: OutlinePoint): void => {
    if (from.y < y !== to.y < y) {
      crossings.push(from.x + ((to.x - from.x) * (y - from.y)) / (to.y - from.y));
    }
  };
  let start: OutlinePoint | undefined;
  let last: OutlinePoint | undefined;
  for (const point of outline) {
    if (point.isStart || start === undefined || last === undefined) {
      if (start !== undefined && last !== undefined) {
        cross(last, start);
      }
      start = point;
    } else {
      cross(last, point);
    }
    last = point;
  }
  if (start !== undefined && last !== undefined) {
    cross(last, start);
  }
  return crossings.toSorted((a, b) => a - b);
}

/** Returns a function from letters to their outlines in a font that PDFium has loaded. */
export function outlinesOf(functions: PageFunctions, font: number): (letter: string) => readonly OutlinePoint[] {
  const { raw } = functions;
  return (letter) => {
    // The path is of a size of 1, whatever is asked for.
    const path = raw.FPDFFont_GetGlyphPath(font, letter.charCodeAt(0), 1);
    const count = path === 0 ? 0 : raw.FPDFGlyphPath_CountGlyphSegments(path);
    return Array.from({ length: count > MAX_SEGMENTS ? 0 : count }, (_, index) => {
      const segment = raw.FPDFGlyphPath_GetGlyphPathSegment(path, index);
      return { ...pointOf(functions, segment), isStart: raw.FPDFPathSegment_GetType(segment) === MOVE };
    });
  };
}

/** FPDF_SEGMENT_MOVETO. */
const MOVE = 2;
/** The most segments of a letter; pictures are drawn with more. */
const MAX_SEGMENTS = 200;
