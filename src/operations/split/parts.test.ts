import { expect, test } from "vitest";
import type { PageList } from "../../kernel/pages/page-list.ts";
import { parsePageList } from "../../kernel/pages/page-list.ts";
import { bookmarkParts, divide, type Manner, type Part, uniqueNames } from "./parts.ts";

function list(text: string): PageList {
  const parsed = parsePageList(text);
  if ("fault" in parsed) {
    throw new Error(parsed.fault.message);
  }
  return parsed.value;
}

const shown = (parts: readonly Part[]): string[] => parts.map(({ name, pages }) => `${name}: ${pages.join(" ")}`);
const divided = (pages: number, manner: Manner): string[] => shown(divide(pages, manner).parts);

test("a part for each page, in the order of the list", () => {
  expect(divided(4, { kind: "pages", list: list("4,2-3") })).toEqual(["page_4: 4", "page_2: 2", "page_3: 3"]);
});

test("a part for each item of a list of ranges; a word is one item", () => {
  expect(divided(9, { kind: "ranges", list: list("8-,-2,5") })).toEqual([
    "pages_8-9: 8 9",
    "pages_1-2: 1 2",
    "page_5: 5",
  ]);
  expect(divided(5, { kind: "ranges", list: list("odd") })).toEqual(["part_1: 1 3 5"]);
  expect(divided(2, { kind: "ranges", list: list("odd") })).toEqual(["page_1: 1"]);
  expect(divided(1, { kind: "ranges", list: list("even") })).toEqual([]);
});

test("chunks, the last of which may be smaller, with as many digits as needed", () => {
  const parts = divide(95, { kind: "chunks", list: list("all"), chunkSize: 10 }).parts;
  expect(parts.map(({ name, pages }) => [name, pages.length]).slice(-2)).toEqual([
    ["part_09", 10],
    ["part_10", 5],
  ]);
  expect(divided(3, { kind: "chunks", list: list("all"), chunkSize: 1e9 })).toEqual(["part_1: 1 2 3"]);
});

test("an end beyond the last page is clipped and reported, a start is an error", () => {
  expect(divide(3, { kind: "ranges", list: list("1,2-9") })).toMatchObject({ clipped: true });
  expect(divide(3, { kind: "pages", list: list("1-") })).toMatchObject({ clipped: false });
  expect(() => divide(3, { kind: "ranges", list: list("1,4-") })).toThrow("Page 4 does not exist");
});

test("by bookmarks, what is before the first of them is a part, too", () => {
  expect(shown(bookmarkParts(5, [1, 4]))).toEqual(["part_1: 1 2 3", "part_2: 4 5"]);
  expect(shown(bookmarkParts(5, [3, 5]))).toEqual(["part_1: 1 2", "part_2: 3 4", "part_3: 5"]);
  expect(shown(bookmarkParts(2, []))).toEqual(["part_1: 1 2"]);
});

test("names that come again are numbered", () => {
  const parts = ["page_1", "page_2", "page_1", "page_1"].map((name) => ({ name, pages: [1] }));
  expect(uniqueNames(parts).map(({ name }) => name)).toEqual(["page_1", "page_2", "page_1_2", "page_1_3"]);
});
