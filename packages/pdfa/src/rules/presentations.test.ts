import { expect, test } from "vitest";
import type { Flavour } from "../flavours.ts";
import { type BuildOptions, brokenRules, buildPdf } from "../testing/pdf-builder.ts";
import { presentations } from "./presentations.ts";

const broken = (flavour: Flavour, options: BuildOptions): readonly string[] =>
  brokenRules(buildPdf({}, { flavour, ...options }), { flavour, groups: [presentations] });

test.each<[BuildOptions, string]>([
  [{ catalog: "/Names << /AlternatePresentations << >> >>" }, "alternate-presentations"],
  [{ page: "/PresSteps << >>" }, "presentation-steps"],
  [{ catalog: "/Requirements []" }, "document-requirements"],
])("%j", (options, expected) => {
  expect(broken("1b", options)).toEqual([]);
  for (const flavour of ["2b", "3b", "4"] as const) {
    expect(broken(flavour, {})).toEqual([]);
    expect(broken(flavour, options)).toEqual([expected]);
  }
});

test.each<[string, boolean]>([
  ["/2.0", true],
  ["(2.0)", true],
  ["/1.7", false],
  ["/2,0", false],
  ["/2.00", false],
  ["2.0", false],
])("in part 4, the version in the catalog is %s: %s", (version, isKept) => {
  expect(broken("4", { catalog: `/Version ${version}` })).toEqual(isKept ? [] : ["catalog-version"]);
  expect(broken("2b", { catalog: `/Version ${version}` })).toEqual([]);
});

test.each<[string, boolean]>([
  ["/MediaBox [0 0 14400 3]", true],
  ["/MediaBox [0 0 14401 3]", false],
  ["/MediaBox [14400 0 0 2]", false],
  ["/TrimBox [0 0 2 9]", false],
  ["/TrimBox [(a)]", false],
  ["/TrimBox (a)", true],
])("sides of page boundaries in parts 2 and 3: %s: %s", (box, isKept) => {
  expect(broken("2b", { page: box })).toEqual(isKept ? [] : ["page-boundary-size"]);
  expect(broken("1b", { page: box })).toEqual([]);
  expect(broken("4", { page: box })).toEqual([]);
});
