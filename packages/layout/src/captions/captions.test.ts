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

const place = (yMin: number, xMin = 50) => ({ box: { xMin, xMax: 300, yMin, yMax: yMin + 10 } });

test("a label alone on the line above the text of its caption is of the caption", () => {
  const label = { ...paragraph("Table 1"), ...place(100), box: { xMin: 50, xMax: 80, yMin: 100, yMax: 110 } };
  const text = { ...paragraph("Sizes of houses."), ...place(112) };
  const caption = [{ text: "Table 1" }, { text: " " }, { text: "Sizes of houses." }];
  expect(withCaptions([label, text, table])).toEqual([{ ...table, caption }]);
  const further = { ...text, ...place(150) };
  expect(withCaptions([label, further, table])).toEqual([label, further, table]);
  const elsewhere = { ...text, ...place(112, 120) };
  expect(withCaptions([label, elsewhere, table])).toEqual([label, elsewhere, table]);
});
