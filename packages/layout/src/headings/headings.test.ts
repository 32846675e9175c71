import { expect, test } from "vitest";
import { layOut } from "../lay-out.ts";
import {
  BOLD,
  type BuiltText,
  builtLines,
  builtPage,
  ITALIC,
  NO_DOCUMENT,
  SMALL_CAPITALS,
} from "../testing/built-page.ts";
import { prose, shown, shownText } from "../testing/shown.ts";

/** Builds headings over text, from the top of a page. */
function page(headings: readonly (Omit<BuiltText, "x" | "y"> & { readonly gap?: number })[]): BuiltText[] {
  let y = 60;
  return headings.flatMap(({ gap = 30, ...heading }, index) => {
    const at = y + gap;
    y = at + 20 + 3 * 12;
    return [{ ...heading, x: 50, y: at }, ...builtLines(prose(3, { from: index }), { y: at + 20 })];
  });
}

const headingsOf = (runs: readonly BuiltText[]): string[] => shownText(...runs).filter((line) => line.startsWith("#"));

test("levels follow the order of sizes and weights", () => {
  const runs = page([
    { text: "The title", sizePt: 20 },
    { text: "A chapter", sizePt: 14, font: BOLD },
    { text: "A section", font: BOLD },
    { text: "Another chapter", sizePt: 14, font: BOLD },
  ]);
  expect(headingsOf(runs)).toEqual(["# The title", "## A chapter", "### A section", "## Another chapter"]);
});

test("numbers decide the levels of headings of one style", () => {
  const runs = page(
    ["1 Little things", "1.1 Limits", "1.2 Tilted images", "2 Fillings"].map((text) => ({
      text,
      sizePt: 14,
      font: BOLD,
    })),
  );
  expect(headingsOf(runs)).toEqual(["# 1 Little things", "## 1.1 Limits", "## 1.2 Tilted images", "# 2 Fillings"]);
});

test("a heading that wraps is one heading", () => {
  const runs = [
    { text: "A title that is so long that", x: 50, y: 80, sizePt: 20 },
    { text: "it needs a second line", x: 50, y: 104, sizePt: 20 },
    ...builtLines(prose(4), { y: 140 }),
  ];
  expect(headingsOf(runs)).toEqual(["# A title that is so long that it needs a second line"]);
});

test("a bold line that names a table by its number is no heading", () => {
  const section = { text: "A section", font: BOLD };
  expect(headingsOf(page([section, { text: "Table 1: Kinds of signs", font: BOLD }]))).toEqual(["# A section"]);
  expect(headingsOf(page([section, { text: "Tables of signs", font: BOLD }]))).toHaveLength(2);
});

test("a bold beginning of a paragraph is no heading, nor is a bold sentence with a full stop", () => {
  const [first = "", ...rest] = prose(4);
  const runs = [
    { text: "Note well:", x: 50, y: 100, font: BOLD },
    { text: first.slice(12), x: 105, y: 100 },
    ...builtLines(rest, { y: 112 }),
    { text: "This is said loud and clear.", x: 50, y: 172, font: BOLD },
    ...builtLines(prose(4), { y: 196 }),
  ];
  expect(headingsOf(runs)).toEqual([]);
});

test("what the outline names is a heading, whatever it looks like", () => {
  const runs = [...builtLines(prose(3)), { text: "Plain words", x: 50, y: 160 }, ...builtLines(prose(3), { y: 184 })];
  const outline = [{ title: "Plain words", level: 1, page: 1, yPt: undefined }];
  const { blocks } = layOut({ ...NO_DOCUMENT, outline }, [builtPage(runs)]);
  expect(shown(blocks)).toContain("# Plain words");
});

test("what the outline names without its number is a heading, and no list of what there is", () => {
  const titles = ["Plain words", "Further words", "Last words"];
  const outline = titles.map((title) => ({ title, level: 1, page: 1, yPt: undefined }));
  const numbered = titles.map((title, index) => ({ text: `${index + 1}. ${title}` }));
  const list = builtLines(numbered.map(({ text }) => text));
  const headingsIn = (runs: BuiltText[]): number =>
    layOut({ ...NO_DOCUMENT, outline }, [builtPage(runs)]).blocks.filter(({ kind }) => kind === "heading").length;
  expect(headingsIn(page(numbered))).toBe(3);
  expect(headingsIn([...list, ...builtLines(prose(6), { y: 160 })])).toBe(0);
});

