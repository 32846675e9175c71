import { expect, test } from "vitest";
import { BOLD, type BuiltText, builtLines } from "../testing/built-page.ts";
import { prose, shownText } from "../testing/shown.ts";

/** Returns the headings of a page that begins with a label and has a title and text under it. */
const headingsOf = (label: string, title: Omit<BuiltText, "x" | "y">, above: readonly BuiltText[] = []): string[] =>
  shownText(
    ...above,
    { text: label, x: 50, y: 100, sizePt: 20, font: BOLD },
    { font: BOLD, ...title, x: 50, y: 140 },
    ...builtLines(prose(8), { y: 180 }),
  ).filter((line) => line.startsWith("#"));

test("a label that begins a page and the title under it are one heading", () => {
  expect(headingsOf("Chapter 1", { text: "Little things", sizePt: 24 })).toEqual(["# Chapter 1 Little things"]);
  expect(headingsOf("ČÁST III", { text: "Slova a jejich tvar", sizePt: 20 })).toEqual([
    "# ČÁST III Slova a jejich tvar",
  ]);
});

test("a heading under another is no title of it where it is smaller or numbered, or the other no label", () => {
  expect(headingsOf("Chapter 1", { text: "Little things", sizePt: 14 })).toHaveLength(2);
  expect(headingsOf("Chapter 1", { text: "1.1 Little things", sizePt: 20 })).toHaveLength(2);
  expect(headingsOf("Sizes in 3 steps", { text: "Little things", sizePt: 20 })).toHaveLength(2);
});

test("a label with text above it on its page is a heading by itself", () => {
  expect(headingsOf("Problem 1", { text: "Little things", sizePt: 20 }, builtLines(prose(3), { y: 50 }))).toHaveLength(
    2,
  );
});
