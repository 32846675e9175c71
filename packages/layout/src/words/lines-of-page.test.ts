import { expect, test } from "vitest";
import type { PageContent } from "../content.ts";
import { BOLD, type BuiltText, builtLines, builtPage, CODE } from "../testing/built-page.ts";
import { linesOfPage } from "./lines-of-page.ts";

const shown = (runs: readonly BuiltText[], order?: <Item>(glyphs: readonly Item[]) => readonly Item[]): string[] => {
  const page = builtPage(runs, order === undefined ? {} : { order });
  return linesOfPage(
    page,
    Array.from({ length: page.glyphs.count }, (_, index) => index),
  ).map(({ words }) =>
    words
      .map(({ text, isJoined }) => (isJoined === true ? `+${text}` : ` ${text}`))
      .join("")
      .trim(),
  );
};

test("words are parted by gaps, with or without glyphs for spaces", () => {
  expect(shown([{ text: "two words", x: 50, y: 100 }])).toEqual(["two words"]);
  expect(shown([{ text: "two words", x: 50, y: 100, hasSpaces: true }])).toEqual(["two words"]);
});

test("a space whose room is taken back by what is drawn after it is none", () => {
  const before = { text: "no ", x: 50, y: 100, hasSpaces: true };
  expect(shown([before, { text: "one", x: 60, y: 100 }])).toEqual(["noone"]);
  expect(shown([before, { text: "one", x: 62, y: 100 }])).toEqual(["no one"]);
});

const everyThird = <Item>(glyphs: readonly Item[]): readonly Item[] =>
  [2, 0, 1].flatMap((rest) => glyphs.filter((_, index) => index % 3 === rest));

test("letters drawn in any order come back as lines", () => {
  const runs = builtLines(["the first of them", "and a second one"]);
  expect(shown(runs, everyThird)).toEqual(["the first of them", "and a second one"]);
});

const spaced = (word: string, x: number): BuiltText[] =>
  Array.from(word, (text, index) => ({ text, x: x + index * 8, y: 100, advanceEm: 0.6 }));

test("signs that are separate words stay so, in code and in text", () => {
  const code = { x: 50, font: CODE, advanceEm: 0.6 };
  expect(shown([{ ...code, text: "let a = 1;", y: 100 }])).toEqual(["let a = 1;"]);
  expect(shown([{ ...code, text: "x = y + z * w", y: 100 }])).toEqual(["x = y + z * w"]);
  expect(shown([{ text: "let a = 1 ;", x: 50, y: 100 }])).toEqual(["let a = 1 ;"]);
});

test("letters that are spaced out are still words", () => {
  expect(shown([...spaced("SPACED", 50), ...spaced("WORDS", 102)])).toEqual(["SPACED WORDS"]);
});

test("digits that are spaced out are numbers", () => {
  expect(shown(spaced("23456789", 50))).toEqual(["2 3 4 5 6 7 8 9"]);
});

test("digits and signs that stand equally far from each other are a formula", () => {
  expect(shown(spaced("5=7−2·8", 50))).toEqual(["5 = 7 − 2 · 8"]);
});

test("a change of style within a word does not part it", () => {
  expect(
    shown([
      { text: "un", x: 50, y: 100 },
      { text: "done", x: 60, y: 100, font: BOLD },
    ]),
  ).toEqual(["un+done"]);
});

test("raised type comes into the line that it stands at", () => {
  const runs = [
    { text: "as shown", x: 50, y: 100 },
    { text: "2", x: 90.3, y: 96.5, sizePt: 6 },
    { text: "before", x: 98, y: 100 },
  ];
  expect(shown(runs)).toEqual(["as shown+2 before"]);
});

test("of raised and lowered type over each other the lowered comes first, and digits stay two numbers", () => {
  const raised = { text: "2", x: 55.2, y: 96.2, sizePt: 6 };
  const stack = (lowered: string): string[] =>
    shown([{ text: "Q", x: 50, y: 100 }, { text: lowered, x: 55.2, y: 102.8, sizePt: 6 }, raised]);
  expect(stack("12")).toEqual(["Q+12 2"]);
  expect(stack("3")).toEqual(["Q+3 2"]);
  expect(stack("W")).toEqual(["Q+W+2"]);
});

test("a raised digit right behind a lowered one is another number", () => {
  const runs = [
    { text: "Q", x: 50, y: 100 },
    { text: "1", x: 55.2, y: 102.8, sizePt: 6 },
    { text: "2", x: 58.4, y: 96.2, sizePt: 6 },
  ];
  expect(shown(runs)).toEqual(["Q+1 2"]);
});

test("a wide gap parts segments", () => {
  expect(
    shown([
      { text: "left", x: 50, y: 100 },
      { text: "right", x: 300, y: 100 },
    ]),
  ).toEqual(["left", "right"]);
});

