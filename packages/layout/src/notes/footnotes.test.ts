import { expect, test } from "vitest";
import { type BuiltText, builtLines, builtPage } from "../testing/built-page.ts";
import { prose, shownPages, shownText } from "../testing/shown.ts";

test("small type with a mark at the foot of a page is a note, and text goes on around it", () => {
  const runs = [
    ...builtLines(prose(30), { y: 80 }),
    { text: "1", x: 50, y: 600, sizePt: 5 },
    { text: "The first note, which is", x: 54, y: 603, sizePt: 8 },
    { text: "wrapped to a second line.", x: 50, y: 613, sizePt: 8 },
    { text: "2", x: 50, y: 620, sizePt: 5 },
    { text: "The second note.", x: 54, y: 623, sizePt: 8 },
  ];
  expect(shownText(...runs).slice(1)).toEqual([
    "note 1: The first note, which is wrapped to a second line.",
    "note 2: The second note.",
  ]);
});

test("signs of mathematical type are marks too", () => {
  const runs = [
    ...builtLines(prose(30), { y: 80 }),
    { text: "\u2217", x: 50, y: 600, sizePt: 5 },
    { text: "The author's address.", x: 54, y: 603, sizePt: 8 },
  ];
  expect(shownText(...runs).at(-1)).toBe("note \u2217: The author's address.");
});

test("small type without a mark is text", () => {
  const runs = [...builtLines(prose(30), { y: 80 }), { text: "Printed with care", x: 50, y: 600, sizePt: 8 }];
  expect(shownText(...runs).at(-1)).toBe("Printed with care");
});

test("a mark that stands apart, left of an indented note, is that of the note, and a number alone is none", () => {
  const runs = [
    ...builtLines(prose(30), { y: 80 }),
    { text: "4", x: 50, y: 597, sizePt: 5 },
    { text: "Of any length, as it", x: 70, y: 600, sizePt: 8 },
    { text: "is written down here.", x: 70, y: 610, sizePt: 8 },
  ];
  expect(shownText(...runs).slice(1)).toEqual(["note 4: Of any length, as it is written down here."]);
  expect(shownText(...runs.slice(0, -2)).join(" ")).not.toContain("note");
});

/** Builds works that are cited, in small type with numbers that hang. */
const works = (from: number, to: number, place: { x: number; y: number }): BuiltText[] =>
  Array.from({ length: to - from + 1 }, (_, index) => [
    { text: `${from + index}.`, x: place.x, y: place.y + 30 * index, sizePt: 8 },
    { text: "Author A, Writer B. A work", x: place.x + 16, y: place.y + 30 * index, sizePt: 8 },
    { text: "of some length. Press, 1999.", x: place.x + 16, y: place.y + 10 + 30 * index, sizePt: 8 },
  ]).flat();

const startsOf = (lines: readonly string[]): string[] => lines.map((line) => line.slice(0, 6));

test("the works that a column goes on citing below its middle are no notes", () => {
  const text = builtPage(builtLines(prose(55, { letters: 110 }), { y: 80 }), { page: 1 });
  const cited = builtPage([...works(1, 20, { x: 50, y: 100 }), ...works(21, 40, { x: 310, y: 100 })], { page: 2 });
  const numbers = Array.from({ length: 40 }, (_, index) => `${index + 1}. Aut`.slice(0, 6));
  expect(startsOf(shownPages(text, cited)).slice(1)).toEqual(numbers);
});

test("works that are cited below a heading at the foot of a page are no notes, those after text are", () => {
  const text = builtLines(prose(30), { y: 80 });
  const heading = { text: "Works", x: 50, y: 500, sizePt: 12, font: 1 };
  expect(startsOf(shownText(...text, heading, ...works(1, 3, { x: 50, y: 520 }))).slice(-3)).toEqual([
    "1. Aut",
    "2. Aut",
    "3. Aut",
  ]);
  expect(startsOf(shownText(...text, ...works(1, 3, { x: 50, y: 520 }))).at(-1)).toBe("note 3");
});
