import { expect, test } from "vitest";
import { type BuiltText, builtLines, builtPage, CODE } from "../testing/built-page.ts";
import { prose, shownPages, shownText } from "../testing/shown.ts";

const column = (x: number, name: string, y = 120): ReturnType<typeof builtLines> =>
  builtLines([`${name} begins a column of text`, ...prose(10, { letters: 40 })], { x, y });

const startsOf = (lines: readonly string[]): string[] => lines.map((line) => line.split(" ").slice(0, 2).join(" "));

test("columns are read one after the other, whatever the order of drawing", () => {
  const runs = [...column(50, "Alpha"), ...column(310, "Beta")];
  const byRows = runs.toSorted((a, b) => a.y - b.y || a.x - b.x);
  expect(startsOf(shownText(...byRows))).toEqual(["Alpha begins", "Beta begins"]);
});

test("text that spans the columns is read between those above and those below it", () => {
  const title = { text: "A headline that goes over both columns", x: 50, y: 80, sizePt: 18 };
  const middle = { text: "Another headline that goes over both", x: 50, y: 300, sizePt: 18 };
  const runs = [
    title,
    ...column(50, "One"),
    ...column(310, "Two"),
    middle,
    ...column(50, "Three", 340),
    ...column(310, "Four", 340),
  ];
  expect(startsOf(shownText(...runs))).toEqual([
    "# A",
    "One begins",
    "Two begins",
    "# Another",
    "Three begins",
    "Four begins",
  ]);
});

const narrow = (x: number, name: string): ReturnType<typeof builtLines> =>
  builtLines([`${name} begins a column`, ...prose(12, { letters: 28 })], { x });

test("three columns are read from the left", () => {
  expect(startsOf(shownText(...narrow(50, "One"), ...narrow(220, "Two"), ...narrow(390, "Three")))).toEqual([
    "One begins",
    "Two begins",
    "Three begins",
  ]);
});

test("a column that the edge of the page cuts is read apart, however little of it is seen", () => {
  const byRows = [...column(50, "One"), ...column(310, "Two"), ...column(545, "Three")].toSorted((a, b) => a.y - b.y);
  expect(startsOf(shownText(...byRows))).toEqual(["One begins", "Two begins", "Three begins"]);
});

test("amounts at the edge of a receipt are read with their rows", () => {
  const rows = ["Bread and butter", "Milk from the farm", "Eggs by the dozen", "Apples and pears"].flatMap(
    (text, at) => [
      { text, x: 20, y: 100 + 14 * at },
      { text: `${at + 1}.50`, x: 580, y: 100 + 14 * at },
    ],
  );
  expect(shownText(...rows)).toEqual(["table of 4"]);
});

test("a narrow column of smaller type beside a letter is read apart from it", () => {
  const letter = builtLines(prose(20, { letters: 70 }), { x: 50, y: 120, sizePt: 11 });
  const sender = builtLines(["Hook and Company", "Bay of the island", "Telephone: 222", "Fax: 444"], {
    x: 480,
    y: 200,
    sizePt: 7,
    leadingPt: 9,
  });
  const lines = shownText(...[...letter, ...sender].toSorted((a, b) => a.y - b.y));
  expect(lines.some((line) => line.includes("Hook and Company Bay of the island"))).toBe(true);
  expect(lines.filter((line) => line.startsWith("Here"))).toHaveLength(1);
});

test("facts in smaller type that were drawn by themselves are read apart from the text on whose rows they stand", () => {
  const letter = builtLines(prose(12, { letters: 60 }), { y: 260 });
  const facts = ["Hook and Company of the Bay", "Pirates", "Telephone: 222", "Fax: 444", "Bay of the island"];
  const beside = (sizePt: number): BuiltText[] => builtLines(facts, { x: 450, y: 260, sizePt });
  expect(shownText(...letter, ...beside(7)).some((line) => line.startsWith("Hook and Company"))).toBe(true);
  const byRows = [...letter, ...beside(7)].toSorted((a, b) => a.y - b.y || a.x - b.x);
  expect(shownText(...byRows).some((line) => line.startsWith("Hook and Company"))).toBe(false);
});

