import { expect, test } from "vitest";
import type { Block, LaidOutDocument, TableEvidence } from "../blocks.ts";
import type { PageContent } from "../content.ts";
import { layOut } from "../lay-out.ts";
import { builtLines, builtPage, NO_DOCUMENT } from "../testing/built-page.ts";
import { certaintyOfStructure } from "./structure.ts";

const SENTENCE = "The harbour was quiet and the boats lay still";
const place = { page: 1, box: { xMin: 0, yMin: 0, xMax: 100, yMax: 100 } };

const laidOut = (page: PageContent): LaidOutDocument => layOut(NO_DOCUMENT, [page]);
const text = (sentence: string, y = 100) => builtLines([sentence, sentence, sentence], { y });

/** A page that was read from its image, with letters as sure as `confidenceAt` says for their height. */
function readPage(page: PageContent, confidenceAt: (y: number) => number): PageContent {
  const confidence = page.glyphs.yMin.map(confidenceAt);
  return { ...page, glyphs: { ...page.glyphs, confidence } };
}

test("a block is as sure as its letters have Unicode values", () => {
  const [known] = laidOut(builtPage(text(SENTENCE))).blocks;
  const [half] = laidOut(builtPage(text("The bay\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}"))).blocks;
  expect(half?.confidence).toBeCloseTo((known?.confidence ?? 0) / 2, 5);
});

test("a block that was read from an image is as sure as the letters within its box", () => {
  const page = builtPage([...text(SENTENCE), ...text(SENTENCE, 400)]);
  const sure = laidOut(page).blocks.map(({ confidence = 0 }) => confidence);
  const read = laidOut(readPage(page, (y) => (y < 300 ? 0.9 : 0.4)));
  expect(read.blocks).toHaveLength(2);
  expect(read.blocks[0]?.confidence).toBeCloseTo(0.9 * (sure[0] ?? 0), 5);
  expect(read.blocks[1]?.confidence).toBeCloseTo(0.4 * (sure[1] ?? 0), 5);
  expect(read.pages[0]?.confidence).toBeCloseTo(0.65 * (sure[0] ?? 0), 5);
});

test("the mean of a page is weighted by letters", () => {
  const page = builtPage([...text(SENTENCE), ...builtLines([SENTENCE], { y: 400 })]);
  const [sure] = laidOut(page).blocks;
  const read = laidOut(readPage(page, (y) => (y < 300 ? 1 : 0)));
  expect(read.pages[0]?.confidence).toBeCloseTo(0.75 * (sure?.confidence ?? 0), 5);
});

test("a page without blocks has no confidence", () => {
  expect(laidOut(builtPage([])).pages).toEqual([{ page: 1, widthPt: 600, heightPt: 800 }]);
});

const table = (evidence?: TableEvidence): Block => ({
  kind: "table",
  ...place,
  rows: [],
  headRows: 0,
  caption: undefined,
  ...(evidence !== undefined && { evidence }),
});
const heading = (evidence?: number): Block => ({ kind: "heading", ...place, level: 1, spans: [], evidence });

test("a table with rules on all sides is surer than one with rules between rows or none", () => {
  const [lattice = 0, bands = 0, unruled = 0] = (["lattice", "bands", "text"] as const).map((evidence) =>
    certaintyOfStructure(table(evidence), false),
  );
  expect(lattice).toBeGreaterThan(bands);
  expect(lattice).toBeGreaterThan(unruled);
});

test("a heading with strong evidence is surer than one with weak evidence", () => {
  const [weak = 0, strong = 0] = [1.1, 2.2].map((evidence) => certaintyOfStructure(heading(evidence), false));
  expect(strong).toBeGreaterThan(weak);
});

test("what is tagged is measured by itself", () => {
  const paragraph: Block = { kind: "paragraph", ...place, spans: [] };
  expect(certaintyOfStructure(paragraph, true)).toBeGreaterThan(certaintyOfStructure(paragraph, false) ?? 1);
  expect(certaintyOfStructure(heading(), true)).toBeLessThan(1);
});

test("nothing is known of a drawing", () => {
  const figure = { kind: "figure", ...place, alt: undefined, caption: undefined } as const;
  expect(certaintyOfStructure({ ...figure, image: undefined }, false)).toBeUndefined();
  expect(certaintyOfStructure({ ...figure, image: 1 }, false)).toBe(1);
});
