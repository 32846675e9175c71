import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { Bounds, CosDocument } from "@quire/cos";
import type { DocumentContent, StructureChild, StructureElement } from "@quire/layout";
import { describe, expect, test } from "vitest";
import { pdfFile } from "../../../conformance/documents/made-documents.ts";
import { openCosDocument } from "../../../cos/worker/open-document.ts";
import { readDocument } from "./read-document.ts";
import { FORM_CONTENT } from "./structure.ts";

const CATALOG_END = ">>";
const pageObject = (attributes: string): string =>
  `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 200] ${attributes} >>`;

/** Reads a document of two pages, objects 3 and 4; `objects` follow from 5 on. `entries` are those of the catalog. */
function read(
  entries: string,
  objects: readonly string[] = [],
  attributes: string | readonly [string, string] = "",
): DocumentContent {
  const [first, second] = typeof attributes === "string" ? [attributes, attributes] : attributes;
  const bytes = pdfFile([
    `<< /Type /Catalog /Pages 2 0 R ${entries} ${CATALOG_END}`,
    "<< /Type /Pages /Kids [3 0 R 4 0 R] /Count 2 >>",
    pageObject(first),
    pageObject(second),
    ...objects,
  ]);
  return readDocument(CosDocument.open(bytes, { bounds: new Bounds({ timeoutMs: 20_000 }) })).content;
}

/** Returns an element as one line, its children in brackets. */
function outlineOf(child: StructureChild): string {
  return "role" in child
    ? `${child.role}(${child.children.map(outlineOf).join(" ")})`
    : `${child.page}#${child.markedContentId}`;
}

const treeOf = ({ structure }: DocumentContent): string => structure.map(outlineOf).join(" ");

function firstOf({ structure }: DocumentContent): StructureElement {
  const [first] = structure;
  if (first === undefined) {
    throw new Error("There is no structure.");
  }
  return first;
}

describe("what a document says of itself", () => {
  test("is its language and whether it is tagged", () => {
    expect(read("/Lang (de-AT) /MarkInfo << /Marked true >>")).toMatchObject({
      lang: "de-AT",
      isTagged: true,
      pageCount: 2,
      title: undefined,
    });
    expect(read("/MarkInfo << /Marked true /Suspects true >>").isTagged).toBe(false);
    expect(read("/Lang ()")).toMatchObject({ lang: undefined, isTagged: false, structure: [], outline: [] });
  });

  test("is the title of its metadata where it has no other", () => {
    const xmp =
      '<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title><rdf:Alt><rdf:li xml:lang="x-default">Salt &amp; light</rdf:li></rdf:Alt></dc:title></rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="w"?>';
    const metadata = `<< /Type /Metadata /Subtype /XML /Length ${xmp.length} >>\nstream\n${xmp}\nendstream`;
    expect(read("/Metadata 5 0 R", [metadata]).title).toBe("Salt & light");
  });
});

/** A paragraph and a heading that both claim the content 11 of the second page. */
const contested = (parents: string): string[] => [
  `<< /K [6 0 R 7 0 R] ${parents} >>`,
  "<< /S /P /Pg 4 0 R /K [11 0] >>",
  "<< /S /H1 /Pg 4 0 R /K [11 12] >>",
];

