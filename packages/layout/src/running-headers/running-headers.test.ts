import { expect, test } from "vitest";
import { GLYPH } from "../content.ts";
import { layOut } from "../lay-out.ts";
import { element, taggedContent } from "../tags/testing/tagged-document.ts";
import { BOLD, type BuiltText, builtLines, builtPage, NO_DOCUMENT } from "../testing/built-page.ts";
import { prose, shown, shownPages } from "../testing/shown.ts";

const text = builtLines(prose(20), { y: 120 });
const runningHeadersOf = (...pages: readonly (readonly BuiltText[])[]): string[] =>
  shownPages(...pages.map((runs, index) => builtPage(runs, { page: index + 1 }))).filter((line) =>
    line.startsWith("("),
  );

const draft = (y: number): BuiltText => ({ text: "Draft of May", x: 50, y, flags: GLYPH.artifact });
const marked = (isTagged: boolean, ...pages: readonly (readonly BuiltText[])[]): string[] => {
  const document = isTagged ? taggedContent([element("P", [])], pages.length) : NO_DOCUMENT;
  const contents = pages.map((runs, index) => builtPage(runs, { page: index + 1 }));
  return shown(layOut(document, contents).blocks).filter((line) => line.includes("Draft"));
};

test("text that a tagged document marks as an artifact on several pages is running headers and footers", () => {
  const pages = [
    [...text, draft(400)],
    [...text, draft(430)],
  ];
  expect(marked(true, ...pages)).toEqual(["(Draft of May)", "(Draft of May)"]);
  expect(marked(false, ...pages).join(" ")).not.toContain("(");
});

test("a letterhead that is marked as an artifact stays on its one page", () => {
  expect(marked(true, [draft(60), ...text]).join(" ")).toMatch(/^Draft of May/);
  expect(marked(true, [draft(400), ...text], text).join(" ")).not.toContain("(");
});

test("a page of running headers alone is not emptied", () => {
  expect(marked(true, [draft(60)], [draft(60), ...text])).toEqual(["Draft of May", "(Draft of May)"]);
});

const sheet = (number: number): BuiltText[] => [
  { text: "Annual report", x: 50, y: 70 },
  ...text,
  { text: `Sheet ${number}`, x: 50, y: 720 },
];

test("text that is repeated at one place of several pages is running headers and footers, with numbers that count", () => {
  expect(runningHeadersOf(sheet(1), sheet(2), sheet(3))).toEqual([
    "(Annual report)",
    "(Sheet 1)",
    "(Annual report)",
    "(Sheet 2)",
    "(Annual report)",
    "(Sheet 3)",
  ]);
});

const counted = (number: number): BuiltText[] => [
  ...text,
  { text: `${number}`, x: number % 2 === 0 ? 50 : 400, y: 600 },
];

test("numbers that count on below the text of three pages are page numbers, however wide the margin below", () => {
  expect(runningHeadersOf(counted(361), counted(362), counted(363))).toEqual(["(361)", "(362)", "(363)"]);
  expect(runningHeadersOf(counted(361), counted(362), counted(369))).toEqual([]);
});

const page = (number: number): BuiltText[] => [
  { text: number % 2 === 0 ? "The book" : "The chapter", x: number % 2 === 0 ? 50 : 400, y: 70 },
  ...text,
];

const headed = (number: number): BuiltText[] => [
  { text: `Name of the speaker`, x: 400, y: 30, sizePt: 7 },
  { text: "Subject of the talk", x: 400, y: 38, sizePt: 7 },
  ...builtLines([`Topic ${"abc"[number] ?? ""} of many`, ...prose(20)], { y: 90 }),
];

const entry = (): BuiltText[] => builtLines(["Alike on all pages", ...prose(20)], { y: 60 });

test("rows that are repeated close above each other are one running header, and text close below them is none", () => {
  expect(runningHeadersOf(headed(0), headed(1), headed(2)).slice(0, 2)).toEqual([
    "(Name of the speaker)",
    "(Subject of the talk)",
  ]);
  expect(runningHeadersOf(entry(), entry(), entry())).toEqual([]);
});

