import { expect, test } from "vitest";
import { brokenIn, reportOf } from "../../testing/tagged-pdf.ts";

const idsIn = (kids: string): string[] =>
  reportOf("ua2", { tree: `Document(${kids})` })
    .findings.map(({ id }): string => id)
    .filter((id) => id.startsWith("Table 5."));

test.each<[string, string[]]>([
  ["Sect(H1 P(Span Link))", []],
  ["P(P)", ["Table 5. P-P-1"]],
  ["P(Div(P))", ["Table 5. P-Div-1", "Table 5. P-P-1"]],
  ["H2(P)", ["Table 5. Hn-P-1"]],
  ["P(H7)", ["Table 5. P-Hn-1"]],
  ["Sect{/K [0]}", ["Table 5. Sect-content-1"]],
  ["Sect(Div{/K [0]})", ["Table 5. Sect-content-1"]],
  ["Aside(Caption Caption)", ["Table 5. Aside-Caption-1"]],
  ["Sect(H H)", ["Table 5. Sect-H-1"]],
  ["H1(Sect Sect)", ["Table 5. Hn-Sect-1"]],
  ["Table(THead THead TBody)", ["Table 5. Table-THead-1"]],
  ["Table(TFoot TFoot TBody)", ["Table 5. Table-TFoot-1"]],
  ["Link(Caption P)", []],
  ["Link(Caption Caption)", ["Table 5. Link-Caption-1"]],
  ["Link(Caption Span)", ["Table 5. Link-Caption-2"]],
  ...["Aside", "BlockQuote", "DocumentFragment", "Form", "H", "L", "P", "Table", "Title"].map(
    (type): [string, string[]] => [`Link(${type} Span)`, [`Table 5. Link-${type}-1`]],
  ),
  ["Link(H1 Span)", ["Table 5. Link-Hn-1"]],
  ["Form(Reference Code{/K [0]} Figure{/Alt (a)} Formula L Table)", []],
  ["Form{/K [0]}", []],
  ["Figure{/Alt (a)}(Sub)", ["Table 5. Figure-Sub-1"]],
])("Document(%s)", (kids, ids) => {
  expect(idsIn(kids)).toEqual(ids.toSorted());
});

const keys = (kids: string) => brokenIn("ua2", { tree: `Document(${kids})` });

/** The keys of rules on types that some elements have only where they group others. */
test("what an element of content may not have beside it", () => {
  expect(keys("Form(Code Figure{/Alt (a)} Formula L Table Reference Span)")).toEqual(
    [
      "element-permitted",
      "grouping-code",
      "grouping-figure",
      "grouping-formula",
      "grouping-l",
      "grouping-reference",
      "grouping-table",
    ].toSorted(),
  );
  expect(keys("Link(Aside BlockQuote DocumentFragment Form H H1 P Title Span)")).toEqual(
    [
      "grouping-aside",
      "grouping-blockquote",
      "grouping-documentfragment",
      "grouping-form",
      "grouping-h",
      "grouping-hn",
      "grouping-p",
      "grouping-title",
      "no-plain-heading",
    ].toSorted(),
  );
  expect(keys("Figure{/Alt (a)}(Sub)")).toEqual(["grouping-sub"]);
  expect(keys("Link(Caption Caption)")).toEqual(["grouping-caption-count"]);
  expect(keys("Link(Caption Span)")).toEqual(["caption-in-grouping"]);
  expect(keys("Aside(Caption Caption)")).toEqual(["one-caption"]);
  expect(keys("Sect(H H)")).toEqual(["no-plain-heading", "one-h"]);
  expect(keys("H1(Sect Sect)")).toEqual(["one-sect"]);
  expect(keys("Table(THead THead TFoot TFoot TBody)")).toEqual(["one-tfoot", "one-thead"]);
  expect(keys("Sect{/K [0]}")).toEqual(["element-without-content"]);
});

test("the root has one Document, and no content", () => {
  expect(brokenIn("ua2", { tree: "Document Document" })).toEqual(["document-element", "root-document"]);
  expect(
    brokenIn("ua2", { tree: "", root: "/K [0 << /Type /StructElem /S /Document /P 90 0 R /NS 91 0 R >>]" }),
  ).toEqual(["root-without-content"]);
});
