import { expect, test } from "vitest";
import { lineOf, pageOf, wordAt } from "../testing/pages.ts";
import { writeRawText } from "./raw-text.ts";

test("words come in the order of the content streams, each time on a new line that they go elsewhere", () => {
  const page = pageOf([
    lineOf([wordAt(72, 100, { text: "a", glyphs: [2] }), wordAt(82, 100, { text: "b", glyphs: [3] })]),
    lineOf([wordAt(72, 112, { text: "c", glyphs: [0] }), wordAt(82, 112, { text: "d", glyphs: [4] })]),
  ]);
  expect([...writeRawText([page])]).toEqual(["c\na b\nd"]);
});

test("a word that is joined to the one before it stays so", () => {
  const words = [
    wordAt(72, 100, { text: "un", glyphs: [1, 0] }),
    wordAt(82, 100, { text: "do", glyphs: [2], isJoined: true }),
  ];
  expect([...writeRawText([pageOf([lineOf(words)]), pageOf([])], { pageSeparator: "\f" })]).toEqual(["undo", "\f"]);
});
