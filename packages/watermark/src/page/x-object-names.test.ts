import { CosDocument, Dict, pagesOf, Stream } from "@quire/cos";
import { expect, test } from "vitest";
import { chosen } from "../../../../test/running/sampling.ts";
import { marked, pdfOf, streamOf } from "../testing/documents.ts";
import { checked, darkBox, drawnByMupdf, drawnByPoppler, reported } from "../testing/programs.ts";

const BOX = "/MediaBox[0 0 300 400]";
const MARKED = { left: 126, top: 190, right: 174, bottom: 210 };
const xObjects = (pdf: Uint8Array) =>
  pagesOf(CosDocument.open(pdf)).map((page) => [...(page.resources?.dict("XObject")?.keys() ?? [])]);

const RESOURCES: readonly [string, { readonly pages: string[]; readonly tree?: string }][] = [
  ["their own", { pages: [`${BOX}/Resources<<>>`, `${BOX}/Resources<</XObject<</A 100 0 R>>>>`] }],
  ["shared", { pages: [`${BOX}/Resources 101 0 R`, `${BOX}/Resources 101 0 R`] }],
  ["inherited", { pages: [BOX, BOX], tree: "/Resources<</XObject 102 0 R>>" }],
  ["with forms that are shared", { pages: [1, 2].map(() => `${BOX}/Resources<</XObject 102 0 R>>`) }],
  ["in part inherited", { pages: [BOX, `${BOX}/Resources null`], tree: "/Resources<</XObject 7>>" }],
  ["none", { pages: [BOX, BOX] }],
  ["broken", { pages: [`${BOX}/Resources 7`, `${BOX}/Resources[]`] }],
  ["a stream", { pages: [`${BOX}/Resources 100 0 R`, `${BOX}/Resources<</XObject 100 0 R>>`] }],
  ["missing", { pages: [`${BOX}/Resources 99 0 R`, `${BOX}/Resources<</XObject 99 0 R>>`] }],
];

test.each(chosen(RESOURCES, [0, 2, 6, 7]))("resources that are %s", (_, made) => {
  const objects = {
    100: streamOf("", "/Type/XObject/Subtype/Form/BBox[0 0 1 1]"),
    101: "<</XObject<</A 100 0 R>>>>",
    102: "<</A 100 0 R/Wm1 100 0 R>>",
  };
  const { pdf } = marked(pdfOf({ ...made, objects }), { pages: [1, 2], text: (page) => `PAG${page}` });
  checked(pdf);
  for (const draw of [drawnByPoppler, drawnByMupdf]) {
    expect(draw(pdf).map((image) => darkBox(image))).toEqual([MARKED, MARKED]);
  }
  expect(reported("pdftotext", ["%", "-"], pdf).text.split(/\s+/).filter(Boolean)).toEqual(["PAG1", "PAG2"]);
});

test("shared resources stay shared, and names that are taken stay what they are", () => {
  const before = pdfOf({
    pages: Array.from({ length: 300 }, () => `${BOX}/Resources 1001 0 R`),
    objects: {
      1000: streamOf("", "/Type/XObject/Subtype/Form/BBox[0 0 1 1]"),
      1001: `<</XObject<<${Array.from({ length: 1000 }, (_, index) => `/Wm${2 * index} 1000 0 R`).join("")}>>>>`,
    },
  });
  const pages = Array.from({ length: 300 }, (_, index) => index + 1);
  const { pdf } = marked(before, { pages, text: (page) => `${page}` });
  const document = CosDocument.open(pdf);
  const resources = new Set(pagesOf(document).map(({ resources: dict }) => dict));
  expect(resources.size).toBe(1);
  const [shared] = resources;
  const names = shared?.dict("XObject")?.entries ?? new Map();
  expect(names.size).toBe(1300);
  expect(new Set(names.values()).size).toBe(301);
  expect(pdf.length).toBeLessThan(150_000);
});

test("one text is one form, and the pages where it stands at the same place share how it is placed", () => {
  const before = pdfOf({
    pages: [1, 2, 3, 4].map((page) => `${page === 4 ? "/MediaBox[0 0 400 300]" : BOX}/Contents ${100 + page} 0 R`),
    objects: { 101: streamOf("0 g"), 102: streamOf("1 g"), 103: streamOf("q"), 104: streamOf("2 w") },
  });
  const { pdf } = marked(before, { pages: [1, 2, 3, 4] });
  const document = CosDocument.open(pdf);
  const pages = pagesOf(document);
  const forms = new Set(pages.map(({ resources }) => resources?.dict("XObject")?.stream("Wm1")));
  expect(forms.size).toBe(1);
  const last = pages.map(({ dict }) => dict.array("Contents")?.at(-1));
  expect(last[0]).toBe(last[1]);
  expect(new Set(last).size).toBe(3);
  const [form] = forms;
  expect(form).toBeInstanceOf(Stream);
  expect(form?.dict.has("Matrix")).toBe(false);
  expect(form?.dict.get("Resources")).toBeInstanceOf(Dict);
});

test("a document that is marked again has both marks", () => {
  const once = marked(pdfOf({ pages: [`${BOX}/Resources<<>>`] }), { position: "top" }).pdf;
  const { pdf } = marked(once, { position: "bottom", text: "KRAM" });
  expect(xObjects(pdf)).toEqual([["Wm1", "Wm2"]]);
  expect(reported("pdftotext", ["%", "-"], pdf).text.split(/\s+/).filter(Boolean)).toEqual(["MARK", "KRAM"]);
});
