import { expect, test } from "vitest";
import { builtLines, builtPage, CODE } from "../testing/built-page.ts";
import { prose, shownPages, shownText } from "../testing/shown.ts";

const code = (texts: readonly string[], y: number): ReturnType<typeof builtLines> =>
  texts.flatMap((text, index) => {
    const indent = text.length - text.trimStart().length;
    return text.trim() === ""
      ? []
      : [{ text: text.trim(), x: 50 + indent * 6, y: y + index * 12, font: CODE, advanceEm: 0.6 }];
  });

const LISTING = ["if (isMine(will)) {", "  take(it);", "", "    // why not", "}"];

test("lines of fixed pitch are code, with their indents and blank lines", () => {
  const runs = [...builtLines(prose(3)), ...code(LISTING, 150), ...builtLines(prose(3), { y: 230 })];
  expect(shownText(...runs).filter((line) => line.startsWith("|"))).toEqual(LISTING.map((line) => `| ${line}`));
});

test("code goes on over the end of a page", () => {
  const first = builtPage([...builtLines(prose(3)), ...code(["let mine = will;"], 150)], { page: 1 });
  const second = builtPage([...code(["  and more(will);"], 100), ...builtLines(prose(3), { y: 130 })], { page: 2 });
  expect(shownPages(first, second).filter((line) => line.startsWith("|"))).toHaveLength(2);
});

test("a line of a paragraph that code fills is text", () => {
  const [first = "", ...rest] = prose(4);
  const wrapped = { text: "aVeryLongName.willTakeTheWholeLine(mine, it)", x: 50, y: 112, font: CODE, advanceEm: 0.6 };
  const runs = [...builtLines([first]), wrapped, ...builtLines(rest, { y: 124 })];
  expect(shownText(...runs)).toHaveLength(1);
});
