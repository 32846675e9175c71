import { expect, test } from "vitest";
import { toMarkdown } from "./markdown.ts";
import { line, page } from "./testing/recognized.ts";
import { textBlocks } from "./text-blocks.ts";

const markdown = (...paragraphs: Parameters<typeof page>[0]): string => toMarkdown(textBlocks(page(paragraphs)));

test("headings, paragraphs and lists", () => {
  const body = ["Some words of common size", "in two lines."];
  expect(
    markdown([line("Title", { heightPx: 40 })], body, ["• one", "goes on", "• two"], ["3. three", "4. four"]),
  ).toBe("# Title\n\nSome words of common size\nin two lines.\n\n- one\n  goes on\n- two\n\n3. three\n4. four");
});

test("lines that begin with a check box are a task list", () => {
  expect(markdown(["[x] by post", "[ ] by telegraph, if", "it can be had"], ["Paid [x] by [ ] cheque"])).toBe(
    "- [x] by post\n- [ ] by telegraph, if\n  it can be had\n\nPaid [x] by [ ] cheque",
  );
});

test.each([
  ["# no heading", "\\# no heading"],
  ["#5 is alive", "#5 is alive"],
  ["> no quote", "\\> no quote"],
  ["1984. A year", "1984\\. A year"],
  ["+ no list", "\\+ no list"],
  ["---", "\\---"],
  ["===", "\\==="],
  ["*stars* and _strokes_", "\\*stars\\* and \\_strokes\\_"],
  ["snake_case_word", "snake_case_word"],
  ["a < b", "a < b"],
  ["<b>bold</b>", "\\<b>bold\\</b>"],
  ["AT&T &amp; &#38;", "AT&T \\&amp; \\&#38;"],
  ["a [ ] box [^1]", "a [ ] box \\[^1]"],
  ["[a](b) [c]: d [e]", "[a\\](b) [c\\]: d [e]"],
  ["a `b` ~~c~~", "a \\`b\\` \\~\\~c\\~\\~"],
  ["C:\\dir\\* \\", "C:\\dir\\\\\\* \\\\"],
])("%s is written so that it is shown as it is", (text, expected) => {
  expect(markdown([text])).toBe(expected);
});
