import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import type { FontFace } from "../fonts/font-face.ts";
import { namedCffFont } from "./testing/named-cff.ts";
import { drawn, reported, shownDocument, textOfPages } from "./testing/shown-document.ts";

const directory = mkdtempSync(join(tmpdir(), "typeset-composite-"));
afterAll(() => rmSync(directory, { recursive: true }));

const path = join(directory, "named.otf");
const face: FontFace = {
  path,
  index: 0,
  family: "Named",
  postScriptName: "Named",
  glyphs: "cff",
  unitsPerEm: 1000,
  ascent: 900,
  descent: -300,
  lineGap: 0,
  weight: 400,
  isItalic: false,
  has: () => true,
  read: () => readFileSync(path),
};

test("glyphs of a CFF font with names are found by their ids", () => {
  writeFileSync(path, namedCffFont());
  const glyphs = ["A", "C"].map((text, index) => ({
    glyph: 1 + 2 * index,
    advancePt: 100,
    offsetXPt: 0,
    offsetYPt: 0,
    text,
  }));
  const lines = [
    { baselinePt: 0, widthPt: 200, runs: [{ face, direction: "ltr" as const, xPt: 0, widthPt: 200, glyphs }] },
  ];
  const text = { sizePt: 100, widthPt: 200, heightPt: 100, lines, missing: [] };
  const pdf = shownDocument([{ widthPt: 200, heightPt: 100, text }]);
  expect(reported("pdffonts", pdf, "FILE")).toMatch(
    /[A-Z]{6}\+Named-Identity-H +CID Type 0C +Identity-H +yes yes yes/u,
  );
  expect(textOfPages(pdf)).toEqual(["AC"]);
  const { widthPx, rgb } = drawn(pdf);
  const isBlack = (x: number, y: number) => (rgb[3 * ((99 - y) * widthPx + x)] ?? 255) < 64;
  // A is 10 points wide and high at 0, C 30 at 100.
  const places = [
    [5, 5],
    [15, 5],
    [5, 15],
    [105, 5],
    [125, 25],
    [135, 5],
    [105, 35],
  ] as const;
  expect(places.map(([x, y]) => isBlack(x, y))).toEqual([true, false, false, true, true, false, false]);
});
