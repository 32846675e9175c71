import { describe, expect, test } from "vitest";
import type { AccessibilityFlavour } from "../../flavours.ts";
import { brokenIn, type TaggedOptions } from "../../testing/tagged-pdf.ts";

/** An annotation, object 20, with these entries; its element is the last of the tree, object 30. */
const annotated = (entries: string, element: string, more: TaggedOptions = {}): TaggedOptions => ({
  page: "/Annots [20 0 R] /Tabs /S",
  root: "/ParentTree << /Nums [0 30 0 R] >>",
  tree: `Document(${element})`,
  ...more,
  objects: { 20: `<< /Type /Annot /Rect [0 0 9 9] /StructParent 0 ${entries} >>`, ...more.objects },
});

const ANNOT = "Annot{@30}";
const LINK = "Link{@30}";
const FORM = "Form{@30 /K [<< /Type /OBJR /Obj 20 0 R >>]}";

test.each<[string, string, AccessibilityFlavour, string[]]>([
  ["/Subtype /Text /Contents (a)", ANNOT, "ua1", []],
  ["/Subtype /Text /Contents (a)", "P{@30}", "ua1", ["annotation-element"]],
  ["/Subtype /Text /Contents (a) /F 2", "P{@30}", "ua1", []],
  ["/Subtype /Text /Contents (a) /Rect [500 500 600 600]", "P{@30}", "ua1", []],
  ["/Subtype /Text", ANNOT, "ua1", ["annotation-description"]],
  ["/Subtype /Text", "Annot{@30 /Alt (a)}", "ua1", []],
  ["/Subtype /Text /Contents (a)", "P{@30}", "ua2", ["markup-element"]],
  ["/Subtype /Text /Contents (a)", "Artifact{@30}", "ua2", []],
  ["/Subtype /Watermark", "P{@30}", "ua2", ["watermark-element"]],
  ["/Subtype /Watermark /F 1", ANNOT, "ua2", ["annotation-invisible"]],
  ["/Subtype /Watermark /F 32", ANNOT, "ua2", ["annotation-not-viewed"]],
  ["/Subtype /Watermark /F 288", ANNOT, "ua2", []],
  ["/Subtype /PrinterMark /Contents (a)", ANNOT, "ua2", ["printer-mark-artifact"]],
  ["/Subtype /PrinterMark /Contents (a)", ANNOT, "ua1", ["printer-mark-untagged"]],
  ["/Subtype /Popup", ANNOT, "ua2", ["popup-untagged"]],
  ["/Subtype /Text /Contents (a)", "Annot{@30 /Alt (b)}", "ua2", ["annotation-contents-alt"]],
  ["/Subtype /Text /Contents (a)", "Annot{@30 /Alt (a)}", "ua2", []],
  ["/Subtype /Text /Contents (a b) /RC (<body><p>a</p> b</body>)", ANNOT, "ua2", []],
  ["/Subtype /Text /Contents (a b) /RC (<body><p>a</p></body>)", ANNOT, "ua2", ["markup-rich-contents"]],
  ["/Subtype /Text /Contents (a b) /RC (no XML)", ANNOT, "ua2", ["markup-rich-contents"]],
  ["/Subtype /Stamp", ANNOT, "ua2", ["stamp-contents"]],
  ["/Subtype /Stamp /Name /Draft", ANNOT, "ua2", []],
  ["/Subtype /Ink", ANNOT, "ua2", ["ink-contents"]],
  ["/Subtype /Ink", ANNOT, "wt1r", []],
  ["/Subtype /Screen", ANNOT, "ua2", ["screen-contents"]],
  ["/Subtype /3D", ANNOT, "ua2", ["3d-contents"]],
  ["/Subtype /RichMedia", ANNOT, "ua2", ["richmedia-contents"]],
  ["/Subtype /FileAttachment /FS << /F (a) >>", ANNOT, "ua2", ["file-attachment-relationship"]],
  ["/Subtype /FileAttachment /FS << /F (a) /AFRelationship /Data >>", ANNOT, "ua2", []],
  ["/Subtype /TrapNet /Contents (a)", ANNOT, "ua1", ["no-trapnet-annotation"]],
  ["/Subtype /TrapNet /Contents (a) /F 2", ANNOT, "ua1", []],
  ["/Subtype /TrapNet /F 2", ANNOT, "ua2", ["no-trapnet-annotation"]],
  ["/Subtype /Sound", ANNOT, "ua2", ["no-sound-annotation"]],
  ["/Subtype /Movie", ANNOT, "ua2", ["no-movie-annotation"]],
  ["/Subtype /Link /Contents (a)", LINK, "ua1", []],
  ["/Subtype /Link /Contents (a)", "P{@30}", "ua1", ["link-element"]],
  ["/Subtype /Link", "Link{@30 /Alt (a)}", "ua1", ["link-contents"]],
  ["/Subtype /Link", "P(Reference{@30})", "ua2", []],
  ["/Subtype /Link", "P{@30}", "ua2", ["link-or-reference-element"]],
  ["/Subtype /Widget /T (a) /TU (Name)", FORM, "ua1", []],
  ["/Subtype /Widget /T (a)", FORM, "ua1", ["widget-name"]],
  ["/Subtype /Widget /T (a) /TU (Name)", "P{@30}", "ua1", ["widget-element"]],
  ["/Subtype /Widget /T (a) /Contents (a)", "P{@30}", "ua2", ["real-widget-element"]],
  ["/Subtype /Widget /T (a) /Contents (a) /Rect [1 1 1 1]", FORM, "ua2", ["widget-without-size"]],
  ["/Subtype /Widget /T (a)", FORM, "ua2", ["widget-label"]],
  ["/Subtype /Widget /T (a)", "Form{@30}(Lbl{/K [0]})", "ua2", []],
  ["/Subtype /Widget /T (a) /AA << >>", "Form{@30}(Lbl{/K [0]})", "ua2", ["widget-actions-contents"]],
])("<< %s >> in Document(%s) in %s", (entries, element, flavour, keys) => {
  // The last entry of a dictionary counts where a key comes twice.
  expect(brokenIn(flavour, annotated(entries, element))).toEqual(keys);
});

