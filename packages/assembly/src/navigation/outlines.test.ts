import { CosDocument, type Dict, encodeTextString } from "@quire/cos";
import { array as arrayOf, assert, constantFrom, integer, property, record, uniqueArray } from "fast-check";
import { expect, test } from "vitest";
import { pdfOf, qpdfJson, reported, sourceOf } from "../testing/catalog-documents.ts";
import { type Entry, listedOutline, merge, navigable, pagesOfWidths, part } from "../testing/navigation-documents.ts";

/** Makes a document of three pages with the outline whose items are these objects; 10 is its root. */
const outlined = (width: number, objects: Record<number, string>, title?: string) =>
  navigable({ catalog: "/Outlines 10 0 R", pages: pagesOfWidths(width, ["", "", ""]), objects }, title);

const parts = {
  10: "<</Type/Outlines/First 11 0 R/Last 14 0 R/Count 4>>",
  11: "<</Title(Part 1)/Dest[100 0 R/Fit]/Parent 10 0 R/Next 14 0 R/First 12 0 R/Last 13 0 R/Count 2/C[1 0 0]/F 2>>",
  12: "<</Title(1.1)/Dest[101 0 R/Fit]/Parent 11 0 R/Next 13 0 R>>",
  13: "<</Title(1.2)/A<</S/GoTo/D[102 0 R/Fit]>>/Parent 11 0 R/Prev 12 0 R>>",
  14: "<</Title(Part 2)/A<</S/URI/URI(http://example.org)>>/Parent 10 0 R/Prev 11 0 R/First 15 0 R/Last 15 0 R/Count -1>>",
  15: "<</Title(2.1)/Dest[102 0 R/Fit]/Parent 14 0 R>>",
};
const partsOf = (width: number): Entry[] => [
  [`Part 1 ${width}`, `1.1 ${width + 1}`, `1.2 ${width + 2}`],
  ["Part 2 +", `2.1 ${width + 2}`],
];

test("outlines follow each other, closed and open as they were", () => {
  const pdf = merge([outlined(200, parts), navigable({}), outlined(300, parts)]);
  expect(listedOutline(pdf)).toEqual([...partsOf(200), ...partsOf(300)]);
  expect(outlineProblems(pdf)).toEqual([]);
  const entries = JSON.stringify(qpdfJson("qpdf", pdf));
  expect(entries.match(/"\/C":\[1,0,0\]/gu)).toHaveLength(2);
  expect(entries.match(/"\/URI":"u:http:\/\/example.org"/gu)).toHaveLength(2);
});

test("one entry for each document has its outline beneath it, closed", () => {
  const sources = [
    outlined(200, parts, "Überblick ✓"),
    navigable({ pages: pagesOfWidths(50, [""]) }, "b"),
    outlined(300, parts, "c"),
  ];
  const pdf = merge(sources, { bookmarks: "files", pageIndices: [undefined, undefined, [2, 1]] });
  expect(listedOutline(pdf)).toEqual([
    ["Überblick ✓ 200 +", ...partsOf(200)],
    "b 50",
    ["c 302 +", ["Part 1", "1.1 301", "1.2 302"], ["Part 2 +", "2.1 302"]],
  ]);
  expect(outlineProblems(pdf)).toEqual([]);
});

test("no outline, when none is wanted or none has an entry left", () => {
  expect(listedOutline(merge([outlined(200, parts), outlined(300, parts)], { bookmarks: "none" }))).toEqual([]);
  const empty = merge([navigable({}), outlined(200, { 10: "<</First 10 0 R>>" })]);
  expect(CosDocument.open(empty).catalog.has("Outlines")).toBe(false);
});

