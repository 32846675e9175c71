import { expect, test } from "vitest";
import type { StructureElement } from "../../content.ts";
import {
  type DrawnText,
  drawnPage,
  element,
  on,
  outlineOf,
  taggedContent,
  tagsOf,
} from "../testing/tagged-document.ts";
import { blocksOfTags } from "./blocks-of-tags.ts";

function blocksOf(structure: readonly StructureElement[], ...pages: readonly (readonly DrawnText[])[]): string[] {
  const contents = pages.map((texts, index) => drawnPage(index + 1, texts));
  return outlineOf(blocksOfTags(tagsOf(taggedContent(structure, pages.length), contents)));
}

/** Places texts below each other; the identifier of each is its index. */
const column = (texts: readonly string[], { x = 72, y = 100, from = 0 } = {}): DrawnText[] =>
  texts.map((text, index) => ({ id: from + index, text, x, y: y + 20 * index }));

test("the order is that of the tree, whatever order the page is drawn in", () => {
  const document = element("Document", [element("H1", [2]), element("P", [0]), element("Sect", [element("P", [1])])]);
  const texts: DrawnText[] = [
    { id: 0, text: "The first", x: 72, y: 140 },
    { id: 1, text: "The second", x: 72, y: 170 },
    { id: 2, text: "A title", x: 72, y: 100, sizePt: 20 },
  ];
  expect(blocksOf([document], texts)).toEqual(["h1 A title", "p The first", "p The second"]);
});

test("a paragraph goes on over columns and pages, and a hyphen at the end of its line parts no word", () => {
  const paragraph = element("P", [0, 1, on(2, 0)]);
  const first: DrawnText[] = [
    { id: 0, text: "A text that goes on in the sec-", x: 72, y: 700 },
    { id: 1, text: "ond column and then", x: 320, y: 100 },
  ];
  expect(blocksOf([paragraph], first, [{ id: 0, text: "on the next page.", x: 72, y: 100 }])).toEqual([
    "p A text that goes on in the second column and then on the next page.",
  ]);
});

test("words that stand together are of two elements when their content is", () => {
  const row = element("TR", [element("TH", [0]), element("TH", [1])]);
  const body = element("TR", [element("TD", [2]), element("TD", [3])]);
  const texts: DrawnText[] = [
    { id: 0, text: "Date", x: 72, y: 100 },
    { id: 1, text: "Amount", x: 91.2, y: 100 },
    { id: 2, text: "May", x: 72, y: 120 },
    { id: 3, text: "20", x: 91.2, y: 120 },
  ];
  expect(blocksOf([element("Table", [row, body])], texts)).toEqual(["table 1: !Date | !Amount / May | 20"]);
});

test("levels of headings are those of the tree, without those that it leaves out", () => {
  const headings = [element("H2", [0]), element("H4", [1]), element("H2", [2])];
  expect(blocksOf(headings, column(["One", "Two", "Three"]))).toEqual(["h1 One", "h2 Two", "h1 Three"]);
});

test("headings without a level have that of the sections that they stand in", () => {
  const inner = element("Sect", [element("H", [1])]);
  const outer = element("Sect", [element("H", [0]), inner]);
  expect(blocksOf([outer], column(["Outer", "Inner"]))).toEqual(["h1 Outer", "h2 Inner"]);
});

test("a tree without tagged headings has those that look like one", () => {
  const texts: DrawnText[] = [
    { id: 0, text: "A large title", x: 72, y: 80, sizePt: 22, font: "bold" },
    { id: 1, text: "Some text below it that is long enough to be the body.", x: 72, y: 120 },
    { id: 2, text: "Some more text below it that is long enough to be it.", x: 72, y: 132 },
  ];
  expect(blocksOf([element("P", [0]), element("P", [1, 2])], texts)[0]).toBe("h1 A large title");
});

const labelledItem = (label: number, body: number, ...more: StructureElement[]): StructureElement =>
  element("LI", [element("Lbl", [label]), element("LBody", [body, ...more])]);
const unlabelled = (id: number): StructureElement => element("LI", [element("LBody", [element("P", [id])])]);

