import { expect, test } from "vitest";
import { turnBackBrackets } from "./brackets.ts";

const turned = (text: string): string => {
  const units = Uint32Array.from(text, (character) => character.codePointAt(0) ?? 0);
  turnBackBrackets(units);
  return String.fromCodePoint(...units);
};

test("brackets that open and close as they are read were replaced where the font says what they look like", () => {
  expect(turned("שלום (עולם) ועוד\r\n(15) ב")).toBe("שלום )עולם( ועוד\r\n)15( ב");
});

test("brackets that close and open were replaced where the font says what they mean, and are as they are seen", () => {
  expect(turned("שלום )עולם( ועוד\r\nב )4(")).toBe("שלום )עולם( ועוד\r\nב )4(");
});

test("brackets behind Latin letters and in lines of them were not replaced", () => {
  expect(turned("ראו (כאן) doi )שם)\r\nsee (there) (now)")).toBe("ראו )כאן( doi )שם(\r\nsee (there) (now)");
});

test("single brackets tell by the side of the word that they stand on, and go with the others of their page", () => {
  expect(turned("א) ראשון (15(ב")).toBe("א( ראשון )15)ב");
  expect(turned("א( ראשון (15)ב")).toBe("א( ראשון (15)ב");
});

test("a line of more brackets than a call takes arguments is read", () => {
  const many = "(ב) ".repeat(200_000);
  const units = Uint32Array.from(many, (character) => character.codePointAt(0) ?? 0);
  turnBackBrackets(units);
  expect([units[0], units[2]]).toEqual([0x29, 0x28]);
});