describe("languages", () => {
  const bare = {
    bare: true,
    catalog: "/MarkInfo << /Marked true >> /StructTreeRoot 90 0 R /ViewerPreferences << /DisplayDocTitle true >>",
  };

  test("of Contents", () => {
    const text = "/Subtype /Text /Contents (a)";
    expect(brokenIn("ua1", annotated(text, ANNOT, bare))).toEqual(["annotation-contents-language"]);
    expect(brokenIn("ua1", annotated(text, "Annot{@30 /Lang (en)}", bare))).toEqual([]);
  });

  test("of TU", () => {
    const form = { ...bare, catalog: `${bare.catalog} /AcroForm << /Fields [20 0 R] >>` };
    const text = "/Subtype /Widget /T (a) /TU (Name)";
    expect(brokenIn("ua1", annotated(text, FORM, form))).toEqual(["field-name-language"]);
    expect(brokenIn("ua1", annotated(text, FORM.replace("@30", "@30 /Lang (en)"), form))).toEqual([]);
  });
});

test.each([
  ["/V (a b) /RV (<body>a <b>b</b></body>)", []],
  ["/V (a) /RV (<body>b</body>)", ["text-field-rich-value"]],
  ["/RV (<body>b</body>)", ["text-field-rich-value"]],
])("a text field with %s", (entries, keys) => {
  const objects = { 20: `<< /FT /Tx /T (a) ${entries} >>` };
  expect(brokenIn("ua2", { catalog: "/AcroForm << /Fields [20 0 R] >>", objects })).toEqual(keys);
});

const links = (first: string, second: string): TaggedOptions => ({
  page: "/Annots [20 0 R 21 0 R] /Tabs /S",
  root: "/ParentTree << /Nums [0 30 0 R] >>",
  tree: "Document(Link{@30} P{@31} P{@32})",
  objects: {
    20: `<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /StructParent 0 /Dest [${first} /Fit] >>`,
    21: `<< /Type /Annot /Subtype /Link /Rect [0 9 9 18] /StructParent 0 /A << /S /GoTo /SD [${second} /Fit] >> >>`,
  },
});

test("the links of an element lead to one place", () => {
  expect(brokenIn("ua2", links("31 0 R", "31 0 R"))).toEqual([]);
  expect(brokenIn("ua2", links("31 0 R", "32 0 R"))).toEqual(["link-targets"]);
});
