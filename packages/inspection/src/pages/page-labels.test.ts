import { Bounds, CosString, type CosValue, Dict, Name } from "@quire/cos";
import { expect, test } from "vitest";
import { pageLabelsOf } from "./page-labels.ts";

const range = (entries: readonly (readonly [string, CosValue])[]): Dict => new Dict(entries);

function labels(ranges: readonly CosValue[], pages: number): readonly string[] {
  const catalog = new Dict([["PageLabels", new Dict([["Nums", [...ranges]]])]]);
  const labelOf = pageLabelsOf({ catalog, bounds: new Bounds() } as Parameters<typeof pageLabelsOf>[0], pages);
  return Array.from({ length: pages }, (_, index) => labelOf?.(index) ?? "none");
}

test("numbers, Roman numerals, letters, prefixes and pages before the first range", () => {
  const given = [
    1,
    range([["S", new Name("r")]]),
    4,
    range([
      ["S", new Name("A")],
      ["St", 26],
      ["P", new CosString(Buffer.from("App-"))],
    ]),
    6,
    range([["P", new CosString(Buffer.from("Cover"))]]),
  ];
  expect(labels(given, 7)).toEqual(["1", "i", "ii", "iii", "App-Z", "App-AA", "Cover"]);
});

test("numerals that would be longer than a page are numbers", () => {
  expect(
    labels(
      [
        0,
        range([
          ["S", new Name("R")],
          ["St", 2_000_000_000],
        ]),
      ],
      1,
    ),
  ).toEqual(["2000000000"]);
  expect(
    labels(
      [
        0,
        range([
          ["S", new Name("a")],
          ["St", 2_000_000_000],
        ]),
      ],
      1,
    ),
  ).toEqual(["2000000000"]);
});