test("ligatures and separate accents become letters", () => {
  expect(shown([{ text: "e\uFB03ce", x: 50, y: 100 }])).toEqual(["effice"]);
  expect(
    shown([
      { text: "\u00B4", x: 50.5, y: 100, advanceEm: 0.3 },
      { text: "ete", x: 50, y: 100 },
    ]),
  ).toEqual(["\u00E9te"]);
  expect(
    shown([
      { text: "`", x: 50, y: 100, advanceEm: 0.5 },
      { text: "e", x: 50.2, y: 100 },
    ]),
  ).toEqual(["\u00E8"]);
});

test("an accent that is raised over a capital, or drawn over an i without a dot, is one letter with it", () => {
  expect(
    shown([
      { text: "or", x: 50, y: 100 },
      { text: "\u00B4", x: 65, y: 97.3, advanceEm: 0.5 },
      { text: "Ecrire", x: 64.5, y: 100 },
    ]),
  ).toEqual(["or \u00C9crire"]);
  expect(
    shown([
      { text: "\u02C6", x: 49.5, y: 100, advanceEm: 0.5 },
      { text: "\u0131le", x: 50, y: 100 },
    ]),
  ).toEqual(["\u00EEle"]);
  expect(
    shown([
      { text: "\u00B8", x: 50, y: 100 },
      { text: "ca", x: 50, y: 100 },
    ]),
  ).toEqual(["\u00E7a"]);
});

test("Chinese text has no words where its boxes leave gaps", () => {
  const runs = Array.from("開放原始碼", (text, index) => ({ text, x: 50 + index * 10, y: 100, advanceEm: 0.7 }));
  expect(shown(runs)).toEqual(["開放原始碼"]);
});

test("half a letter's room parts Chinese text where its boxes leave no gaps", () => {
  const runs = Array.from("開放原始碼", (text, index) => ({
    text,
    x: 50 + index * 10 + (index > 2 ? 5 : 0),
    y: 100,
    advanceEm: 1,
  }));
  expect(shown(runs)).toEqual(["開放原 始碼"]);
});

test("a raised number within Chinese text stays where it is", () => {
  const letters = Array.from("開放原，始碼", (text, index) => ({
    text,
    x: 50 + index * 10 + (index > 2 ? 3 : 0),
    y: 100,
    advanceEm: 1,
  }));
  expect(shown([...letters, { text: "1", x: 80, y: 96.5, sizePt: 6 }])).toEqual(["開放原+1+，始碼"]);
});

test("the rows of a matrix are no raised type of its brackets", () => {
  const runs = [
    { text: "(", x: 50, y: 100, sizePt: 36, advanceEm: 0.2 },
    { text: "4 2", x: 60, y: 111 },
    { text: ")", x: 80, y: 100, sizePt: 36, advanceEm: 0.2 },
    { text: "what equals", x: 50, y: 90 },
  ];
  expect(shown(runs).toSorted()).toEqual(["(", ")", "4 2", "what equals"]);
});

test("minutes that are raised off their hours are another number", () => {
  const runs = [
    { text: "um 8", x: 50, y: 100 },
    { text: "45", x: 71.1, y: 96.5, sizePt: 6 },
  ];
  expect(shown(runs)).toEqual(["um 8 45"]);
});

test("marks of Indian scripts that take no room leave the space after them", () => {
  const mark = { y: 100, advanceEm: 0.4 };
  const runs = [
    { text: "द", x: 50, y: 100 },
    { ...mark, text: "\u0947", x: 55 },
    { text: "ण", x: 55, y: 100 },
    { ...mark, text: "\u0947", x: 60 },
    { text: "हम", x: 65, y: 100 },
  ];
  expect(shown(runs)).toEqual(["देणे हम"]);
});

test("Hebrew lines are read from the right, with their stops at the left", () => {
  expect(shown([{ text: ".PDF ץבוק", x: 50, y: 100 }])).toEqual(["קובץ PDF."]);
});

test("lines of each rotation are kept apart", () => {
  const page = builtPage([
    { text: "upright", x: 50, y: 100 },
    { text: "upward", x: 20, y: 500, angle: 270 },
  ]);
  const lines = linesOfPage(
    page,
    Array.from({ length: page.glyphs.count }, (_, index) => index),
  );
  expect(lines.map(({ words, rotation }) => [words[0]?.text, rotation])).toEqual([
    ["upright", 0],
    ["upward", 270],
  ]);
});

/** Builds a page whose ligature has the box of an `f`, and `gapPt` behind that. */
function office(gapPt: number): string[] {
  const { glyphs, ...page } = builtPage([
    { text: "of", x: 50, y: 100 },
    { text: "ce", x: 58 + gapPt, y: 100 },
  ]);
  const text = glyphs.text.map((own) => (own === "f" ? "ffi" : own));
  const lines = linesOfPage({ ...page, glyphs: { ...glyphs, text } }, [0, 1, 2, 3]);
  return lines.flatMap(({ words }) => words.map((word) => word.text));
}