test("columns whose baselines differ are columns all the same", () => {
  const right = column(310, "Beta").map((run) => ({ ...run, y: run.y + 5 }));
  expect(startsOf(shownText(...column(50, "Alpha"), ...right))).toEqual(["Alpha begins", "Beta begins"]);
});

test("dates next to what they date are read row by row", () => {
  const years = ["2019", "2020", "2021", "2022"].map((text, index) => ({ text, x: 50, y: 100 + index * 30 }));
  const texts = builtLines(["Worked there as an engineer", "Worked here as a writer", "Taught", "Left for the sea"], {
    x: 200,
    leadingPt: 30,
  });
  const read = shownPages(builtPage([...texts, ...years])).join(" ");
  expect(read.indexOf("2019")).toBeLessThan(read.indexOf("Worked there"));
  expect(read.indexOf("Worked there")).toBeLessThan(read.indexOf("2020"));
});

const KEYS = [
  "delete a line",
  "yank it",
  "put it below",
  "join this line with the one that is next",
  "undo",
  "repeat a change",
  "quit",
];

/** Builds a heading over short lines, as reference cards have. */
const card = (
  x: number,
  { heading, y = 100, from = 0 }: { heading: string; y?: number; from?: number },
): BuiltText[] => [
  { text: heading, x, y, sizePt: 14 },
  ...KEYS.slice(from).map((text, index) => ({ text, x, y: y + 12 * (index + 1) })),
];

test("short lines side by side are columns where one side is drawn before the other and headings stand beside lines", () => {
  const left = [...card(50, { heading: "Motions" }), ...card(50, { heading: "Changes", y: 196 })];
  const right = [...card(300, { heading: "Searches", from: 3 }), ...card(300, { heading: "Windows", y: 160 })];
  expect(shownText(...left, ...right).filter((line) => line.startsWith("#"))).toEqual([
    "# Motions",
    "# Changes",
    "# Searches",
    "# Windows",
  ]);
});

test("cards that are drawn across the page are read across before down", () => {
  const rows = [100, 260].map((y, row) =>
    [50, 310].map((x, place) =>
      builtLines([`Card${2 * row + place} begins with its text`, ...prose(6, { letters: 40 })], { x, y }),
    ),
  );
  expect(startsOf(shownText(...rows.flat(2)))).toEqual([
    "Card0 begins",
    "Card1 begins",
    "Card2 begins",
    "Card3 begins",
  ]);
  const downwards = [rows[0]?.[0], rows[1]?.[0], rows[0]?.[1], rows[1]?.[1]].flatMap((lines) => lines ?? []);
  expect(startsOf(shownText(...downwards))).toEqual(["Card0 begins", "Card2 begins", "Card1 begins", "Card3 begins"]);
});

/** Builds an entry of a table of contents: its number, its title, leaders from a place on, and the page's number. */
const entry = (
  y: number,
  [number, title, page]: readonly [string, string, string],
  { x, titleX, leadersX }: { readonly x: number; readonly titleX: number; readonly leadersX?: number },
): BuiltText[] => [
  { text: number, x, y },
  { text: title, x: titleX, y },
  ...(leadersX === undefined ? [] : [{ text: ". ".repeat((490 - leadersX) / 8).trim(), x: leadersX, y }]),
  { text: page, x: 500, y },
];

const shownEntries = (...runs: readonly BuiltText[]): string[] =>
  shownText(...runs).map((line) => line.replaceAll(/(?: \.)+/gu, ""));

test("entries of contents are read across where few of them stand beside a white strip", () => {
  const deep = { x: 140, titleX: 190, leadersX: 230 };
  const runs = [
    ...entry(60, ["3.1.1.1", "Salt", "22"], deep),
    ...entry(72, ["3.1.1.2", "Oil", "22"], deep),
    ...entry(84, ["3.1.2", "A word about the vegetables", "23"], { x: 100, titleX: 130, leadersX: 300 }),
    ...entry(100, ["3.1.2.1", "Peas", "23"], deep),
    ...entry(130, ["4", "Cooking in the cold", "24"], { x: 50, titleX: 72 }),
    ...entry(142, ["4.1", "How to boil water on top of a mountain", "24"], { x: 70, titleX: 92, leadersX: 300 }),
  ];
  expect(shownEntries(...runs)).toEqual([
    "3.1.1.1 Salt 22",
    "3.1.1.2 Oil 22",
    "3.1.2 A word about the vegetables 23",
    "3.1.2.1 Peas 23",
    "4 Cooking in the cold 24",
    "4.1 How to boil water on top of a mountain 24",
  ]);
});

