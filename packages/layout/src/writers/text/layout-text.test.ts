import { expect, test } from "vitest";
import type { PageLines } from "../../words.ts";
import { lineOf, pageOf, textAt, wordAt } from "../testing/pages.ts";
import { writeLayoutText } from "./layout-text.ts";

const linesOf = (page: PageLines): string[] => [...writeLayoutText([page])].join("").split("\n");

test("text stands on the grid as on the page", () => {
  const page = pageOf([
    textAt(72, 100, "Name"),
    textAt(172, 100, "Price"),
    textAt(72, 112, "Green tea"),
    textAt(187, 112, "15"),
  ]);
  expect(linesOf(page)).toEqual(["Name                Price", "Green tea              15"]);
});

test("columns stay in line where the text left of them is longer than its place", () => {
  const narrow = wordAt(72, 112, { text: "iiiiiiiiiiiiiiiiiiiiiiiii", xMax: 122 });
  const page = pageOf([
    textAt(72, 100, "Name"),
    textAt(130, 100, "1"),
    lineOf([narrow]),
    textAt(130, 112, "22"),
    textAt(72, 124, "Some more words of usual width"),
  ]);
  expect(linesOf(page)).toEqual([
    "Name                       1",
    "iiiiiiiiiiiiiiiiiiiiiiiii  22",
    "Some more words of usual width",
  ]);
});

test("columns of wide characters stay in line where a character has two cells", () => {
  const page = pageOf([
    lineOf([wordAt(72, 100, { text: "日本語", xMax: 102 })]),
    textAt(132, 100, "a"),
    textAt(72, 112, "abcdef"),
    textAt(132, 112, "b"),
  ]);
  expect(linesOf(page)).toEqual(["日本語      a", "abcdef      b"]);
});

test("rows further apart than most have blank ones between them, and lines come from the top", () => {
  const page = pageOf([
    textAt(72, 160, "d"),
    textAt(72, 100, "a"),
    textAt(82, 112, "b"),
    textAt(72, 124, "c"),
    textAt(72, 790, "e"),
  ]);
  expect(linesOf(page)).toEqual(["a", "  b", "c", "", "", "d", "", "", "", "e"]);
});

test("words of one line that no space parts stay together, raised ones on their line", () => {
  const words = [
    wordAt(72, 100, { text: "un" }),
    wordAt(82, 100, { text: "common", isJoined: true }),
    wordAt(112, 96, { text: "2", isJoined: true }),
    wordAt(125, 100, { text: "word" }),
  ];
  expect(linesOf(pageOf([lineOf(words)]))).toEqual(["uncommon2 word"]);
});

test("rotated text stands beneath the upright", () => {
  const page = pageOf([lineOf([wordAt(20, 400, { text: "margin" })], 270), textAt(72, 100, "text")]);
  expect(linesOf(page)).toEqual(["text", "", "margin"]);
  expect(linesOf(pageOf([]))).toEqual([""]);
});

test("pages come one by one, with the given separator between them", () => {
  const pages = [textAt(72, 100, "a"), textAt(72, 100, "b")].map((line) => pageOf([line]));
  expect([...writeLayoutText(pages)]).toEqual(["a", "\n\n---\n\nb"]);
  expect([...writeLayoutText(pages, { pageSeparator: "\f" })]).toEqual(["a", "\fb"]);
});
