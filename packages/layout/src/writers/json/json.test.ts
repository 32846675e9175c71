import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { Block } from "../../blocks.ts";
import { lineOf, pageOf, textAt, wordAt } from "../testing/pages.ts";
import { block, documentOf, place } from "../testing/trees.ts";
import { blockElements, pageElements, writeJson } from "./json.ts";

const text = (words: string, page = 1): Block => ({ kind: "paragraph", ...place(page), spans: [{ text: words }] });
const bbox = { x_min: 72, y_min: 72, x_max: 300, y_max: 90 };
const cell = (words: string, more: object = {}) => ({
  rowSpan: 1,
  colSpan: 1,
  isHeader: false,
  spans: [{ text: words }],
  ...more,
});

const paragraph = (words: string) => ({ type: "paragraph", page_number: 1, bbox, text: words });

const elementsOf = (blocks: readonly Block[]): object[] => [...blockElements(documentOf(blocks))].flat();

test("a heading has its level, and spans where there is style", () => {
  expect(
    elementsOf([
      { kind: "heading", ...place(), level: 2, spans: [{ text: "A" }] },
      { kind: "paragraph", ...place(), spans: [{ text: "b", bold: true }] },
    ]),
  ).toEqual([
    { type: "heading", page_number: 1, bbox, text: "A", level: 2 },
    { type: "paragraph", page_number: 1, bbox, text: "b", spans: [{ text: "b", bold: true }] },
  ]);
});

test("a table has its cells, with spans and heads", () => {
  const table: Block = {
    kind: "table",
    ...place(),
    headRows: 1,
    caption: [{ text: "T" }],
    rows: [[cell("H", { isHeader: true, colSpan: 2 })], [cell("a", { rowSpan: 2 }), cell("b")], [cell("c")]],
  };
  expect(elementsOf([table])).toEqual([
    {
      type: "table",
      page_number: 1,
      bbox,
      text: "T\nH\na  b\n   c",
      header_rows: 1,
      caption: "T",
      rows: [[{ text: "H", header: true, col_span: 2 }], [{ text: "a", row_span: 2 }, { text: "b" }], [{ text: "c" }]],
    },
  ]);
});

test("lists, quotes, code, figures and footnotes have their own members", () => {
  const blocks: Block[] = [
    { kind: "list", ...place(), isOrdered: true, start: 3, items: [{ label: "3.", blocks: [text("x")] }] },
    { kind: "quote", ...place(), blocks: [text("q")] },
    { kind: "code", ...place(), lines: ["a", "  b"] },
    { kind: "figure", ...place(), image: 2, alt: "cat", caption: undefined },
    { kind: "footnote", ...place(), label: "1", spans: [{ text: "Note" }] },
  ];
  expect(elementsOf(blocks)).toMatchObject([
    { text: "3. x", ordered: true, start: 3, items: [{ label: "3.", blocks: [paragraph("x")] }] },
    { text: "  q", blocks: [paragraph("q")] },
    { text: "a\n  b", lines: ["a", "  b"] },
    { text: "", image_index: 2, alt: "cat" },
    { text: "1 Note", label: "1" },
  ]);
});

test("pages have their size, text, blocks and words with boxes", () => {
  const pages = [1, 2].map((page) => ({ page, widthPt: 595.276, heightPt: 841.89 }));
  const lines = [
    pageOf([lineOf([wordAt(72, 100, { text: "One", isBold: true })])]),
    pageOf([textAt(72, 100, "Two more")], { page: 2 }),
  ];
  const [first, second] = [
    ...pageElements(documentOf([text("One"), text("Two more", 2)], { pages }), { pages: lines }),
  ];
  expect(first).toEqual({
    page_number: 1,
    dimensions: { width: 595.28, height: 841.89 },
    text: "One",
    blocks: [{ type: "paragraph", page_number: 1, bbox, text: "One" }],
    words: [
      {
        text: "One",
        page_number: 1,
        line: 0,
        bbox: { x_min: 72, y_min: 92, x_max: 87, y_max: 102 },
        font: "Sans",
        size: 10,
        bold: true,
      },
    ],
  });
  expect(second).toMatchObject({
    page_number: 2,
    text: "Two more",
    words: [{ text: "Two" }, { text: "more", line: 0 }],
  });
});

test("whatever a document says, the pieces are one JSON text, a piece for each page", () => {
  fc.assert(
    fc.property(fc.array(block, { maxLength: 4 }), fc.string(), (blocks, title) => {
      const pages = [1, 2].map((page) => ({ page, widthPt: 595, heightPt: 842 }));
      const pieces = [...writeJson(documentOf(blocks, { title, lang: "en", pages }))];
      expect(pieces).toHaveLength(4);
      const whole = JSON.parse(pieces.join(""));
      expect(whole).toMatchObject({
        title,
        language: "en",
        page_results: [{ page_number: 1 }, { page_number: 2, blocks: [] }],
      });
      expect(whole.page_results[0].blocks).toHaveLength(blocks.length);
      expect(JSON.parse([...writeJson(documentOf([]))].join(""))).toMatchObject({ title: null, language: null });
    }),
  );
});

test("blocks, pages and words of pages that were read have their confidence, in hundredths", () => {
  const page = pageOf([lineOf([{ ...wordAt(72, 100, { text: "One" }), glyphs: [0, 1] }])]);
  const glyphs = { ...page.content.glyphs, confidence: Float32Array.of(0.5, 0.75) };
  const pages = [{ page: 1, widthPt: 595, heightPt: 842, confidence: 0.8766 }];
  const document = documentOf([{ ...text("One"), confidence: 0.8766 }], { pages });
  const [element] = [...pageElements(document, { pages: [{ ...page, content: { ...page.content, glyphs } }] })];
  expect(element).toMatchObject({
    confidence: 0.88,
    blocks: [{ confidence: 0.88 }],
    words: [{ text: "One", confidence: 0.63 }],
  });
});
