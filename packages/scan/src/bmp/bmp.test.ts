import { expect, test } from "vitest";
import { BmpError } from "./header.ts";
import { readBmp, readBmpHeader } from "./read-bmp.ts";

interface Parts {
  readonly width?: number;
  readonly height?: number;
  readonly bits?: number;
  readonly compression?: number;
  readonly colours?: readonly number[];
  readonly pixels?: readonly number[];
}

/** Returns a BMP with a header of 40 bytes; its colours are greys. */
function bmp({ width = 2, height = 2, bits = 8, compression = 0, colours = [0, 255], pixels = [] }: Parts): Buffer {
  const head = Buffer.alloc(54);
  head.write("BM");
  head.writeUInt32LE(54 + 4 * colours.length, 10);
  head.writeUInt32LE(40, 14);
  head.writeInt32LE(width, 18);
  head.writeInt32LE(height, 22);
  head.writeUInt16LE(1, 26);
  head.writeUInt16LE(bits, 28);
  head.writeUInt32LE(compression, 30);
  head.writeInt32LE(11_811, 38);
  head.writeInt32LE(5906, 42);
  head.writeUInt32LE(colours.length, 46);
  return Buffer.concat([head, Buffer.from(colours.flatMap((grey) => [grey, grey, grey, 0])), Buffer.from(pixels)]);
}

const rowsOf = (bytes: Buffer): number[][] => {
  const { widthPx, heightPx, pixels } = readBmp(bytes);
  return Array.from({ length: heightPx }, (_, row) => [...pixels.subarray(row * widthPx, (row + 1) * widthPx)]);
};

test("rows stand upside down unless the height is negative, and end at four bytes", () => {
  const pixels = [0, 1, 9, 9, 1, 1, 9, 9];
  expect(rowsOf(bmp({ pixels }))).toEqual([
    [255, 255],
    [0, 255],
  ]);
  expect(rowsOf(bmp({ height: -2, pixels }))).toEqual([
    [0, 255],
    [255, 255],
  ]);
});

test("a header says the size and the resolution of both axes", () => {
  expect(readBmpHeader(bmp({ height: -2 }))).toEqual({
    widthPx: 2,
    heightPx: 2,
    pixelsPerMetre: { x: 11_811, y: 5906 },
  });
});

test("one bit and four bits have their first pixel in the highest bits; colours that are not there are black", () => {
  expect(rowsOf(bmp({ width: 3, height: 1, bits: 1, pixels: [0b1010_0000, 0, 0, 0] }))).toEqual([[255, 0, 255]]);
  expect(rowsOf(bmp({ width: 3, height: 1, bits: 4, pixels: [0x10, 0x70, 0, 0] }))).toEqual([[255, 0, 0]]);
});

test("colours become their luma", () => {
  const colours = { colours: [], height: 1 };
  expect(rowsOf(bmp({ ...colours, bits: 24, pixels: [0, 0, 255, 255, 0, 0, 0, 0] }))).toEqual([[77, 29]]);
  expect(rowsOf(bmp({ ...colours, bits: 16, pixels: [0x00, 0x7c, 0xff, 0x7f] }))).toEqual([[77, 255]]);
  expect(rowsOf(bmp({ ...colours, bits: 32, pixels: [0, 0, 255, 0, 255, 255, 255, 0] }))).toEqual([[77, 255]]);
});

test("run lengths: runs, literals, ends of lines, moves", () => {
  const wide = { width: 4, compression: 1 };
  expect(rowsOf(bmp({ ...wide, pixels: [3, 1, 1, 0, 0, 0, 0, 3, 1, 0, 1, 0, 1, 1, 0, 1] }))).toEqual([
    [255, 0, 255, 255],
    [255, 255, 255, 0],
  ]);
  expect(rowsOf(bmp({ ...wide, pixels: [0, 2, 2, 1, 2, 1, 0, 1] }))).toEqual([
    [0, 0, 255, 255],
    [0, 0, 0, 0],
  ]);
  const half = { width: 4, height: 1, bits: 4, compression: 2 };
  expect(rowsOf(bmp({ ...half, pixels: [4, 0x10, 0, 1] }))).toEqual([[255, 0, 255, 0]]);
  expect(rowsOf(bmp({ ...half, pixels: [0, 3, 0x11, 0x00, 1, 0x10, 0, 1] }))).toEqual([[255, 255, 0, 255]]);
});

test("rows that were cut off are white", () => {
  expect(rowsOf(bmp({ pixels: [0, 0, 9, 9, 0] }))).toEqual([
    [255, 255],
    [0, 0],
  ]);
});

test("runs that go beyond the picture are cut off", () => {
  expect(rowsOf(bmp({ compression: 1, pixels: [255, 1, 0, 2, 255, 255, 255, 1] }))).toEqual([
    [0, 0],
    [255, 255],
  ]);
});

test.each([
  ["nothing", Buffer.alloc(0)],
  ["a head that ends early", bmp({}).subarray(0, 50)],
  ["no width", bmp({ width: 0 })],
  ["a negative width", bmp({ width: -1 })],
  ["no height", bmp({ height: 0 })],
  ["a JPEG within", bmp({ compression: 4, bits: 0 })],
  ["3 bits", bmp({ bits: 3 })],
  ["no pixels", bmp({})],
])("%s is refused", (_, bytes) => {
  expect(() => readBmp(bytes)).toThrow(BmpError);
});