test("of a part, the entries above those that are left stay as titles", () => {
  const source = outlined(200, parts);
  expect(listedOutline(part(source, [2]))).toEqual([
    ["Part 1", "1.2 202"],
    ["Part 2 +", "2.1 202"],
  ]);
  expect(listedOutline(part(source, [1]))).toEqual([["Part 1", "1.1 201"]]);
  expect(listedOutline(part(source, [0]))).toEqual(["Part 1 200"]);
  // MuPDF follows the actions, too.
  expect(
    reported("mutool", ["show", "%", "outline"], part(source, [1, 2]))
      .trim()
      .split("\n"),
  ).toEqual([
    expect.stringContaining(`"Part 1"`),
    expect.stringMatching(/"1\.1".*#page=1/u),
    expect.stringMatching(/"1\.2".*#page=2/u),
    expect.stringContaining(`"Part 2"`),
    expect.stringMatching(/"2\.1".*#page=2/u),
  ]);
});

const halfDead = () =>
  outlined(200, {
    10: "<</First 11 0 R>>",
    11: "<</Title(Dead)/Dest[null/Fit]/Next 12 0 R>>",
    12: "<</Title(Live)/Dest[100 0 R/Fit]>>",
  });

test("entries that lead nowhere stay in a whole document, and only there", () => {
  expect(listedOutline(merge([halfDead(), navigable({})]))).toEqual(["Dead", "Live 200"]);
  expect(listedOutline(part(halfDead(), [0, 1]))).toEqual(["Live 200"]);
});

test("loops, shared siblings and missing titles are tolerated, each entry is there once", () => {
  const pdf = merge([
    outlined(200, {
      10: "<</First 11 0 R>>",
      11: "<</Title(a)/First 11 0 R/Next 12 0 R/Dest[100 0 R/Fit]>>",
      12: "<</First 14 0 R/Next 13 0 R/Count(x)/Dest[101 0 R/Fit]>>",
      13: "<</Title 13 0 R/First 14 0 R/Next 11 0 R/Dest[2/Fit]>>",
      14: "<</Title(shared)/First 10 0 R/Next 15 0 R/Parent 99 0 R>>",
      15: "(no dictionary)",
    }),
    outlined(300, { 10: "<</First 100 0 R/Count -7>>" }),
    navigable({ catalog: "/Outlines[]" }),
  ]);
  expect(outlineProblems(pdf)).toEqual([]);
  expect(listedOutline(pdf).slice(0, 3)).toEqual(["a 200", [" 201 +", "shared"], " 202"]);
});

test("a loop of thousands of entries is read once", () => {
  const objects: Record<number, string> = { 10: "<</First 1000 0 R>>" };
  for (let index = 0; index < 5000; index++) {
    objects[1000 + index] = `<</Title(${index})/Dest[100 0 R/Fit]/Next ${1000 + ((index + 1) % 5000)} 0 R>>`;
  }
  expect(listedOutline(part(outlined(200, objects), [0]))).toHaveLength(5000);
});

test("an outline of thousands of levels is cut", () => {
  const objects: Record<number, string> = { 10: "<</First 1000 0 R>>" };
  for (let index = 0; index < 5000; index++) {
    objects[1000 + index] = `<</Title(${index})/Dest[100 0 R/Fit]/First ${1001 + index} 0 R>>`;
  }
  const pdf = part(outlined(200, objects), [0]);
  expect(outlineProblems(pdf)).toEqual([]);
  expect(reported("mutool", ["show", "%", "outline"], pdf).trim().split("\n").length).toBeGreaterThan(100);
});

test("structure elements stay where the structure does", () => {
  const objects = {
    10: "<</First 11 0 R>>",
    11: "<</Title(a)/Dest[100 0 R/Fit]/SE 13 0 R>>",
    12: "<</Type/StructTreeRoot/K 13 0 R>>",
    13: "<</S/P/P 12 0 R/Pg 100 0 R>>",
  };
  const pages = pagesOfWidths(200, [""]);
  const tagged = pdfOf({ catalog: "/Outlines 10 0 R/StructTreeRoot 12 0 R/MarkInfo<</Marked true>>", pages, objects });
  const untagged = pdfOf({ catalog: "/Outlines 10 0 R", pages, objects });
  expect(entryOfPart(tagged)?.has("SE")).toBe(true);
  expect(entryOfPart(untagged)?.has("SE")).toBe(false);
});

test("titles stay as they were written", () => {
  const title = Buffer.from(encodeTextString("Ωμέγα")).toString("hex");
  const source = outlined(200, { 10: "<</First 11 0 R>>", 11: `<</Title<${title}>/Dest[100 0 R/Fit]>>` });
  expect(listedOutline(part(source, [0]))).toEqual(["Ωμέγα 200"]);
});

test("whatever the items refer to, the outline that is made of them is sound", () => {
  const item = record({
    first: integer({ min: 8, max: 20 }),
    next: integer({ min: 8, max: 20 }),
    page: constantFrom("/Dest[100 0 R/Fit]", "/Dest[101 0 R/Fit]", "/A<</S/GoTo/D[1/Fit]>>", "/Dest(x)", ""),
    count: constantFrom("", "/Count 1", "/Count -3"),
  });
  const items = arrayOf(item, { minLength: 9, maxLength: 9 });
  const taken = uniqueArray(integer({ min: 0, max: 2 }), { minLength: 1 });
  assert(
    property(items, taken, (made, pageIndices) => {
      const objects = made.map(({ first, next, page, count }, index) => [
        10 + index,
        `<</Title(${index})/First ${first} 0 R/Next ${next} 0 R${page}${count}>>`,
      ]);
      expect(outlineProblems(part(outlined(200, Object.fromEntries(objects)), pageIndices))).toEqual([]);
    }),
    { numRuns: 200 },
  );
});

/** Returns the first outline entry of a part with the first page. */
const entryOfPart = (pdf: Uint8Array): Dict | undefined =>
  CosDocument.open(part(sourceOf(pdf), [0]))
    .catalog.dict("Outlines")
    ?.dict("First");

/** Returns the mistakes in the outline of a file (ISO 32000-2, 12.3.3), a word for each. */
function outlineProblems(pdf: Uint8Array): string[] {
  const problems: string[] = [];
  const seen = new Set<Dict>();
  const check = (parent: Dict, parentRef: unknown): number => {
    let shown = 0;
    let last: unknown;
    for (let ref = parent.raw("First"), at = parent.dict("First"); at; ref = at.raw("Next"), at = at.dict("Next")) {
      if (seen.has(at)) {
        return Number.NaN;
      }
      seen.add(at);
      problems.push(
        ...(at.raw("Parent") === parentRef ? [] : ["Parent"]),
        ...(at.raw("Prev") === last ? [] : ["Prev"]),
      );
      problems.push(...(at.bytes("Title") === undefined ? ["Title"] : []));
      const below = check(at, ref);
      const count = at.integer("Count") ?? 0;
      problems.push(...(Math.abs(count) === below ? [] : [`Count ${count}, not ${below}`]));
      shown += 1 + Math.max(count, 0);
      last = ref;
    }
    return parent.raw("Last") === last ? shown : Number.NaN;
  };
  const { catalog } = CosDocument.open(pdf);
  const root = catalog.dict("Outlines");
  if (root !== undefined && check(root, catalog.raw("Outlines")) !== root.integer("Count")) {
    problems.push("Count of all");
  }
  return problems;
}
