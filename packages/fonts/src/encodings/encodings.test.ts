import { expect, test } from "vitest";
import { encodingNamed, isSymbolName, macOsCodeOf } from "./encodings.ts";
import { dingbatUnicodeOf, listedUnicodeOf, unicodeOfGlyphName } from "./glyph-unicode.ts";

test.each([
  ["StandardEncoding", 149, 0o256, "fi"],
  ["MacRomanEncoding", 208, 0o333, "currency"],
  ["WinAnsiEncoding", 224, 0o200, "Euro"],
  ["PDFDocEncoding", 229, 0o240, "Euro"],
  ["MacExpertEncoding", 165, 0o127, "fi"],
  ["Symbol", 189, 0o141, "alpha"],
  ["ZapfDingbats", 202, 0o041, "a1"],
])("%s has %i codes", (name, count, code, glyphName) => {
  const encoding = encodingNamed(name);
  expect(encoding?.size).toBe(count);
  expect(encoding?.get(code)).toBe(glyphName);
});

test("another name is no encoding", () => {
  expect([encodingNamed("toString"), encodingNamed(undefined)]).toEqual([undefined, undefined]);
});

test("the encoding of Mac OS has the additions of table 113", () => {
  expect([macOsCodeOf("A"), macOsCodeOf("space"), macOsCodeOf("Euro"), macOsCodeOf("Delta")]).toEqual([
    65, 32, 219, 198,
  ]);
});

test("names belong to the set of Symbol, or do not", () => {
  expect([isSymbolName("alpha"), isSymbolName("Lslash")]).toEqual([true, false]);
});

test.each([
  ["A", "A"],
  ["Lcommaaccent", "\u013b"],
  ["dalethatafpatah", "\u05d3\u05b2"],
  ["uni20AC0308", "\u20ac\u0308"],
  ["u1F600", "\u{1f600}"],
  ["f_f_i.alt", "ffi"],
  ["uni20ac", undefined],
  ["uniD83DDE00", undefined],
  ["u110000", undefined],
  [".notdef", undefined],
  ["g42", undefined],
  ["a1", undefined],
])("the glyph name %s stands for %j", (name, text) => {
  expect(unicodeOfGlyphName(name)).toBe(text);
});

test("the list itself knows no rules, and ZapfDingbats has a separate one", () => {
  expect([listedUnicodeOf("uni20AC"), listedUnicodeOf("Euro"), dingbatUnicodeOf("a1")]).toEqual([undefined, "€", "✁"]);
});
