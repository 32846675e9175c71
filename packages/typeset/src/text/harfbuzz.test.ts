import { afterAll, describe, expect, test } from "vitest";
import type { FontFace } from "../fonts/font-face.ts";
import { hbFontOf } from "./harfbuzz.ts";
import { fontsOf, forgetFonts, missingFonts } from "./testing/noto-fonts.ts";

afterAll(forgetFonts);

const file = "NotoSans-Regular.ttf";
const lacking = missingFonts([file]);
const why = lacking === undefined ? "" : ` (skipped: ${lacking})`;

function latinFace(): FontFace {
  const face = fontsOf(file).faceFor("a");
  if (face === undefined) {
    throw new Error(`${file} cannot be used`);
  }
  return face;
}

/** Returns a face of the same bytes that counts how often it is read. */
function counted(face: FontFace, path: string, padding = 0): { face: FontFace; readings: () => number } {
  let readings = 0;
  const read = (): Uint8Array => {
    readings++;
    return Buffer.concat([face.read(), Buffer.alloc(padding)]);
  };
  const { family, postScriptName, glyphs, unitsPerEm, ascent, descent, lineGap, weight, isItalic } = face;
  const has = (codePoint: number): boolean => face.has(codePoint);
  const facts = { family, postScriptName, glyphs, unitsPerEm, ascent, descent, lineGap, weight, isItalic };
  return { face: { ...facts, path, index: 0, has, read }, readings: () => readings };
}

function advance(face: FontFace): number {
  return hbFontOf(face).glyphHAdvance(hbFontOf(face).glyph(0x57) ?? 0);
}

function gone(): never {
  throw new Error("gone");
}

const damaged = (): Uint8Array => Buffer.from("no font");

describe.skipIf(lacking !== undefined)(`with Noto fonts${why}`, () => {
  test("a file is read once, and lengths are in units of the em", () => {
    const { face, readings } = counted(latinFace(), "once");
    expect(hbFontOf(face)).toBe(hbFontOf(face));
    expect(readings()).toBe(1);
    expect(hbFontOf(face).face.upem).toBe(face.unitsPerEm);
    expect(hbFontOf(face).glyphHAdvance(hbFontOf(face).glyph(0x61) ?? 0)).toBeGreaterThan(0.3 * face.unitsPerEm);
  });

  test("fonts are right again after others have taken their place", () => {
    const latin = latinFace();
    const expected = advance(latin);
    const many = Array.from({ length: 5 }, (_, index) => counted(latin, `large ${index}`, 20 * 1024 * 1024).face);
    expect([...many, ...many, latin].map(advance)).toEqual(Array.from({ length: 11 }, () => expected));
  });

  test("a file that cannot be read, and one that is no font, have no glyphs", () => {
    const { face } = counted(latinFace(), "gone");
    expect(hbFontOf({ ...face, read: gone }).glyph(0x61)).toBeUndefined();
    expect(hbFontOf({ ...face, path: "damaged", read: damaged }).glyph(0x61)).toBeUndefined();
  });
});
