import { expect, test } from "vitest";
import type { Flavour } from "../flavours.ts";
import { type BuildOptions, brokenRules, buildPdf, type MadeObject } from "../testing/pdf-builder.ts";
import { forms } from "./forms.ts";

const broken = (
  flavour: Flavour,
  options: BuildOptions,
  objects: Readonly<Record<number, MadeObject>> = {},
): readonly string[] => brokenRules(buildPdf(objects, { flavour, ...options }), { flavour, groups: [forms] });

test.each<Flavour>(["1b", "2b", "3b", "4"])("%s: readers need not make appearances", (flavour) => {
  expect(broken(flavour, { catalog: "/AcroForm << /Fields [] /NeedAppearances false >>" })).toEqual([]);
  expect(broken(flavour, { catalog: "/AcroForm << /Fields [] /NeedAppearances true >>" })).toEqual([
    "need-appearances",
  ]);
});

test("XFA forms are forbidden from part 2 on", () => {
  const options = { catalog: "/AcroForm << /Fields [] /XFA [] >> /NeedsRendering true" };
  expect(broken("1b", options)).toEqual([]);
  expect(broken("2b", options)).toEqual(["needs-rendering", "xfa-form"]);
  expect(broken("4", options)).toEqual(["needs-rendering", "xfa-form"]);
  expect(broken("4", { catalog: "/AcroForm << /Fields [] >> /NeedsRendering false" })).toEqual([]);
});

/** Returns the rules broken by a document whose page has one annotation. */
const withAnnotation = (flavour: Flavour, entries: string): readonly string[] =>
  broken(
    flavour,
    { page: "/Annots [10 0 R]" },
    { 10: `<< /Rect [0 0 9 9] ${entries} >>`, 11: { dict: "", stream: "" } },
  );

test("in part 1, widgets have an appearance, even those of no size", () => {
  expect(withAnnotation("1b", "/Subtype /Widget /AP << /N 11 0 R >>")).toEqual([]);
  expect(withAnnotation("1b", "/Subtype /Widget")).toEqual(["field-appearance"]);
  expect(withAnnotation("1b", "/Subtype /Widget /Rect [5 5 5 5]")).toEqual(["field-appearance"]);
  expect(withAnnotation("1b", "/Subtype /Link")).toEqual([]);
});

test.each<[Flavour, string, string[]]>([
  ["1b", "/A << /S /URI >>", ["widget-action"]],
  ["1b", "/AA << >>", ["widget-additional-actions"]],
  ["2b", "/A << /S /URI >>", ["widget-actions"]],
  ["3b", "/AA << >>", ["widget-actions"]],
  ["4", "/A << /S /URI >>", ["widget-actions"]],
  ["4", "/AA << >>", []],
])("%s: a widget with %s", (flavour, entries, expected) => {
  expect(withAnnotation(flavour, `/Subtype /Widget /AP << /N 11 0 R >> ${entries}`)).toEqual(expected);
  expect(withAnnotation(flavour, `/Subtype /Link ${entries}`)).toEqual([]);
});

const fields = (entries: string) => ({
  10: "<< /T (a) /Kids [11 0 R 10 0 R] >>",
  11: `<< /T (b) /Parent 10 0 R ${entries} >>`,
});

test("fields have no actions before part 4, however deep they are", () => {
  const options = { catalog: "/AcroForm << /Fields [10 0 R] >>" };
  expect(broken("2b", options, fields(""))).toEqual([]);
  expect(broken("1b", options, fields("/AA << >>"))).toEqual(["field-actions"]);
  expect(broken("2b", options, fields("/AA << >>"))).toEqual(["field-actions"]);
  expect(broken("2b", options, fields("/AA << >>"))).toEqual(["field-actions"]);
  expect(broken("2b", options, fields("/A << >>"))).toEqual([]);
  expect(broken("2b", options, fields("/Subtype /Widget /A << >>"))).toEqual([]);
  expect(broken("4", options, fields("/AA << >>"))).toEqual([]);
});

test("a widget among the kids of a field is no field", () => {
  const objects = { 10: "<< /T (a) /Kids [11 0 R] >>", 11: "<< /Subtype /Widget /Parent 10 0 R /AA << >> >>" };
  expect(broken("2b", { catalog: "/AcroForm << /Fields [10 0 R] >>" }, objects)).toEqual([]);
});
