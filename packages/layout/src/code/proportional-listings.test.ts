import { expect, test } from "vitest";
import { type BuiltText, builtLines } from "../testing/built-page.ts";
import { prose, shownText } from "../testing/shown.ts";

/** Builds lines of proportional type, four spaces of indentation as two ems. */
const typed = (texts: readonly string[]): BuiltText[] =>
  texts.map((text, at) => {
    const own = text.trimStart();
    return { text: own, x: 70 + (text.length - own.length) * 5, y: 170 + 12 * at };
  });

const among = (texts: readonly string[]): string[] =>
  shownText(...builtLines(prose(4)), ...typed(texts), ...builtLines(prose(4), { y: 200 + 12 * texts.length }));
const codeOf = (texts: readonly string[]): string[] => among(texts).filter((line) => line.startsWith("|"));

const LISTING = [
  "int count = 0;",
  "while (count < most) {",
  "    take(count);",
  "    // and the next",
  "    count++;",
  "}",
];

test("lines of proportional type that are statements and blocks are code, with their lines and indents", () => {
  const lines = codeOf(LISTING);
  expect(lines.map((line) => line.replace(/^\| +/u, "| "))).toEqual(LISTING.map((line) => `| ${line.trimStart()}`));
  expect(lines.map((line) => /^\| {3,}/u.test(line))).toEqual([false, false, true, true, true, false]);
  expect(among(LISTING)).toHaveLength(LISTING.length + 2);
});

test("assignments that end in semicolons are code", () => {
  expect(codeOf(["x := first(row);", "y := last(row);", "write(x, y);"])).toHaveLength(3);
});

test.each([
  ["a poem", ["The sea is calm;", "the moon lies fair;", "the cliffs stand;", "come to the window;"]],
  ["items of an enumeration", ["the name of the author;", "the title of the work (and its part);", "the year of it;"]],
  ["numbered items", ["a) name(s) of it;", "b) title(s) of it;", "c) year(s) of it;", "d) place(s) of it;"]],
  ["an address", ["Harbour Office", "Quay 7", "12345 Harbour", "Telephone (0123) 4567"]],
  ["formulas", ["f(x) = 2x + 1,", "g(x) = f(x) + {1, 2},", "h(x) = g(x) + f(x)."]],
  ["a sentence with code in it", ["It calls take(it); then", "it returns; or it does", "not (as in b = 3)."]],
])("%s is no code", (_, texts) => {
  expect(codeOf(texts)).toEqual([]);
});
