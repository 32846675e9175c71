import { describe, expect, test } from "vitest";
import { type PageList, parsePageList } from "../../kernel/pages/page-list.ts";
import { needsSelection, rangesForBrowser, requirePrinted } from "./printed-pages.ts";

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
