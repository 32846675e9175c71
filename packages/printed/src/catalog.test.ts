import { CosString, Dict, Name } from "@quire/cos";
import { expect, test } from "vitest";
import { changed } from "./testing/changed.ts";
import { finished } from "./testing/finished.ts";
import { fixture } from "./testing/printing.ts";
import { outputOf } from "./testing/programs.ts";

const shown = (pdf: Uint8Array, path: string): string =>
  outputOf("mutool", ["show", "%", `trailer/Root/${path}`], pdf)
    .replaceAll(/\s+/g, " ")
    .trim();

const ownLanguage = fixture("invoice");
const unsaidLanguage = fixture("structure");

test("the language of the document takes precedence over the one that is given", () => {
  expect(shown(finished(ownLanguage, { language: "de" }), "Lang")).toBe("(en)");
});

test("a document that does not say its language has the one that is given, or that of its text", () => {
  expect(shown(unsaidLanguage, "Lang")).toBe("(en-US-x-unsaid)");
  expect(shown(finished(unsaidLanguage, { language: "de-AT" }), "Lang")).toBe("(de-AT)");
  expect(shown(finished(unsaidLanguage), "Lang")).toBe("(en)");
  expect(shown(finished(unsaidLanguage, { language: "de" }), "StructTreeRoot/K/Lang")).toBe("null");
});

test("the language that an element states stays", () => {
  const paragraph = "StructTreeRoot/K/K/4/Lang";
  expect(shown(unsaidLanguage, paragraph)).toBe("(de)");
  expect(shown(finished(unsaidLanguage), paragraph)).toBe("(de)");
});

test.each(["not a language", "", "en_US", "english", "e", "de-DE-DE", "en-US-x", "x".repeat(500)])(
  "a value that is no language tag is dropped: %j",
  (tag) => {
    const pdf = changed(ownLanguage, (catalog) => catalog.set("Lang", new CosString(Buffer.from(tag))));
    expect(shown(finished(pdf, { language: "fr" }), "Lang")).toBe("(fr)");
  },
);

test.each(["zh-cmn-Hans-CN", "de-CH-1996", "sr-Latn", "x-quire", "i-klingon"])("a language tag stays: %s", (tag) => {
  const pdf = changed(ownLanguage, (catalog) => catalog.set("Lang", new CosString(Buffer.from(tag))));
  expect(shown(finished(pdf, { language: "fr" }), "Lang")).toBe(`(${tag})`);
});

test("a title is shown where there is one", () => {
  expect(shown(finished(ownLanguage), "ViewerPreferences")).toBe("<< /DisplayDocTitle true >>");
  expect(shown(finished(ownLanguage, { information: { title: "" } }), "ViewerPreferences")).toBe("null");
  // The first heading is the title of a document without one.
  expect(shown(finished(unsaidLanguage), "ViewerPreferences")).toBe("<< /DisplayDocTitle true >>");
  const named = finished(unsaidLanguage, { information: { title: "Name" } });
  expect(shown(named, "ViewerPreferences")).toBe("<< /DisplayDocTitle true >>");
});

test("page labels and other preferences stay", () => {
  const pdf = changed(ownLanguage, (catalog) => {
    const roman = new Dict([["S", new Name("r")]]);
    catalog.set("PageLabels", new Dict([["Nums", [0, roman]]]));
    catalog.dict("ViewerPreferences")?.set("Direction", new Name("R2L"));
    catalog.set("PageMode", new Name("UseOutlines"));
  });
  const after = finished(pdf, { information: { title: "" } });
  expect(shown(after, "PageLabels/Nums/2/S")).toBe("/r");
  expect(shown(after, "PageMode")).toBe("/UseOutlines");
  expect(shown(after, "ViewerPreferences")).toBe("<< /Direction /R2L >>");
});

test("the document stays marked as tagged", () => {
  expect(shown(finished(ownLanguage), "MarkInfo/Marked")).toBe("true");
});