test("lists keep their labels and their nesting", () => {
  const nested = element("L", [labelledItem(4, 5)]);
  const list = element("L", [labelledItem(0, 1), labelledItem(2, 3, nested)], { listNumbering: "Decimal" });
  const texts: DrawnText[] = [
    { id: 0, text: "3.", x: 72, y: 100 },
    { id: 1, text: "Third", x: 90, y: 100 },
    { id: 2, text: "4.", x: 72, y: 120 },
    { id: 3, text: "Fourth", x: 90, y: 120 },
    { id: 4, text: "•", x: 90, y: 140 },
    { id: 5, text: "Within", x: 108, y: 140 },
  ];
  expect(blocksOf([list], texts)).toEqual(["ol 3 [3.|p Third, 4.|p Fourth; ul [•|p Within]]"]);
});

test("labels in the text are labels, and siblings that are indented are nested lists", () => {
  const lists = [
    element("L", [unlabelled(0)]),
    element("L", [unlabelled(1), unlabelled(2)]),
    element("L", [unlabelled(3)]),
  ];
  const texts: DrawnText[] = [
    { id: 0, text: "1. First", x: 72, y: 100 },
    { id: 1, text: "• Within", x: 100, y: 120 },
    { id: 2, text: "• Within too", x: 100, y: 140 },
    { id: 3, text: "2. Second", x: 72, y: 160 },
  ];
  expect(blocksOf(lists, texts)).toEqual(["ol 1 [1.|p First; ul [•|p Within, •|p Within too], 2.|p Second]"]);
});

test("a list whose labels are drawn is ordered when its attribute says so", () => {
  const items = [element("LI", [element("LBody", [0])]), element("LI", [element("LBody", [1])])];
  const texts = column(["One", "Two"]);
  expect(blocksOf([element("L", items, { listNumbering: "LowerRoman" })], texts)).toEqual(["ol 1 [|p One, |p Two]"]);
  expect(blocksOf([element("L", items, { listNumbering: "Disc" })], texts)).toEqual(["ul [|p One, |p Two]"]);
});

test("a term is part of what its item says, and a table of contents keeps its numbers", () => {
  const entry = element("LI", [element("Lbl", [0]), element("LBody", [1])]);
  const contents = element("TOCI", [element("Reference", [element("Lbl", [2]), 3])]);
  const texts: DrawnText[] = [
    { id: 0, text: "Quire", x: 72, y: 100 },
    { id: 1, text: "four sheets", x: 120, y: 100 },
    { id: 2, text: "3.1", x: 72, y: 140 },
    { id: 3, text: "Folding", x: 100, y: 140 },
  ];
  expect(blocksOf([element("L", [entry]), element("TOC", [contents])], texts)).toEqual([
    "ul [|p Quire four sheets]",
    "ul [|p 3.1 Folding]",
  ]);
});

test("tables keep spans, their caption and the cells that were not tagged because they are empty", () => {
  const head = element("THead", [
    element("TR", [element("TH", [0]), element("TH", [1], { colSpan: 2, scope: "Column" })]),
  ]);
  const rows = [
    element("TR", [element("TH", [2], { scope: "Row" }), element("TD", [3]), element("TD", [4])]),
    element("TR", [element("TH", [5], { scope: "Row" }), element("TD", [6])]),
  ];
  const caption = element("Caption", [element("P", [7])]);
  const texts: DrawnText[] = [
    { id: 0, text: "Name", x: 72, y: 100 },
    { id: 1, text: "Amounts", x: 200, y: 100 },
    { id: 2, text: "Ada", x: 72, y: 120 },
    { id: 3, text: "11", x: 200, y: 120 },
    { id: 4, text: "22", x: 300, y: 120 },
    { id: 5, text: "Bob", x: 72, y: 140 },
    { id: 6, text: "33", x: 300, y: 140 },
    { id: 7, text: "Table 1. Amounts", x: 72, y: 80 },
  ];
  expect(blocksOf([element("Table", [caption, head, element("TBody", rows)])], texts)).toEqual([
    "table 1 (Table 1. Amounts): !Name | !Amounts<2 / !Ada | 11 | 22 / !Bob |  | 33",
  ]);
});

