import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Blob, Face, Font } from "harfbuzzjs";
import { afterAll, describe, expect, test } from "vitest";
import { IS_FULL } from "../../../../test/running/sampling.ts";
import type { FontFace } from "../fonts/font-face.ts";
import { madeFont } from "../fonts/testing/made-font.ts";
import { missingFonts, notoPath } from "../text/testing/noto-fonts.ts";
import { tableOf } from "./sfnt.ts";
import { subsetFont } from "./subset.ts";

const faceAt = (path: string, index = 0): FontFace => ({
  path,
  index,
  family: "",
  postScriptName: "",
  glyphs: "truetype",
  unitsPerEm: 1000,
  ascent: 0,
  descent: 0,
  lineGap: 0,
  weight: 400,
  isItalic: false,
  has: () => false,
  read: () => readFileSync(path),
});
const installed = (name: string, index = 0): FontFace => faceAt(notoPath(name) ?? "", index);
const fontOf = (bytes: Uint8Array): Font => new Font(new Face(new Blob(bytes)));

const files = ["NotoSans-Regular.ttf", "NotoSansCJK-Regular.ttc", "NotoSansCJK-Bold.ttc"];
const lacking = missingFonts(files);
const why = lacking === undefined ? "" : ` (skipped: ${lacking})`;

describe.skipIf(lacking !== undefined)(`subsets of Noto fonts${why}`, () => {
  test("glyphs keep their ids, outlines and widths; others are empty; layout and names are gone", () => {
    const face = installed("NotoSans-Regular.ttf");
    const whole = fontOf(face.read());
    const bytes = subsetFont(face, { glyphs: [36, 70], renumbers: false }) ?? new Uint8Array(0);
    const subset = fontOf(bytes);
    expect([0, 36, 70].map((glyph) => subset.glyphToPath(glyph))).toEqual(
      [0, 36, 70].map((glyph) => whole.glyphToPath(glyph)),
    );
    expect([36, 70].map((glyph) => subset.glyphHAdvance(glyph))).toEqual(
      [36, 70].map((glyph) => whole.glyphHAdvance(glyph)),
    );
    expect(subset.glyphToPath(37)).toBe("");
    expect(["glyf", "GSUB", "GPOS", "name", "cmap", "fpgm"].map((tag) => tableOf(bytes, tag) !== undefined)).toEqual([
      true,
      ...Array.from({ length: 5 }, () => false),
    ]);
  });

  test("glyphs that are renumbered follow each other", () => {
    const face = installed("NotoSansCJK-Regular.ttc");
    const [whole, subset] = [
      fontOf(face.read()),
      fontOf(subsetFont(face, { glyphs: [40000, 50], renumbers: true }) ?? new Uint8Array(0)),
    ];
    expect([1, 2, 3].map((glyph) => subset.glyphToPath(glyph))).toEqual([
      whole.glyphToPath(50),
      whole.glyphToPath(40000),
      "",
    ]);
  });

  test.runIf(IS_FULL)(
    "memory is freed, even that of the largest fonts in turn, which is far more than there is",
    () => {
      const faces = [0, 1, 2].flatMap((index) => [
        installed("NotoSansCJK-Regular.ttc", index),
        installed("NotoSansCJK-Bold.ttc", index),
      ]);
      for (let round = 0; round < 9; round++) {
        for (const [index, face] of faces.entries()) {
          const glyphs = Array.from({ length: 20 }, (_, glyph) => 100 + 997 * glyph + 31 * round + index);
          expect(subsetFont(face, { glyphs, renumbers: true })?.length).toBeGreaterThan(1000);
        }
      }
    },
  );

  test("as many glyphs as a long text has can be had of the largest", () => {
    const glyphs = Array.from({ length: 8000 }, (_, glyph) => 7 * glyph + 1);
    expect(subsetFont(installed("NotoSansCJK-Regular.ttc"), { glyphs, renumbers: true })?.length).toBeGreaterThan(
      1_000_000,
    );
  });
});

describe("what is no font has no subset", () => {
  const directory = mkdtempSync(join(tmpdir(), "typeset-subset-"));
  afterAll(() => rmSync(directory, { recursive: true }));
  const subsetOf = (name: string, bytes: Uint8Array) => {
    writeFileSync(join(directory, name), bytes);
    return subsetFont(faceAt(join(directory, name)), { glyphs: [1, 60000], renumbers: false });
  };

  test("a file that is absent, a text, or a face that a font does not have", () => {
    expect(subsetFont(faceAt("/absent"), { glyphs: [1], renumbers: false })).toBeUndefined();
    expect(subsetOf("text", Buffer.from("no font at all"))).toBeUndefined();
    writeFileSync(join(directory, "one"), madeFont({}));
    expect(subsetFont(faceAt(join(directory, "one"), 3), { glyphs: [1], renumbers: true })).toBeUndefined();
  });

  test("a font that is cut off anywhere does no harm", () => {
    const font = madeFont({});
    const lengths = Array.from({ length: Math.floor(font.length / 7) }, (_, index) => 7 * index);
    expect(() => lengths.map((length) => subsetOf(`cut ${length}`, font.subarray(0, length)))).not.toThrow();
  });
});
