import { expect, test } from "vitest";
import { line, page } from "./testing/recognized.ts";
import { textBlocks } from "./text-blocks.ts";

const types = (paragraphs: Parameters<typeof page>[0]): string[] =>
  textBlocks(page(paragraphs)).map((block) => (block.type === "heading" ? `${block.type} ${block.level}` : block.type));
const BODY = Array.from({ length: 6 }, () => "Some words of common size in a line");

test("what is set larger than the rest is a heading, by how much larger it is", () => {
  const title = line("Annual Report", { heightPx: 40 });
  const section = line("Overview", { heightPx: 28 });
  expect(types([[title], [section], BODY, BODY])).toEqual(["heading 1", "heading 2", "paragraph", "paragraph"]);
});

test.each([
  { what: "longer than a heading", lines: Array.from({ length: 4 }, () => line("Large type", { heightPx: 40 })) },
  { what: "a number", lines: [line("1,234.00", { heightPx: 40 })] },
  { what: "the beginning of a sentence", lines: [line("Dear reader,", { heightPx: 40 })] },
  { what: "only a little larger", lines: [line("Some words", { heightPx: 24 })] },
])("$what is not a heading", ({ lines }) => {
  expect(types([lines, BODY, BODY])).toEqual(["paragraph", "paragraph", "paragraph"]);
});

test("words whose letters all reach up and down are not larger for that", () => {
  const [flat, tall] = [line("no more mice nor owls now", { heightPx: 10 }), line("Display Glyphs", { heightPx: 18 })];
  expect(types([[tall], [flat], [flat], [flat]])).toEqual(["paragraph", "paragraph", "paragraph", "paragraph"]);
});

test("a page of one size has no headings", () => {
  expect(types([["Title"], ["Text"]])).toEqual(["paragraph", "paragraph"]);
});

test("bullets make a list, alone and with lines that go on", () => {
  const [block] = textBlocks(page([["• one", "goes on", "• two"]]));
  expect(block).toMatchObject({
    type: "list",
    lines: ["• one", "goes on", "• two"],
    items: [
      { marker: "-", lines: ["one", "goes on"] },
      { marker: "-", lines: ["two"] },
    ],
  });
  expect(types([["• one"]])).toEqual(["list"]);
});

test("numbers and dashes make a list when they go on", () => {
  expect(types([["1. one", "2. two"]])).toEqual(["list"]);
  expect(types([["1) one"], ["2) two"]])).toEqual(["list", "list"]);
  expect(types([["- one", "- two"]])).toEqual(["list"]);
  expect(types([["- one"], ["- two"]])).toEqual(["list", "list"]);
});

test.each([["1. one"], ["- one"], ["1. one", "5. two"], ["2024. A year", "was over"], ["-5 degrees", "-6 degrees"]])(
  "%j is not a list",
  (...lines) => {
    expect(types([lines])).toEqual(["paragraph"]);
  },
);

test("the box of a block holds its lines", () => {
  const [block] = textBlocks(page([[line("one", { yMin: 10 }), line("two three", { yMin: 40 })]]));
  expect(block?.box).toEqual({ xMin: 0, yMin: 10, xMax: 100, yMax: 60 });
});
