import { expect, test } from "vitest";
import type { Flavour } from "../../flavours.ts";
import { brokenIn } from "./testing/broken-in.ts";
import { xobjects } from "./xobjects.ts";

const broken = brokenIn(xobjects);
const PAINTED = { content: "/X0 Do", resources: "/XObject << /X0 10 0 R >>" };

test.each<[Flavour, string, readonly string[]]>([
  ["1b", "/Subtype /Form", []],
  ["1b", "/Subtype /Form /Subtype2 /PS", ["form-postscript"]],
  ["2b", "/Subtype /Form /PS 5 0 R", ["form-postscript"]],
  ["2b", "/Subtype /Form /OPI << >>", ["form-postscript"]],
  ["1b", "/Subtype /Form /OPI << >>", ["form-opi"]],
  ["1b", "/Subtype /Form /SMask /None", []],
  ["1b", "/Subtype /Form /SMask 5 0 R", ["no-soft-mask-form"]],
  ["2b", "/Subtype /Form /SMask 5 0 R", []],
  ["2b", "/Subtype /Form /Subtype2 /Other", []],
  ["4", "/Subtype /Form /OPI << >>", ["form-opi"]],
  ["4", "/Subtype /Form /PS 5 0 R", []],
  ["2b", "/Subtype /Form /Ref << >>", ["form-reference"]],
  ["4", "/Subtype /Form /Ref << >>", ["form-reference"]],
  ["1b", "/Subtype /PS", ["postscript-xobject"]],
  ["2b", "/Subtype /PS", ["postscript-xobject"]],
])("%s: an XObject with %s", (flavour, dict, expected) => {
  expect(broken(flavour, PAINTED, { 10: { dict, stream: "" } })).toEqual(expected);
});

test("what is not painted does not count", () => {
  const objects = { 10: { dict: "/Subtype /Form /Ref << >>", stream: "" } };
  expect(broken("2b", { ...PAINTED, content: "" }, objects)).toEqual([]);
});
