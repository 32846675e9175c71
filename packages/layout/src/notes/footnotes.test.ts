import { expect, test } from "vitest";
import { builtLines } from "../testing/built-page.ts";
import { prose, shownText } from "../testing/shown.ts";

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
