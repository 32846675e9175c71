import { expect, test } from "vitest";
import type { AccessibilityFlavour } from "../../flavours.ts";
import { brokenIn } from "../../testing/tagged-pdf.ts";

test.each<[string, AccessibilityFlavour, string[]]>([
  ["L(LI(Lbl LBody))", "ua1", []],
  ["L(Caption LI(LBody(L(LI(LBody)))))", "ua1", []],
  ["P(LI(LBody))", "ua1", ["list-item-parent"]],
  ["LBody", "ua1", ["list-body-parent"]],
  ["L(P)", "ua1", ["list-kids"]],
  ["L(LI(P))", "ua1", ["list-item-kids"]],
  ["L(Div(LI(NonStruct(LBody))))", "ua1", []],
  ["L(LI(LBody) Caption)", "ua1", ["list-caption-place"]],
  ["TOC(TOCI(Reference))", "ua1", []],
  ["TOCI", "ua1", ["contents-item-parent"]],
  ["TOC(P)", "ua1", ["contents-kids"]],
  ["TOC(TOCI Caption)", "ua1", ["contents-caption-place"]],
  ["L(LI(Lbl LBody))", "ua2", ["list-numbering"]],
  ["L{/A << /O /List /ListNumbering /Decimal >>}(LI(Lbl LBody))", "ua2", []],
  ["L(LI{/K [0]})", "ua2", ["list-item-content"]],
  ["L(LI(LBody{/K [0]}))", "ua2", []],
  ["TOC(TOCI(Reference))", "ua2", ["contents-item-reference"]],
  ["TOC(TOCI(Reference{/Ref [101 0 R]}))", "ua2", []],
  ["H1 H2 H3 H1", "ua1", []],
  ["H2", "ua1", ["heading-level"]],
  ["H1 H3", "ua1", ["heading-level"]],
  ["Sect(H P) Sect(H P)", "ua1", []],
  ["Sect(H P H)", "ua1", ["heading-count"]],
  ["Figure{/Alt (a)}(P Caption P)", "ua2", ["caption-place"]],
  ["Note", "ua1", ["note-id"]],
  ["Note{/ID (a)} Note{/ID (b)}", "ua1", []],
  ["Note{/ID (a)} Note{/ID (a)}", "ua1", ["note-id-unique"]],
  ["P{@10 /Ref [11 0 R]} FENote{@11 /Ref [10 0 R]}", "ua2", []],
  ["P{@10 /Ref [11 0 R]} FENote{@11}", "ua2", ["note-citations"]],
  ["P{@10} FENote{@11 /Ref [10 0 R]}", "ua2", ["note-references"]],
  ["FENote{/A << /O /FENote /NoteType /Footnote >>}", "ua2", []],
  ["FENote{/A << /O /FENote /NoteType /Odd >>}", "ua2", ["note-type"]],
  ["P(Ruby(RB RT))", "ua2", []],
  ["P(Ruby(RB RP RT RP))", "ua2", []],
  ["P(Ruby(RB))", "ua2", ["ruby-kids"]],
  ["P(Warichu(WP WT WP))", "ua2", []],
  ["P(Warichu(WP WT))", "ua2", ["warichu-kids"]],
  ["Form{/K [0]}", "ua1", ["form-element-content"]],
  ["Form{/K [0] /A << /O /PrintField /Role /tv >>}", "ua1", []],
  ["Form{/K [<< /Type /OBJR /Obj 5 0 R >>]}", "ua1", ["form-element-content"]],
])("Document(%s) in %s", (kids, flavour, keys) => {
  // Braces end the entries of an element, so dictionaries in them are written by their objects.
  expect(brokenIn(flavour, { tree: `Document(${kids})` })).toEqual(keys);
});

test("a Form has one widget", () => {
  const objects = { 20: "<< /Subtype /Widget >>", 21: "<< /Subtype /Widget >>" };
  const one = "<< /Type /OBJR /Obj 20 0 R >>";
  const both = `${one} << /Type /OBJR /Obj 21 0 R >>`;
  expect(brokenIn("ua1", { tree: `Document(Form{/K [${one}]})`, objects })).toEqual([]);
  expect(brokenIn("ua1", { tree: `Document(Form{/K [${both}]})`, objects })).toEqual(["form-element-content"]);
  expect(brokenIn("ua2", { tree: `Document(Form{/K [${both}]})`, objects })).toEqual(["form-element-widgets"]);
});

test("MathML is in a Formula", () => {
  const objects = { 93: "<< /NS (http://www.w3.org/1998/Math/MathML) >>" };
  const math = "math{/NS 93 0 R}(mi{/NS 93 0 R})";
  expect(brokenIn("ua2", { tree: `Document(Formula(${math}))`, objects })).toEqual([]);
  expect(brokenIn("ua2", { tree: `Document(P(${math}))`, objects })).toContain("math-parent");
  expect(brokenIn("wt1r", { tree: `Document(P(${math}))`, objects })).not.toContain("math-parent");
});
