import { describe, expect, test } from "vitest";
import { merged } from "../testing/catalog-documents.ts";
import { paragraphNumber, taggedPdf } from "../testing/structure-documents.ts";
import { objectsOf, readStructure } from "../testing/structure-reader.ts";

describe("names that two documents use differently", () => {
  test("types are renamed in the later one, and mean what they meant", () => {
    const { pdf } = merged([
      withRoles("/Custom/P/Same/Span"),
      withRoles("/Custom/Middle/Middle/H1/Same/Span"),
      withRoles("/Custom/Other/Other/P"),
    ]);
    const { outline, problems, root, entries } = readStructure(pdf);
    expect(problems).toEqual([]);
    expect(outline.filter((_, index) => index % 2 === 1)).toEqual([" Custom 0:0", " Custom_2 1:0", " Custom 2:0"]);
    expect(entries(root["/RoleMap"])).toMatchObject({ "/Custom": "/P", "/Custom_2": "/H1", "/Same": "/Span" });
  });

  test("a standard type that one document maps to another one stays standard in the others", () => {
    const { pdf } = merged([
      taggedPdf({ texts: [["text"]], root: "/RoleMap<</P/H1>>" }),
      taggedPdf({ texts: [["text"]] }),
    ]);
    const { outline, problems, root, entries } = readStructure(pdf);
    expect(problems).toEqual([]);
    expect(outline).toEqual(["Document", " P_1 0:0", "Document", " P 1:0"]);
    expect(entries(root["/RoleMap"])).toEqual({ "/P_1": "/H1" });
  });

  test("types of other namespaces than the default one are left alone", () => {
    const { outline, root } = readStructure(merged([withNamespace("P"), withNamespace("H1")]).pdf);
    expect(outline).toEqual(["Document", " Custom 0:0", "Document", " Custom 1:0"]);
    expect(root["/Namespaces"]).toHaveLength(2);
  });

  test("attribute classes are renamed, unless they have the same attributes", () => {
    const { pdf } = merged([withClasses("Start"), withClasses("End")]);
    const { root, entries } = readStructure(pdf);
    expect(entries(root["/ClassMap"])).toEqual({
      "/Class": { "/O": "/Layout", "/TextAlign": "/Start" },
      "/Class_2": { "/O": "/Layout", "/TextAlign": "/End" },
      "/Same": [{ "/O": "/Layout", "/SpaceAfter": 3 }],
    });
    const classes = Object.values(objectsOf(pdf)).flatMap((object) => /"\/C":(\[.*?\])/.exec(object)?.[1] ?? []);
    expect(classes).toEqual(['["/Class",0,"/Same"]', '["/Class_2",0,"/Same"]']);
  });

  test("identifiers are renamed, where cells refer to them as well", () => {
    const document = taggedPdf({
      texts: [["head", "cell"]],
      root: "/IDTree<</Names[(head)100000 0 R]>>",
      objects: {
        [paragraphNumber(0, 0)]: "<</Type/StructElem/S/TH/ID(head)/P 11 0 R/Pg 100 0 R/K 0>>",
        [paragraphNumber(0, 1)]:
          "<</Type/StructElem/S/TD/P 11 0 R/Pg 100 0 R/K 1/A[<</O/Table/Headers[(head)(none)]>>0]>>",
      },
    });
    const { pdf } = merged([document, document]);
    const { root, entries, problems } = readStructure(pdf);
    expect(problems).toEqual([]);
    const names = entries(root["/IDTree"])["/Names"] as string[];
    expect([names[0], names[2]]).toEqual(["u:head", "u:head_2"]);
    expect(entries(names[1])["/ID"]).toBe("u:head");
    expect(entries(names[3])["/ID"]).toBe("u:head_2");
    const headers = Object.values(objectsOf(pdf)).flatMap((object) => /"\/Headers":(\[.*?\])/.exec(object)?.[1] ?? []);
    expect(headers).toEqual(['["u:head","u:none"]', '["u:head_2","u:none"]']);
  });
});

const withRoles = (roles: string): Buffer =>
  taggedPdf({ texts: [["text"]], paragraph: "/S/Custom", root: `/RoleMap<<${roles}>>` });

const withNamespace = (role: string): Buffer =>
  taggedPdf({
    texts: [["text"]],
    paragraph: "/S/Custom/NS 20 0 R",
    root: `/RoleMap<</Custom/${role}>>/Namespaces[20 0 R]`,
    objects: { 20: "<</Type/Namespace/NS(urn:own)/RoleMapNS<</Custom/P>>>>" },
  });

const withClasses = (align: string): Buffer =>
  taggedPdf({
    texts: [["text"]],
    paragraph: "/S/P/C[/Class 0 /Same]",
    root: `/ClassMap<</Class<</O/Layout/TextAlign/${align}>>/Same[<</O/Layout/SpaceAfter 3>>]>>`,
  });