test("a table that only places text is no table", () => {
  const rows = [0, 1].map((id) => element("TR", [element("TD", [element("P", [id])])]));
  expect(blocksOf([element("Table", rows)], column(["Above", "Below"]))).toEqual(["p Above", "p Below"]);
});

test("a figure has its alternative text instead of the text drawn in it, and the caption next to it", () => {
  const figure = element("Figure", [0], { alt: "A chart of sales" });
  const texts: DrawnText[] = [...column(["0 10 20", "Figure 1. Sales"]), { id: 2, text: "Text", x: 72, y: 200 }];
  expect(blocksOf([figure, element("Caption", [1]), element("P", [2])], texts)).toEqual([
    'figure - "A chart of sales" Figure 1. Sales',
    "p Text",
  ]);
});

test("a figure's image is the one that is drawn in its content", () => {
  const place = { xMin: 72, yMin: 100, xMax: 172, yMax: 200, widthPx: 9, heightPx: 9, isArtifact: false };
  const images = [
    { ...place, index: 1, markedContentId: 4 },
    { ...place, index: 2, markedContentId: 5 },
  ];
  const page = drawnPage(1, [{ id: 0, text: "Text", x: 72, y: 300 }], images);
  const structure = [element("Figure", [5], { alt: "A photo" }), element("P", [0])];
  expect(outlineOf(blocksOfTags(tagsOf(taggedContent(structure), [page])))).toEqual(['figure 2 "A photo"', "p Text"]);
});

test("a note within a paragraph follows it, with its label apart", () => {
  const paragraph = element("P", [0, element("Note", [element("Lbl", [2]), 3]), 1]);
  const texts: DrawnText[] = [
    { id: 0, text: "A claim", x: 72, y: 100 },
    { id: 1, text: "and more.", x: 112, y: 100 },
    { id: 2, text: "1", x: 72, y: 700, sizePt: 7 },
    { id: 3, text: "Its source.", x: 80, y: 700, sizePt: 7 },
  ];
  expect(blocksOf([paragraph], texts)).toEqual(["p A claim and more.", "note 1: Its source."]);
});

const code = (id: number, text: string, y: number): DrawnText => ({ id, text, x: 72, y, font: "fixed" });

test("lines of fixed pitch are one block of code, tagged as paragraphs or not", () => {
  const texts = [
    code(0, "while (fmi) {", 100),
    { ...code(1, "jump(w);", 112), x: 84 },
    code(2, "}", 124),
    { id: 3, text: "Plain text that is longer than all of the code above it is.", x: 72, y: 160 },
  ];
  const structure = [element("P", [0]), element("P", [1]), element("P", [2]), element("P", [3])];
  expect(blocksOf(structure, texts)[0]).toBe("code while (fmi) {|  jump(w);|}");
});

test("quotes hold their paragraphs", () => {
  const quote = element("BlockQuote", [element("P", [0]), element("P", [1])]);
  expect(blocksOf([quote], column(["One", "Two"]))).toEqual(["quote [p One; p Two]"]);
});

test("emphasis of the tree counts where the font does not show it", () => {
  const page = drawnPage(1, [
    { id: 0, text: "It is", x: 72, y: 100 },
    { id: 1, text: "vital", x: 96, y: 100 },
  ]);
  const tags = tagsOf(taggedContent([element("P", [0, element("Strong", [1])])]), [page]);
  expect(blocksOfTags(tags)).toMatchObject([{ spans: [{ text: "It is " }, { text: "vital", bold: true }] }]);
});

test("replacing text takes the place of drawn text", () => {
  const paragraph = element("P", [
    0,
    element("Span", [1], { actualText: "and" }),
    2,
    element("Span", [3], { actualText: "\n" }),
  ]);
  const texts: DrawnText[] = [
    { id: 0, text: "Salt", x: 72, y: 100 },
    { id: 1, text: "&", x: 94, y: 100 },
    { id: 2, text: "pepper", x: 106, y: 100 },
    { id: 3, text: "~", x: 140, y: 100 },
  ];
  expect(blocksOf([paragraph], texts)).toEqual(["p Salt and pepper"]);
});

