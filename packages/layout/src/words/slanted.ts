import type { PageContent } from "../content.ts";
import { type Rotation, rotationOf, turning } from "../geometry/turning.ts";
import { emptyPlacing, type Placing } from "./placing.ts";

/*
 * Slanted text: its baseline runs across the page at any angle, or along a curve. No row of the page has it, so that
 * its lines are what was drawn one glyph behind the other.
 */

/**
 * The greatest angle from one of the four directions, in degrees; text further from them is drawn across the page: a
 * watermark, a label of a chart.
 */
const SLANT_DEGREES = 8;

export const isStraight = (degrees: number): boolean => Math.abs(((degrees + 45) % 90) - 45) <= SLANT_DEGREES;

/** The rotation that a reader turns the page by to read slanted text, as far as four directions can say. */
export const rotationOfSlanted = (degrees: number): Rotation => (degrees % 360 < 180 ? 90 : 270);

/** A line of slanted text: its glyphs in the order of drawing, and the direction that it begins in. */
interface SlantedLine {
  readonly glyphs: readonly number[];
  readonly degrees: number;
}

/** The furthest that a glyph begins from the end of the one before it, in ems: beside the line, back, and on along it. */
const ASIDE_EM = 0.35;
const BACK_EM = 0.6;
const FORWARD_EM = 1.5;
/** The greatest bend between two glyphs of a line on a curve, in degrees. */
const BEND_DEGREES = 40;

/**
 * Groups glyphs that are given in the order of drawing into lines, and places each glyph on its line: u is the length
 * of the way along the baseline.
 */
export function slantedLines(
  content: PageContent,
  glyphs: readonly number[],
): { readonly lines: readonly SlantedLine[]; readonly placing: Placing } {
  const placing = emptyPlacing(content.glyphs.count);
  const { angleDegrees } = content.glyphs;
  const lines: { glyphs: number[]; degrees: number }[] = [];
  let last: number | undefined;
  for (const glyph of glyphs) {
    const line = lines.at(-1);
    const along = last === undefined ? undefined : wayAlong(glyph, last, content);
    const start =
      line === undefined || last === undefined || along === undefined ? 0 : (placing.uMin[last] ?? 0) + along;
    if (line === undefined || along === undefined) {
      lines.push({ glyphs: [glyph], degrees: angleDegrees[glyph] ?? 0 });
    } else {
      line.glyphs.push(glyph);
    }
    placing.uMin[glyph] = start;
    placing.uMax[glyph] = start + advanceOf(glyph, content);
    last = glyph;
  }
  return { lines, placing };
}

/** Returns how far along its baseline a glyph begins behind another one; undefined where it is not of its line. */
function wayAlong(glyph: number, last: number, content: PageContent): number | undefined {
  const { angleDegrees, originX, originY, sizePt } = content.glyphs;
  const degrees = angleDegrees[last] ?? 0;
  const bend = Math.abs(((((angleDegrees[glyph] ?? 0) - degrees) % 360) + 540) % 360) - 180;
  const size = Math.max(sizePt[glyph] ?? 0, sizePt[last] ?? 0);
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  const x = (originX[glyph] ?? 0) - (originX[last] ?? 0);
  const y = (originY[glyph] ?? 0) - (originY[last] ?? 0);
  const along = x * cos + y * sin;
  const aside = y * cos - x * sin;
  const gap = along - advanceOf(last, content);
  const isOfLine =
    Math.abs(bend) <= BEND_DEGREES &&
    Math.abs(aside) <= ASIDE_EM * size + Math.abs(Math.sin((bend * Math.PI) / 180)) * size &&
    gap >= -BACK_EM * size &&
    gap <= FORWARD_EM * size;
  return isOfLine ? along : undefined;
}

/**
 * Returns the advance of a slanted glyph, in points. Its box is that around a parallelogram, whose origin is known:
 * what the box has beyond the origin, less what the height of the type adds, is the advance.
 */
function advanceOf(glyph: number, content: PageContent): number {
  const { glyphs } = content;
  const degrees = glyphs.angleDegrees[glyph] ?? 0;
  const rotation = rotationOf(degrees);
  const turn = turning(content, rotation);
  const box = turn({
    xMin: glyphs.xMin[glyph] ?? 0,
    yMin: glyphs.yMin[glyph] ?? 0,
    xMax: glyphs.xMax[glyph] ?? 0,
    yMax: glyphs.yMax[glyph] ?? 0,
  });
  const [ownX, ownY] = [glyphs.originX[glyph] ?? 0, glyphs.originY[glyph] ?? 0];
  const { xMin: x, yMin: y } = turn({ xMin: ownX, xMax: ownX, yMin: ownY, yMax: ownY });
  const angle = ((((degrees - rotation + 540) % 360) - 180) * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  // The height above the baseline leans to the right in text that falls, and the depth below it in text that rises.
  const lean = sin > 0 ? ((y - box.yMin) / cos) * sin : ((box.yMax - y) / cos) * -sin;
  return Math.max(0, (box.xMax - x - lean) / cos);
}