test("entries without leaders are read across below a title that stands at the right", () => {
  const section = { x: 86, titleX: 112, leadersX: 300 };
  const runs = [
    { text: "Contents", x: 420, y: 100, sizePt: 14 },
    ...entry(200, ["1", "What this is about", "3"], { x: 70, titleX: 86 }),
    ...entry(222, ["2", "How to take part in the project", "5"], { x: 70, titleX: 86 }),
    ...entry(234, ["2.1", "First steps", "5"], { ...section, leadersX: 180 }),
    ...entry(246, ["2.2", "Those who give advice to others", "6"], section),
    ...entry(258, ["2.3", "Those who give money to others", "6"], section),
  ];
  expect(shownEntries(...runs).slice(1)).toEqual([
    "1 What this is about 3",
    "2 How to take part in the project 5",
    "2.1 First steps 5",
    "2.2 Those who give advice to others 6",
    "2.3 Those who give money to others 6",
  ]);
});

test("a listing is read line by line where a white strip runs down beside its comments", () => {
  const lines = [
    "mov edi, [ebx, 4]",
    "and eax, [eax, 12]",
    "cmp eax, [ebx, 8]",
    "mov ecx, [ebx, 8]",
    "add esp, [ecx, 16]",
    "xor eax, [eax, 4]",
  ];
  const comments = ["store the key of it in a register", "mask the tag out of what is there", "look for an array here"];
  const runs = lines.flatMap((text, index): BuiltText[] => [
    { text, x: 50, y: 100 + 12 * index, font: CODE },
    { text: `;; ${comments[index % 3]}`, x: 230, y: 100 + 12 * index, font: CODE },
  ]);
  const [first] = shownText(...builtLines(prose(6), { y: 300 }), ...runs);
  expect(first).toMatch(/^\| mov edi, \[ebx, 4\] +;; store the key/u);
  // Typewritten columns of prose, of which one was drawn before the other, are none.
  const typed = [50, 310].map((x) => builtLines(prose(8, { letters: 38 }), { x, font: CODE }));
  expect(shownText(...typed.flat())[0]).not.toMatch(/Here.*Here/u);
});

const isWhole = (runs: readonly BuiltText[]): boolean =>
  shownText(...runs)[0]?.startsWith("apple, 10 banana-and-pear, 11") === true;

test("entries of an index are columns where their baselines drift apart and one column was drawn first", () => {
  const WORDS = ["apple", "banana-and-pear", "cherry-sour", "date", "elderberry-wine-with-cakes"];
  const entries = (x: number, stretch: number): BuiltText[] =>
    Array.from({ length: 15 }, (_, index) => ({
      text: `${WORDS[index % 5]}, ${index + 10}${x > 200 && index % 4 === 0 ? ", 105, 164, 212" : ""}`,
      x,
      y: 100 + (12 + stretch) * index,
    }));
  const sides = [entries(50, 0), entries(310, 0.05)];
  expect(isWhole(sides.flat())).toBe(true);
  expect(isWhole(sides.flat().toSorted((a, b) => a.y - b.y))).toBe(false);
});

test("texts far above each other are no column beside text", () => {
  const runs = [
    { text: "Author of the work", x: 80, y: 100 },
    { text: "Chapters", x: 80, y: 200, sizePt: 12 },
    { text: "1 What it is", x: 80, y: 230 },
    { text: "Another author of the work", x: 250, y: 100 },
    { text: "March 2018, version 4", x: 250, y: 118 },
    { text: "made by a machine in winter", x: 260, y: 130 },
    { text: "2", x: 500, y: 230 },
    ...builtLines(prose(6), { y: 260 }),
  ];
  expect(shownText(...runs)).toContain("1 What it is 2");
});
