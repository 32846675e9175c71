import { CosDocument, Dict, decodeStream, pagesOf, resolve, Stream } from "@quire/cos";
import { describe, expect, test } from "vitest";
import { type TaggedOptions, taggedPdf } from "../../packages/pdfa/src/testing/tagged-pdf.ts";
import type { FinishOptions } from "../../packages/printed/src/finish.ts";
import { finishPrinted } from "../../packages/printed/src/index.ts";
import { finished } from "../../packages/printed/src/testing/finished.ts";

/* What makes a tagged document accessible, on small documents that are built. */

const made = (tree: string, more: TaggedOptions = {}): Uint8Array => taggedPdf("ua1", { tree, ...more });

/** Returns the structure tree as `taggedPdf` takes it: types with their children. */
function treeOf(pdf: Uint8Array): string {
  const typesIn = (element: Dict): string => {
    const given = element.get("K");
    const kids = (Array.isArray(given) ? given : [given]).flatMap((kid) => {
      const value = resolve(kid);
      return value instanceof Dict && value.has("S") ? [typesIn(value)] : [];
    });
    const type = element.name("S") ?? "";
    return kids.length === 0 ? type : `${type}(${kids.join(" ")})`.replace(/^\((.*)\)$/, "$1");
  };
  return typesIn(CosDocument.open(pdf).catalog.dict("StructTreeRoot") ?? new Dict());
}

const contentOf = (pdf: Uint8Array): string => {
  const document = CosDocument.open(pdf);
  const [page] = pagesOf(document);
  return Buffer.from(page?.contents(document.bounds).bytes ?? []).toString("latin1");
};

const finishing = (pdf: Uint8Array, options: Partial<FinishOptions> = {}) =>
  finishPrinted(CosDocument.open(pdf), { write: () => {} }, { information: {}, creator: "", ...options }).accessibility;

test.each([
  ["headings have levels without gaps", "Document(H2 H5 H5 H3 H1 H4)", "Document(H1 H2 H2 H2 H1 H2)"],
  ["a heading without a level is below all others", "Document(H1 H)", "Document(H1 H2)"],
  [
    "rows have the same number of cells",
    "Document(Table(TR(TH{/A << /O /Table /Scope /Column >>} TH{/A << /O /Table /Scope /Column >>}) TR(TD)))",
    "Document(Table(TR(TH TH) TR(TD TD)))",
  ],
  [
    "a cell of no rows reaches to the last",
    "Document(Table(TR(TH{/A << /O /Table /RowSpan 0 /Scope /Row >>} TD) TR(TD)))",
    "Document(Table(TR(TH TD) TR(TD)))",
  ],
  [
    "a group of a picture and a caption is no picture",
    "Document(Figure(Figure{/Alt (a)} Caption))",
    "Document(Div(Figure Caption))",
  ],
  ["what is between the items of a list is an item", "Document(L(LI(LBody) P))", "Document(L(LI(LBody) LI(LBody(P))))"],
  ["what is between the rows of a table is a row", "Document(Table(TR(TD) P))", "Document(Table(TR(TD) TR(TD(P))))"],
  ["an item outside of a list is none", "Document(LI(LBody(P)))", "Document(NonStruct(NonStruct(P)))"],
  ["several documents are parts of one", "Document(P) Document(H1)", "Document(Part(P) Part(H1))"],
  ["elements without content and meaning are left out", "Document(P NonStruct(NonStruct) Span)", "Document(P)"],
])("%s", (_what, tree, expected) => {
  expect(treeOf(finished(made(tree)))).toBe(expected);
});

