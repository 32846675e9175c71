import { expect, test } from "vitest";
import type { Block, Paragraph, Table } from "../blocks.ts";
import { withCaptions } from "./captions.ts";

const box = { xMin: 0, yMin: 0, xMax: 1, yMax: 1 };
const paragraph = (text: string): Paragraph => ({ kind: "paragraph", page: 1, box, spans: [{ text }] });
const table: Table = { kind: "table", page: 1, box, rows: [], headRows: 0, caption: undefined };
const figure: Block = { kind: "figure", page: 1, box, image: 1, alt: undefined, caption: undefined };

test("a paragraph that names a table above or below it becomes its caption", () => {
  const caption = [{ text: "Table 1: Sizes" }];
  expect(withCaptions([paragraph("Table 1: Sizes"), table])).toEqual([{ ...table, caption }]);
  expect(withCaptions([table, paragraph("Table 1: Sizes")])).toEqual([{ ...table, caption }]);
});

test("a figure takes the caption of a figure alone", () => {
  const blocks = [paragraph("Table 1: Sizes"), figure, paragraph("Figure 2. A house")];
  expect(withCaptions(blocks)).toEqual([blocks[0], { ...figure, caption: [{ text: "Figure 2. A house" }] }]);
});

test("a sentence about a table is no caption", () => {
  const blocks = [paragraph("Tables are made of wood."), table];
  expect(withCaptions(blocks)).toEqual(blocks);
});
