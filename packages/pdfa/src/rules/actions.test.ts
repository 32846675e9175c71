import { describe, expect, test } from "vitest";
import type { Flavour } from "../flavours.ts";
import { type BuildOptions, brokenRules, buildPdf, findingsOf, type MadeObject } from "../testing/pdf-builder.ts";
import { actions } from "./actions.ts";

const broken = (
  flavour: Flavour,
  options: BuildOptions,
  objects: Readonly<Record<number, MadeObject>> = {},
): readonly string[] => brokenRules(buildPdf(objects, { flavour, ...options }), { flavour, groups: [actions] });

describe("types", () => {
  test.each<[Flavour, string, string]>([
    ["1b", "URI", "Hide"],
    ["1b", "GoTo", "JavaScript"],
    ["2b", "GoToE", "SetOCGState"],
    ["3b", "SubmitForm", "Rendition"],
    ["4", "JavaScript", "GoTo3DView"],
    ["4e", "GoTo3DView", "Trans"],
    ["4f", "GoToDp", "ResetForm"],
  ])("%s has %s, not %s", (flavour, permitted, forbidden) => {
    expect(broken(flavour, { catalog: `/OpenAction << /S /${permitted} >>` })).toEqual([]);
    expect(broken(flavour, { catalog: `/OpenAction << /S /${forbidden} >>` })).toEqual(["action-type"]);
  });

  test("named actions go to a page", () => {
    expect(broken("2b", { catalog: "/OpenAction << /S /Named /N /LastPage >>" })).toEqual([]);
    expect(broken("2b", { catalog: "/OpenAction << /S /Named /N /Print >>" })).toEqual(["named-action"]);
  });
});

describe("places", () => {
  const LAUNCH = "<< /S /Launch >>";

  test.each<[string, BuildOptions, Readonly<Record<number, MadeObject>>]>([
    ["the catalog", { catalog: `/OpenAction ${LAUNCH}` }, {}],
    ["an annotation", { page: "/Annots [10 0 R]" }, { 10: `<< /Subtype /Link /A ${LAUNCH} >>` }],
    ["a link's previous action", { page: "/Annots [10 0 R]" }, { 10: `<< /Subtype /Link /PA ${LAUNCH} >>` }],
    ["an annotation's events", { page: "/Annots [10 0 R]" }, { 10: `<< /Subtype /Link /AA << /E ${LAUNCH} >> >>` }],
    ["a page's events", { page: `/AA << /X ${LAUNCH} >>` }, {}],
    [
      "an outline item",
      { catalog: "/Outlines << /First 10 0 R >>" },
      { 10: "<< /Next 11 0 R >>", 11: `<< /A ${LAUNCH} >>` },
    ],
    ["a field", { catalog: "/AcroForm << /Fields [10 0 R] >>" }, { 10: `<< /T (a) /AA << /K ${LAUNCH} >> >>` }],
    ["scripts by name", { catalog: `/Names << /JavaScript << /Names [(a) ${LAUNCH}] >> >>` }, {}],
    [
      "the next action",
      { catalog: "/OpenAction << /S /GoTo /Next 10 0 R >>" },
      { 10: `<< /S /URI /Next [${LAUNCH}] >>` },
    ],
  ])("%s", (_, options, objects) => {
    expect(broken("4", options, objects)).toContain("action-type");
    const harmless = JSON.parse(JSON.stringify([options, objects]).replaceAll("Launch", "URI"));
    expect(broken("4", harmless[0], harmless[1])).toEqual([]);
  });

  test("an event that there is not has no action", () => {
    expect(broken("2b", { page: `/AA << /Other ${LAUNCH} >>` })).not.toContain("action-type");
  });

  test("a destination is no action", () => {
    expect(broken("2b", { catalog: "/OpenAction [3 0 R /Fit]" })).toEqual([]);
  });

  test("a movie annotation's A is an action like those of other annotations", () => {
    const movie = { 10: "<< /Subtype /Movie /A << /S /Launch >> >>" };
    expect(broken("2b", { page: "/Annots [10 0 R]" }, movie)).toEqual(["action-type"]);
  });

  test("an array of actions that holds itself is looked at once", () => {
    const objects = { 10: "<< /S /GoTo /Next 11 0 R >>", 11: "[11 0 R 12 0 R 12 0 R 11 0 R]", 12: "<< /S /Sound >>" };
    const file = buildPdf(objects, { catalog: "/OpenAction 10 0 R" });
    expect(findingsOf(file, { flavour: "2b", groups: [actions] })).toMatchObject([{ count: 1 }]);
  });

  test("actions and outline items in circles are looked at once", () => {
    const objects = { 10: "<< /S /Launch /Next [10 0 R 11 0 R] >>", 11: "<< /A 10 0 R /Next 11 0 R /First 11 0 R >>" };
    const file = buildPdf(objects, { catalog: "/OpenAction 10 0 R /Outlines << /First 11 0 R >>" });
    const [finding] = findingsOf(file, { flavour: "2b", groups: [actions] });
    // Object 11, an outline item, is in the place of an action, and is none.
    expect(finding).toMatchObject({ id: "6.5.1-1", count: 2 });
    expect(finding?.occurrences[0]).toEqual({ place: { object: 10, at: "OpenAction" }, values: "Launch" });
  });
});

const annotation = (subtype: string) => ({ 10: `<< /Subtype /${subtype} /AA << /PI << /S /GoTo >> >> >>` });

describe("additional actions", () => {
  test("the catalog has none before part 4", () => {
    const options = { catalog: "/AA << /E << /S /GoTo >> >>" };
    expect(broken("1b", options)).toEqual(["catalog-additional-actions"]);
    expect(broken("2b", options)).toEqual(["catalog-additional-actions"]);
    expect(broken("4", options)).toEqual([]);
    expect(broken("2b", {})).toEqual([]);
  });

  test("pages have none in parts 2 and 3", () => {
    const options = { page: "/AA << /X << /S /GoTo >> >>" };
    expect(broken("1b", options)).toEqual([]);
    expect(broken("3b", options)).toEqual(["page-additional-actions"]);
    expect(broken("4", options)).toEqual([]);
  });

  test("in part 4 they are for some events only, except those of widgets", () => {
    expect(broken("4", { catalog: "/AA << /WS << /S /GoTo >> >>" })).toEqual(["additional-actions-events"]);
    expect(broken("4", { page: "/AA << /O << /S /GoTo >> >>" })).toEqual(["additional-actions-events"]);
    expect(broken("4", { page: "/Annots [10 0 R]" }, annotation("Link"))).toEqual(["additional-actions-events"]);
    expect(broken("4", { page: "/Annots [10 0 R]" }, annotation("Widget"))).toEqual([]);
  });
});
