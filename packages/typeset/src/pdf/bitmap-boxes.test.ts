import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { FontFace } from "../fonts/font-face.ts";
import { longs, madeFont, words } from "../fonts/testing/made-font.ts";
import { bitmapBoxes, type GlyphBox } from "./bitmap-boxes.ts";

/** Returns the boxes of glyphs 0 to 9 in a font of these tables, whose em has 1000 units. */
function boxesIn(tables: Record<string, Buffer>): ReadonlyMap<number, GlyphBox> {
  const directory = mkdtempSync(join(tmpdir(), "typeset-boxes-"));
  try {
    const path = join(directory, "made.ttf");
    writeFileSync(path, madeFont({ tables }));
    return bitmapBoxes(faceAt(path), [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  } finally {
    rmSync(directory, { recursive: true });
  }
}

const faceAt = (path: string): FontFace => ({
  path,
  index: 0,
  family: "",
  postScriptName: "",
  glyphs: "png",
  unitsPerEm: 1000,
  ascent: 0,
  descent: 0,
  lineGap: 0,
  weight: 400,
  isItalic: false,
  has: () => false,
  read: () => new Uint8Array(0),
});

/**
 * Returns a table CBLC: after a smaller size without glyphs, one of 50 pixels an em whose one index subtable has glyphs
 * 4 to 6.
 */
function cblc(indexFormat: number, ...subtable: readonly Buffer[]): Buffer {
  const sizes = [bitmapSize(104, 0, 20), bitmapSize(104, 1, 50)];
  const index = [words(4, 6), longs(8), words(indexFormat, 17), longs(100), ...subtable];
  return Buffer.concat([words(3, 0), longs(2), ...sizes, ...index]);
}

const bitmapSize = (list: number, subtables: number, ppem: number): Buffer =>
  Buffer.concat([longs(list, 0, subtables, 0), Buffer.alloc(24), words(4, 6), Buffer.from([ppem, ppem, 32, 1])]);

/** The height, width, and left and top bearing, with which all metrics begin. */
const metrics = Buffer.from([20, 10, 0xff, 15]);
const cbdt = Buffer.concat([Buffer.alloc(107), metrics, Buffer.alloc(20)]);
const box: GlyphBox = { left: -20, bottom: -100, width: 200, height: 400 };

describe("boxes of images", () => {
  test.each([
    ["long offsets", cblc(1, longs(0, 7, 7, 7))],
    ["short offsets", cblc(3, words(0, 7, 7, 7))],
    ["offsets of some glyphs", cblc(4, longs(2), words(4, 0, 5, 7, 0xffff, 7))],
  ])("are where CBLC says by %s", (_, locations) => {
    expect(boxesIn({ CBLC: locations, CBDT: cbdt }).get(5)).toEqual(box);
  });

  test("are the same for all glyphs that share their metrics", () => {
    const boxes = boxesIn({ CBLC: cblc(2, longs(4), metrics, Buffer.alloc(4)), CBDT: cbdt });
    expect([...boxes]).toEqual([4, 5, 6].map((glyph) => [glyph, box]));
  });

  test("are where sbix says, those of the largest size", () => {
    const image = Buffer.concat([words(0xffff, 2), Buffer.from("png "), Buffer.alloc(16), longs(30, 40)]);
    const strike = (ppem: number) => Buffer.concat([words(ppem, 72), longs(12, 12 + image.length), image]);
    const small = strike(20);
    const sbix = Buffer.concat([words(1, 1), longs(2, 16, 16 + small.length), small, strike(100)]);
    expect(boxesIn({ sbix }).get(0)).toEqual({ left: -10, bottom: 20, width: 300, height: 400 });
  });

  test("are missing from fonts that are cut off, are inconsistent or are not there", () => {
    const whole = cblc(1, longs(0, 7, 7, 7));
    expect(boxesIn({ CBLC: whole.subarray(0, 100), CBDT: cbdt }).size).toBe(0);
    expect(boxesIn({ CBLC: whole.fill(0, 56), CBDT: cbdt }).size).toBe(0);
    expect(boxesIn({}).size).toBe(0);
    expect(bitmapBoxes(faceAt("/absent"), [1]).size).toBe(0);
  });
});