test("a ligature that has the box of one of its letters does not part its word", () => {
  expect(office(6)).toEqual(["office"]);
  expect(office(9)).toEqual(["offi", "ce"]);
  expect(office(2.5)).toEqual(["offi", "ce"]);
});

test("pieces that are drawn over each other are not mixed letter by letter", () => {
  const leaders = { text: ".".repeat(20), x: 100, y: 100 };
  const price = { text: "12.50", x: 131, y: 100 };
  expect(shown([{ text: "Green tea", x: 50, y: 100 }, leaders, price]).join(" ")).toContain("12.50");
  const phone = { text: "0911", x: 92, y: 100 };
  expect(shown([{ text: "Telephone", x: 50, y: 100, advanceEm: 0.6 }, phone])).toEqual(["Telephone 0911"]);
  expect(shown([phone, { text: "Telephone", x: 50, y: 100, advanceEm: 0.6 }])).toEqual(["Telephone 0911"]);
});

test("letters that are set narrower than they are keep the order in which they are drawn", () => {
  const narrow = Array.from("EUR 5,290", (text, index) => ({ text, x: 50 + index * 2, y: 100, advanceEm: 0.6 }));
  expect(shown(narrow.filter(({ text }) => text !== " "))).toEqual(["EUR5,290"]);
  const kerned = [
    { text: "25", x: 50, y: 100 },
    { text: ",", x: 58.5, y: 100, advanceEm: 0.9 },
    { text: "90", x: 60.5, y: 100 },
  ];
  expect(shown(kerned)).toEqual(["25,90"]);
});

test("a sign that is drawn later comes into the gap that was left for it", () => {
  const digits = [
    { text: "25", x: 50, y: 100 },
    { text: "90", x: 62.6, y: 100 },
  ];
  expect(shown([...digits, { text: ",", x: 59.9, y: 100 }])).toEqual(["25,90"]);
});

test("letters that are shifted within a word stay in it", () => {
  const logo = [
    { text: "L", x: 50, y: 100 },
    { text: "A", x: 53, y: 98, sizePt: 7 },
    { text: "T", x: 54.7, y: 100 },
    { text: "E", x: 58, y: 102.2 },
    { text: "X", x: 61.8, y: 100 },
  ];
  expect(shown(logo)).toEqual(["LATEX"]);
});

/** Returns a word whose baseline falls by `degrees`, each letter in the box around it. */
function slanted(word: string, degrees: number): PageContent {
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  const { glyphs, ...page } = builtPage([{ text: word, x: 0, y: 0, hasSpaces: true }]);
  const along = glyphs.originX.slice();
  const corners = (index: number): { x: number; y: number }[] =>
    [along[index] ?? 0, (along[index] ?? 0) + 5].flatMap((u) =>
      [8, -2].map((up) => ({ x: 200 + u * cos + up * sin, y: 200 + u * sin - up * cos })),
    );
  const at = (of: (index: number) => number): Float32Array => Float32Array.from(along, (_, index) => of(index));
  return {
    ...page,
    glyphs: {
      ...glyphs,
      originX: at((index) => 200 + (along[index] ?? 0) * cos),
      originY: at((index) => 200 + (along[index] ?? 0) * sin),
      xMin: at((index) => Math.min(...corners(index).map(({ x }) => x))),
      xMax: at((index) => Math.max(...corners(index).map(({ x }) => x))),
      yMin: at((index) => Math.min(...corners(index).map(({ y }) => y))),
      yMax: at((index) => Math.max(...corners(index).map(({ y }) => y))),
      angleDegrees: new Uint16Array(glyphs.count).fill(degrees),
    },
  };
}

test.each([5, 30, 45, 60, 135, 200, 315, 330])("text at %i degrees is a line of words of its own", (degrees) => {
  const page = slanted("Do not copy", degrees);
  const indices = Array.from({ length: page.glyphs.count }, (_, index) => index);
  const lines = linesOfPage(page, indices).map(({ words }) => words.map(({ text }) => text).join(" "));
  expect(lines).toEqual(["Do not copy"]);
});

test("Hebrew points belong to the letter that they stand at, before or after it, and part no word", () => {
  const point = { y: 100, advanceEm: 0.2 };
  const runs = [
    { text: "ץ", x: 50, y: 100 },
    { ...point, text: "\u05B6", x: 57.8 },
    { text: "ר", x: 55, y: 100 },
    { text: "א", x: 60, y: 100 },
    { ...point, text: "\u05B8", x: 61, y: 98 },
    { ...point, text: "\u05B8", x: 66 },
    { ...point, text: "\u0591", x: 68 },
    { text: "ה", x: 65, y: 100 },
    { text: "ם", x: 74, y: 100 },
  ];
  expect(shown(runs)).toEqual(["ם הָ֑אָרֶץ"]);
});
