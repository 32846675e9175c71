import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { Block, Table } from "../../blocks.ts";
import { block, documentOf, place } from "../testing/trees.ts";
import { writeReadingText } from "./reading-text.ts";

const text = (words: string, page = 1): Block => ({ kind: "paragraph", ...place(page), spans: [{ text: words }] });
const cell = (words: string, more: object = {}) => ({
  rowSpan: 1,
  colSpan: 1,
  isHeader: false,
  spans: [{ text: words }],
  ...more,
});
const written = (blocks: readonly Block[], options = {}): string =>
  [...writeReadingText(documentOf(blocks), options)].join("");

test("paragraphs are on one line each, as they are, with blank lines between blocks", () => {
  const heading: Block = {
    kind: "heading",
    ...place(),
    level: 1,
    spans: [{ text: "1. " }, { text: "*Title*", bold: true }],
  };
  expect(written([heading, text(" a <b> \n c "), text("")])).toBe("1. *Title*\n\na <b> c");
});

test("lists have the labels of the page, and their lists stand beneath the text", () => {
  const inner: Block = {
    kind: "list",
    ...place(),
    isOrdered: true,
    start: 2,
    items: [{ label: "b)", blocks: [text("x"), text("y")] }],
  };
  const list: Block = {
    kind: "list",
    ...place(),
    isOrdered: false,
    start: 1,
    items: [
      { label: "", blocks: [text("a"), inner] },
      { label: "–", blocks: [text("c")] },
    ],
  };
  expect(written([list])).toBe("• a\n  b) x\n     y\n– c");
});

test("tables have aligned columns; a cell that spans several stands where it begins", () => {
  const table: Table = {
    kind: "table",
    ...place(),
    headRows: 1,
    caption: [{ text: "Prices" }],
    rows: [
      [cell("Name"), cell("Price in euros", { colSpan: 2 })],
      [cell("茶", { rowSpan: 2 }), cell("1"), cell("ab")],
      [cell("22"), cell("c")],
      [cell("Coffee"), cell(""), cell("d")],
    ],
  };
  expect(written([table])).toBe(
    ["Prices", "Name    Price in euros", "茶      1   ab", "        22  c", "Coffee      d"].join("\n"),
  );
});

test("one long cell does not push the cells to its right apart in other rows", () => {
  const rows = [
    [cell("x".repeat(500)), cell("y")],
    [cell("a"), cell("b")],
  ];
  const [first, second] = written([{ kind: "table", ...place(), headRows: 0, caption: undefined, rows }]).split("\n");
  expect(first).toBe(`${"x".repeat(500)}  y`);
  expect(second).toBe(`a${" ".repeat(61)}b`);
});

test("code keeps its indentation, quotes are indented, figures are their caption", () => {
  const blocks: Block[] = [
    { kind: "code", ...place(), lines: ["if a:", "\tb", "", "  c"] },
    { kind: "quote", ...place(), blocks: [text("q"), text("r")] },
    { kind: "figure", ...place(), image: 1, alt: "cat", caption: [{ text: "Figure 1" }] },
  ];
  expect(written(blocks)).toBe("if a:\n    b\n\n  c\n\n  q\n\n  r\n\nFigure 1");
});

test("pages come one by one, each with its footnotes at its end", () => {
  const pages = [1, 2, 3].map((page) => ({ page, widthPt: 595, heightPt: 842 }));
  const note: Block = { kind: "footnote", ...place(), label: "1", spans: [{ text: "Note." }] };
  const blocks = [note, text("One"), text("Three", 3)];
  expect([...writeReadingText(documentOf(blocks, { pages }))]).toEqual([
    "One\n\n1 Note.",
    "\n\n---\n\n",
    "\n\n---\n\nThree",
  ]);
  expect([...writeReadingText(documentOf(blocks, { pages }), { pageSeparator: "\f" })]).toEqual([
    "One\n\n1 Note.",
    "\f",
    "\fThree",
  ]);
});

test("running headers and footers are left out unless they are kept", () => {
  const foot: Block = { kind: "running", ...place(), spans: [{ text: "Page 1" }] };
  expect(written([foot])).toBe("");
  expect(written([foot], { keepsRunningHeaders: true })).toBe("Page 1");
});

test("whatever a document says, its lines are lines", () => {
  fc.assert(
    fc.property(fc.array(block, { maxLength: 4 }), (blocks) => {
      const whole = written(blocks);
      expect(whole).toBe(whole.toWellFormed());
      // oxlint-disable-next-line eslint/no-control-regex -- the pattern looks for them
      expect(whole).not.toMatch(/[\0-\t\u000b-\u001f\u007f-\u009f\u2028\u2029]/);
    }),
  );
});
