import { expect, test } from "vitest";
import { builtLines, builtPage, CODE } from "../testing/built-page.ts";
import { prose, shownPages, shownText } from "../testing/shown.ts";

const code = (texts: readonly string[], y: number): ReturnType<typeof builtLines> =>
  texts.flatMap((text, index) => {
    const indent = text.length - text.trimStart().length;
    return text.trim() === ""
      ? []
      : [{ text: text.trim(), x: 50 + indent * 6, y: y + index * 12, font: CODE, advanceEm: 0.6 }];
  });

const LISTING = ["if (isMine(will)) {", "  take(it);", "", "    // why not", "}"];

test("lines of fixed pitch are code, with their indents and blank lines", () => {
  const runs = [...builtLines(prose(3)), ...code(LISTING, 150), ...builtLines(prose(3), { y: 230 })];
  expect(shownText(...runs).filter((line) => line.startsWith("|"))).toEqual(LISTING.map((line) => `| ${line}`));
});

test("code goes on over the end of a page", () => {
  const first = builtPage([...builtLines(prose(3)), ...code(["let mine = will;"], 150)], { page: 1 });
  const second = builtPage([...code(["  and more(will);"], 100), ...builtLines(prose(3), { y: 130 })], { page: 2 });
  expect(shownPages(first, second).filter((line) => line.startsWith("|"))).toHaveLength(2);
});

test("a line of a paragraph that code fills is text", () => {
  const [first = "", ...rest] = prose(4);
  const wrapped = { text: "aVeryLongName.willTakeTheWholeLine(mine, it)", x: 50, y: 112, font: CODE, advanceEm: 0.6 };
  const runs = [...builtLines([first]), wrapped, ...builtLines(rest, { y: 124 })];
  expect(shownText(...runs)).toHaveLength(1);
});

const TEXT = prose(4, { letters: 40 });

test("lines that a narrow column has wrapped are typed lines again", () => {
  const wrapped = code(
    ['  println!("Hello to all of the', 'world!");', "run", "# a comment, nearly of a width", "# as it"],
    160,
  );
  expect(shownText(...builtLines(TEXT), ...wrapped).filter((line) => line.startsWith("|"))).toEqual([
    '|   println!("Hello to all of the world!");',
    "| run",
    "| # a comment, nearly of a width",
    "| # as it",
  ]);
});

test.each([
  ["a statement", ["const table = await reading(it);", "reading(table)"]],
  ["a call without a semicolon", ["canvas.wedge(x, y, start, extent)", "canvas.circle(x, y)"]],
  ["a comment, before a call", ["# say hello, after the rotation of it", 'draw("Hello World")']],
  ["a line that goes on below", ["set terminal standalone headers \\", '"usepackage"']],
  ["a line before a prompt", ["R> matrix of all of the numbers m", "R> names"]],
  ["a row of numbers", ["[1] 2004-02-16 2004-02-20 2004-02-26", "7 2004-03-01"]],
])("lines that end %s are not wrapped, however wide they are", (_, lines) => {
  const typed = code(lines, 160);
  expect(shownText(...builtLines(TEXT), ...typed).filter((line) => line.startsWith("|"))).toHaveLength(2);
});

test("lines with a blank one between are not wrapped", () => {
  const typed = code(["one of the words of this command so", "", "two", "three"], 160);
  expect(shownText(...builtLines(TEXT), ...typed).filter((line) => line.startsWith("|"))).toEqual([
    "| one of the words of this command so",
    "| ",
    "| two",
    "| three",
  ]);
});

test.each([
  ["white", ["eq(it)            eq<its>(it)", "ne(it)            ne<its>(it)", "lt(it)            lt<its>(it)"]],
  ["leaders", ["Licence.......................... 1", "Autores.......................... 6"]],
])("lines with columns of text and %s between are not wrapped", (_, lines) => {
  expect(shownText(...builtLines(TEXT), ...code(lines, 160)).filter((line) => line.startsWith("|"))).toHaveLength(
    lines.length,
  );
});

test("code that is wider than the text next to it is not wrapped", () => {
  const typed = code(
    ['println!("Hello to all of the', 'world!");', "one_line(that, is, wider, than, all, of, it)"],
    160,
  );
  expect(shownText(...builtLines(TEXT), ...typed).filter((line) => line.startsWith("|"))).toHaveLength(3);
});

test("a paragraph of nothing but code is text where listings are set in another size", () => {
  const inline = { text: "of_code()", x: 50, y: 180, font: CODE, advanceEm: 0.6 };
  const within = { text: "will()", x: 350, y: 100, font: CODE, advanceEm: 0.6 };
  const listing = code(LISTING, 220).map((run) => ({ ...run, sizePt: 8 }));
  const first = builtLines(prose(3, { letters: 55 }));
  expect(shownText(...first, within, inline, ...listing)).toContain("of_code()");
  const alike = code(LISTING, 220);
  expect(shownText(...first, within, inline, ...alike)).toContain("| of_code()");
});

test("small numbers close to the code count its lines, blank ones too", () => {
  const numbers = [1, 2, 3, 4].map((number, index) => ({ text: `${number}`, x: 45, y: 160 + 12 * index, sizePt: 5 }));
  const typed = code(["begin{mine}", "will(it)", "", "end{mine}"], 160);
  expect(shownText(...builtLines(TEXT), ...numbers, ...typed).filter((line) => line.startsWith("|"))).toEqual([
    "| 1 begin{mine}",
    "| 2 will(it)",
    "| 3",
    "| 4 end{mine}",
  ]);
});
