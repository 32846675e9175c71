import { describe, expect, test } from "vitest";
import { contentPart } from "../content/content-part.ts";
import type { Flavour } from "../flavours.ts";
import { type BuildOptions, brokenRules, buildPdf, findingsOf, type MadeObject } from "../testing/pdf-builder.ts";
import type { RuleGroup } from "./rule-group.ts";
import { structure } from "./structure.ts";

/** A group without rules that walks the contents of pages. */
const shownText: RuleGroup = { name: "shown-text", rules: [], begin: contentPart };

const LEVELS_A: readonly Flavour[] = ["1a", "2a", "3a"];
const TAGGED = "/MarkInfo << /Marked true >> /StructTreeRoot 10 0 R";

const broken = (
  flavour: Flavour,
  options: BuildOptions,
  objects: Readonly<Record<number, MadeObject>> = { 10: "<< >>" },
): readonly string[] => brokenRules(buildPdf(objects, { flavour, ...options }), { flavour, groups: [structure] });

test.each(LEVELS_A)("%s is tagged", (flavour) => {
  expect(broken(flavour, { catalog: TAGGED })).toEqual([]);
  expect(broken(flavour, { catalog: "/StructTreeRoot 10 0 R" })).toEqual(["mark-information"]);
  expect(broken(flavour, { catalog: "/MarkInfo << /Marked false >> /StructTreeRoot 10 0 R" })).toEqual([
    "mark-information",
  ]);
  expect(broken(flavour, { catalog: "/MarkInfo << /Marked true >>" })).toEqual(["structure-tree"]);
});

test.each<Flavour>(["1b", "2b", "2u", "3u", "4"])("%s need not be", (flavour) => {
  expect(broken(flavour, { catalog: "/Lang (no language)" })).toEqual([]);
});

const typed = (flavour: Flavour, type: string, roles: string): readonly string[] =>
  broken(flavour, { catalog: TAGGED }, { 10: `<< /K 11 0 R /RoleMap << ${roles} >> >>`, 11: `<< /S /${type} >>` });

describe("structure types", () => {
  test.each<[string, string, string[]]>([
    ["P", "", []],
    ["Paragraph", "/Paragraph /P", []],
    ["a", "/a /b /b /P", []],
    ["Paragraph", "", ["structure-type-mapped"]],
    ["a", "/a /b", ["structure-type-mapped"]],
    ["a", "/a /b /b /a", ["structure-type-circular"]],
    ["a", "/a /a", ["structure-type-circular"]],
    ["a", "/a (P)", ["structure-type-mapped"]],
    ["P", "/P /Div", []],
  ])("%s with the roles %s", (type, roles, expected) => {
    for (const flavour of LEVELS_A) {
      expect(typed(flavour, type, roles)).toEqual(expected);
    }
  });

  test("standard types are not mapped away from part 2 on", () => {
    expect(typed("1a", "P", "/P /own")).toEqual([]);
    expect(typed("2a", "P", "/P /own")).toEqual(["structure-type-remapped"]);
  });

  test("types of PDF 1.5 are not standard in part 1", () => {
    expect(typed("1a", "THead", "")).toEqual(["structure-type-mapped"]);
    expect(typed("2a", "THead", "")).toEqual([]);
  });

  test("a tree in circles, with all kinds of kids, is walked once", () => {
    const objects = {
      10: "<< /K [11 0 R 11 0 R] >>",
      11: "<< /S /own /K [0 << /Type /MCR /MCID 1 >> << /Type /OBJR >> 10 0 R 11 0 R << /S /own /K 11 0 R >>] >>",
    };
    const file = buildPdf(objects, { flavour: "2a", catalog: TAGGED });
    const findings = findingsOf(file, { flavour: "2a", groups: [structure] });
    expect(findings.map(({ id, count }) => [id, count])).toEqual([["6.7.3.4-1", 3]]);
  });
});

describe("languages", () => {
  const languages: readonly [string, boolean, boolean][] = [
    ["(en)", true, true],
    ["(en-GB)", true, true],
    ["()", true, true],
    ["<feff00640065>", true, true],
    ["(de-1996)", false, true],
    ["(1de)", false, false],
    ["(en_GB)", false, false],
    ["(-GB)", false, false],
    ["(abcdefghi)", false, false],
  ];

  test.each(languages)("%s: part 1 %s, part 2 %s", (language, isKept1, isKept2) => {
    const catalog = `${TAGGED} /Lang ${language}`;
    expect(broken("1a", { catalog })).toEqual(isKept1 ? [] : ["language-tag"]);
    expect(broken("2a", { catalog })).toEqual(isKept2 ? [] : ["language-tag"]);
    const element = { 10: "<< /K 11 0 R >>", 11: `<< /S /P /Lang ${language} >>` };
    expect(broken("3a", { catalog: TAGGED }, element)).toEqual(isKept2 ? [] : ["language-tag"]);
  });

  test.each(languages)("%s of marked content: part 1 %s, part 2 %s", (language, isKept1, isKept2) => {
    const shown = "BT /F 9 Tf (a) Tj ET";
    const resources = `/Font << /F << /Subtype /Type1 /BaseFont /A >> >> /Properties << /P << /Lang ${language} >> >>`;
    for (const properties of ["/P", `<< /Lang ${language} >>`]) {
      const options = { catalog: TAGGED, resources, content: `/Span ${properties} BDC ${shown} EMC` };
      const check = (flavour: Flavour) =>
        brokenRules(buildPdf({ 10: "<< >>" }, { flavour, ...options }), { flavour, groups: [shownText, structure] });
      expect(check("1a")).toEqual(isKept1 ? [] : ["language-tag"]);
      expect(check("2a")).toEqual(isKept2 ? [] : ["language-tag"]);
    }
  });
});
