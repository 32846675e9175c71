import { expect, test } from "vitest";
import { BOLD, type BuiltText, builtLines, ITALIC } from "../testing/built-page.ts";
import { prose, shownText } from "../testing/shown.ts";

const above = (text: string, options: Partial<BuiltText> = {}): string | undefined =>
  shownText({ text, x: 50, y: 60, font: BOLD, sizePt: 14, ...options }, ...builtLines(prose(6)))[0];

test("capitals that are parted by spaces are words", () => {
  expect(above("C O N T E N T S")).toBe("# CONTENTS");
  expect(above("C O N T E N T S", { hasSpaces: true })).toBe("# CONTENTS");
  expect(above("T A B L E   O F   C O N T E N T S", { hasSpaces: true })).toBe("# TABLE OF CONTENTS");
});

test("letters of the alphabet, of formulas and within text are no words", () => {
  expect(above("A B C D E")).toContain("A B C D E");
  expect(above("M X N Y Q", { font: ITALIC })).toContain("M X N Y Q");
  expect(above("vitamins C D E A")).toContain("C D E A");
});

/** Returns one line of words with `gapPt` between them, letters 5 points wide. */
const squeezed = (words: readonly string[], gapPt: number): BuiltText[] => {
  let x = 50;
  return words.map((text) => {
    const run = { text, x, y: 100 };
    x += text.length * 5 + gapPt;
    return run;
  });
};

test("spaces of a line that is squeezed to fit part words, where letters have no gaps", () => {
  const words = ["Down", "wander", "home", "mown", "grass", "be", "came", "over", "down"];
  expect(shownText(...squeezed(words, 1.3), ...builtLines(prose(6), { y: 140 }))[0]).toBe(words.join(" "));
  expect(shownText(...squeezed(words.slice(0, 2), 1.3), ...builtLines(prose(6), { y: 140 }))[0]).toBe("Downwander");
});

/** Returns letters and digits, 5 points wide, each with the gap in points before it. */
const apart = (signs: readonly (readonly [text: string, gapPt: number])[]): BuiltText[] => {
  let x = 50;
  return signs.map(([text, gapPt]) => {
    x += gapPt;
    const run = { text, x, y: 100 };
    x += 5;
    return run;
  });
};

test("letters with one gap between them are a word, and the signs of a formula, whose gaps differ, are not", () => {
  const letters = Array.from("Longdance");
  const shown = (gapPt: (index: number) => number): string | undefined =>
    shownText(...apart(letters.map((letter, index) => [letter, gapPt(index)])), ...builtLines(prose(6), { y: 140 }))[0];
  expect(shown(() => 3)).toBe("Longdance");
  expect(shown((index) => [2, 3.4, 5, 6.2][index % 4] ?? 0)).toBe("L o n g d a n c e");
});
