import { expect, test } from "vitest";
import { builtLines, builtPage } from "../testing/built-page.ts";
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
