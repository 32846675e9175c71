import { expect, test } from "vitest";
import { pageLines } from "../page-lines.ts";
import { type BuiltText, builtPage, ITALIC } from "../testing/built-page.ts";

const textsOf = (...runs: readonly BuiltText[]): string[] =>
  pageLines(builtPage(runs)).lines.flatMap(({ words }) => words.map(({ text }) => text));

const item = (y: number, text: string): BuiltText[] => [
  { text: "\uFFFD", x: 50, y, font: ITALIC },
  { text, x: 62, y },
];

test("signs without Unicode value that begin lines are bullets, where their font draws nothing else", () => {
  expect(textsOf(...item(100, "one"), ...item(114, "two"))).toEqual(["•", "one", "•", "two"]);
});

test("a sign that is alone, or whose font draws other text too, stays what nobody knows", () => {
  expect(textsOf(...item(100, "one"))).toEqual(["\uFFFD", "one"]);
  const within: BuiltText = { text: "\uFFFD", x: 62, y: 128, font: ITALIC };
  const texts = textsOf(...item(100, "one"), ...item(114, "two"), { text: "x", x: 50, y: 128 }, within);
  expect(texts).toEqual(["\uFFFD", "one", "\uFFFD", "two", "x", "\uFFFD"]);
});
