import { expect, test } from "vitest";
import { type BuiltText, builtLines, builtPage } from "../testing/built-page.ts";
import { prose, shownPages } from "../testing/shown.ts";

const points = (count: number, placeOf: (index: number) => Pick<BuiltText, "x" | "y">): BuiltText[] =>
  Array.from({ length: count }, (_, index) => ({ text: "●", sizePt: 4, ...placeOf(index) }));

test("the points of a plot are no text", () => {
  const plot = points(80, (index) => ({ x: 100 + ((index * 37) % 83), y: 300 + ((index * 53) % 79) }));
  expect(shownPages(builtPage([...builtLines(prose(4)), ...plot]))).toHaveLength(1);
});

test("signs in lines and columns are text", () => {
  const table = points(60, (index) => ({ x: 100 + (index % 6) * 40, y: 300 + Math.floor(index / 6) * 12 }));
  expect(shownPages(builtPage([...builtLines(prose(4)), ...table])).join("")).toContain("●");
});
