import { Bounds, CosDocument, CosString, SecurityHandler, writeDocument } from "@quire/cos";
import { expect, test } from "vitest";
import type { AccessibilityFlavour } from "../../flavours.ts";
import { GROUPS } from "../groups.ts";
import { checkAccessibility } from "../../runner/check-accessibility.ts";
import { brokenIn, taggedPdf, type TaggedOptions } from "../../testing/tagged-pdf.ts";

const NO_TITLE = "/MarkInfo << /Marked true >> /Lang (en) /StructTreeRoot 90 0 R";
const NO_LANGUAGE =
  "/MarkInfo << /Marked true >> /StructTreeRoot 90 0 R /ViewerPreferences << /DisplayDocTitle true >>";
const bare = (catalog: string): TaggedOptions => ({ bare: true, catalog });
const outlined = (item: string, catalog = ""): TaggedOptions => ({
  catalog: `/Outlines << /First 20 0 R >> ${catalog}`,
  objects: { 20: `<< /Title (a) ${item} >>` },
});
const layers = (entries: string): TaggedOptions => ({ catalog: `/OCProperties << /OCGs [] ${entries} >>` });
const attached = (specification: string): TaggedOptions => ({
  catalog: "/Names << /EmbeddedFiles << /Names [(a) 20 0 R] >> >>",
  objects: { 20: `<< /Type /Filespec ${specification} >>`, 21: { dict: "/Type /EmbeddedFile", stream: "a" } },
});
const clip = (entries: string): TaggedOptions => ({
  catalog: `/OpenAction << /S /Rendition /R << /S /MR /C << /S /MCD ${entries} >> >> >>`,
});

test.each<[string, AccessibilityFlavour, string[], TaggedOptions]>([
  ["another version", "ua1", ["file-header"], { version: "2.0" }],
  [
    "suspects",
    "ua1",
    ["no-suspects"],
    bare(NO_TITLE.replace("true >>", "true /Suspects true >> /ViewerPreferences << /DisplayDocTitle true >>")),
  ],
  ["no title in the window", "ua1", ["title-displayed"], bare(NO_TITLE)],
  ["no title in the window", "wt1r", [], bare(NO_TITLE)],
  ["no language", "ua2", ["document-language"], bare(NO_LANGUAGE)],
  ["an empty language", "ua1", ["language-identifier"], bare(`${NO_LANGUAGE} /Lang ()`)],
  ["no language tag", "ua2", ["language-identifier"], { tree: "Document(P{/Lang (no language)})" }],
  ["no tab order", "ua1", ["tab-order"], { page: "/Annots [<< /Subtype /Link /F 2 /Contents (a) >>]" }],
  ["tab order by rows", "ua1", ["tab-order"], { page: "/Tabs /R /Annots [<< /Subtype /Link /F 2 /Contents (a) >>]" }],
  ["tab order by widgets", "ua2", [], { page: "/Tabs /W /Annots [<< /Subtype /Link >>]" }],
  ["no annotations", "ua1", [], { page: "/Annots []" }],
  ["a nameless configuration", "ua1", ["optional-content-name"], layers("/D << >>")],
  ["automatic layers", "ua1", ["optional-content-usage"], layers("/D << /Name (a) /AS [] >>")],
  ["a nameless configuration alone", "ua2", [], layers("/D << >>")],
  ["nameless configurations", "ua2", ["optional-content-names"], layers("/D << >> /Configs [<< /Name (a) >>]")],
  ["an embedded file without names", "ua1", ["attached-file-names"], attached("/EF << /F 21 0 R >> /F (a) /UF ()")],
  ["an embedded file", "ua1", [], attached("/EF << /F 21 0 R >> /F (a) /UF (a)")],
  [
    "an embedded file without a description",
    "ua2",
    ["attached-file-description"],
    attached("/EF << /F 21 0 R >> /F (a)"),
  ],
  ["an embedded file with a description", "ua2", [], attached("/EF << /F 21 0 R >> /Desc (a)")],
  [
    "bookmarks without a language",
    "ua1",
    ["outline-language"],
    { ...outlined(""), bare: true, catalog: `${NO_LANGUAGE} /Outlines << /First 20 0 R >>` },
  ],
  ["a private-use bookmark", "ua2", ["outline-private-use"], outlined("/Title <FEFFE000>")],
  ["a bookmark of a page", "ua2", ["structure-destination"], outlined("/Dest [3 0 R /Fit]")],
  ["a bookmark of an element", "ua2", [], outlined("/Dest [101 0 R /Fit]")],
  [
    "a named bookmark",
    "ua2",
    [],
    outlined("/Dest (x)", "/Names << /Dests << /Names [(x) << /SD [101 0 R /Fit] >>] >> >>"),
  ],
  ["an old named bookmark", "ua2", ["structure-destination"], outlined("/Dest /x", "/Dests << /x [3 0 R /Fit] >>")],
  ["a first page", "ua2", ["structure-destination"], { catalog: "/OpenAction [3 0 R /Fit]" }],
  ["an action to a page", "ua2", ["structure-destination-action"], outlined("/A << /S /GoTo /D [3 0 R /Fit] >>")],
  ["an action to an element", "ua2", [], outlined("/A << /S /GoTo /D [3 0 R /Fit] /SD [101 0 R /Fit] >>")],
  ["a media clip", "ua1", [], clip("/CT (video/mp4) /Alt [() (a)]")],
  ["a media clip without a type", "ua1", ["media-clip-type"], clip("/Alt [() (a)]")],
  ["a media clip without a text", "ua1", ["media-clip-alternative"], clip("/CT (video/mp4) /Alt [() ()]")],
  ["an XFA form", "ua2", ["xfa-form"], { catalog: "/AcroForm << /Fields [] /XFA (a) >>" }],
])("%s in %s", (_what, flavour, keys, options) => {
  expect(brokenIn(flavour, options)).toEqual(keys);
});

