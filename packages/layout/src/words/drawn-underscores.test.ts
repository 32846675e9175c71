import { expect, test } from "vitest";
import type { Rule } from "../content.ts";
import { type BuiltText, builtBar, builtPage, CODE } from "../testing/built-page.ts";
import { shownPages } from "../testing/shown.ts";

/** The words of `set_value(1)` where the underscore is a rule; the second begins at `x`. */
const words = (x: number, font?: number): BuiltText[] =>
  [
    { text: "set", x: 50, y: 100 },
    { text: "value(1)", x, y: 100 },
  ].map((run) => ({ ...run, ...(font !== undefined && { font }) }));

const rule = (xMin: number, xMax: number): Rule => builtBar(xMin, xMax, 100.4);

test("a rule that fills the gap between two words is an underscore", () => {
  expect(shownPages(builtPage(words(67), { rules: [rule(63.5, 66.5)] }))).toEqual(["set_value(1)"]);
  expect(shownPages(builtPage(words(69, CODE), { rules: [rule(65.5, 68.5)] }))).toEqual(["| set_value(1)"]);
});

test.each([
  ["underlines both words, and the gap with a line of its own", [rule(50, 63), rule(63, 67), rule(67, 107)]],
  ["is one line under all", [rule(50, 107)]],
  ["is shorter than the gap", [rule(64.8, 65.6)]],
])("a rule that %s is none", (_, rules) => {
  expect(shownPages(builtPage(words(67), { rules }))).toEqual(["set value(1)"]);
});
