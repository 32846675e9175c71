import { expect, test } from "vitest";
import type { Flavour } from "../flavours.ts";
import { brokenRules, buildPdf } from "../testing/pdf-builder.ts";
import { optionalContent } from "./optional-content.ts";

/** Returns the rules broken by a document with two groups, one of which is in a nested array of the order. */
function broken(flavour: Flavour, properties: string): readonly string[] {
  const objects = { 10: "<< /Type /OCG /Name (a) >>", 11: "<< /Type /OCG /Name (b) >>" };
  const catalog = `/OCProperties << /OCGs [10 0 R 11 0 R] ${properties} >>`;
  return brokenRules(buildPdf(objects, { flavour, catalog }), { flavour, groups: [optionalContent] });
}

test("part 1 has no optional content", () => {
  expect(broken("1b", "/D << /Name (a) >>")).toEqual(["no-optional-content"]);
  expect(brokenRules(buildPdf(), { flavour: "1b", groups: [optionalContent] })).toEqual([]);
});

test.each<[string, string[]]>([
  ["/D << /Name (a) >>", []],
  ["/D << >>", ["optional-content-name"]],
  ["/D << /Name (a) >> /Configs [<< /Name (b) >>]", []],
  ["/D << /Name (a) >> /Configs [<< >>]", ["optional-content-name"]],
  ["/D << /Name (a) >> /Configs [<< /Name (a) >>]", ["optional-content-unique-name"]],
  ["/D << /Name (a) >> /Configs [<< /Name <feff0061> >>]", ["optional-content-unique-name"]],
  ["/D << /Name (a) /Order [10 0 R [(label) 11 0 R]] >>", []],
  ["/D << /Name (a) /Order [10 0 R] >>", ["optional-content-order"]],
  ["/D << /Name (a) /Order [] >>", ["optional-content-order"]],
])("parts 2 to 4: %s", (properties, expected) => {
  expect(broken("2b", properties)).toEqual(expected);
  expect(broken("3b", properties)).toEqual(expected);
  expect(broken("4", properties)).toEqual(expected);
});

test("a group counts as listed in the order where another of its name is", () => {
  const objects = { 10: "<< /Type /OCG /Name (a) >>", 11: "<< /Type /OCG /Name (a) >>" };
  const catalog = "/OCProperties << /OCGs [10 0 R 11 0 R] /D << /Name (a) /Order [10 0 R] >> >>";
  const file = buildPdf(objects, { flavour: "2b", catalog });
  expect(brokenRules(file, { flavour: "2b", groups: [optionalContent] })).toEqual([]);
});

test("the name of a configuration may be empty in part 4", () => {
  expect(broken("2b", "/D << /Name () >>")).toEqual(["optional-content-name"]);
  expect(broken("3b", "/D << /Name () >>")).toEqual(["optional-content-name"]);
  expect(broken("4", "/D << /Name () >>")).toEqual([]);
});

test("nothing is shown automatically in parts 2 and 3", () => {
  expect(broken("2b", "/D << /Name (a) /AS [] >>")).toEqual(["optional-content-usage"]);
  expect(broken("4", "/D << /Name (a) /AS [] >>")).toEqual([]);
});

test("two configurations without a name do not have the same name", () => {
  expect(broken("2b", "/D << >> /Configs [<< >>]")).toEqual(["optional-content-name"]);
});
