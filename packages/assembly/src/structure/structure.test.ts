import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { merged, partOf, pdfOf, reported, streamOf } from "../testing/catalog-documents.ts";
import { taggedPdf, withObjects } from "../testing/structure-documents.ts";
import { objectsOf, readStructure } from "../testing/structure-reader.ts";

const FEATURES = readFileSync(new URL("../../../../test/fixtures/features.pdf", import.meta.url));

const structText = (pdf: Uint8Array): string => reported("pdfinfo", ["-struct-text", "%"], pdf);
const isTagged = (pdf: Uint8Array): boolean => /^Tagged: +yes$/m.test(reported("pdfinfo", ["%"], pdf));

describe("documents that are put together", () => {
  test("have the structures of all, in order", () => {
    const one = taggedPdf({ texts: [["first", "second"], ["third"]] });
    const { pdf } = merged([one, FEATURES, one]);
    const { outline, problems } = readStructure(pdf);
    expect(problems).toEqual([]);
    expect(outline.join()).toBe(
      "Document, P 0:0, P 0:1, P 1:0,Document, H1 2:0, P 2:1, P 3:0,Document, P 4:0, P 4:1, P 5:0",
    );
    expect(structText(pdf)).toBe(structText(one) + structText(FEATURES) + structText(one));
    expect(isTagged(pdf)).toBe(true);
  });

  test("have one parent tree, also of annotations and XObjects", () => {
    const document = withObjects();
    const { pdf } = merged([document, document]);
    const { outline, problems, root, entries } = readStructure(pdf);
    expect(problems).toEqual([]);
    expect(outline.filter((line) => line.startsWith(" Link"))).toHaveLength(2);
    expect(root["/ParentTreeNextKey"]).toBe(8);
    const keys = (name: string) =>
      Object.values(objectsOf(pdf)).flatMap((object) =>
        object.includes('"/Subtype":"/Form"') ? (keyIn(object, name) ?? []) : [],
      );
    expect(new Set(keys("StructParents"))).toEqual(new Set([3, 7]));
    expect(entries(root["/ParentTree"])).toHaveProperty("/Nums");
  });

  test("keep no keys of a structure that was lost", () => {
    const lost = pdfOf({
      pages: ["/StructParents 0/Annots[20 0 R]/Resources<</XObject<</X 21 0 R>>>>"],
      objects: {
        20: "<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/StructParent 1/A<</S/URI/URI(x:)>>>>",
        21: streamOf("", "/Type/XObject/Subtype/Form/BBox[0 0 1 1]/StructParents 0"),
      },
    });
    const { pdf } = merged([taggedPdf({ texts: [["a"], ["b"]] }), lost]);
    expect(readStructure(pdf)).toMatchObject({ problems: [], outline: ["Document", " P 0:0", " P 1:0"] });
    const keys = Object.values(objectsOf(pdf)).flatMap((object) => keyIn(object, "StructParents?") ?? []);
    expect(keys).toEqual([0, 1]);
    expect(isTagged(pdf)).toBe(true);
  });

  test("have one document element above them in the namespace of PDF 2.0", () => {
    const document = taggedPdf({
      texts: [["text"]],
      root: "/Namespaces[20 0 R]",
      objects: { 20: "<</Type/Namespace/NS(http://iso.org/pdf2/ssn)>>" },
    });
    const { pdf } = merged([taggedPdf({ texts: [["text"]] }), document]);
    expect(readStructure(pdf)).toMatchObject({
      problems: [],
      outline: ["Document", " Document", "  P 0:0", " Document", "  P 1:0"],
    });
    expect(readStructure(partOf(document, [0]).pdf).outline).toEqual(["Document", " P 0:0"]);
  });

  test("give the language of what is not in that of the first", () => {
    const { pdf } = merged([
      taggedPdf({ texts: [["one"]], catalog: "/Lang(en)" }),
      taggedPdf({ texts: [["zwei"]], catalog: "/Lang(de)" }),
      taggedPdf({ texts: [["three"]], catalog: "/Lang(en)" }),
    ]);
    const reading = readStructure(pdf);
    const languages = [reading.resolve(reading.root["/K"])]
      .flat()
      .map((top) => reading.entries(top as string)["/Lang"]);
    expect(languages).toEqual([undefined, "u:de", undefined]);
  });

  test("that are not tagged stay so", () => {
    expect(isTagged(merged([pdfOf({}), pdfOf({})]).pdf)).toBe(false);
    expect(merged([pdfOf({}), pdfOf({})]).catalog.has("MarkInfo")).toBe(false);
  });

  test("are marked without structure only when all are", () => {
    const marked = pdfOf({ catalog: "/MarkInfo<</Marked true/Suspects true>>" });
    expect(merged([marked, marked]).catalog.dict("MarkInfo")?.boolean("Marked")).toBe(true);
    expect(
      merged([marked, pdfOf({})])
        .catalog.dict("MarkInfo")
        ?.boolean("Marked"),
    ).toBeUndefined();
    expect(
      merged([marked, pdfOf({})])
        .catalog.dict("MarkInfo")
        ?.boolean("Suspects"),
    ).toBe(true);
  });
});

function keyIn(object: string, name: string): number | undefined {
  const found = new RegExp(`"/${name}":(\\d+)`).exec(object);
  return found === null ? undefined : Number(found[1]);
}
