import * as fc from "fast-check";
import { expect, test } from "vitest";
import { joinBlocks, joinTexts, overlapOf } from "./joining.ts";

test.each([
  [
    "lines that both have",
    ["One line.\nTwo lines here.", "Two lines here.\nThree."],
    "One line.\nTwo lines here.\nThree.",
  ],
  [
    "lines that are not read in quite the same way",
    ["Alpha.\nThe quick brown fox jumps over it,", "The quick brown fox jumps ovcr it.\nOmega."],
    "Alpha.\nThe quick brown fox jumps over it,\nOmega.",
  ],
  [
    "a line above that was cut",
    ["Alpha.\nThe second line of them.\nThe thi", "The second line of them.\nThe third line.\nOmega."],
    "Alpha.\nThe second line of them.\nThe third line.\nOmega.",
  ],
  [
    "a line below that was cut",
    ["Alpha.\nThe second line of them.\nThe third line of all.", "sccond linc\nThe third line of all.\nOmega."],
    "Alpha.\nThe second line of them.\nThe third line of all.\nOmega.",
  ],
  [
    "empty lines among them",
    ["A first one.\n\nThe same here.\n", "\nThe same here.\n\nA last one."],
    "A first one.\n\nThe same here.\n\nA last one.",
  ],
  ["nothing that both have", ["The upper half.", "The lower half."], "The upper half.\n\nThe lower half."],
  [
    "rows that are alike and short",
    ["Anna  yes\nBea  no", "Bea  no\nCarl  no"],
    "Anna  yes\nBea  no\n\nBea  no\nCarl  no",
  ],
  ["a part without text", ["The upper half.", "", "The lower half."], "The upper half.\n\nThe lower half."],
  ["one part", ["All of it."], "All of it."],
  ["no part", [], ""],
  [
    "three parts",
    ["Line the first.\nLine the second.", "Line the second.\nLine the third.", "Line the third.\nLine the fourth."],
    "Line the first.\nLine the second.\nLine the third.\nLine the fourth.",
  ],
])("parts with %s are joined", (_name, texts, expected) => {
  expect(joinTexts(texts)).toBe(expected);
});

test("of a table whose rows are alike no more is dropped than an overlap can be", () => {
  const rows = Array.from({ length: 20 }, () => "Not paid in this quarter");
  const { droppedBelow } = overlapOf(rows, rows);
  expect(droppedBelow).toBe(6);
});

test("the longest run counts, not the first that is found", () => {
  const above = ["Begin here", "A line that comes twice", "Something in between", "A line that comes twice"];
  const below = ["A line that comes twice", "Something in between", "A line that comes twice", "The end of all"];
  expect(overlapOf(above, below)).toEqual({ keptAbove: 4, droppedBelow: 3 });
});

test("blocks that are in both parts come once, and one that was cut is one", () => {
  const table = { type: "table", text: "a\tb\nfirst row\t1\nsecond row\t2" } as const;
  const rest = { type: "table", text: "first row\t1\nsecond row\t2\nthird row\t3" } as const;
  const heading = { type: "heading", text: "Results of the year" } as const;
  const last = { type: "paragraph", text: "That was it." } as const;
  expect(
    joinBlocks([
      [heading, table],
      [rest, last],
    ]),
  ).toEqual([heading, { type: "table", text: "a\tb\nfirst row\t1\nsecond row\t2\nthird row\t3" }, last]);
  expect(
    joinBlocks([
      [last, heading],
      [heading, last],
    ]),
  ).toEqual([last, heading, last]);
  expect(joinBlocks([[heading], [], [last]])).toEqual([heading, last]);
  expect(joinBlocks([])).toEqual([]);
});

const line = fc.stringMatching(/^[a-z]{12,20}$/);

test("whatever the lines are, a page cut in two that overlap is itself again", () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(line, { minLength: 20, maxLength: 40 }),
      fc.integer({ min: 1, max: 4 }),
      (lines, overlap) => {
        const middle = Math.floor(lines.length / 2);
        const upper = lines.slice(0, middle + overlap).join("\n");
        const lower = lines.slice(middle).join("\n");
        expect(joinTexts([upper, lower])).toBe(lines.join("\n"));
      },
    ),
  );
});
