import { isUnreadable, readFontProgram } from "../../packages/fonts/src/index.ts";
import { expect, test } from "vitest";
import { buildType1, type1Number, type Type1Options } from "../../packages/fonts/src/testing/type1-builder.ts";
import { plainType1 } from "../../packages/pdfa-conversion/src/fonts/plain-type1.ts";

const GLYPHS = { ".notdef": 250, A: 600 };
const CALL = 10;
const RETURN = 11;
const WIDTH = 13;
const END = 14;
const PLACE = [...type1Number(0), ...type1Number(600), WIDTH];

/** Returns the widths of the glyphs in the plain program, and the bytes of it. */
function plain(options: Partial<Type1Options>, change: (program: string) => string = (program) => program) {
  const program = Buffer.from(
    change(Buffer.from(buildType1({ glyphs: GLYPHS, ...options })).toString("latin1")),
    "latin1",
  );
  const made = plainType1(program);
  const read = made && readFontProgram({ bytes: made.bytes, key: "FontFile", subtype: undefined });
  return made === undefined || read === undefined || isUnreadable(read)
    ? undefined
    : {
        ...made,
        widths: Object.keys(GLYPHS).map((name) => read.widthOf(read.glyphOfName(name) ?? -1)),
      };
}

const width = (subr: number) => Uint8Array.from([...type1Number(subr), CALL, END]);

test.each<[string, Partial<Type1Options>]>([
  ["charstrings that are not encrypted", { lenIV: -1 }],
  [
    "a width in a subroutine",
    {
      charstrings: { A: width(4) },
      subrs: [...Array<Uint8Array>(4).fill(Uint8Array.of(RETURN)), Uint8Array.from([...PLACE, RETURN])],
    },
  ],
  [
    "a width in a subroutine of a subroutine",
    {
      charstrings: { A: width(5) },
      subrs: [
        ...Array<Uint8Array>(4).fill(Uint8Array.of(RETURN)),
        Uint8Array.from([...PLACE, RETURN]),
        Uint8Array.from([...type1Number(4), CALL, RETURN]),
      ],
    },
  ],
])("%s is written plainly", (_, options) => {
  const made = plain(options);
  expect(made?.widths).toEqual([250, 600]);
  expect(made?.lengths.reduce((sum, length) => sum + length, 0)).toBe(made?.bytes.length);
  // It is plain now.
  expect(plainType1(made?.bytes ?? new Uint8Array(0))).toBeUndefined();
});

test("an encoding has 256 codes", () => {
  const made = plain({ encoding: { 65: "A" } }, (program) =>
    program.replace("/Encoding 256 array", "/Encoding 103 array"),
  );
  expect(Buffer.from(made?.bytes ?? []).toString("latin1")).toContain("/Encoding 256 array");
  expect(made?.widths).toEqual([250, 600]);
});

test.each<[string, Partial<Type1Options>]>([
  ["a plain program", {}],
  ["a subroutine that is not there", { charstrings: { A: width(9) } }],
  ["a second set of subroutines", { lenIV: -1, subrs: [Uint8Array.of(RETURN)], hasSubrsTwice: true }],
])("nothing is done to %s", (_, options) => {
  const made = plain(options);
  expect(made?.widths[1]).toBe(undefined);
});

test("what is no program is none", () => {
  expect(plainType1(Buffer.from("%!PS-AdobeFont-1.0\n/Encoding 3 array"))).toBeUndefined();
});