describe("part 2", () => {
  test.each([
    ["text between blocks is a paragraph", "Document(H1 Span Em P)", "Document(H1 P(Span Em) P)"],
    ["a paragraph in a paragraph is none", "Document(P(P(Span)))", "Document(P(NonStruct(Span)))"],
    [
      "a link around blocks is in the first of them",
      "Document(Link(H1(Span) P))",
      "Document(NonStruct(H1(Link(Span)) P))",
    ],
    [
      "a group with a caption is a section",
      "Document(Figure(Figure{/Alt (a)} Caption))",
      "Document(Sect(Figure Caption))",
    ],
    ["a caption in the middle is a paragraph", "Document(Sect(P Caption P))", "Document(Sect(P P P))"],
    ["the base of a ruby is said", "Document(P(Ruby(Span RT)))", "Document(P(Ruby(RB(Span) RT)))"],
    ["any other ruby is text", "Document(P(Ruby(RB RT RB RT)))", "Document(P(Span(Span Span Span Span)))"],
  ])("%s", (_what, tree, expected) => {
    // Elements without content would be left out before.
    const filled = tree.replaceAll(/\b(Span|NonStruct)\b(?![({])/g, "$1{/ActualText (x)}");
    expect(treeOf(finished(made(filled), { accessibility: 2 }))).toBe(expected);
  });
});

test("what is drawn outside of tags is an artifact, with the operators around it in pairs", () => {
  const content = "q 1 0 0 1 5 5 cm 0 0 9 9 re f Q 9 9 re W n /P << /MCID 0 >> BDC BT (a) Tj ET EMC BT (b) Tj ET";
  expect(
    contentOf(finished(made("Document(P{/K [0]})", { content })))
      .replaceAll(/\s+/g, " ")
      .trim(),
  ).toBe(
    "q 1 0 0 1 5 5 cm /Artifact BMC 0 0 9 9 re f EMC Q 9 9 re W n /P << /MCID 0 >> BDC BT (a) Tj ET EMC " +
      "/Artifact BMC BT (b) Tj ET EMC",
  );
});

test("content with inline images stays as it is, and nothing is claimed", () => {
  const content = "0 0 9 9 re f BI /W 1 /H 1 /BPC 8 /CS /G ID x EI";
  expect(contentOf(finished(made("Document(P)", { content })))).toContain("0 0 9 9 re f BI");
  const information = { title: "T" };
  expect(finishing(made("Document(P)", { content }), { information }).obstacles).toEqual([{ kind: "content" }]);
});

test("a picture without alternative text, or a broken rule, is an obstacle to a claim", () => {
  const information = { title: "T" };
  expect(finishing(made("Document(P)"), { information })).toEqual({ claimed: 1, obstacles: [], obstacleCount: 0 });
  expect(finishing(made("Document(Figure)"), { information }).obstacles).toEqual([{ kind: "alternative_text" }]);
  expect(finishing(made("Document(Other)"), { information }).obstacles).toEqual([{ kind: "structure", rule: "7.1-5" }]);
  expect(finishing(made("Document(P)"), { information: { title: "" } }).obstacles).toEqual([{ kind: "title" }]);
});

test("notes have identifiers", () => {
  const pdf = CosDocument.open(finished(made("Document(Note Note)")));
  const tree = pdf.catalog.dict("StructTreeRoot")?.dict("IDTree");
  expect(tree?.array("Names")?.filter((_, index) => index % 2 === 0)).toHaveLength(2);
});

const packetOf = (options: Partial<FinishOptions>): string => {
  const document = CosDocument.open(finished(made("Document(P)"), { information: { title: "T" }, ...options }));
  const stream = document.catalog.stream("Metadata") ?? new Stream(new Dict(), new Uint8Array(0));
  return Buffer.from(decodeStream(stream, document.bounds).bytes).toString("utf8");
};

test("metadata says what is claimed", () => {
  expect(packetOf({})).toMatch(/<pdfuaid:part>1</);
  expect(packetOf({})).not.toMatch(/pdfaExtension|pdfaid/);
  expect(packetOf({ conformance: "2u" })).toMatch(
    /pdfaid:conformance>U<[^]*pdfuaid:part>1<[^]*pdfaSchema:prefix>pdfuaid</,
  );
  expect(packetOf({ conformance: "4" })).toMatch(/pdfaid:part>4<[^]*pdfaid:rev>2020</);
  expect(packetOf({ conformance: "4" })).not.toMatch(/pdfuaid|pdfaid:conformance/);
  expect(packetOf({ conformance: "4", accessibility: 2 })).toMatch(/pdfuaid:part>2<[^]*pdfuaid:rev>2024</);
});

test.each([
  ["1b", undefined, "1.4"],
  ["4", undefined, "2.0"],
  [undefined, 2, "2.0"],
] as const)("%s and %s have the version of their standard", (conformance, accessibility, version) => {
  const pdf = finished(made("Document(P)"), { conformance, accessibility });
  expect(pdf.toString("latin1", 0, 8)).toBe(`%PDF-${version}`);
  expect(CosDocument.open(pdf).trailer.has("Info")).toBe(version !== "2.0");
});

const annotationOf = (pdf: Uint8Array): Dict => {
  const [page] = pagesOf(CosDocument.open(pdf));
  const value = resolve(page?.dict.array("Annots")?.[0]);
  return value instanceof Dict ? value : new Dict();
};
const described = (pdf: Uint8Array): string => Buffer.from(annotationOf(pdf).bytes("Contents") ?? []).toString();

describe("links", () => {
  const LINK = "/Type /Annot /Subtype /Link /Rect [0 0 5 5] /F 4 /StructParent 1";
  const REFERENCE = "/K [<< /Type /OBJR /Obj 50 0 R >>]";
  const linked = (tree: string, link: string) =>
    made(tree, {
      page: "/Annots [50 0 R] /Tabs /S",
      root: "/ParentTree << /Nums [1 60 0 R] >>",
      objects: { 50: `<< ${LINK} ${link} >>` },
    });
  test.each([
    ["the alternative text of a picture in it", `Link{@60 /ActualText (Read) ${REFERENCE}}`, "/Dest (there)", "there"],
    ["the address", `Link{@60 ${REFERENCE}}`, "/A << /S /URI /URI (https://example.com/) >>", "https://example.com/"],
    ["the name of the place", `Link{@60 ${REFERENCE}}`, "/Dest /there", "there"],
  ])("without text they say where they lead: %s", (_what, tree, link, expected) => {
    expect(described(finished(linked(`Document(P(${tree}))`, link)))).toBe(expected);
  });

  test("a description of their own stays", () => {
    const pdf = linked(`Document(P(Link{@60 ${REFERENCE}}))`, "/Dest /there /Contents (Own)");
    expect(described(finished(pdf))).toBe("Own");
  });

  test("in an element of another type they are in a Link", () => {
    expect(treeOf(finished(linked(`Document(NonStruct{@60 ${REFERENCE}})`, "/Dest /a")))).toBe("Document(Link)");
    expect(treeOf(finished(linked(`Document(P{@60 ${REFERENCE}})`, "/Dest /a")))).toBe("Document(P(Link))");
  });

  test("part 2 lets destinations lead to elements, and to pages as before", () => {
    const pdf = linked(`Document(P(Link{@60 ${REFERENCE}}))`, "/Dest [3 0 R /XYZ 0 5 0]");
    const action = annotationOf(finished(pdf, { accessibility: 2 })).dict("A");
    const first = (key: string): unknown => resolve(action?.array(key)?.[0]);
    expect([action?.name("S"), first("SD")]).toEqual(["GoTo", expect.any(Dict)]);
    expect((first("SD") as Dict).name("S")).toBe("Document");
  });
});
