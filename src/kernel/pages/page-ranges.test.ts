import { describe, expect, test } from "vitest";
import { type PageList, parsePageList } from "./page-list.ts";
import { resolvePages } from "./page-ranges.ts";

function listOf(text: string): PageList {
  const parsed = parsePageList(text);
  if ("fault" in parsed) {
    throw new Error(parsed.fault.message);
  }
  return parsed.value;
}
const once = (text: string, documentPages: number) =>
  resolvePages(listOf(text), documentPages, { repeats: "once", maxPages: 5000 });
const kept = (text: string, documentPages: number, maxPages = 5000) =>
  resolvePages(listOf(text), documentPages, { repeats: "kept", maxPages });

describe("page lists", () => {
  test.each([
    ["all", 3, [1, 2, 3]],
    ["First", 3, [1]],
    ["LAST", 3, [3]],
    ["odd", 5, [1, 3, 5]],
    ["even", 5, [2, 4]],
    ["even", 1, []],
    ["2", 3, [2]],
    ["1-3,5", 5, [1, 2, 3, 5]],
    [" 1 - 2 , 4 ", 5, [1, 2, 4]],
    ["3-", 5, [3, 4, 5]],
    ["-2", 5, [1, 2]],
    ["3,1", 3, [3, 1]],
    ["0000000012", 12, [12]],
    ["0000000001-0000000003", 3, [1, 2, 3]],
  ])("%j of %i pages", (text, documentPages, pages) => {
    expect(once(text, documentPages)).toEqual({ pages, clipped: false });
  });

  test("an end beyond the last page is clipped", () => {
    expect(once("2-99", 3)).toEqual({ pages: [2, 3], clipped: true });
    expect(once("1,1-99999999999", 3)).toEqual({ pages: [1, 2, 3], clipped: true });
    expect(once(`2-${"9".repeat(1000)}`, 3)).toEqual({ pages: [2, 3], clipped: true });
  });

  test("a page written twice counts once, or is kept", () => {
    expect(once("1,1-2", 2).pages).toEqual([1, 2]);
    expect(kept("1,1-2", 2).pages).toEqual([1, 1, 2]);
  });

  test("a list of many ranges that are one in another gives each page once, in the order of the list", () => {
    const starts = Array.from({ length: 5000 }, (_, index) => `${5000 - index}-`);
    const all = Array.from({ length: 5000 }, (_, index) => index + 1);
    expect(once([...starts, ...starts].join(","), 5000).pages).toEqual(all.toReversed());
    expect(once(["2-4", ...starts.toReversed()].join(","), 5000).pages).toEqual([2, 3, 4, 1, ...all.slice(4)]);
  });

  test("a start beyond the last page is out of range", () => {
    expect(() => once("4", 3)).toThrow(expect.objectContaining({ code: "page_out_of_range" }));
    expect(() => once("4-", 3)).toThrow(expect.objectContaining({ code: "page_out_of_range" }));
  });

  test("numbers may have any number of digits", () => {
    for (const page of ["99999999999", "99999999999999999999", "9".repeat(1000)]) {
      expect(() => once(`1,${page}`, 3)).toThrow(expect.objectContaining({ code: "page_out_of_range" }));
      expect(() => once(`${page}-`, 3)).toThrow(expect.objectContaining({ code: "page_out_of_range" }));
    }
    expect(parsePageList("99999999999999999999-99999999999999999998")).toMatchObject({
      fault: { message: "Value error, the range 99999999999999999999-99999999999999999998 is reversed" },
    });
  });

  test("a list that repeats itself without end is bounded", () => {
    expect(kept("1-,1-", 5, 10).pages).toHaveLength(10);
    expect(() => kept("1-,1-,1", 5, 10)).toThrow(expect.objectContaining({ code: "too_many_pages" }));
  });

  test.each([
    "",
    "0",
    "5-2",
    "1-0",
    "a",
    "1,,2",
    "-",
    "1-2-3",
    "1;2",
    "1.5",
    "+1",
    "1,",
    "1 2",
    "1 2-3",
    "9-8".repeat(2),
  ])("%j is refused", (text) => {
    expect(parsePageList(text)).toMatchObject({ fault: { type: "value_error" } });
  });

  test("too many items are refused", () => {
    expect(parsePageList(Array(10_001).fill("1").join())).toMatchObject({ fault: { type: "value_error" } });
    expect(parsePageList(Array(10_000).fill("1").join())).toHaveProperty("value");
  });
});
