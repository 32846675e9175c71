import { expect, test } from "vitest";
import { confidenceSum, meanConfidence, pageText, wordsOf } from "./page-text.ts";
import { line, page } from "./testing/recognized.ts";

test("lines stay as they are, and a blank line divides paragraphs", () => {
  const read = page([["A heading"], ["One line that is hyphen-", "ated at its end."]]);
  expect(pageText(read)).toBe("A heading\n\nOne line that is hyphen-\nated at its end.");
});

test("a blank page has no text", () => {
  expect(pageText(page([]))).toBe("");
  expect(meanConfidence(confidenceSum(wordsOf(page([]))))).toBeNull();
});

test.each([
  ["你 好 ， 世 界", "你好，世界"],
  ["コピー 厳 禁", "コピー厳禁"],
  ["版本 2.5 的 PDF 文件", "版本 2.5 的 PDF 文件"],
  ["한국어 문장", "한국어 문장"],
])("words of %s are put together as the script does", (spaced, expected) => {
  expect(pageText(page([[spaced]]))).toBe(expected);
});

test("confidence is weighted by the length of words, in characters", () => {
  const words = [line("ab", { confidence: 0.5 }), line("😀😀😀😀😀😀", { confidence: 0.9 })].flatMap(
    (one) => one.words,
  );
  expect(meanConfidence(confidenceSum(words))).toBeCloseTo((2 * 0.5 + 6 * 0.9) / 8, 10);
});
