import { expect, test } from "vitest";
import { greyOf } from "./grey-of.ts";
import { PgmError, readPgm, writePgm } from "./pgm.ts";

const bytes = (text: string, ...pixels: number[]): Uint8Array =>
  Uint8Array.from([...Buffer.from(text, "latin1"), ...pixels]);

test("a PGM is read with its comments, and written as it was", () => {
  const image = readPgm(bytes("P5\n# by hand\n2 # columns\n3\n255\n", 0, 1, 2, 3, 4, 255));
  expect(image).toEqual({ widthPx: 2, heightPx: 3, pixels: Uint8Array.of(0, 1, 2, 3, 4, 255) });
  expect(readPgm(writePgm(image))).toEqual(image);
});

test("fewer levels than 256 are spread over all", () => {
  expect([...readPgm(bytes("P5 3 1 15\n", 0, 5, 15)).pixels]).toEqual([0, 85, 255]);
});

test("a pixel that looks like white space is a pixel", () => {
  expect([...readPgm(bytes("P5 2 1 255\n", 10, 32)).pixels]).toEqual([10, 32]);
});

test.each([
  ["nothing", ""],
  ["a plain PGM", "P2 1 1 255 0"],
  ["a PPM", "P6 1 1 255 000"],
  ["a PNG", "\x89PNG\r\n\x1a\n"],
  ["no size", "P5 "],
  ["a word for a size", "P5 a b 255\n"],
  ["a negative size", "P5 -1 1 255\n0"],
  ["no pixels", "P5 0 5 255\n"],
  ["16 bits", "P5 1 1 65535\n00"],
  ["no levels", "P5 1 1 0\n0"],
  ["too few pixels", "P5 9 9 255\n0123"],
  ["a size beyond all bounds", "P5 99999999999999999999 1 255\n0"],
  ["a header that ends early", "P5 1 1"],
])("%s is refused", (_, text) => {
  expect(() => readPgm(bytes(text))).toThrow(PgmError);
});

/** Returns the grey of one pixel. */
const grey = (channels: 1 | 2 | 3 | 4, ...samples: number[]): number =>
  greyOf({ widthPx: 1, heightPx: 1, channels, pixels: Uint8Array.from(samples) }).pixels[0]!;

test("colours become luma, and what is transparent shows white paper", () => {
  expect(grey(1, 77)).toBe(77);
  expect(grey(3, 255, 255, 255)).toBe(255);
  expect(grey(3, 255, 0, 0)).toBe(77);
  expect(grey(3, 0, 255, 0)).toBe(149);
  expect(grey(4, 0, 0, 0, 0)).toBe(255);
  expect(grey(4, 0, 0, 0, 128)).toBe(127);
  expect(grey(2, 0, 255)).toBe(0);
});

test("fewer samples than the size asks for are refused", () => {
  expect(() => greyOf({ widthPx: 2, heightPx: 2, channels: 3, pixels: new Uint8Array(11) })).toThrow(RangeError);
});