test("empty replacing text loses no letters", () => {
  const paragraph = element("P", [element("Span", [0], { actualText: "" })]);
  expect(blocksOf([paragraph], column(["Kept"]))).toEqual(["p Kept"]);
});

test("artifacts are left out, as elements and as marked content", () => {
  const structure = [element("P", [0]), element("Artifact", [element("P", [1])])];
  const texts: DrawnText[] = [
    ...column(["Text", "Ground"]),
    { id: -1, text: "Page 1", x: 72, y: 800, isArtifact: true },
  ];
  expect(blocksOf(structure, texts)).toEqual(["p Text", "running header Page 1"]);
});

test("a letterhead that is marked as an artifact is text, and a number so marked is none", () => {
  const texts: DrawnText[] = [
    { id: -1, text: "Example Company, Sample Street", x: 72, y: 60, isArtifact: true },
    { id: 0, text: "Dear reader", x: 72, y: 200 },
    { id: -1, text: "– 12 –", x: 300, y: 400, isArtifact: true },
  ];
  expect(blocksOf([element("P", [0])], texts)).toEqual([
    "p Example Company, Sample Street",
    "p Dear reader",
    "running header – 12 –",
  ]);
});

test("text that no element claims stands where geometry puts it", () => {
  const texts: DrawnText[] = [
    { id: 0, text: "Above it stands this text.", x: 72, y: 200 },
    { id: -1, text: "Nobody has tagged this.", x: 72, y: 300 },
    { id: 1, text: "Below it stands that text.", x: 72, y: 400 },
  ];
  expect(blocksOf([element("P", [0]), element("P", [1])], texts)).toEqual([
    "p Above it stands this text.",
    "p Nobody has tagged this.",
    "p Below it stands that text.",
  ]);
});

test("text in groups without a paragraph is one, and stands apart from that of other groups", () => {
  const structure = [
    element("Div", [element("NonStruct", [0]), element("Link", [1])]),
    element("Div", [element("Unknown", [2])]),
  ];
  const texts: DrawnText[] = [
    { id: 0, text: "See", x: 72, y: 100 },
    { id: 1, text: "there", x: 90, y: 100 },
    { id: 2, text: "Other", x: 72, y: 120 },
  ];
  expect(blocksOf(structure, texts)).toEqual(["p See there", "p Other"]);
});

test("numbers of a list that does not count stay in its text, and so do those of contents", () => {
  const texts = column(["1. Alone with a number", "Without", "Without too", "2. An entry", "3. Another"]);
  const items = [0, 1, 2].map((id) => element("LI", [element("LBody", [id])]));
  const entries = [3, 4].map((id) => element("TOCI", [id]));
  expect(blocksOf([element("L", items), element("TOC", entries)], texts)).toEqual([
    "ul [|p 1. Alone with a number, |p Without, |p Without too]",
    "ul [|p 2. An entry, |p 3. Another]",
  ]);
});

test("a heading within an item whose label is in its text stays one", () => {
  const item = element("LI", [element("LBody", [element("P", [0]), element("H1", [1])])]);
  expect(blocksOf([element("L", [item])], column(["• First", "Head"]))).toEqual(["ul [•|p First]", "h1 Head"]);
});

/** Draws two columns. */
const twoColumns = (names: readonly string[]): DrawnText[] =>
  names.map((text, id) => ({ id, text, x: id % 2 === 0 ? 72 : 200, y: id < 2 ? 100 : 120 }));

test("a head that is drawn again on each page of its table is there once", () => {
  const head = element("TR", [element("TH", [0, on(2, 0)]), element("TH", [1, on(2, 1)])]);
  const rows = [
    element("TR", [element("TD", [2]), element("TD", [3])]),
    element("TR", [element("TD", [on(2, 2)]), element("TD", [on(2, 3)])]),
  ];
  expect(
    blocksOf(
      [element("Table", [head, ...rows])],
      twoColumns(["Name", "Age", "Ada", "11"]),
      twoColumns(["Name", "Age", "Bob", "33"]),
    ),
  ).toEqual(["table 1: !Name | !Age / Ada | 11 / Bob | 33"]);
});

