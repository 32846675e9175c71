import { expect, test } from "vitest";
import { builtLines } from "../testing/built-page.ts";
import { prose, shownText } from "../testing/shown.ts";

const [FIRST = "", SECOND = "", ...REST] = prose(8);

const text = (first: string, x = 70) => [
  { text: first, x, y: 100 },
  { text: SECOND, x: 70, y: 112 },
  ...builtLines(REST, { y: 124 }),
];

test("a drop capital begins the first of its lines", () => {
  const capital = { text: "H", x: 50, y: 112, sizePt: 30 };
  const [paragraph, ...more] = shownText(capital, ...text(FIRST.slice(1)));
  expect(paragraph).toBe([FIRST, SECOND, ...REST].join(" "));
  expect(more).toEqual([]);
});

test("a drop capital that is a word stays one, and one that is not joins its letters", () => {
  const capital = { text: "A", x: 50, y: 112, sizePt: 30 };
  expect(shownText(capital, ...text("boat came", 74)).join(" ")).toMatch(/^A boat came/);
  expect(shownText(capital, ...text("fter that")).join(" ")).toMatch(/^After that/);
});

test("a large letter beside a single line is none", () => {
  const capital = { text: "H", x: 50, y: 100, sizePt: 30 };
  expect(shownText(capital, { text: "ome", x: 70, y: 100 }).join(" ")).toBe("H ome");
});
