import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { merged, partOf, pdfOf, qpdfJson, reported, streamOf } from "../testing/catalog-documents.ts";

interface Listed {
  readonly preferredname: string;
}

/** Returns the names in the tree and the file names, as qpdf reads them. */
const listed = (pdf: Uint8Array) =>
  Object.entries(qpdfJson("attachments", pdf) as Record<string, Listed>).map(([key, { preferredname }]) => [
    key,
    preferredname,
  ]);

const fileSpec = (name: string, stream: number) => `<</Type/Filespec/F(${name})/UF(${name})/EF<</F ${stream} 0 R>>>>`;
const withFile = (content: string, entries: { catalog?: string; pages?: string[] } = {}) =>
  pdfOf({
    catalog: `/Names<</EmbeddedFiles<</Names[(data.xml)10 0 R]>>>>${entries.catalog ?? ""}`,
    pages: entries.pages ?? [""],
    objects: { 10: fileSpec("data.xml", 11), 11: streamOf(content, "/Type/EmbeddedFile") },
  });

test("files of all documents are there; names that collide get numbers, the same file is there once", () => {
  const { pdf, catalog } = merged([withFile("one"), withFile("two"), withFile("one"), withFile("three")]);
  expect(listed(pdf)).toEqual([
    ["data-2.xml", "data.xml"],
    ["data-3.xml", "data.xml"],
    ["data.xml", "data.xml"],
  ]);
  expect(reported("pdfdetach", ["-list", "%"], pdf)).toContain("3 embedded files");
  expect(catalog.has("Collection")).toBe(false);
});

test("poppler saves the very bytes", () => {
  const { pdf } = merged([withFile("content of the file"), pdfOf({})]);
  const directory = mkdtempSync(join(tmpdir(), "attachments-"));
  try {
    reported("pdfdetach", ["-saveall", "-o", directory, "%"], pdf);
    expect(readdirSync(directory)).toEqual(["data.xml"]);
    expect(readFileSync(join(directory, "data.xml"), "utf8")).toBe("content of the file");
  } finally {
    rmSync(directory, { recursive: true });
  }
});

test("the same content with another description is another file", () => {
  const described = pdfOf({
    catalog: "/Names<</EmbeddedFiles<</Names[(data.xml)10 0 R]>>>>",
    objects: {
      10: "<</Type/Filespec/F(data.xml)/UF(data.xml)/Desc(of May)/EF<</F 11 0 R>>>>",
      11: streamOf("one", "/Type/EmbeddedFile"),
    },
  });
  expect(listed(merged([withFile("one"), described]).pdf)).toHaveLength(2);
});

const named = (...names: string[]) =>
  pdfOf({
    catalog: `/Names<</EmbeddedFiles<</Names[${names.map((name) => `${name} 10 0 R`).join(" ")}]>>>>`,
    objects: { 10: fileSpec("f", 11), 11: streamOf(names.join(), "/Type/EmbeddedFile") },
  });

test("names without an extension, in UTF-16, or with a taken number get a free one", () => {
  const { pdf } = merged([named("(a)", "(a-2)", "<FEFF00E9002E0063>"), named("(a)", "<FEFF00E9002E0063>")]);
  expect(listed(pdf).map(([key]) => key)).toEqual(["a", "a-2", "a-3", "é-2.c", "é.c"]);
});

const annotation = (entries: string) => `<</Type/Annot/Rect[0 0 9 9]${entries}>>`;

test("a part has the files that its pages refer to, and no others", () => {
  const names = ["attached", "associated", "target", "unused"];
  const pdf = pdfOf({
    catalog: `/AF[13 0 R]/Names<</EmbeddedFiles<</Names[${names.map((name, index) => `(${name})${10 + index} 0 R`).join(" ")}]>>>>`,
    pages: [
      `/Annots[${annotation("/Subtype/FileAttachment/FS 10 0 R")}]`,
      "/AF[11 0 R]",
      `/Annots[${annotation("/Subtype/Link/A<</S/GoToE/T<</R/C/N(target)>>>>")}]`,
      "",
    ],
    objects: Object.fromEntries(
      names.flatMap((name, index) => [
        [10 + index, fileSpec(name, 20 + index)],
        [20 + index, streamOf(name, "/Type/EmbeddedFile")],
      ]),
    ),
  });
  const partNames = (index: number) => listed(partOf(pdf, [index]).pdf).map(([key]) => key);
  expect([0, 1, 2, 3].map(partNames)).toEqual([["attached"], ["associated"], ["target"], []]);
  expect(partOf(pdf, [0]).pdf.includes("unused")).toBe(false);
  expect(partOf(pdf, [3]).catalog.has("AF")).toBe(false);
  expect(listed(partOf(pdf, [0, 1, 2, 3]).pdf)).toHaveLength(4);
});

const associating = (content: string) => withFile(content, { catalog: "/AF[10 0 R]" });

test("associated files of whole documents are joined; of files that are kept once there is one", () => {
  expect(merged([associating("one"), associating("one"), associating("two")]).catalog.array("AF")).toHaveLength(2);
});

test("a collection stays with its document alone", () => {
  const portfolio = withFile("one", { catalog: "/Collection<</View/T>>" });
  expect(partOf(portfolio, [0]).catalog.dict("Collection")?.name("View")).toBe("T");
  expect(merged([portfolio, pdfOf({})]).catalog.has("Collection")).toBe(false);
});

test("specifications of the same name are compared, of whatever types they are", () => {
  const loop = "/F 12 0 R/UF 12 0 R/Desc 12 0 R/AFRelationship 12 0 R";
  const odd = pdfOf({
    catalog: `/Names<</EmbeddedFiles<</Names[(a)10 0 R(a)10 0 R(a)<<${loop}/EF 12 0 R>>(a)<<>>(a)<</EF<</F 5>>>>]>>>>`,
    objects: {
      10: `<<${loop}/EF<</F 11 0 R>>>>`,
      11: streamOf("x", "/Filter 12 0 R"),
      12: "[12 0 R 12 0 R 12 0 R]",
    },
  });
  const { catalog } = merged([odd, odd]);
  expect(catalog.dict("Names")?.dict("EmbeddedFiles")?.array("Names")).toHaveLength(4);
});

test.each([
  ["a tree that is none", "/Names<</EmbeddedFiles 5>>/AF 5"],
  ["names that are none", "/Names[]/AF[5 null(x)]"],
  ["a tree in itself", "/Names<</EmbeddedFiles 10 0 R>>"],
  ["specifications of wrong types", "/Names<</EmbeddedFiles<</Names[(a)5(b)null 7 10 0 R(c)[]]>>>>/AF<<>>"],
])("%s is skipped", (_, catalog) => {
  const odd = pdfOf({ catalog, pages: ["/AF 5/Annots[5<</FS 5/AF[5]>>]"], objects: { 10: "<</Kids[10 0 R]>>" } });
  const { catalog: written } = merged([odd, withFile("one"), odd]);
  expect(written.dict("Names")?.dict("EmbeddedFiles")?.array("Names")).toHaveLength(2);
});
