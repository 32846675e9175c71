import * as fc from "fast-check";
import { expect, test } from "vitest";
import { layOut } from "./lay-out.ts";
import { BOLD, type BuiltText, builtLines, builtPage, NO_DOCUMENT } from "./testing/built-page.ts";
import { prose, shown, shownPages } from "./testing/shown.ts";

const runs: readonly BuiltText[] = [
  { text: "A title of the page", x: 50, y: 80, sizePt: 18, font: BOLD },
  ...builtLines(prose(8, { letters: 40 }), { y: 120 }),
  ...builtLines(prose(8, { letters: 40, from: 7 }), { x: 310, y: 120 }),
  { text: "•", x: 60, y: 260 },
  { text: "an item", x: 72, y: 260 },
  { text: "•", x: 60, y: 274 },
  { text: "another", x: 72, y: 274 },
];

test("a page without glyphs has no blocks", () => {
  expect(shownPages(builtPage([]))).toEqual([]);
});

test("the order in which glyphs are drawn does not matter", () => {
  const expected = shownPages(builtPage(runs));
  expect(expected[0]).toBe("# A title of the page");
  fc.assert(
    fc.property(fc.integer(), (seed) => {
      const page = builtPage(runs, { order: (glyphs) => shuffled(glyphs, seed) });
      expect(shownPages(page)).toEqual(expected);
    }),
    { numRuns: 20 },
  );
});

test.each([90, 180, 270] as const)(
  "a page that is turned by %i degrees reads the same, its boxes where they are seen",
  (angle) => {
    const place = (x: number, y: number): { x: number; y: number } =>
      angle === 90 ? { x: 600 - y, y: x } : angle === 180 ? { x: 600 - x, y: 800 - y } : { x: y, y: 800 - x };
    const turned = builtPage(runs.map((run) => ({ ...run, ...place(run.x, run.y), angle })));
    const { blocks, pages } = layOut(NO_DOCUMENT, [turned]);
    expect(shown(blocks)).toEqual(shownPages(builtPage(runs)));
    expect(pages).toMatchObject([{ page: 1, widthPt: 600, heightPt: 800 }]);
    const origin = place(50, 80);
    const box = blocks[0]?.box ?? { xMin: 0, yMin: 0, xMax: 0, yMax: 0 };
    expect(origin.x).toBeGreaterThanOrEqual(box.xMin - 0.1);
    expect(origin.x).toBeLessThanOrEqual(box.xMax + 0.1);
    expect(origin.y).toBeGreaterThanOrEqual(box.yMin - 0.1);
    expect(origin.y).toBeLessThanOrEqual(box.yMax + 0.1);
  },
);

test("glyphs anywhere, of any size, are laid out without loss", () => {
  const glyph = fc.record({
    text: fc.constantFrom("a", "W", "1", "•", ".", "-", "ب", "中", "(", "fi"),
    x: fc.double({ min: 70, max: 530, noNaN: true }),
    y: fc.double({ min: 70, max: 730, noNaN: true }),
    sizePt: fc.double({ min: 0.01, max: 60, noNaN: true }),
    angle: fc.constantFrom<0 | 90 | 180 | 270>(0, 0, 0, 90, 180, 270),
  });
  fc.assert(
    fc.property(fc.array(glyph, { maxLength: 60 }), (glyphs) => {
      const { blocks } = layOut(NO_DOCUMENT, [builtPage(glyphs)]);
      expect(blocks.length).toBeLessThanOrEqual(glyphs.length);
      expect(blocks.length === 0).toBe(glyphs.length === 0);
    }),
    { numRuns: 150 },
  );
});

test("pages keep their numbers, and blocks come in their order", () => {
  const pages = [3, 5, 9].map((page) => builtPage(builtLines(prose(6, { from: page })), { page }));
  expect(layOut(NO_DOCUMENT, pages).blocks.map(({ page }) => page)).toEqual([3, 5, 9]);
});

/** Sorts items by a hash of their place and the seed. */
function shuffled<Item>(items: readonly Item[], seed: number): readonly Item[] {
  return items
    .map((item, index) => ({ item, key: Math.imul(index + 1, 0x9e3779b1) ^ Math.imul(seed | 1, (index << 3) | 5) }))
    .toSorted((a, b) => a.key - b.key)
    .map(({ item }) => item);
}