describe("the structure tree", () => {
  test("has roles that several steps of the role map lead to, and its own ones where none does", () => {
    const content = read("/StructTreeRoot 5 0 R", [
      "<< /Type /StructTreeRoot /K [6 0 R 7 0 R 8 0 R 9 0 R] /RoleMap << /Headline /Big /Big /H1 /Loop /Round /Round /Loop >> >>",
      "<< /S /Headline /P 5 0 R >>",
      "<< /S /Loop /P 5 0 R >>",
      "<< /S /Strange /P 5 0 R >>",
      "<< /S /para /P 5 0 R /NS << /RoleMapNS << /para [/P null] >> >> >>",
    ]);
    expect(treeOf(content)).toBe("H1() Loop() Strange() P()");
  });

  test("leads to marked content of pages, which elements pass on", () => {
    const content = read("/StructTreeRoot 5 0 R", [
      "<< /K 6 0 R >>",
      "<< /S /Sect /Pg 3 0 R /K [7 0 R 8 0 R 3] >>",
      "<< /S /P /K [0 << /Type /MCR /Pg 4 0 R /MCID 5 >> << /Type /OBJR /Obj 9 0 R >> -1 (x) 1.5] >>",
      "<< /S /P /Pg 4 0 R /K 1 >>",
    ]);
    expect(treeOf(content)).toBe("Sect(P(1#0 2#5) P(2#1) 1#3)");
  });

  test("distinguishes the content of forms from that of their page", () => {
    const content = read("/StructTreeRoot 5 0 R", [
      "<< /K 6 0 R >>",
      "<< /S /P /Pg 3 0 R /K [0 << /Type /MCR /MCID 0 /Stm 7 0 R >>] >>",
      "<< /Length 0 >>\nstream\n\nendstream",
    ]);
    expect(treeOf(content)).toBe(`P(1#0 1#${FORM_CONTENT})`);
  });

  test("has content once, as the parent tree says, and a claim of the page before where it is its own", () => {
    const nulls = "null ".repeat(11);
    const numbers = `/ParentTree << /Nums [0 [${nulls} 6 0 R] 1 [6 0 R ${"null ".repeat(10)} 7 0 R 7 0 R]] >>`;
    const pages = ["/StructParents 0", "/StructParents 1"] as const;
    expect(treeOf(read("/StructTreeRoot 5 0 R", contested(numbers), pages))).toBe("P(1#11 2#0) H1(2#11 2#12)");
    // Nothing of it is on the other page: it is the owner's alone.
    const without = numbers.replace(`${nulls} 6 0 R`, "");
    expect(treeOf(read("/StructTreeRoot 5 0 R", contested(without), pages))).toBe("P(2#0) H1(2#11 2#12)");
    // A tree that does not know either of them decides nothing.
    expect(treeOf(read("/StructTreeRoot 5 0 R", contested(""), pages))).toBe("P(2#11 2#0) H1(2#11 2#12)");
  });

  test("has attributes of elements and of their classes", () => {
    const content = read("/StructTreeRoot 5 0 R", [
      "<< /K [6 0 R 7 0 R 8 0 R] /ClassMap << /Wide << /O /Table /ColSpan 3 /Scope /Row >> /Tall [<< /O /Table /RowSpan 2 >>] >> >>",
      "<< /S /TH /A [<< /O /Layout >> 0 << /O /Table /ColSpan 2 >>] /C [/Wide /Tall] >>",
      "<< /S /L /A << /O /List /ListNumbering /UpperRoman >> >>",
      "<< /S /TD /A << /O /Table /ColSpan -5 /RowSpan (2) /Scope /None >> >>",
    ]);
    expect(content.structure).toMatchObject([
      { role: "TH", colSpan: 2, rowSpan: 2, scope: "Row" },
      { role: "L", colSpan: 1, rowSpan: 1, listNumbering: "UpperRoman" },
      { role: "TD", colSpan: 1, rowSpan: 1, scope: undefined },
    ]);
  });

  test("has texts that stand for elements", () => {
    const content = read("/StructTreeRoot 5 0 R", [
      "<< /K [6 0 R] >>",
      "<< /S /Figure /T (One) /Alt <FEFF00e9> /ActualText () /Lang (fr) >>",
    ]);
    expect(firstOf(content)).toMatchObject({ title: "One", alt: "é", actualText: "", lang: "fr" });
  });

  test("that goes round has each element once", () => {
    const content = read("/StructTreeRoot 5 0 R", [
      "<< /K [6 0 R 6 0 R 5 0 R] /S /Root >>",
      "<< /S /Sect /K [7 0 R 6 0 R 7 0 R] >>",
      "<< /S /P /K [6 0 R 8 0 R] >>",
      "[9 0 R]",
    ]);
    expect(treeOf(content)).toBe("Sect(P()) Root()");
  });

  test("that is deeper than any honest one ends somewhere", () => {
    const elements = Array.from({ length: 5000 }, (_, index) => `<< /S /Div /K ${index + 7} 0 R >>`);
    const content = read("/StructTreeRoot 5 0 R", ["<< /K 6 0 R >>", ...elements]);
    let depth = 0;
    for (
      let element: StructureChild | undefined = firstOf(content);
      element && "role" in element;
      [element] = element.children
    ) {
      depth++;
    }
    expect(depth).toBe(100);
  });
});