const statement = (number: number): BuiltText[] => [
  { text: "Example Bank", x: 50, y: 40 },
  ...["Date", "Text", "Amount"].map((name, column): BuiltText => ({ text: name, x: 50 + 150 * column, y: 80 })),
  ...Array.from({ length: 20 }, (_, row): BuiltText[] => [
    { text: `${row + 1}.0${number}.2026`, x: 50, y: 100 + 20 * row },
    { text: "Card", x: 200, y: 100 + 20 * row },
    { text: `${row}.${number}0`, x: 350, y: 100 + 20 * row },
  ]).flat(),
];

test("the head of a table that is repeated on the pages of the table is none", () => {
  expect(runningHeadersOf(statement(1), statement(2), statement(3))).toEqual([
    "(Example Bank)",
    "(Example Bank)",
    "(Example Bank)",
  ]);
});

const slide = (items: number): ReturnType<typeof builtPage> => ({
  ...builtPage(
    [
      { text: "What the talk is about", x: 50, y: 60, sizePt: 12 },
      ...builtLines(["First of the items", "Second of the items", "Third of the items"].slice(0, items), { y: 150 }),
      ...builtLines(prose(6), { y: 250 }),
    ],
    { page: items },
  ),
  widthPt: 800,
  heightPt: 600,
});

/** Returns pages with a small number close below their last line, at the very foot. */
const footed = (number: number): BuiltText[] => [
  ...builtLines(prose(54), { y: 120 }),
  { text: `${number}`, x: 300, y: 767.3, sizePt: 7 },
];

test("a number at the foot of the page is its number though it is close to the text", () => {
  expect(runningHeadersOf(footed(1), footed(2), footed(3))).toEqual(["(1)", "(2)", "(3)"]);
});

test("the title of a slide stays on each of the slides that build up", () => {
  const titles = shownPages(slide(1), slide(2), slide(3)).filter((line) => line.includes("What the talk is about"));
  expect(titles).toHaveLength(3);
  expect(titles.join("")).not.toContain("(");
});

/** Returns lines of text with their numbers in the margin. */
const numbered = (from: number, sizePt: number): BuiltText[] => [
  ...builtLines(prose(12), { x: 80, y: 120 }),
  ...Array.from({ length: 12 }, (_, index) => ({ text: `${from + index}`, x: 50, y: 120 + index * 12, sizePt })),
];

test("numbers of lines in the margin are none of the text, where they are small or alike on pages", () => {
  expect(runningHeadersOf(numbered(101, 6))).toHaveLength(12);
  expect(runningHeadersOf(numbered(101, 10), numbered(101, 10))).toHaveLength(24);
});

test("a page with few numbers of lines has them where the count goes on from the page before", () => {
  const short = [...builtLines(["One line.", "Another."], { x: 80, y: 120 }), ...numbered(113, 6).slice(12, 14)];
  expect(runningHeadersOf(numbered(101, 6), short)).toHaveLength(14);
  const other = [...builtLines(["One line.", "Another."], { x: 80, y: 120 }), ...numbered(7, 6).slice(12, 14)];
  expect(runningHeadersOf(numbered(101, 6), other)).toHaveLength(12);
});

test("numbers of rows, which are as large as their text and count on, stay", () => {
  expect(runningHeadersOf(numbered(101, 10), numbered(113, 10))).toEqual([]);
});

test("left and right pages may have different running headers", () => {
  expect(runningHeadersOf(page(1), page(2), page(3), page(4), page(5))).toHaveLength(5);
});

test("on a single page the place, the gap and the size decide", () => {
  const head = { text: "Internal paper", x: 50, y: 30, sizePt: 8 };
  const foot = { text: "Page 1 of 1", x: 270, y: 780, sizePt: 8 };
  expect(runningHeadersOf([head, ...text, foot])).toEqual(["(Internal paper)", "(Page 1 of 1)"]);
});

const foot = (own: string): BuiltText => ({ text: own, x: 50, y: 760, sizePt: 7 });
const footerOf = (own: string): string[] => runningHeadersOf([...text, foot(own)]);