const xfa = (render: string): TaggedOptions => ({
  catalog: "/AcroForm << /Fields [] /XFA [(config) 20 0 R] >>",
  objects: {
    20: {
      dict: "",
      stream: `<config><acrobat><acrobat7><dynamicRender>${render}</dynamicRender></acrobat7></acrobat></config>`,
    },
  },
});

test("a dynamic form", () => {
  expect(brokenIn("ua1", xfa("required"))).toEqual(["dynamic-form"]);
  expect(brokenIn("ua1", xfa("forbidden"))).toEqual([]);
  expect(brokenIn("ua1", xfa("<"))).toEqual([]);
});

const brokenBy = (bytes: string) =>
  checkAccessibility(CosDocument.open(Buffer.from(bytes, "latin1"), { keepsFacts: true }), "ua1", {
    bounds: new Bounds(),
    groups: GROUPS,
  }).findings.map(({ key }) => key);

test("an encryption that keeps assistive technology out", () => {
  const document = CosDocument.open(taggedPdf("ua1", {}));
  const firstId = new Uint8Array(16);
  document.trailer.set("ID", [new CosString(firstId), new CosString(firstId)]);
  const security = SecurityHandler.create({
    algorithm: "AES-256",
    userPassword: "",
    ownerPassword: "owner",
    permissions: -1,
    encryptMetadata: true,
    firstId,
  });
  const written: Uint8Array[] = [];
  writeDocument(
    document.trailer,
    { write: (bytes) => void written.push(Uint8Array.from(bytes)) },
    { security, version: "1.7" },
  );
  // In revision 6 the key does not depend on the permissions: here bit 10 is cleared, which a writer would set.
  const text = Buffer.concat(written).toString("latin1");
  const cleared = text.replace(
    /\/P (-\d+)/u,
    (_, value: string) => `/P ${String(Number(value) & ~512).padStart(value.length)}`,
  );
  expect(cleared).not.toBe(text);
  expect(brokenBy(text)).not.toContain("encryption-accessibility");
  expect(brokenBy(cleared)).toContain("encryption-accessibility");
});