test("a head that is drawn again on each page is there once where its row has the cells of all", () => {
  const head = element(
    "TR",
    [0, 1, on(2, 0), on(2, 1)].map((content) => element("TD", [content])),
  );
  const row = element("TR", [element("TD", [2]), element("TD", [on(2, 3)])]);
  const first = twoColumns(["Name", "Age", "Ada"]);
  expect(blocksOf([element("Table", [head, row])], first, twoColumns(["Name", "Age", "-", "33"]))[0]).toMatch(
    /^table 0: Name \| Age \/ Ada \| 33/,
  );
  // Cells that say something else on the further page are cells of their own.
  expect(blocksOf([element("Table", [head])], first, twoColumns(["Name", "Size"]))[0]).toMatch(
    /Name \| Age \| Name \| Size/,
  );
});

const rowOf = (...cells: number[][]): StructureElement =>
  element(
    "TR",
    cells.map((own) => element("TD", own)),
  );

test("an empty cell that stands for the one above goes to the column that has no text", () => {
  const texts: DrawnText[] = ["Number", "10", "Of both", "Letters", "20", "Dates", "30", "Of one"].map((text, id) => ({
    id,
    text,
    x: [72, 200, 300, 72, 200, 72, 200, 300][id]!,
    y: [100, 100, 100, 120, 120, 140, 140, 140][id]!,
  }));
  expect(
    blocksOf([element("Table", [rowOf([0], [1], [2]), rowOf([], [3], [4]), rowOf([5], [6], [7])])], texts),
  ).toEqual(["table 0: Number | 10 | Of both / Letters | 20 |  / Dates | 30 | Of one"]);
});

test("a figure that is tagged after the whole text stands where it is seen", () => {
  const image = { index: 1, xMin: 72, xMax: 300, widthPx: 10, heightPx: 10, isArtifact: false, markedContentId: 9 };
  const texts = column(["Text above", "Text below"], { y: 100 }).map((text) => ({ ...text, y: 100 + 300 * text.id }));
  const structure = [element("P", [0]), element("P", [1]), element("Figure", [9], { alt: "A plan" })];
  const seen = (yMin: number, yMax: number) =>
    outlineOf(blocksOfTags(tagsOf(taggedContent(structure), [drawnPage(1, texts, [{ ...image, yMin, yMax }])])));
  expect(seen(150, 350)).toEqual(["p Text above", 'figure 1 "A plan"', "p Text below"]);
  expect(seen(450, 600)).toEqual(["p Text above", "p Text below", 'figure 1 "A plan"']);
  expect(seen(20, 60)).toEqual(['figure 1 "A plan"', "p Text above", "p Text below"]);
});

test("a figure beside the text stays where the tags have it", () => {
  const image = { index: 1, xMin: 400, xMax: 500, yMin: 50, yMax: 90, widthPx: 10, heightPx: 10 };
  const page = drawnPage(1, column(["Text"]), [{ ...image, isArtifact: false, markedContentId: 9 }]);
  const structure = [element("P", [0]), element("Figure", [9], { alt: "A plan" })];
  expect(outlineOf(blocksOfTags(tagsOf(taggedContent(structure), [page])))).toEqual(["p Text", 'figure 1 "A plan"']);
});

test("a paragraph that is tagged as a heading, in the size of the text, is a paragraph", () => {
  const lines = Array.from({ length: 6 }, (_, index) => `Line ${index} of a text that goes on and on over all of it`);
  const blocks = blocksOf([element("H2", [0, 1, 2, 3, 4, 5]), element("H2", [6])], column([...lines, "Short"]));
  expect(blocks[0]).toMatch(/^p Line 0/);
  expect(blocks[1]).toBe("h1 Short");
});
