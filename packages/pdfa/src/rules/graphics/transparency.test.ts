import { describe, expect, test } from "vitest";
import type { Flavour } from "../../flavours.ts";
import { brokenRules, buildPdf, type MadeObject } from "../../testing/pdf-builder.ts";
import { annotations } from "../annotations.ts";
import { brokenIn } from "./testing/broken-in.ts";
import { transparency } from "./transparency.ts";

const broken = brokenIn(transparency);
/** Returns the rules that an annotation breaks; a separate group finds annotations. */
const ofAnnotation = (blendMode: string, flavour: Flavour, page = "") =>
  brokenRules(buildPdf({}, { flavour, page: `/Annots [<< /Subtype /Text /BM ${blendMode} >>] ${page}` }), {
    flavour,
    groups: [{ ...annotations, rules: [] }, transparency],
  });
const withState = (state: string) => ({
  content: "/G0 gs 0 0 9 9 re f",
  resources: `/ExtGState << /G0 << ${state} >> >>`,
});
const FORM: MadeObject = { dict: "/Subtype /Form /Group << /S /Transparency >>", stream: "" };
const MASKED: MadeObject = { dict: "/Subtype /Image /Width 1 /Height 1 /SMask 11 0 R", stream: "a" };
const MASK: MadeObject = { dict: "/Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceGray", stream: "a" };
const PAINTED = { content: "/X0 Do", resources: "/XObject << /X0 10 0 R >>" };

describe("part 1", () => {
  test.each<[string, string]>([
    ["/SMask << /S /Alpha >>", "no-soft-mask-in-state"],
    ["/BM /Multiply", "normal-blend-mode"],
    ["/CA 0.5", "opaque-stroke"],
    ["/ca 0.99", "opaque-fill"],
  ])("an ExtGState with %s", (state, expected) => {
    expect(broken("1b", withState(state))).toEqual([expected]);
  });

  test("an ExtGState that says that nothing is transparent", () => {
    expect(broken("1b", withState("/SMask /None /BM /Normal /CA 1 /ca 1.0"))).toEqual([]);
  });

  test("groups and soft masks", () => {
    expect(broken("1b", PAINTED, { 10: FORM })).toEqual(["no-transparency-group"]);
    expect(broken("1b", PAINTED, { 10: MASKED, 11: MASK })).toEqual(["no-soft-mask-image"]);
    expect(broken("1b", { page: "/Group << /S /Transparency >>" })).toEqual(["no-transparency-group"]);
    expect(broken("1b", { resources: PAINTED.resources }, { 10: FORM })).toEqual([]);
  });
});

describe("later parts", () => {
  test.each<[string, readonly string[]]>([
    ["/BM /Luminosity", []],
    ["/BM [/Multiply /Normal]", []],
    ["/BM /Custom", ["blend-mode"]],
    ["/BM [1 2]", []],
    ["/BM 1", []],
  ])("%s", (state, expected) => {
    expect(broken("2b", { ...withState(state), outputIntent: "RGB" })).toEqual(expected);
    expect(broken("4", { ...withState(state), outputIntent: "RGB" })).toEqual(expected);
  });

  test("the first name of an array counts, before PDF 2.0", () => {
    const state = withState("/BM [1 /Custom /Normal]");
    expect(broken("2b", { ...state, outputIntent: "RGB" })).toEqual(["blend-mode"]);
    expect(broken("4", { ...state, outputIntent: "RGB" })).toEqual([]);
  });

  test.each([
    ["alpha", withState("/ca 0.5"), {}],
    ["a blend mode", withState("/BM /Multiply"), {}],
    ["a group", PAINTED, { 10: FORM }],
    ["a soft mask", PAINTED, { 10: MASKED, 11: MASK }],
  ])("a page with %s says what to blend in", (_, options, objects) => {
    expect(broken("2b", options, objects)).toEqual(["page-group-colour-space"]);
    expect(broken("2b", { ...options, page: "/Group << /S /Transparency >>" }, objects)).toEqual([
      "page-group-colour-space",
    ]);
    expect(broken("2b", { ...options, page: "/Group << /S /Transparency /CS /DeviceRGB >>" }, objects)).toEqual([]);
    expect(broken("2b", { ...options, outputIntent: "RGB" }, objects)).toEqual([]);
  });

  test("in part 4, blend modes of annotations count", () => {
    expect(ofAnnotation("/Normal", "4")).toEqual([]);
    expect(ofAnnotation("/Multiply", "4", "/Group << /S /Transparency /CS /DeviceRGB >>")).toEqual([]);
    expect(ofAnnotation("/Multiply", "4")).toEqual(["page-group-colour-space"]);
    expect(ofAnnotation("/Custom", "4")).toEqual(["annotation-blend-mode", "page-group-colour-space"]);
    expect(ofAnnotation("/Custom", "2b")).toEqual([]);
  });

  test("a page without transparency need not", () => {
    expect(broken("2b", withState("/ca 1 /BM /Normal /SMask /None"))).toEqual([]);
    expect(broken("2b", withState("/BM [/Normal]"))).toEqual([]);
  });

  test.each<[string, string, readonly string[]]>([
    ["/CA 0.5", "/G0 gs 0 0 9 9 re S", ["page-group-colour-space"]],
    ["/CA 0.5", "/G0 gs 0 0 9 9 re f", []],
    ["/ca 0.5", "/G0 gs 0 0 9 9 re S", []],
    ["/ca 0.5", "q /G0 gs Q 0 0 9 9 re f", []],
    ["/ca 0.5", "/G0 gs", []],
    ["/BM /Multiply", "0 0 9 9 re f /G0 gs", []],
  ])("a graphics state with %s is transparent where something is painted with it: %s", (state, content, expected) => {
    expect(broken("2b", { ...withState(state), content })).toEqual(expected);
  });
});
