import { expect, test } from "vitest";
import { merged, partOf, pdfOf, qpdfJson, sourceOf } from "../testing/catalog-documents.ts";

const pages = (count: number) => Array.from({ length: count }, () => "");
/** Returns the labels as qpdf reads them: where ranges begin, from 0, and what their first labels are. */
const labels = (pdf: Uint8Array) => qpdfJson("pagelabels", pdf);
const range = (index: number, label: Record<string, unknown>) => ({ index, label: { "/St": 1, ...label } });

/** A document with the labels i, ii, iii, 1, 2, A-1, A-2. */
const book = pdfOf({
  pages: pages(7),
  catalog: "/PageLabels<</Nums[0<</S/r>>3<</S/D>>5<</S/D/P(A-)>>]>>",
});

test("each page keeps the label of its document; one without labels has its numbers", () => {
  const plain = pdfOf({ pages: pages(2) });
  expect(labels(merged([book, plain, book]).pdf)).toEqual([
    range(0, { "/S": "/r" }),
    range(3, { "/S": "/D" }),
    range(5, { "/S": "/D", "/P": "u:A-" }),
    range(7, { "/S": "/D" }),
    range(9, { "/S": "/r" }),
    range(12, { "/S": "/D" }),
    range(14, { "/S": "/D", "/P": "u:A-" }),
  ]);
});

test("a part keeps the labels of its pages, in their new order, and no more ranges than runs", () => {
  expect(labels(partOf(book, [1, 2, 4, 6, 5, 0]).pdf)).toEqual([
    range(0, { "/S": "/r", "/St": 2 }),
    range(2, { "/S": "/D", "/St": 2 }),
    range(3, { "/S": "/D", "/P": "u:A-", "/St": 2 }),
    range(4, { "/S": "/D", "/P": "u:A-" }),
    range(5, { "/S": "/r" }),
  ]);
});

test("runs go on from one document to the next; a prefix alone is one range", () => {
  const front = pdfOf({ pages: pages(2), catalog: "/PageLabels<</Nums[0<</S/D/St 5>>]>>" });
  const back = pdfOf({ pages: pages(2), catalog: "/PageLabels<</Nums[0<</S/D/St 7>>]>>" });
  expect(labels(merged([front, back]).pdf)).toEqual([range(0, { "/S": "/D", "/St": 5 })]);
  const cover = pdfOf({ pages: pages(3), catalog: "/PageLabels<</Nums[0<</P(Cover)/St 9>>]>>" });
  expect(labels(merged([cover, cover]).pdf)).toEqual([range(0, { "/P": "u:Cover" })]);
});

test("documents without labels get none", () => {
  const plain = pdfOf({ pages: pages(2) });
  expect(merged([plain, plain]).catalog.has("PageLabels")).toBe(false);
  expect(partOf(plain, [1]).catalog.has("PageLabels")).toBe(false);
});

test("the parts of one document, one after another, have their own labels", () => {
  const source = sourceOf(book);
  const found = [0, 3, 6].map((index) => labels(partOf(source, [index]).pdf));
  expect(found).toEqual([
    [range(0, { "/S": "/r" })],
    [range(0, { "/S": "/D" })],
    [range(0, { "/S": "/D", "/P": "u:A-", "/St": 2 })],
  ]);
});

test.each([
  ["no tree", "/PageLabels 7"],
  ["no ranges", "/PageLabels<</Nums[0 7 1(x)]>>"],
  ["ranges beyond the pages", "/PageLabels<</Nums[-1<</S/r>>2<</S/r>>99<</S/r>>]>>"],
])("%s: no labels", (_, catalog) => {
  expect(merged([pdfOf({ pages: pages(2), catalog }), pdfOf({})]).catalog.has("PageLabels")).toBe(false);
});

test("entries of wrong types count as absent, and pages before the first range have their numbers", () => {
  const catalog = "/PageLabels<</Kids[10 0 R]/Nums[2<</S(r)/P 5/St 0>>1<</S/a/St 1.5/P()>>]>>";
  const odd = pdfOf({ pages: pages(3), catalog, objects: { 10: "<</Kids[10 0 R]>>" } });
  expect(labels(merged([odd, pdfOf({})]).pdf)).toEqual([
    range(0, { "/S": "/D" }),
    range(1, { "/S": "/a" }),
    range(2, {}),
    range(3, { "/S": "/D" }),
  ]);
});
