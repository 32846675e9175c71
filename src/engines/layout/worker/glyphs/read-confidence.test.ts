import type { PageContent } from "@quire/layout";
import { expect, test } from "vitest";
import { emptyArrays, finished } from "../../../pdfium/worker/text/arrays.ts";
import type { ReadWord } from "../../port.ts";
import { withReadText } from "./read-glyphs.ts";

const PAGE: PageContent = {
  page: 1,
  widthPt: 600,
  heightPt: 800,
  fonts: [],
  glyphs: finished(emptyArrays(0)),
  rules: [],
  shapes: [],
  images: [],
  links: [],
};

const word = (text: string, x: number, more: Partial<ReadWord>): ReadWord => ({
  text,
  box: [x, 90, x + 30, 100],
  ...more,
});

test.each([0, 90, 180, 270] as const)(
  "each letter has the confidence of its word, on a page turned by %d",
  (rotation) => {
    const lines = [[word("ab", 50, { confidence: 0.5 }), word("c", 90, { confidence: 1 })]];
    const { glyphs } = withReadText(PAGE, { lines, rotationDegrees: rotation });
    expect([...glyphs.text]).toEqual(["a", "b", "c"]);
    expect([...(glyphs.confidence ?? [])]).toEqual([0.5, 0.5, 1]);
  },
);

test("text whose reader states no confidence has none", () => {
  expect(withReadText(PAGE, { lines: [[word("ab", 50, {})]], rotationDegrees: 0 }).glyphs.confidence).toBeUndefined();
});
