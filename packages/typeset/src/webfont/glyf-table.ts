import type { OutlinePoint } from "./quadratic.ts";

/** The description of a glyph in the table glyf, and what other tables say of it. */
export interface GlyphDescription {
  readonly bytes: Buffer;
  readonly xMin: number;
  readonly yMin: number;
  readonly xMax: number;
  readonly yMax: number;
  readonly points: number;
  readonly contours: number;
}

const EMPTY: GlyphDescription = {
  bytes: Buffer.alloc(0),
  xMin: 0,
  yMin: 0,
  xMax: 0,
  yMax: 0,
  points: 0,
  contours: 0,
};

/** The flags of a point (OpenType 1.9, glyf, "Simple glyph description"). */
const FLAG = { onCurve: 1, xShort: 2, yShort: 4, xSameOrPositive: 16, ySameOrPositive: 32 };

/** Returns the simple glyph description of contours; one without points is empty. */
export function glyphDescription(contours: readonly (readonly OutlinePoint[])[]): GlyphDescription {
  const filled = contours.filter((contour) => contour.length > 1);
  const points = filled.flat();
  if (points.length === 0 || points.length > MOST_POINTS) {
    return EMPTY;
  }
  const box = boxOf(points);
  const head = Buffer.alloc(10 + 2 * filled.length + 2);
  head.writeInt16BE(filled.length, 0);
  [box.xMin, box.yMin, box.xMax, box.yMax].forEach((edge, index) => head.writeInt16BE(edge, 2 + 2 * index));
  let end = -1;
  for (const [index, contour] of filled.entries()) {
    end += contour.length;
    head.writeUInt16BE(end, 10 + 2 * index);
  }
  const bytes = Buffer.concat([head, coordinates(points)]);
  return { bytes: padded(bytes), ...box, points: points.length, contours: filled.length };
}

const MOST_POINTS = 65_535;

function boxOf(points: readonly OutlinePoint[]) {
  let [xMin, yMin, xMax, yMax] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { x, y } of points) {
    xMin = Math.min(xMin, x);
    yMin = Math.min(yMin, y);
    xMax = Math.max(xMax, x);
    yMax = Math.max(yMax, y);
  }
  return { xMin, yMin, xMax, yMax };
}

/** Returns the flags of all points, then the differences of x, then those of y. */
function coordinates(points: readonly OutlinePoint[]): Buffer {
  const flags: number[] = [];
  const xs: number[] = [];
  const ys: number[] = [];
  let x = 0;
  let y = 0;
  for (const point of points) {
    flags.push(
      (point.isOnCurve ? FLAG.onCurve : 0) |
        difference(point.x - x, xs, FLAG.xShort, FLAG.xSameOrPositive) |
        difference(point.y - y, ys, FLAG.yShort, FLAG.ySameOrPositive),
    );
    ({ x, y } = point);
  }
  return Buffer.from([...flags, ...xs, ...ys]);
}

/** Adds the bytes of a difference, and returns its flags: none for no difference, one for a small one, else two. */
function difference(value: number, bytes: number[], short: number, sameOrPositive: number): number {
  if (value === 0) {
    return sameOrPositive;
  }
  const size = Math.abs(value);
  if (size < 256) {
    bytes.push(size);
    return short | (value > 0 ? sameOrPositive : 0);
  }
  bytes.push((value >> 8) & 0xff, value & 0xff);
  return 0;
}

/** Descriptions begin at multiples of four bytes. */
const padded = (bytes: Buffer): Buffer => Buffer.concat([bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4)]);

/** Returns the tables of descriptions and of their offsets, which are long (head, indexToLocFormat). */
export function glyfAndLoca(descriptions: readonly GlyphDescription[]): { glyf: Buffer; loca: Buffer } {
  const loca = Buffer.alloc(4 * (descriptions.length + 1));
  let offset = 0;
  for (const [index, { bytes }] of descriptions.entries()) {
    loca.writeUInt32BE(offset, 4 * index);
    offset += bytes.length;
  }
  loca.writeUInt32BE(offset, 4 * descriptions.length);
  return { glyf: Buffer.concat(descriptions.map(({ bytes }) => bytes)), loca };
}
