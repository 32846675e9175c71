import { expect, test } from "vitest";
import { merged, partOf, pdfOf, streamOf, type Written } from "../testing/catalog-documents.ts";

const plain = pdfOf({});
const scripted = (script: string, trees = "") =>
  pdfOf({
    catalog: `/Names<</JavaScript<</Names[(init)10 0 R]>>${trees}>>`,
    pages: ["", ""],
    objects: { 10: `<</S/JavaScript/JS ${script}>>`, 11: streamOf("c()") },
  });

const names = ({ catalog }: Written) => catalog.dict("Names");
const scriptNames = (written: Written) =>
  (names(written)?.dict("JavaScript")?.array("Names") ?? []).flatMap((value) =>
    typeof value === "object" && value !== null && "bytes" in value
      ? String(Buffer.from(value.bytes as Uint8Array))
      : [],
  );

test("the scripts of whole documents are joined; one of the same name and text is there once", () => {
  const written = merged([
    scripted("(a\\(\\))"),
    scripted("(b\\(\\))"),
    scripted("<FEFF006100280029>"),
    scripted("11 0 R"),
  ]);
  expect(scriptNames(written)).toEqual(["init", "init-2", "init-3"]);
});

test("the scripts of a document are not those of a part", () => {
  expect(names(partOf(scripted("(a\\(\\))"), [0]))).toBeUndefined();
  const source = scripted("(a\\(\\))");
  expect(scriptNames(merged([{ pdf: source, pageIndices: [0] }, plain]))).toEqual([]);
});

test("what scripts find by name stays with the document alone", () => {
  const trees = "/AP<</Names[(icon)11 0 R]>>/Renditions<<>>/Other<<>>/Pages 5";
  expect([...(names(partOf(scripted("(a)", trees), [1, 0]))?.keys() ?? [])]).toEqual([
    "JavaScript",
    "AP",
    "Renditions",
  ]);
  expect([...(names(merged([scripted("(a)", trees), plain]))?.keys() ?? [])]).toEqual(["JavaScript"]);
});

test.each(["/JavaScript 5", "/JavaScript<</Names[(a)5 5 5(b)[]]>>", "/JavaScript 12 0 R"])("%s is skipped", (tree) => {
  const odd = pdfOf({ catalog: `/Names<<${tree}>>`, objects: { 12: "<</Kids[12 0 R]>>" } });
  expect(names(merged([odd, odd]))).toBeUndefined();
});
