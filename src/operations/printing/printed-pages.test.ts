import { describe, expect, test } from "vitest";
import { type PageList, parsePageList } from "../../kernel/page-ranges.ts";
import { mostPages, needsSelection, rangesForBrowser, requirePrinted } from "./printed-pages.ts";
import { printedPrice } from "./printed-price.ts";

function list(text: string): PageList {
  const parsed = parsePageList(text);
  if ("fault" in parsed) {
    throw new Error(parsed.fault.message);
  }
  return parsed.value;
}

test.each([
  ["all", "", false],
  ["first", "1", false],
  ["last", "", true],
  ["odd", "", true],
  ["even", "", true],
  ["1-3, 5,7-", "1-3,5,7-", false],
  ["-2", "1-2", false],
])("%s for the browser: %j", (text, ranges, selects) => {
  expect([rangesForBrowser(list(text)), needsSelection(list(text))]).toEqual([ranges, selects]);
});

describe("what came of the ranges", () => {
  test.each([
    // Columns: list, pages of the document, pages that were printed.
    ["1-3", 5, 3, false],
    ["1-9", 5, 5, true],
    ["4-9,1", 5, 3, true],
    ["2-", 5, 4, false],
    ["5,5,1-2,2-3", 5, 4, false],
    ["1-2,2-7", 5, 5, true],
    ["3-5,1-5", 5, 5, false],
    ["first", 5, 1, false],
    ["all", 5, 5, false],
  ])("%s of %d pages: %d, clipped: %s", (text, documentPages, came, clipped) => {
    expect(came).toBeLessThanOrEqual(documentPages);
    expect(requirePrinted(list(text), came)).toEqual({ clipped });
  });

  test.each([
    ["1,9", 1],
    ["2-,7-", 4],
    ["1-2,9-12", 2],
    ["6-7,1-9", 5],
  ])("%s, of which %d came, begins beyond the end", (text, came) => {
    expect(() => requirePrinted(list(text), came)).toThrow(expect.objectContaining({ code: "page_out_of_range" }));
  });
});

test.each([
  ["first", 1],
  ["last", 1],
  ["1-3,7", 4],
  ["1-3,7-", undefined],
  ["odd", undefined],
])("%s names at most %s pages", (text, pages) => {
  expect(mostPages(list(text))).toBe(pages);
});

const quote = (sizeBytes: number, maxPages?: number): number => printedPrice(2).quote({ sizeBytes, maxPages });
const settle = (pages: number | undefined, quoted: number): number =>
  printedPrice(2).settle({ result: { kind: "json", value: {} }, ...(pages !== undefined && { pages }) }, quoted);

test("the price is that of the pages, and never more than was held", () => {
  expect([quote(0, 1), quote(0, 25), quote(0, 26), quote(0, 9999)]).toEqual([2, 2, 3, 11]);
  expect([quote(0), quote(1_000_000), quote(100_000_000)]).toEqual([11, 51, 201]);
  expect([settle(1, 11), settle(25, 11), settle(26, 11), settle(60, 11), settle(4000, 11)]).toEqual([2, 2, 3, 4, 11]);
  expect(settle(undefined, 11)).toBe(11);
});
