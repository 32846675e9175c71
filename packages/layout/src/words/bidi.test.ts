import { expect, test } from "vitest";
import { isRightToLeft, mirrored, readingOrder } from "./bidi.ts";

const read = (seen: string, isBaseRight: boolean): string => {
  const { order, isRight } = readingOrder(Array.from(seen), isBaseRight);
  return order.map((index) => (isRight[index] === true ? mirrored(seen[index] ?? "") : seen[index])).join("");
};

test("Hebrew as it is seen from the left is turned to the order of reading", () => {
  expect(read("םלוע םולש", true)).toBe("שלום עולם");
});

test("numbers and Latin words within it keep their order", () => {
  expect(read("2024 תנש", true)).toBe("שנת 2024");
  expect(read("PDF ץבוק", true)).toBe("קובץ PDF");
  expect(read("1,250.5 ריחמ", true)).toBe("מחיר 1,250.5");
});

test("brackets between numbers are none of their separators", () => {
  expect(read(":(3)45 ךרכ", true)).toBe("כרך 45(3):");
  expect(read("108–101 םידומע", true)).toBe("עמודים 101–108");
  expect(read("1-2", true)).toBe("1-2");
});

test("brackets around text that reads from the right are mirrored", () => {
  expect(read("(םולש)", true)).toBe("(שלום)");
});

test("a Hebrew word within English is turned alone", () => {
  expect(read("the word םולש here", false)).toBe("the word שלום here");
});

test("the direction of a line is that of most of its letters", () => {
  expect(isRightToLeft(["שלום", "ok"])).toBe(true);
  expect(isRightToLeft(["Hello", "ב"])).toBe(false);
});
