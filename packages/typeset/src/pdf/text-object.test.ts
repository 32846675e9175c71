import { expect, test } from "vitest";
import type { GlyphCode } from "./glyph-code.ts";
import { TextObject } from "./text-object.ts";

const glyph = (code: string, width: number, font = "F1"): GlyphCode => ({
  font,
  code,
  width,
  text: undefined,
  part: undefined,
});
const written = (object: TextObject): string[] => Buffer.from(object.finish()).toString("latin1").trim().split("\n");

test("glyphs that follow from their widths are one string, others are moved", () => {
  const object = new TextObject(20);
  object.startLine(0, 5);
  object.showGlyph(glyph("0001", 500), 0, 0);
  object.showGlyph(glyph("0002", 500), 10, 0);
  object.showGlyph(glyph("0003", 500), 19, 0);
  object.showGlyph(glyph("0004", 500), 31, 0);
  expect(written(object)).toEqual(["BT", "0 5 Td", "/F1 20 Tf", "[<00010002>50<0003>-100<0004>]TJ", "ET"]);
});

test("what an adjustment is rounded by does not add up", () => {
  const object = new TextObject(10);
  object.startLine(0, 0);
  for (let index = 0; index < 10; index++) {
    object.showGlyph(glyph("01", 100.4), index, 0);
  }
  // Nine glyphs are 3.6 thousandths too wide; no glyph is further off than half of one.
  expect(written(object)).toContain("[<0101>1<0101>1<010101>1<0101>1<01>]TJ");
});

test("lines start relative to each other, marks are raised, fonts are changed", () => {
  const object = new TextObject(12.5);
  object.startLine(1.00049, 30);
  object.beginActualText("é😀");
  object.showGlyph(glyph("0001", 1000), 1, 0);
  object.showGlyph(glyph("0002", 0), 13.5, -2.34567);
  object.showGlyph(glyph("01", 1000, "F2"), 13.5, 0);
  object.endActualText();
  object.startLine(-4, 12);
  object.showGlyph(glyph("01", 1000, "F2"), -4, 0);
  expect(written(object)).toEqual([
    "BT",
    "1 30 Td",
    "/Span<</ActualText<FEFF00E9D83DDE00>>>BDC",
    "/F1 12.5 Tf",
    "[<0001>]TJ",
    "-2.346 Ts",
    "[<0002>]TJ",
    "/F2 12.5 Tf",
    "0 Ts",
    "[<01>]TJ",
    "EMC",
    "-5 -18 Td",
    "[<01>]TJ",
    "ET",
  ]);
});
