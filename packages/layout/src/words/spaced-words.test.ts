import { expect, test } from "vitest";
import { BOLD, builtLines, type BuiltText, ITALIC } from "../testing/built-page.ts";
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