test("entries of a table of contents are no headings, and each is a paragraph", () => {
  const entries = ["First things", "Second things", "Last things"].flatMap((text, index) => [
    { text, x: 50, y: 100 + index * 14, sizePt: 12, font: BOLD },
    { text: `${index * 7 + 1}`, x: 350, y: 100 + index * 14, sizePt: 12, font: BOLD },
  ]);
  const runs = [...entries, ...builtLines(prose(20), { y: 170 })];
  expect(headingsOf(runs)).toEqual([]);
});

test("names, dates and addresses under the title are no headings", () => {
  const runs = [
    { text: "A study of little things", x: 150, y: 60, sizePt: 20 },
    { text: "Anna Maria Berg and Tom Stone", x: 180, y: 90, sizePt: 14 },
    { text: "3 March 2021", x: 240, y: 110, sizePt: 14 },
    { text: "Introduction", x: 50, y: 150, sizePt: 12, font: BOLD },
    ...builtLines(prose(6), { y: 170 }),
  ];
  expect(headingsOf(runs)).toEqual(["# A study of little things", "## Introduction"]);
});

test("numbers in a sequence with text between them make headings of italic lines in the size of the text", () => {
  const texts = ["A. First little steps in the hills", "B. Second thoughts of a child", "C. Third parties in law"];
  const runs = page(texts.map((text) => ({ text, font: ITALIC })));
  expect(headingsOf(runs)).toEqual(texts.map((text) => `# ${text}`));
});

test("small capitals in the middle of a column head a section", () => {
  const runs = page(["I. Beginnings", "II. Endings"].map((text) => ({ text })));
  const smallCapitals = runs.map((run) => (run.text.startsWith("I") ? { ...run, x: 160, font: SMALL_CAPITALS } : run));
  expect(headingsOf(smallCapitals)).toEqual(["# I. Beginnings", "# II. Endings"]);
});

test("numbered lines that follow each other are no headings", () => {
  const runs = ["1 Introduction", "2 Ranks", "3 Ends"].map((text, index) => ({ text, x: 50, y: 200 + 40 * index }));
  expect(headingsOf([{ text: "Contents", x: 50, y: 60, sizePt: 20 }, ...runs])).toEqual(["# Contents"]);
});

test("the address of a letter is no heading where facts in smaller type are most of its text, nor is a letter that is a sign", () => {
  const address = ["Vorname Nachname", "Strasse Nr", "PLZ Ort"];
  const facts = builtLines(["Institute of Patterns", ...prose(7, { letters: 36 })], {
    x: 330,
    sizePt: 8,
    leadingPt: 10,
  });
  const subject = { text: "What this letter is about", x: 50, y: 260, sizePt: 10, font: BOLD };
  const runs = [{ text: "M", x: 50, y: 60, sizePt: 48 }, ...builtLines(address, { y: 110 }), ...facts, subject];
  expect(headingsOf([...runs, { text: "Dear reader,", x: 50, y: 290 }])).toEqual(["# What this letter is about"]);
  const title = ["A title that is wrapped where its", "column ends, as those of the", "longest chapters are"];
  const coloured = builtLines(title, { sizePt: 12, leadingPt: 14, color: 0x336699 });
  expect(headingsOf([...coloured, ...builtLines(prose(9), { y: 170 })])).toEqual([`# ${title.join(" ")}`]);
});

const chineseHeading = (figures: string, chinese: string, y: number): BuiltText[] => [
  { text: figures, x: 50, y, sizePt: 13, font: BOLD },
  { text: chinese, x: 54 + figures.length * 6.5, y, sizePt: 14, font: BOLD, advanceEm: 1 },
];

test("headings of Chinese and smaller figures are of one level, however much of them is figures", () => {
  const runs = [
    ...chineseHeading("2023", "\u5e74\u4e00\u6708\u661f\u671f\u4e8c", 80),
    ...builtLines(prose(3), { y: 100 }),
    ...chineseHeading("2023 01 04", "\u65e5\u591a\u4e91\u591a", 170),
    ...builtLines(prose(3, { from: 1 }), { y: 190 }),
  ];
  expect(headingsOf(runs).map((line) => line.split(" ")[0])).toEqual(["#", "#"]);
});
