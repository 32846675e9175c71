import { expect, test } from "vitest";
import { pageLines } from "../page-lines.ts";
import { type BuiltText, builtPage, ITALIC } from "../testing/built-page.ts";

const textsOf = (...runs: readonly BuiltText[]): string[] =>
  pageLines(builtPage(runs)).lines.flatMap(({ words }) => words.map(({ text }) => text));

const circle = (text: string): BuiltText => ({ text, x: 98, y: 100, font: ITALIC, advanceEm: 0.9 });

test("a letter in a circle is the sign that it is composed to", () => {
  const year: BuiltText = { text: "1989", x: 112, y: 100 };
  expect(textsOf({ text: "c", x: 100, y: 100 }, circle("\u25EF"), year)).toEqual(["©", "1989"]);
  expect(textsOf(circle("\u20DD"), { text: "R", x: 100, y: 100 }, year)).toEqual(["®", "1989"]);
});

test("a letter beside a circle, and another one within it, stay letters", () => {
  expect(textsOf({ text: "c", x: 90, y: 100 }, circle("\u25EF")).join("")).toBe("c◯");
  expect(textsOf({ text: "k", x: 100, y: 100 }, circle("\u25EF")).join("")).toBe("k◯");
});
