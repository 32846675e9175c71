import { describe, expect, test } from "vitest";
import { merged, partOf } from "../testing/catalog-documents.ts";
import { DOCUMENT, paragraphNumber, ROOT, type TaggedDocument, taggedPdf } from "../testing/structure-documents.ts";
import { readStructure } from "../testing/structure-reader.ts";

describe("structure that is broken", () => {
  const good = taggedPdf({ texts: [["good"]] });
  const broken: Record<string, Partial<TaggedDocument>> = {
    "kids that are no elements": { moreKids: "999 0 R null (text) /Name 100 0 R 1 0 R << >> [12 0 R]" },
    "elements that are their own ancestors": { moreKids: `${DOCUMENT} 0 R ${ROOT} 0 R ${paragraphNumber(0, 0)} 0 R` },
    "a root that is its own kid": { objects: { [ROOT]: `<</K[${ROOT} 0 R ${DOCUMENT} 0 R]/ParentTree ${ROOT} 0 R>>` } },
    "no parent tree": { objects: { [ROOT]: `<</K ${DOCUMENT} 0 R>>` } },
    "a parent tree of anything": { moreParents: "-1 0 R 5 5 0 null (a)(b) 1.5[] 9007199254740991[] 4294967296 7" },
    "keys out of range": { page: () => "/StructParents 77" },
    "keys of other types": { page: () => "/StructParents(0)/Annots[<</StructParent[]>>]" },
    "names of other types": { root: "/RoleMap[/P]/ClassMap 5/IDTree(x)/Namespaces(x)/AF null" },
    "types that are mapped in a circle": { root: "/RoleMap<</A/B/B/A/P/P/C 5>>" },
    "a root that is none": { catalog: "/StructTreeRoot[]" },
  };

  test.each(Object.entries(broken))("%s", (_, entries) => {
    const pdf = taggedPdf({ texts: [["one"], ["two"]], ...entries });
    const after = readStructure(merged([pdf, good]).pdf).outline;
    const before = readStructure(merged([good, pdf]).pdf).outline;
    expect(after.slice(-2)).toEqual(["Document", " P 2:0"]);
    expect(before.slice(0, 2)).toEqual(["Document", " P 0:0"]);
    const { outline, problems } = readStructure(partOf(pdf, [1]).pdf);
    expect(outline.slice(0, 2)).toEqual(entries.catalog === undefined ? ["Document", " P 0:0"] : []);
    expect(problems.filter((problem) => !problem.includes("parent tree"))).toEqual([]);
  });

  test("ten thousand elements in one another, and as many next to one another", () => {
    const depth = 10_000;
    const numbers = Array.from({ length: depth }, (_, index) => 200_000 + index);
    const chain = numbers.map(
      (number) =>
        `<</Type/StructElem/S/Sect/P ${number - 1} 0 R/Pg 101 0 R/K ${number === 209_999 ? "0" : `${number + 1} 0 R`}>>`,
    );
    const siblings = numbers.map((number) => `${number + 100_000} 0 R`);
    const document = taggedPdf({
      texts: [["a"], ["b"]],
      moreKids: `200000 0 R ${siblings.join(" ")}`,
      objects: {
        ...Object.fromEntries(numbers.map((number, index) => [number, chain[index] ?? ""])),
        ...Object.fromEntries(numbers.map((number) => [number + 100_000, "<</Type/StructElem/S/P/P 11 0 R/K[]>>"])),
      },
    });
    const { outline } = readStructure(partOf(document, [1]).pdf);
    expect(outline.filter((line) => line.endsWith("Sect"))).toHaveLength(depth - 1);
    expect(readStructure(merged([good, document]).pdf).outline).toHaveLength(2 + 3 + 2 * depth);
  });
});
