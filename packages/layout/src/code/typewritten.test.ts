import { expect, test } from "vitest";
import { type BuiltText, CODE } from "../testing/built-page.ts";
import { prose, shownText } from "../testing/shown.ts";

const typed = (texts: readonly string[], y: number): BuiltText[] =>
  texts.flatMap((text, index) => {
    const indent = text.length - text.trimStart().length;
    return text.trim() === ""
      ? []
      : [{ text: text.trim(), x: 50 + indent * 6, y: y + index * 12, font: CODE, advanceEm: 0.6 }];
  });

const PARAGRAPH = prose(4, { letters: 60 });

test("paragraphs of a document that is all of fixed pitch are text, and what is laid out by spaces is code", () => {
  const form = ["ITEM       COUNT      PRICE", "candle     12         3.20", "mirror     7          18.00"];
  const shown = shownText(...typed([...PARAGRAPH, "", ...PARAGRAPH], 100), ...typed(form, 260));
  expect(shown.filter((line) => line.startsWith("|")).length).toBeLessThanOrEqual(form.length);
  expect(shown.filter((line) => !line.startsWith("|")).join(" ")).toContain(PARAGRAPH.join(" "));
});

test("statements of such a document stay code", () => {
  const shown = shownText(...typed(["if (a) {", "  b();", "}", "c();"], 100));
  expect(shown.every((line) => line.startsWith("|"))).toBe(true);
});

/** Lines of 60 letters whose gaps have been widened, and a shorter one. */
const JUSTIFIED = [
  "The  candle  burns  low in the evening,  and mirrors show it",
  "to  whoever   walks   by   the  oak  door   of   the   house",
  "where   the  old  clock  has  stopped  at  noon,  long  ago,",
  "while  the  river  below  the  old  garden  goes  on  as  it",
  "always did.",
];

test("text whose lines are filled up with spaces is text, also among other type", () => {
  const texts = typed([...PARAGRAPH, "", ...JUSTIFIED, "", ...PARAGRAPH], 100);
  expect(shownText(...texts).filter((line) => line.startsWith("|"))).toEqual([]);
  const other = prose(8, { letters: 60 }).map((text, index) => ({ text, x: 50, y: 400 + index * 12 }));
  expect(shownText(...typed(JUSTIFIED, 100), ...other).filter((line) => line.startsWith("|"))).toEqual([]);
});

test("columns whose lines end at one edge are no text", () => {
  const table = [
    "a candle of wax        a dozen                          3.20",
    "mirrors for it         two of them                     18.00",
    "an oak door for        the old house                  120.00",
    "a clock that stops     at noon, always                 64.50",
    "a river                one                              0.00",
  ];
  expect(shownText(...typed([...PARAGRAPH, "", ...table], 100)).find((line) => line.includes("3.20"))).toMatch(/^\|/);
});

test("labels of a form and its title are text, each by itself, and lines of a program with blank ones among them are code", () => {
  const labels = ["Printer name:", "Source host:", "Driver version:", "Security level:"];
  const form = [
    { text: "ABOUT THE TASK", x: 120, y: 80, sizePt: 16, font: CODE, advanceEm: 0.6 },
    ...labels.map((text, index) => ({ text, x: 50, y: 130 + index * 25, font: CODE, advanceEm: 0.6 })),
  ];
  expect(shownText(...form)).toEqual(["# ABOUT THE TASK", ...labels]);
  const program = typed(["open(a);", "", "read(a);", "show(a);", "", "close(a);"], 100);
  expect(shownText(...program).every((line) => line.startsWith("|"))).toBe(true);
});
