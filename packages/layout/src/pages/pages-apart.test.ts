import { describe, expect, test } from "vitest";
import type { Block } from "../blocks.ts";
import type { DocumentContent, PageContent } from "../content.ts";
import { layOut } from "../lay-out.ts";
import { type DrawnText, drawnPage, element, on, taggedContent } from "../tags/testing/tagged-document.ts";
import { type BuiltText, builtLines, builtPage, NO_DOCUMENT } from "../testing/built-page.ts";
import { prose, shown } from "../testing/shown.ts";

/* The text of each page kept apart: no block has text of another page than its own. */

/** Returns the blocks as lines with the number of their page, and `…` behind those that go on. */
function apart(document: DocumentContent, ...pages: readonly PageContent[]): string[] {
  const { blocks } = layOut(document, pages, { keepsPagesApart: true });
  return blocks.flatMap((block) => shown([block]).map((line) => `${block.page} ${line}${goesOn(block) ? " …" : ""}`));
}

/** The texts of items, which have nothing in common. */
const THINGS = ["", "Anchors", "Bollards", "Cranes", "Docks", "Engines", "Ferries", "Gangways"];

const goesOn = (block: Block): boolean => "continues" in block && (block.continues ?? false);
const briefly = (lines: readonly string[]): string[] => lines.map((line) => line.replace(/^(.{12}).*?( …)?$/, "$1$2"));

const rows = (from: number, count: number, y: number): BuiltText[] =>
  Array.from({ length: count }, (_, at): BuiltText[] => [
    { text: `0${from + at}.03.2026`, x: 50, y: y + at * 16 },
    { text: "Card", x: 250, y: y + at * 16 },
    { text: `${from + at}0.50`, x: 400, y: y + at * 16 },
  ]).flat();

const items = (from: number, to: number): BuiltText[] =>
  Array.from({ length: to - from + 1 }, (_, at) => ({
    text: `${from + at}. ${THINGS[from + at]} are counted every morning.`,
    x: 50,
    y: 300 + at * 24,
  }));

const letter = (page: number): PageContent =>
  builtPage(
    [
      { text: "Harbour Office, Quay 7", x: 50, y: 60 },
      { text: `Ship ${page}`, x: 50, y: 90 },
    ],
    { page },
  );

const title = (page: number): PageContent => builtPage([{ text: "Thank you", x: 200, y: 60 }], { page });

const text = (id: number, words: string, y: number, x = 72): DrawnText => ({ id, text: words, x, y });

const row = (...cells: readonly ReturnType<typeof element>[]) => element("TR", cells);

describe("pages without tags", () => {
  /** A page that is full of text, whose last line does not end a sentence. */
  const cutText = builtLines(
    prose(40).map((line) => line.replace(/\.$/, " which is not the end of all that is said on this page")),
    { y: 60 },
  );

  test("a paragraph that goes on is one on each page", () => {
    const first = builtPage(cutText, { page: 1 });
    const second = builtPage(builtLines(["and goes on with more of it,", "to an end."], { y: 60 }), { page: 2 });
    expect(briefly(apart(NO_DOCUMENT, first, second))).toEqual(["1 Here the q …", "2 and goes o"]);
    expect(layOut(NO_DOCUMENT, [first, second]).blocks).toHaveLength(1);
  });

  test("a table is one on each page, with its head where it stands", () => {
    const first = builtPage([...builtLines(prose(4)), ...rows(1, 4, 700)], { page: 1 });
    const second = builtPage([...rows(5, 3, 70), ...builtLines(prose(4), { y: 300 })], { page: 2 });
    expect(briefly(apart(NO_DOCUMENT, first, second))).toEqual([
      "1 Here the q",
      "1 table of 4 …",
      "2 table of 3",
      "2 Here the q",
    ]);
  });

  test("a list goes on with its numbers", () => {
    const pages = [builtPage(items(1, 4), { page: 1 }), builtPage(items(5, 7), { page: 2 })];
    const { blocks } = layOut(NO_DOCUMENT, pages, { keepsPagesApart: true });
    expect(blocks.map((block) => block.kind === "list" && [block.page, block.start, block.items.length])).toEqual([
      [1, 1, 4],
      [2, 5, 3],
    ]);
  });

  test("letters with alike first lines, and pages of a title alone, keep their text", () => {
    expect(apart(NO_DOCUMENT, letter(1), letter(2), letter(3)).join(" ")).toMatch(
      /1 Harbour Office, Quay 7.*2 Harbour Office, Quay 7.*3 Harbour Office, Quay 7/,
    );
    expect(apart(NO_DOCUMENT, title(1), title(2), title(3))).toEqual(["1 Thank you", "2 Thank you", "3 Thank you"]);
  });
});

describe("pages whose tags are trusted", () => {
  test("a paragraph and a list are parted where the page ends", () => {
    const paragraph = element("P", [0, on(2, 0)]);
    const list = element("L", [
      element("LI", [element("LBody", [on(2, 1)])]),
      element("LI", [element("LBody", [on(2, 2), on(3, 0)])]),
      element("LI", [element("LBody", [on(3, 1)])]),
    ]);
    const pages = [
      drawnPage(1, [text(0, "A sentence that begins here and then", 700)]),
      drawnPage(2, [text(0, "ends on the next page.", 80), text(1, "First.", 400), text(2, "Second that", 700)]),
      drawnPage(3, [text(0, "goes on.", 80), text(1, "Third.", 110)]),
    ];
    expect(apart(taggedContent([paragraph, list], 3), ...pages)).toEqual([
      "1 A sentence that begins here and then …",
      "2 ends on the next page.",
      "2 - First. …",
      "2 - Second that …",
      "3 - goes on.",
      "3 - Third.",
    ]);
  });

  test("a table is parted between its rows, and a cell that reaches over them leaves an empty one", () => {
    const table = element("Table", [
      row(element("TH", [0]), element("TH", [1])),
      row(element("TD", [2], { rowSpan: 2 }), element("TD", [3])),
      row(element("TD", [on(2, 0)])),
      row(element("TD", [on(2, 1)]), element("TD", [on(2, 2)])),
    ]);
    const pages = [
      drawnPage(1, [text(0, "Port", 700), text(1, "Ships", 700, 200), text(2, "Leith", 720), text(3, "12", 720, 200)]),
      drawnPage(2, [text(0, "15", 80, 200), text(1, "Hull", 100), text(2, "9", 100, 200)]),
    ];
    const { blocks } = layOut(taggedContent([table], 2), pages, { keepsPagesApart: true });
    const cells = blocks.map((block) =>
      block.kind === "table"
        ? block.rows.map((own) => own.map(({ spans }) => spans.map((span) => span.text).join("")).join("|"))
        : block.kind,
    );
    expect(cells).toEqual([
      ["Port|Ships", "Leith|12"],
      ["|15", "Hull|9"],
    ]);
    expect(blocks.map(goesOn)).toEqual([true, false]);
  });
});
