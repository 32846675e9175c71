import { expect, test } from "vitest";
import type { XmpItem } from "./rdf.ts";
import { STRUCTURE_TYPES_2005 } from "./structures.ts";
import { isKnownType, mismatchOf } from "./value-types.ts";

const structures = (name: string) => STRUCTURE_TYPES_2005.get(name);
const text = (value: string, language?: string): XmpItem => ({
  value: { kind: "simple", text: value, isUri: false },
  language,
});
const array = (form: "Bag" | "Seq" | "Alt", ...items: XmpItem[]): XmpItem => ({
  value: { kind: "array", form, items },
  language: undefined,
});
const dimensions = (fields: Readonly<Record<string, string>>): XmpItem => ({
  value: {
    kind: "structure",
    fields: Object.entries(fields).map(([local, value]) => ({
      uri: "http://ns.adobe.com/xap/1.0/sType/Dimensions#",
      prefix: "stDim",
      local,
      ...text(value),
    })),
  },
  language: undefined,
});

test.each<[type: string, good: readonly string[], bad: readonly string[]]>([
  ["Boolean", ["True", "False"], ["true", "FALSE", "1", ""]],
  ["Integer", ["0", "+52", "-52"], ["1.0", "256/1", "256 mm", ""]],
  ["Real", ["2", "2.", ".5", "-2.5"], ["1/2", "2e3", "."]],
  ["Rational", ["1/2", "-1/3"], ["0.5", "1", "1/"]],
  ["MIMEType", ["application/pdf", "image/svg+xml"], ["pdf", "application/"]],
  ["GPSCoordinate", ["67,19,26S", "43,40.5W"], ["67.5", "67,19,26"]],
  ["Point", ["(0, 0)", "255, 255"], ["0", "(0.5, 1)"]],
  ["Closed Choice of Integer", ["3"], ["three"]],
  ["Text", ["", "any"], []],
  [
    "Date",
    ["1997", "1997-07", "1997-07-16", "1997-07-16T19:20+01:00", "1997-07-16T19:20:15.45Z", "1997-13", ""],
    ["1997-07-16T19:20:15.45Z+01:00", "D:19970716", "16.7.1997", "1997-", "1997-07-16T19Z"],
  ],
])("%s", (type, good, bad) => {
  expect(good.filter((value) => mismatchOf(text(value), type, structures) !== undefined)).toEqual([]);
  expect(bad.filter((value) => mismatchOf(text(value), type, structures) === undefined)).toEqual([]);
});

test.each<[type: string, item: XmpItem, expected: string | undefined]>([
  ["Text", array("Seq", text("a")), "rdf:Seq of 1"],
  ["Seq Integer", array("Seq", text("8"), text("8")), undefined],
  ["Seq Integer", array("Seq", text("8"), text("8.0")), '"8.0" at rdf:li 2'],
  ["Seq Integer", array("Bag", text("8")), "rdf:Bag of 1"],
  ["Bag ProperName", text("a"), '"a"'],
  ["Lang Alt", array("Alt", text("a", "x-default")), undefined],
  ["Lang Alt", array("Alt", text("a"), text("b")), "rdf:Alt without xml:lang"],
  ["Lang Alt", array("Seq", text("a", "x-default")), "rdf:Seq of 1"],
  ["Dimensions", dimensions({ w: "1", h: "2.5", unit: "mm" }), undefined],
  ["Dimensions", dimensions({ w: "wide" }), '"wide" in stDim:w, which is Real'],
  ["Dimensions", dimensions({ depth: "1" }), "the unknown field stDim:depth"],
  ["Dimensions", text("600*600 mm"), '"600*600 mm"'],
])("%s: %j", (type, item, expected) => {
  expect(mismatchOf(item, type, structures)).toBe(expected);
});

test("names of types in the spellings of extension schemas", () => {
  const known = ["text", "bag Text", "Seq of Date", "open choice of Text", "Lang Alt", "ResourceRef", "Choice"];
  expect(known.filter((type) => !isKnownType(type, structures))).toEqual([]);
  expect(isKnownType("ArticleNumber", structures)).toBe(false);
});

const described = () => ({ uris: ["http://example.org/"], fields: {} });

test("a type without fields is a kind of text", () => {
  expect(mismatchOf(text("a"), "Serial", described)).toBeUndefined();
  expect(mismatchOf(array("Bag", text("a")), "Serial", described)).toBe("rdf:Bag of 1");
});
