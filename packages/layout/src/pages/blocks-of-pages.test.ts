import { expect, test } from "vitest";
import type { Table } from "../blocks.ts";
import { layOut } from "../lay-out.ts";
import { type BuiltText, builtLines, builtPage, NO_DOCUMENT } from "../testing/built-page.ts";
import { prose, shownPages, textOf } from "../testing/shown.ts";

const rows = (from: number, count: number, y: number): BuiltText[] =>
  Array.from({ length: count }, (_, at): BuiltText[] => [
    { text: `0${from + at}.03.2026`, x: 50, y: y + at * 16 },
    { text: "Card", x: 250, y: y + at * 16 },
    { text: `${from + at}0.50`, x: 400, y: y + at * 16 },
  ]).flat();

test("a table that goes on over a page is one block, and the text behind it stays", () => {
  const first = builtPage([...builtLines(prose(4)), ...rows(1, 4, 700)], { page: 1 });
  const second = builtPage([...rows(5, 3, 70), ...builtLines(prose(4), { y: 300 })], { page: 2 });
  const shown = shownPages(first, second);
  expect(shown.map((line) => line.slice(0, 10))).toEqual([
    expect.stringMatching(/^Here/),
    "table of 7",
    expect.stringMatching(/^Here/),
  ]);
});

test("links of cells lead where they do in other text", () => {
  const page = builtPage(rows(1, 4, 200), {
    links: [{ xMin: 248, yMin: 190, xMax: 272, yMax: 204, uri: "https://example.com/card", page: undefined }],
  });
  const [table] = layOut(NO_DOCUMENT, [page]).blocks.filter((block): block is Table => block.kind === "table");
  const linked = table?.rows.flat().filter(({ spans }) => spans.some(({ href }) => href !== undefined));
  expect(linked?.map(({ spans }) => textOf(spans))).toEqual(["Card"]);
});
