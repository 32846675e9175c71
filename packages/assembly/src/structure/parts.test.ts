import { describe, expect, test } from "vitest";
import { merged, partOf, reported, sourceOf } from "../testing/catalog-documents.ts";
import { paragraphNumber, taggedPdf, withObjects } from "../testing/structure-documents.ts";
import { objectsOf, readStructure } from "../testing/structure-reader.ts";

const isTagged = (pdf: Uint8Array): boolean => /^Tagged: +yes$/m.test(reported("pdfinfo", ["%"], pdf));

describe("a part of a document", () => {
  test("has the elements of its pages, and no others", () => {
    const document = sourceOf(taggedPdf({ texts: [["one", "two"], ["three"], ["four"]] }));
    const parts = [[0], [1], [2, 0], [1]].map((pages) => readStructure(partOf(document, pages).pdf));
    expect(parts.map(({ outline }) => outline)).toEqual([
      ["Document", " P 0:0", " P 0:1"],
      ["Document", " P 0:0"],
      ["Document", " P 1:0", " P 1:1", " P 0:0"],
      ["Document", " P 0:0"],
    ]);
    expect(parts.flatMap(({ problems }) => problems)).toEqual([]);
  });

  test("is part of another document with others", () => {
    const document = taggedPdf({ texts: [["one"], ["two"], ["three"]] });
    const { pdf } = merged([
      { pdf: document, pageIndices: [1, 2] },
      { pdf: document, pageIndices: [2, 2] },
    ]);
    expect(readStructure(pdf)).toMatchObject({
      problems: [],
      outline: ["Document", " P 0:0", " P 1:0", "Document", " P 2:0", "Document", " P 3:0"],
    });
  });

  test("has those annotations, XObjects and elements of several pages that are on it", () => {
    const source = sourceOf(withObjects());
    const [first, second] = [readStructure(partOf(source, [0]).pdf), readStructure(partOf(source, [1]).pdf)];
    expect([first.problems, second.problems]).toEqual([[], []]);
    expect(first.outline.map((line) => line.trim().split(" ")[0])).toEqual(["Document", "P", "Both", "Figure"]);
    expect(second.outline.map((line) => line.trim().split(" ")[0])).toEqual(["Document", "P", "Link", "Both"]);
    expect(second.outline).toContain(" Both 0:1");
  });

  test("keeps empty cells next to those that it has", () => {
    const document = taggedPdf({
      texts: [["a"], ["b"]],
      kids: "20 0 R 21 0 R 22 0 R",
      objects: {
        20: row(`30 0 R ${cell(0, 0)}`),
        21: row(`31 0 R ${cell(1, 0)} 32 0 R`),
        22: row("33 0 R"),
        30: empty(20),
        31: empty(21),
        32: empty(21),
        33: empty(22),
        [paragraphNumber(0, 0)]: "<</Type/StructElem/S/TD/P 20 0 R/Pg 100 0 R/K 0>>",
        [paragraphNumber(1, 0)]: "<</Type/StructElem/S/TD/P 21 0 R/Pg 101 0 R/K 0>>",
      },
    });
    const source = sourceOf(document);
    expect(readStructure(partOf(source, [0]).pdf)).toMatchObject({
      problems: [],
      outline: ["Document", " TR", "  TD", "  TD 0:0"],
    });
    expect(readStructure(partOf(source, [1]).pdf)).toMatchObject({
      problems: [],
      outline: ["Document", " TR", "  TD", "  TD 0:0", "  TD", " TR", "  TD"],
    });
  });

  test("finds the page of content above it, and changes elements that are direct in their parents", () => {
    const document = taggedPdf({
      texts: [["a", "b"], ["c"]],
      kids: "20 0 R",
      objects: {
        20: `<</Type/StructElem/S/Sect/P 11 0 R/Pg 100 0 R/K[${element("P", "0")} ${element(
          "P",
          `${element("Span", "1")}<</Type/MCR/Pg 101 0 R/MCID 0>>`,
        )}]>>`,
      },
    });
    const source = sourceOf(document);
    expect(readStructure(partOf(source, [0]).pdf).outline).toEqual([
      "Document",
      " Sect",
      "  P 0:0",
      "  P",
      "   Span 0:1",
    ]);
    expect(readStructure(partOf(source, [1]).pdf).outline).toEqual(["Document", " Sect", "  P 0:0"]);
    const [section] = Object.values(objectsOf(partOf(source, [1]).pdf)).filter((object) => object.includes("/Sect"));
    // qpdf sorts the keys: there is no /Pg between /P and /S.
    expect(section).toMatch(/"\/P":"\d+ 0 R","\/S":"\/Sect"/);
  });

  test("brings nothing along by references to elements that are left out", () => {
    const document = taggedPdf({
      texts: [["a"], ["b"]],
      catalog: "/Outlines 20 0 R",
      page: () => "/Annots[30 0 R]",
      objects: {
        20: "<</Type/Outlines/First 21 0 R/Last 21 0 R/Count 1>>",
        21: `<</Title(b)/Parent 20 0 R/Dest[100 0 R/Fit]/SE ${paragraphNumber(1, 0)} 0 R>>`,
        30: `<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/A<</S/GoTo/D[100 0 R/Fit]/SD[${paragraphNumber(1, 0)} 0 R/Fit]>>>>`,
        [paragraphNumber(0, 0)]: `<</Type/StructElem/S/P/P 11 0 R/Pg 100 0 R/K 0/Ref[${paragraphNumber(1, 0)} 0 R]>>`,
      },
    });
    const { pdf } = partOf(document, [0]);
    expect(readStructure(pdf)).toMatchObject({ problems: [], outline: ["Document", " P 0:0"] });
    const objects = Object.values(objectsOf(pdf)).join();
    expect(objects).toContain('"/Dest"');
    expect(objects).toContain('"/GoTo"');
    expect(objects).not.toMatch(/"\/SE"|"\/SD"|"\/Ref"/);
  });

  test("without any content that is marked stays tagged", () => {
    const { pdf } = partOf(taggedPdf({ texts: [["a"], []] }), [1]);
    expect(isTagged(pdf)).toBe(true);
    expect(readStructure(pdf)).toMatchObject({ problems: [], outline: [] });
  });
});

const cell = (page: number, mcid: number) => `${paragraphNumber(page, mcid)} 0 R`;
const row = (kids: string) => `<</Type/StructElem/S/TR/P 11 0 R/K[${kids}]>>`;
const empty = (parent: number) => `<</Type/StructElem/S/TD/P ${parent} 0 R>>`;
const element = (type: string, kids: string) => `<</Type/StructElem/S/${type}/K[${kids}]>>`;
