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
