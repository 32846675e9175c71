import { Bounds, CosDocument, CosError, pagesOf } from "@quire/cos";
import { expect, test } from "vitest";
import { marked, pdfOf, streamOf } from "../testing/documents.ts";
import { checked, darkBox, drawnByPoppler, reported } from "../testing/programs.ts";

const BOX = "/MediaBox[0 0 300 400]";
const texts = (pdf: Uint8Array) =>
  reported("pdftotext", ["%", "-"], pdf)
    .text.split("\f")
    .slice(0, -1)
    .map((text) => text.trim());
const kids = (pdf: Uint8Array) => CosDocument.open(pdf).catalog.dict("Pages")?.array("Kids") ?? [];

test("only the chosen pages are marked, each with its text", () => {
  const before = pdfOf({ pages: [BOX, BOX, BOX, BOX] });
  const { pdf, warnings } = marked(before, { pages: [2, 4, 9], text: (page) => `PAGE ${page}` });
  expect(texts(pdf)).toEqual(["", "PAGE 2", "", "PAGE 4"]);
  expect(warnings).toEqual([]);
  const untouched = pagesOf(CosDocument.open(pdf)).map(({ dict }) => dict.has("Contents"));
  expect(untouched).toEqual([false, true, false, true]);
});

test("a page that the tree has twice becomes two when they are to differ", () => {
  const before = pdfOf({
    kids: "10 0 R 11 0 R 10 0 R 10 0 R",
    pages: [`${BOX}/Resources<<>>/Contents 100 0 R`, BOX],
    objects: { 100: streamOf("0 0 9 9 re f") },
  });
  const each = marked(before, { pages: [1, 2, 3, 4], text: (page) => `PAGE ${page}` }).pdf;
  expect(texts(each)).toEqual(["PAGE 1", "PAGE 2", "PAGE 3", "PAGE 4"]);
  expect(new Set(kids(each)).size).toBe(4);
  checked(each);
  const one = marked(before, { pages: [3] }).pdf;
  expect(texts(one)).toEqual(["", "", "MARK", ""]);
  const all = marked(before, { pages: [1, 2, 3, 4] }).pdf;
  expect(texts(all)).toEqual(["MARK", "MARK", "MARK", "MARK"]);
  expect(new Set(kids(all)).size).toBe(2);
});

test("a page that is turned elsewhere becomes two, too", () => {
  const before = pdfOf({
    kids: "100 0 R 101 0 R",
    pages: ["/Resources<<>>"],
    objects: {
      100: "<</Type/Pages/Parent 2 0 R/Kids[10 0 R]/Count 1/MediaBox[0 0 300 400]>>",
      101: "<</Type/Pages/Parent 2 0 R/Kids[10 0 R]/Count 1/MediaBox[0 0 200 100]/Rotate 90>>",
    },
  });
  const { pdf } = marked(before, { pages: [1, 2], position: "top-left", sizePt: 10 });
  expect(drawnByPoppler(pdf).map((image) => darkBox(image))).toEqual([
    { left: 36, top: 36, right: 60, bottom: 46 },
    { left: 25, top: 36, right: 49, bottom: 46 },
  ]);
});

test("ten thousand places of one page, each with its text, stay small", () => {
  const before = pdfOf({ kids: "10 0 R ".repeat(2000), pages: [`${BOX}/Resources<</XObject<<>>>>`] });
  const pages = Array.from({ length: 2000 }, (_, index) => index + 1);
  const { pdf } = marked(before, { pages, text: (page) => `${page}` });
  expect(pagesOf(CosDocument.open(pdf)).length).toBe(2000);
  expect(pdf.length).toBeLessThan(2_000_000);
});

test.each([
  ["no page tree", "<</Type/Catalog>>", ["PAGE 1", "PAGE 2"]],
  ["a tree that leads nowhere", "<</Type/Catalog/Pages 99 0 R>>", ["PAGE 1", "PAGE 2"]],
  ["a page in the place of the tree", "<</Type/Catalog/Pages 11 0 R>>", ["PAGE 1"]],
  [
    "a page in the tree itself",
    `<</Type/Catalog/Pages<</Type/Pages/Count 1/Kids[<</Type/Page${BOX}>>]>>>>`,
    ["PAGE 1"],
  ],
])("a document with %s", (_, catalog, expected) => {
  const before = pdfOf({ pages: [BOX, BOX], objects: { 1: catalog } });
  const { pdf } = marked(before, { pages: [1, 2], text: (page) => `PAGE ${page}` });
  expect(texts(pdf)).toEqual(expected);
});

test("a text of which nothing is seen leaves the page alone", () => {
  const before = pdfOf({ pages: [BOX, BOX, BOX] });
  const { pdf, warnings } = marked(before, { pages: [1, 2, 3], text: (page) => ["??", "  ", "A?"][page - 1] ?? "" });
  expect(warnings).toEqual(["missing_glyphs"]);
  expect(texts(pdf)).toEqual(["", "", "A"]);
  expect(pagesOf(CosDocument.open(pdf)).map(({ dict }) => dict.has("Resources"))).toEqual([false, false, true]);
});

test("the same input gives the same bytes", () => {
  const before = pdfOf({ pages: [BOX, `${BOX}/Rotate 90`] });
  const options = { pages: [1, 2], text: (page: number) => `${page}`, position: "diagonal" } as const;
  expect(marked(before, options).pdf.equals(marked(before, options).pdf)).toBe(true);
});

test("bounds are kept", () => {
  const before = pdfOf({ pages: [`${BOX}/Contents 100 0 R`], objects: { 100: streamOf("q Q ".repeat(10_000)) } });
  expect(() => marked(before, { bounds: new Bounds({ timeoutMs: -1 }) })).toThrow(CosError);
  const aborted = new Bounds({ signal: AbortSignal.abort(new Error("gone")) });
  const document = CosDocument.open(before);
  expect(document.bounds).not.toBe(aborted);
  expect(() => marked(before, { text: () => "x".repeat(1000), bounds: new Bounds({ maxTotalBytes: 20 }) })).toThrow(
    /more bytes/,
  );
});

test("contents that many pages share, of very many parts", () => {
  const before = pdfOf({
    pages: Array.from({ length: 500 }, () => `${BOX}/Contents 1000 0 R`),
    objects: { 1000: `[${"null ".repeat(10_000)}]` },
  });
  const pages = Array.from({ length: 500 }, (_, index) => index + 1);
  expect(() => marked(before, { pages })).toThrow(/parts/);
});
