import { brotliDecompressSync } from "node:zlib";
import { expect, test } from "vitest";
import { quadraticPoints } from "./quadratic.ts";
import { webFont } from "./web-font.ts";

const SQUARE = {
  startX: 0,
  startY: 0,
  steps: [
    [0.5, 0],
    [0.5, 0.5],
    [0, 0.5],
  ],
} as const;

/** Returns the tables of a WOFF2 file without transformations, by the numbers of their tags. */
function tablesOf(file: Buffer): Map<number, Buffer> {
  const lengths: [number, number][] = [];
  let at = 48;
  for (let index = 0; index < file.readUInt16BE(12); index++) {
    const tag = file.readUInt8(at++) & 0x3f;
    let length = 0;
    let byte = 0x80;
    while (byte >= 0x80) {
      byte = file.readUInt8(at++);
      length = length * 128 + (byte & 0x7f);
    }
    lengths.push([tag, length]);
  }
  const data = brotliDecompressSync(file.subarray(at, at + file.readUInt32BE(20)));
  const tables = new Map<number, Buffer>();
  let offset = 0;
  for (const [tag, length] of lengths) {
    tables.set(tag, data.subarray(offset, offset + length));
    offset += length;
  }
  expect(offset).toBe(data.length);
  return tables;
}

test("a font is WOFF2 with the tables that browsers require, and its length is what it says", () => {
  const file = webFont({
    family: "Made",
    glyphs: [{ contours: [SQUARE], advance: 0.6 }],
    characters: new Map([
      [0x41, 0],
      [0x1f_600, 0],
    ]),
  });
  expect(file.toString("latin1", 0, 4)).toBe("wOF2");
  expect(file.readUInt32BE(8)).toBe(file.length);
  const tables = tablesOf(file);
  expect([...tables.keys()].toSorted((one, other) => one - other)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 10, 11]);
  // Two glyphs, of which the second has its advance in units of 2048 to the em.
  expect(tables.get(4)?.readUInt16BE(4)).toBe(2);
  expect(tables.get(3)?.readUInt16BE(4)).toBe(Math.round(0.6 * 2048));
});

test("quadratic curves come out of cubic ones as they were", () => {
  // The cubic form of the curve from (0, 0) to (1, 0) with the control point (0.5, 1).
  const contour = { startX: 0, startY: 0, steps: [[1 / 3, 2 / 3, 2 / 3, 2 / 3, 1, 0]] } as const;
  expect(quadraticPoints(contour, 1000, 0.5)).toEqual([
    { x: 0, y: 0, isOnCurve: true },
    { x: 500, y: 1000, isOnCurve: false },
    { x: 1000, y: 0, isOnCurve: true },
  ]);
});

test("other cubic curves become as many quadratic ones as they need", () => {
  const contour = { startX: 0, startY: 0, steps: [[0, 0.55, 0.45, 1, 1, 1]] } as const;
  const points = quadraticPoints(contour, 1000, 0.5);
  expect(points.length).toBeGreaterThan(3);
  expect(points.at(-1)).toEqual({ x: 1000, y: 1000, isOnCurve: true });
});

test("numbers that no outline has make no other points", () => {
  const contour = { startX: Number.NaN, startY: 0, steps: [[Infinity, 1e30]] } as const;
  expect(quadraticPoints(contour, 1000, 0.5).every(({ x, y }) => Math.abs(x) <= 16_000 && Math.abs(y) <= 16_000)).toBe(
    true,
  );
});
