import { expect, test } from "vitest";
import type { Span } from "../blocks.ts";
import { layOut } from "../lay-out.ts";
import { BOLD, builtLines, builtPage, CODE, ITALIC, NO_DOCUMENT } from "../testing/built-page.ts";

const spansOf = (page: ReturnType<typeof builtPage>): readonly Span[] => {
  const [block] = layOut(NO_DOCUMENT, [page]).blocks;
  return block?.kind === "paragraph" ? block.spans : [];
};

const filler = builtLines(["and then a line of text that is plain from its first to its last word."], { y: 112 });

test("styles are reported, and spaces between them kept once", () => {
  const spans = spansOf(
    builtPage([
      { text: "plain", x: 50, y: 100 },
      { text: "strong", x: 76, y: 100, font: BOLD },
      { text: "slanted", x: 110, y: 100, font: ITALIC },
      { text: "will(mow)", x: 150, y: 100, font: CODE },
      ...filler,
    ]),
  );
  expect(spans.slice(0, 4)).toEqual([
    { text: "plain " },
    { text: "strong ", bold: true },
    { text: "slanted ", italic: true },
    { text: "will(mow) ", code: true },
  ]);
});

/** Returns the spans of a line of `font` with a minus of a slanted one in it. */
const around = (font: number): readonly Span[] =>
  spansOf(
    builtPage([
      { text: "one", x: 50, y: 100, font },
      { text: "\u2212", x: 65, y: 100, font: ITALIC },
      { text: "two", x: 70, y: 100, font },
      ...filler,
    ]),
  );

test("a sign from a slanted font within upright text is not emphasized, and within slanted text it is", () => {
  expect(around(0)[0]?.text).toMatch(/^one\u2212two and/);
  expect(around(ITALIC)[0]).toEqual({ text: "one\u2212two ", italic: true });
});

test("raised and lowered type is recognised", () => {
  const spans = spansOf(
    builtPage([
      { text: "some H", x: 50, y: 100 },
      { text: "2", x: 80.2, y: 102, sizePt: 6 },
      { text: "O as told", x: 83.4, y: 100 },
      { text: "7", x: 125.6, y: 96, sizePt: 6 },
      ...filler,
    ]),
  );
  expect(spans.slice(1, 4)).toEqual([
    { text: "2", script: "sub" },
    { text: "O as told" },
    { text: "7 ", script: "super" },
  ]);
});

test("a link covers the words that it lies over, and not the stop behind them", () => {
  const uri = "https://example.org/";
  const links = [{ xMin: 69, yMin: 91, xMax: 90, yMax: 103, uri, page: undefined }];
  const spans = spansOf(builtPage([{ text: "see here. Then more of it", x: 50, y: 100 }, ...filler], { links }));
  expect(spans[1]).toEqual({ text: "here", href: uri });
  expect(spans[2]?.text).toMatch(/^\. Then more/);
});

test("leaders in a style of their own part an entry from its page number", () => {
  const entry = { x: 50, y: 100, font: BOLD };
  const dots = { text: "..........", x: 87, y: 100, advanceEm: 0.3 };
  const page = builtPage([{ ...entry, text: "2 Basics" }, dots, { ...entry, text: "3", x: 107 }]);
  expect(
    spansOf(page)
      .map(({ text }) => text)
      .join(""),
  ).toBe("2 Basics 3");
});

test("words in capitals are put together behind the hyphen of a line end, as others are", () => {
  const lines = [
    "THE SOFTWARE IS PROVIDED AS IS, WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IM-",
    "PLIED, AND MORE OF IT.",
  ];
  expect(spansOf(builtPage(builtLines(lines, { y: 100 })))).toEqual([
    { text: "THE SOFTWARE IS PROVIDED AS IS, WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, AND MORE OF IT." },
  ]);
});
