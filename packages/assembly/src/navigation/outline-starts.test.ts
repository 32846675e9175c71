import { Bounds } from "@quire/cos";
import { expect, test } from "vitest";
import { navigable, pagesOfWidths, part } from "../testing/navigation-documents.ts";
import { outlineStarts } from "./outline-starts.ts";

const startsOf = (objects: Record<number, string>, entries = "") => {
  const catalog = `/Outlines 10 0 R/Names<</Dests<</Names[(two)[102 0 R/Fit]]>>>>${entries}`;
  return navigable({ catalog, pages: pagesOfWidths(100, ["", "", "", ""]), objects });
};
const listed = (objects: Record<number, string>) =>
  outlineStarts(startsOf(objects), new Bounds()).map(({ pageIndex, title }) => [pageIndex, title]);

test("the pages of the outermost entries, ascending, each once with its first title", () => {
  const starts = listed({
    10: "<</First 11 0 R>>",
    11: "<</Title(c)/Dest(two)/Next 12 0 R/First 15 0 R>>",
    12: "<</Title<FEFF00E4>/A<</S/GoTo/D[100 0 R/Fit]>>/Next 13 0 R>>",
    13: "<</Title(again)/Dest[102 0 R/XYZ 0 9 0]/Next 14 0 R>>",
    14: "<</Title(elsewhere)/A<</S/URI/URI(http://example.org)>>/Next 16 0 R>>",
    15: "<</Title(inner)/Dest[101 0 R/Fit]>>",
    16: "<</Dest[3/Fit]>>",
  });
  expect(starts).toEqual([
    [0, "ä"],
    [2, "c"],
    [3, ""],
  ]);
});

test("a single outermost entry is one start, whatever is beneath it", () => {
  const objects = {
    10: "<</First 11 0 R>>",
    11: "<</Title(a)/Dest[100 0 R/Fit]/First 12 0 R>>",
    12: "<</Title(b)/Dest(two)>>",
  };
  expect(listed(objects)).toEqual([[0, "a"]]);
});

test("documents without an outline, or with a broken one, have no starts", () => {
  expect(listed({})).toEqual([]);
  expect(listed({ 10: "[1]" })).toEqual([]);
  expect(listed({ 10: "<</First 10 0 R>>" })).toEqual([]);
  expect(listed({ 10: "<</First 11 0 R>>", 11: "<</Title(a)/Dest[null/Fit]/Next 11 0 R>>" })).toEqual([]);
});

test("the starts are the same after a part was taken", () => {
  const source = startsOf({ 10: "<</First 11 0 R>>", 11: "<</Title(a)/Dest(two)>>" });
  part(source, [0]);
  expect(outlineStarts(source, new Bounds())).toEqual([{ pageIndex: 2, title: "a" }]);
});
