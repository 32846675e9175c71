import { Bounds } from "@quire/cos";
import { expect, test } from "vitest";
import { mergeDocuments } from "./merge.ts";
import {
  followedPages,
  link,
  listedOutline,
  navigable,
  pagesOfWidths,
  pageWidths,
} from "./testing/navigation-documents.ts";

const PAGES = pagesOfWidths(100, [
  `/Annots[${link(1, "/Dest[101 0 R/Fit]")}]`,
  `/Annots[${link(2, "/Dest[100 0 R/Fit]")}]`,
]);
const OUTLINE = {
  catalog: "/Outlines 10 0 R",
  objects: { 10: "<</First 11 0 R/Last 11 0 R>>", 11: "<</Title(Chapter)/Parent 10 0 R/Dest[101 0 R/Fit]>>" },
};

const open = (title: string) => navigable({ pages: PAGES, ...OUTLINE }, title);

function merge(...lists: readonly (readonly number[] | undefined)[]): Buffer {
  const chunks: Uint8Array[] = [];
  const inputs = lists.map((pageIndices, index) => {
    const title = `file ${index + 1}`;
    return { source: open(title), pageIndices, reopen: () => open(title) };
  });
  mergeDocuments(inputs, { write: (bytes) => chunks.push(bytes) }, { bookmarks: "files", bounds: new Bounds() });
  return Buffer.concat(chunks);
}

test("a page that comes again is there again, and what it leads to comes with it", () => {
  const pdf = merge([1, 0, 1, 0], undefined);
  expect(pageWidths(pdf)).toEqual([101, 100, 101, 100, 100, 101]);
  expect(followedPages(pdf)).toEqual([
    [0, [1]],
    [1, [0]],
    [2, [3]],
    [3, [2]],
    [4, [5]],
    [5, [4]],
  ]);
});

test("a file has one entry, however often its pages come", () => {
  expect(listedOutline(merge([0, 0, 1], undefined))).toEqual([
    ["file 1 100 +", "Chapter 101"],
    ["file 2 100 +", "Chapter 101"],
  ]);
});
