import { expect, test } from "vitest";
import { type BuiltText, builtLines, builtPage } from "../testing/built-page.ts";
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