describe("the outline", () => {
  const OUTLINE = "/Outlines << /First 5 0 R >>";

  test("leads to places on pages, by arrays, names and actions", () => {
    const content = read(
      `${OUTLINE} /Names << /Dests << /Names [(chapter) 9 0 R] >> >> /Dests << /old [4 0 R /FitH 20] >>`,
      [
        "<< /Title (One) /Dest [3 0 R /XYZ 0 150 null] /First 6 0 R /Next 7 0 R >>",
        "<< /Title <FEFF00410020000D0042> /A << /S /GoTo /D (chapter) >> >>",
        "<< /Title (Two) /Dest /old /Next 8 0 R >>",
        "<< /Title (Out) /A << /S /URI /URI (https://example.org) >> /Next 10 0 R >>",
        "<< /D [4 0 R /FitR 10 20 30 120] >>",
        "<< /Title (By number) /Dest [1 /Fit] >>",
      ],
    );
    expect(content.outline).toEqual([
      { title: "One", level: 1, page: 1, yPt: 50 },
      { title: "A B", level: 2, page: 2, yPt: 80 },
      { title: "Two", level: 1, page: 2, yPt: 180 },
      { title: "Out", level: 1, page: undefined, yPt: undefined },
      { title: "By number", level: 1, page: 2, yPt: undefined },
    ]);
  });

  test("returns places as the page is seen", () => {
    const item = "<< /Title (One) /Dest [3 0 R /XYZ 40 150 null] >>";
    const yOf = (attributes: string) => read(OUTLINE, [item], attributes).outline[0]?.yPt;
    expect(yOf("/CropBox [20 10 280 190]")).toBe(40);
    expect(yOf("/Rotate 90")).toBe(40);
    expect(yOf("/Rotate 180 /UserUnit 2")).toBe(300);
    expect(yOf("/Rotate 270")).toBe(260);
  });

  test("that goes round has each item once", () => {
    const content = read(OUTLINE, [
      "<< /Title (One) /First 5 0 R /Next 6 0 R >>",
      "<< /Title (Two) /First 5 0 R /Next 5 0 R >>",
    ]);
    expect(content.outline.map(({ title }) => title)).toEqual(["One", "Two"]);
  });
});

const corpora = process.env["QUIRE_TEST_CORPORA"];
const pathOf = (file: string): string => join(corpora ?? "", "extract-real/pdf", file);

describe.runIf(corpora !== undefined)("documents of others", () => {
  test.each(["ua-chapter-de.pdf", "ua-invoice.pdf", "ua-presentation.pdf", "pdfjs-wikipedia.pdf"])(
    "the roles of %s are those that Poppler reports",
    (file) => {
      const printed = execFileSync("pdfinfo", ["-struct", pathOf(file)], { encoding: "utf8", stdio: "pipe" });
      const theirs = Array.from(printed.matchAll(/^ *([A-Za-z0-9]+)(?:[ :].*)?$/gm), ([, role]) => role).filter(
        (role) => role !== "Object",
      );
      const roles: string[] = [];
      const add = (child: StructureChild): void => {
        if ("role" in child) {
          // Poppler knows the types of PDF 1.7, to which these documents map those of 2.0.
          roles.push(child.role === "Title" ? "P" : child.role);
          child.children.forEach(add);
        }
      };
      readDocument(openCosDocument(pathOf(file), undefined)).content.structure.forEach(add);
      expect(roles).toEqual(theirs);
    },
  );

  test("the outline of a book is the one that MuPDF reports", () => {
    const printed = execFileSync("mutool", ["show", pathOf("ua-chapter-de.pdf"), "outline"], { encoding: "utf8" });
    const theirs = Array.from(printed.matchAll(/^.(\t+)"(.*)"\t#page=(\d+)/gm), ([, tabs = "", title = "", page]) => ({
      title: title.replaceAll("\\t", " ").replaceAll(/\s+/g, " "),
      level: tabs.length,
      page: Number(page),
    }));
    expect(theirs.length).toBeGreaterThan(5);
    expect(readDocument(openCosDocument(pathOf("ua-chapter-de.pdf"), undefined)).content.outline).toMatchObject(theirs);
  });
});
