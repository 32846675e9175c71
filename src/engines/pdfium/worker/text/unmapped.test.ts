import { GLYPH } from "@quire/layout";
import { expect, test } from "vitest";
import { emptyArrays } from "./arrays.ts";
import { UnmappedCodes } from "./unmapped.ts";

/** Returns the text of glyphs with these codes, of which nothing is known; `fontOf` tells the fonts of their places. */
function textOf(codes: readonly number[], fontOf: (at: number) => number = () => 1): string {
  const glyphs = emptyArrays(codes.length);
  const unmapped = new UnmappedCodes();
  for (const [at, code] of codes.entries()) {
    glyphs.count++;
    glyphs.text.push("\ufffd");
    glyphs.flags[at] = GLYPH.unmapped;
    unmapped.add(at, code, fontOf(at));
  }
  unmapped.complete(glyphs);
  return glyphs.text.join("");
}

const ascii = (text: string): number[] => Array.from(text, (sign) => sign.charCodeAt(0));

test("codes that are those of English are read as TeX's", () => {
  expect(textOf(ascii("The quick brown fox"))).toBe("The quick brown fox");
});

test("leaders and page numbers of a contents page count for text", () => {
  const page = "2 System Features . . . . . . . . . . . . . . . . . . . . . . 10".replaceAll(" ", "");
  expect(textOf(ascii(page))).toBe(page);
});

test("numbers within another script are read, and its letters are not guessed", () => {
  const page = [
    ...ascii("2.1"),
    0xc1,
    0xd2,
    0xe3,
    0xe4,
    0xe5,
    0xe6,
    ...ascii("................10"),
    0xc4,
    0xd5,
    ...ascii("11"),
  ];
  expect(textOf(page)).toBe(`2.1${"\ufffd".repeat(6)}................10${"\ufffd".repeat(2)}11`);
});

test("English beside a script whose codes are anywhere is read by its own font", () => {
  const bengali = Array.from({ length: 200 }, (_, index) => 33 + ((index * 7) % 60));
  const page = [...bengali, ...ascii("thequickbrownfoxjumpsoveradog")];
  expect(textOf(page, (at) => (at < 200 ? 1 : 2))).toBe("\ufffd".repeat(200) + "thequickbrownfoxjumpsoveradog");
});

test("codes that were assigned one after the other stay unknown", () => {
  const codes = Array.from({ length: 200 }, (_, index) => 1 + ((index * 7) % 60));
  expect(textOf(codes)).toBe("\ufffd".repeat(200));
  expect(textOf(ascii("12"))).toBe("\ufffd\ufffd");
});
