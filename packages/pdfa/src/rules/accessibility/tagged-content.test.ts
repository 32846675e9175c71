import { expect, test } from "vitest";
import { brokenIn, type TaggedOptions } from "../../testing/tagged-pdf.ts";

const RECTANGLE = "0 0 9 9 re f";
const TAGGED = {
  root: "/ParentTree << /Nums [0 [101 0 R]] >>",
  page: "/StructParents 0",
  tree: "Document(P{/Pg 3 0 R /K [0]})",
} satisfies TaggedOptions;
const NO_LANGUAGE =
  "/MarkInfo << /Marked true >> /StructTreeRoot 90 0 R /ViewerPreferences << /DisplayDocTitle true >>";

const broken = (content: string, options: TaggedOptions = {}) => brokenIn("ua1", { ...TAGGED, content, ...options });

test.each<[string, string[]]>([
  [`/P << /MCID 0 >> BDC ${RECTANGLE} EMC`, []],
  [`/Artifact BMC ${RECTANGLE} EMC`, []],
  ["0 0 9 9 re n", []],
  [RECTANGLE, ["content-tagged"]],
  ["0 0 m 9 9 l S", ["content-tagged"]],
  [`/P << /MCID 1 >> BDC ${RECTANGLE} EMC`, ["content-tagged"]],
  [`/P BMC ${RECTANGLE} EMC`, ["content-tagged"]],
  [
    `/P << /MCID 0 >> BDC /Artifact BMC ${RECTANGLE} EMC EMC`,
    ["artifact-in-tagged-content", "tagged-content-in-artifact"],
  ],
  [`/Artifact BMC /P << /MCID 0 >> BDC ${RECTANGLE} EMC EMC`, ["tagged-content-in-artifact"]],
  ["BI /W 1 /H 1 /CS /G /BPC 8 ID a EI", ["content-tagged"]],
])("%s", (content, keys) => {
  expect(broken(content)).toEqual(keys);
});

const form = (entries: string, stream: string) => ({
  20: { dict: `/Type /XObject /Subtype /Form /BBox [0 0 9 9] ${entries}`, stream },
});

test("content of forms is tagged where the form is used, or by itself", () => {
  const resources = "/XObject << /F 20 0 R >>";
  const plain = { resources, objects: form("", RECTANGLE) };
  expect(broken("/F Do", plain)).toEqual(["content-tagged"]);
  expect(broken("/Artifact BMC /F Do EMC", plain)).toEqual([]);
  expect(broken("/P << /MCID 0 >> BDC /F Do EMC", plain)).toEqual([]);
  expect(broken("/Artifact BMC /F Do EMC /F Do", plain)).toEqual(["content-tagged"]);
  const tagged = { resources, objects: form("/StructParents 0", `/P << /MCID 0 >> BDC ${RECTANGLE} EMC`) };
  expect(broken("/F Do", tagged)).toEqual([]);
  expect(broken("/F Do /F Do", tagged)).toEqual(["form-semantic-parent"]);
});

test("a form that stands for a page of another file", () => {
  const objects = { 20: { dict: "/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Ref << >>", stream: "" } };
  expect(broken("/F Do", { resources: "/XObject << /F 20 0 R >>", objects })).toEqual(["form-reference"]);
});

test.each([
  ["ActualText", "span-actualtext-language"],
  ["Alt", "span-alt-language"],
  ["E", "span-e-language"],
])("the language of %s of marked content is known", (entry, key) => {
  const without = { bare: true, catalog: NO_LANGUAGE };
  expect(broken(`/Span << /${entry} (a) >> BDC EMC`, without)).toEqual([key]);
  expect(broken(`/Span << /${entry} (a) /Lang (en) >> BDC EMC`, without)).toEqual([]);
  expect(broken(`/P << /Lang (en) >> BDC /Span << /${entry} (a) >> BDC EMC EMC`, without)).toEqual([]);
  expect(broken(`/Span << /${entry} (a) >> BDC EMC`)).toEqual([]);
});

test("the language of text is known", () => {
  const text = "/P << /MCID 0 >> BDC BT () Tj ET EMC";
  const without = { bare: true, catalog: NO_LANGUAGE };
  expect(broken(text)).toEqual([]);
  expect(broken(text, without)).toEqual(["text-language"]);
  expect(broken(text, { ...without, tree: "Document{/Lang (en)}(P{/Pg 3 0 R /K [0]})" })).toEqual([]);
  expect(broken(`/P << /Lang (en) >> BDC ${text} EMC`, without)).toEqual([]);
});