test("what the sender of a letter of one page says at its edge stays, a number of the page does not", () => {
  expect(footerOf("Example Ltd, a company of the town")).toHaveLength(1);
  expect(footerOf("IBAN DE02 1203 0000 0000 2020 51")).toEqual([]);
  expect(footerOf("Hinter dem Tal 2, 54321 Musterheim")).toEqual([]);
  expect(footerOf("Invoice 2022089083, page 1/1")).toHaveLength(1);
});

test("a bold line in the size of the text stays at the foot of a title page, in the middle as the others are", () => {
  const year = { text: "Academic year 1977", x: 255, y: 765 };
  expect(runningHeadersOf([...text, { ...year, font: BOLD }])).toEqual([]);
  expect(runningHeadersOf([...text, year])).toHaveLength(1);
  expect(runningHeadersOf([...text, { ...year, text: "Page 1 of 1", font: BOLD }])).toHaveLength(1);
});

const captioned = (caption: string): BuiltText[] => [{ text: caption, x: 50, y: 70 }, ...text];

test("captions at the top of one page after the other are none, though half of their words are the same", () => {
  expect(
    runningHeadersOf(captioned("Table 1. Lines of the first of two"), captioned("Table 2. Lines of the second of two")),
  ).toEqual([]);
});

test("running headers that name the section are known by the numbers that count on, on left and right pages", () => {
  const sections = ["One", "One", "Two of them", "Two of them", "Three", "Three", "Four in all"];
  const pages = sections.map((section, index): BuiltText[] => {
    const number = index + 1;
    const own = number % 2 === 0 ? `${number} Chapter: ${section}` : `${section} ${number}`;
    return [...text, { text: own, x: 50, y: 720 }];
  });
  expect(runningHeadersOf(...pages)).toHaveLength(sections.length);
});

test("notes that are numbered through, one on each page, are text", () => {
  const notes = ["Rivest", "a letter to him", "see the index", "Paixão", "the same work", "nothing more"];
  const pages = notes.map((note, index): BuiltText[] => [...text, { text: `${index + 4} ${note}`, x: 50, y: 720 }]);
  expect(runningHeadersOf(...pages)).toEqual([]);
});

test("a title at the top of a page is no running header, nor is text that goes on to its foot", () => {
  const title = { text: "A title", x: 50, y: 40, sizePt: 20 };
  expect(runningHeadersOf([title, ...builtLines(prose(56), { y: 110 })])).toEqual([]);
  expect(runningHeadersOf(builtLines(prose(40), { y: 50 }))).toEqual([]);
});

test("text that is alone on a page is its text, unless it is a number", () => {
  expect(runningHeadersOf([{ text: "Left blank", x: 250, y: 40 }])).toEqual([]);
});

test("rows that are far apart are text, at the top of a page as well", () => {
  const rows = ["Name", "Street", "Town", "Country"].map((label, index) => ({
    text: label,
    x: 50,
    y: 35 + index * 40,
  }));
  expect(runningHeadersOf(rows)).toEqual([]);
});

test("a turned notice in the margin is a running header, and a turned note is text", () => {
  const notice = { text: "arXiv:1405.0001v1 [cs.CL] 1 May 2014", x: 25, y: 500, angle: 270 as const, sizePt: 20 };
  expect(runningHeadersOf([...text, notice])).toEqual(["(arXiv:1405.0001v1 [cs.CL] 1 May 2014)"]);
  const note = { text: "Remember to water the plants", x: 25, y: 500, angle: 270 as const };
  expect(runningHeadersOf([...text, note])).toEqual([]);
});

test("a turned line that pages repeat in their margins is a running header", () => {
  const side = { text: "Part of the manual", x: 560, y: 300, angle: 90 as const };
  expect(runningHeadersOf([...text, side], [...text, side], [...text, side])).toHaveLength(3);
});

test("a footer of an address in several lines is found whole", () => {
  const lines = ["Postal address", "Streets and Parks", "Access", "Town hall", "72187 Somewhere"];
  const letter = [...text, ...builtLines(lines, { y: 724 })];
  expect(runningHeadersOf(letter, letter).join(" ")).toContain("72187 Somewhere");
  expect(runningHeadersOf(letter, letter).join(" ")).toContain("Postal address");
});
