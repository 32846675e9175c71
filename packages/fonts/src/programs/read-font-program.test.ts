import { Bounds } from "@quire/cos";
import { describe, expect, test } from "vitest";
import { joined, u8, u16, u32 } from "../testing/binary-writer.ts";
import { buildCff, charstringNumber } from "../testing/cff-builder.ts";
import { buildTrueType, sfnt } from "../testing/true-type-builder.ts";
import { buildType1, type1Number } from "../testing/type1-builder.ts";
import { type FontProgram, isUnreadable } from "./font-program.ts";
import { readFontProgram } from "./read-font-program.ts";

function read(bytes: Uint8Array): FontProgram {
  const program = readFontProgram({ bytes, key: "FontFile3" });
  if (isUnreadable(program)) {
    throw new Error(program.unreadable);
  }
  return program;
}

const widths = (program: FontProgram): readonly (number | undefined)[] =>
  Array.from({ length: program.glyphCount }, (_, glyph) => program.widthOf(glyph));

describe("TrueType", () => {
  const program = read(
    buildTrueType({
      widths: [1024, 2048, 512],
      unitsPerEm: 2048,
      names: [".notdef", "A", "B"],
      empty: [2],
      cmaps: [
        { platform: 1, encoding: 0, glyphs: { 65: 1 } },
        { platform: 3, encoding: 1, glyphs: { 65: 1, 0x2022: 2 } },
      ],
    }),
  );

  test("widths are thousandths of the em", () => {
    expect(program.kind).toBe("truetype");
    expect(widths(program)).toEqual([500, 1000, 250]);
  });

  test("a glyph that is not there has the width of the first", () => {
    expect(program.widthOf(3)).toBe(500);
  });

  test("glyphs are found by name and by the subtables of cmap", () => {
    expect(program.glyphOfName("B")).toBe(2);
    expect(program.cmaps.map(({ platform, encoding, format }) => [platform, encoding, format])).toEqual([
      [1, 0, 0],
      [3, 1, 4],
    ]);
    expect(program.cmaps.map((cmap) => [cmap.glyphOf(65), cmap.glyphOf(0x2022), cmap.glyphOf(66)])).toEqual([
      [1, 0, 0],
      [1, 2, 0],
    ]);
  });

  test.each([
    ["6", joined(u16(6, 14, 0, 0x41, 2), u16(7, 8)), 0x42, 8],
    ["10", joined(u16(10, 0), u32(24, 0, 0x1_f600, 1), u16(9)), 0x1_f600, 9],
    ["12", joined(u16(12, 0), u32(28, 0, 1, 0x1_0000, 0x1_0010, 20)), 0x1_0003, 23],
    ["13", joined(u16(13, 0), u32(28, 0, 1, 0x1_0000, 0x1_0010, 20)), 0x1_0003, 20],
    [
      "2",
      joined(
        u16(2, 0, 0, ...Array.from({ length: 256 }, (_, byte) => (byte === 0x81 ? 8 : 0))),
        u16(0x41, 1, 0, 10),
        u16(0x40, 2, 5, 4),
        u16(3),
        u16(6, 7),
      ),
      0x8141,
      12,
    ],
  ])("a subtable of format %s gives the glyph of a code", (_, bytes, code, glyph) => {
    const { cmaps } = read(buildTrueType({ widths: [0], cmaps: [{ platform: 3, encoding: 10, glyphs: {}, bytes }] }));
    expect(cmaps[0]?.glyphOf(code)).toBe(glyph);
    expect(cmaps[0]?.glyphOf(code + 0x100)).toBe(0);
  });

  const without = (tag: string): FontProgram =>
    read(buildTrueType({ widths: [1024], unitsPerEm: 2048, tables: { [tag]: undefined } }));

  test("a file without head or maxp has usual units, and as many glyphs as widths", () => {
    expect(widths(without("head"))).toEqual([500]);
    expect(without("maxp")).toMatchObject({ glyphCount: 1, damage: undefined });
  });

  test("a file without hhea or hmtx is damaged", () => {
    expect(without("hhea").damage).toBe("has no hhea table");
    expect(without("hmtx").damage).toBe("has no hmtx table");
  });

  test("a file that ends within its widths is damaged", () => {
    const bytes = buildTrueType({ widths: [1024, 512], tables: { hhea: undefined, hmtx: undefined } });
    expect(read(bytes).damage).toBe("has no hhea table");
    const cut = sfnt("true", [
      { tag: "hhea", bytes: joined(new Uint8Array(34), u16(9)) },
      { tag: "hmtx", bytes: u16(1, 1) },
    ]);
    expect(read(cut).damage).toBe("is cut off within its hmtx table");
  });

  test("the lengths of tables in the directory do not matter", () => {
    const bytes = Buffer.from(buildTrueType({ widths: [1024], unitsPerEm: 2048 }));
    for (const tag of ["hhea", "hmtx", "maxp", "head"]) {
      bytes.writeUInt32BE(0, bytes.indexOf(tag) + 12);
    }
    expect(widths(read(bytes))).toEqual([500]);
  });
});

describe("CFF", () => {
  test("widths are defaultWidthX, or the difference to nominalWidthX", () => {
    const glyphs = [{ name: ".notdef" }, { name: "A", width: 700 }, { name: "uni20AC", width: 450 }];
    const program = read(buildCff({ glyphs, defaultWidth: 333, nominalWidth: 600 }));
    expect(program.kind).toBe("cff");
    expect(widths(program)).toEqual([333, 700, 450]);
    expect([...program.glyphNames]).toEqual([".notdef", "A", "uni20AC"]);
    expect(program.builtInName(65)).toBe("A");
    expect(program.isStandardEncoded).toBe(true);
  });

  test("FontMatrix scales widths", () => {
    const program = read(buildCff({ glyphs: [{ width: 1000 }], scale: "0.0005" }));
    expect(program.widthOf(0)).toBeCloseTo(500);
  });

  const one = charstringNumber(1);
  const callFirst = u8(139 - 107);
  test.each([
    ["hstem with an odd count of operands", joined(one, one, one, u8(1, 14)), 601],
    ["hstem with pairs", joined(one, one, u8(1, 14)), 333],
    ["hintmask right after its hints", joined(one, one, one, u8(19, 0, 14)), 601],
    ["rmoveto with three operands", joined(one, one, one, u8(21, 14)), 601],
    ["rmoveto with two", joined(one, one, u8(21, 14)), 333],
    ["hmoveto with two", joined(one, one, u8(22, 14)), 601],
    ["endchar of an accented character", joined(one, one, one, one, u8(14)), 333],
    ["a local subroutine", joined(callFirst, u8(10, 14)), 605],
    ["a global subroutine that ends the character", joined(callFirst, u8(29)), 607],
    ["arithmetic", joined(charstringNumber(7), charstringNumber(2), u8(12, 12, 14)), 603.5],
    ["a subroutine that is not there", joined(one, u8(10, 14)), undefined],
  ])("the width stands before %s", (_, charstring, width) => {
    const program = read(
      buildCff({
        glyphs: [{ charstring }],
        defaultWidth: 333,
        nominalWidth: 600,
        subrs: [joined(charstringNumber(5), u8(11))],
        globalSubrs: [joined(charstringNumber(7), u8(14))],
      }),
    );
    expect(program.widthOf(0)).toBe(width);
  });

  test("an encoding has codes, ranges and supplements", () => {
    const glyphs = [{ name: ".notdef" }, { name: "A" }, { name: "B" }];
    const codes = read(buildCff({ glyphs, encoding: u8(0, 2, 1, 2) }));
    const ranges = read(buildCff({ glyphs, encoding: u8(0x81, 1, 10, 1, 1, 99, 0, 35) }));
    expect([codes.builtInName(1), codes.builtInName(2), codes.builtInName(65)]).toEqual(["A", "B", undefined]);
    expect([ranges.builtInName(10), ranges.builtInName(11), ranges.builtInName(99)]).toEqual(["A", "B", "B"]);
  });

  test("a CID-keyed program finds its glyphs by CID", () => {
    const ros = { registry: "Adobe", ordering: "Identity", supplement: 0 };
    const program = read(buildCff({ glyphs: [{ width: 1 }, { cid: 7, width: 500 }], ros, fonts: 2 }));
    expect(program.kind).toBe("cid");
    expect(program.registryOrdering).toEqual(ros);
    expect([...program.cids]).toEqual([0, 7]);
    expect([program.glyphOfCid(7), program.glyphOfCid(1)]).toEqual([1, undefined]);
    expect(widths(program)).toEqual([1, 500]);
  });

  test("a number without digits, and a CID-keyed program without FDSelect, are damage", () => {
    const ros = { registry: "Adobe", ordering: "Identity", supplement: 0 };
    expect(read(buildCff({ glyphs: [{}], scale: "0.001" })).damage).toBeUndefined();
    expect(read(buildCff({ glyphs: [{}], scale: "" })).damage).toBe("has a malformed DICT or FDSelect");
    const made = Buffer.from(buildCff({ glyphs: [{}], ros }));
    expect(read(made).damage).toBeUndefined();
    made[made.indexOf(Buffer.of(12, 37)) + 1] = 13;
    expect(read(made).damage).toBe("has a malformed DICT or FDSelect");
  });

  test("the size of offsets in the header does not matter", () => {
    const made = Buffer.from(buildCff({ glyphs: [{ width: 500 }] }));
    made[3] = 0;
    expect(widths(readFontProgram({ bytes: made, key: "FontFile3" }) as FontProgram)).toEqual([500]);
  });

  test.each([
    ["the Font DICTs", 1],
    ["the Private DICT", 30],
  ])("a program that ends within %s is damaged", (_, lacking) => {
    const ros = { registry: "Adobe", ordering: "Identity", supplement: 0 };
    const made = buildCff({ glyphs: [{}], ros });
    expect(read(made.subarray(0, made.length - lacking)).damage).toBeDefined();
  });

  test("of more operands than an operator takes, the last ones count", () => {
    const made = Buffer.from(buildCff({ glyphs: [{ width: 500 }], scale: "0.0005" }));
    // FontMatrix becomes 103 and 7, operands before those of charset.
    made.writeUInt16BE(0xf2_92, made.indexOf(Buffer.of(12, 7)));
    expect(widths(read(made))).toEqual([500]);
  });

  test("CFF in an OpenType file has its subtables of cmap too", () => {
    const bytes = sfnt("OTTO", [{ tag: "CFF ", bytes: buildCff({ glyphs: [{ width: 250 }] }) }]);
    expect(read(bytes)).toMatchObject({ kind: "cff", isSfnt: true, glyphCount: 1 });
  });
});

describe("Type 1", () => {
  const glyphs = { ".notdef": 250, A: 700, Aacute: 722 };

  test.each(["binary", "hexadecimal", "segments"] as const)("the encrypted portion may be in %s", (form) => {
    const program = read(buildType1({ glyphs, form }));
    expect([...program.glyphNames]).toEqual(Object.keys(glyphs));
    expect(widths(program)).toEqual([250, 700, 722]);
    expect(program.builtInName(65)).toBe("A");
    expect(program.fontName).toBe("Test");
  });

  test.each([-1, 0, 1, 4])("charstrings may begin with %i random bytes", (lenIV) => {
    expect(read(buildType1({ glyphs, lenIV })).widthOf(1)).toBe(700);
  });

  test("the encoding is an array, with codes in any radix", () => {
    const program = read(buildType1({ glyphs, encoding: { 1: "A", 200: "Aacute" } }));
    expect([program.builtInName(1), program.builtInGlyph(200), program.builtInName(65)]).toEqual(["A", 2, undefined]);
    const clear = Buffer.from(buildType1({ glyphs, encoding: { 65: "Aacute" } })).toString("latin1");
    const octal = Buffer.from(clear.replace("dup 65 ", "dup 8#102 "), "latin1");
    expect(read(octal).builtInName(0o102)).toBe("Aacute");
  });

  const sbw = joined(...[0, 0, 640, 0].map(type1Number), u8(12, 7, 14));
  const div = joined(...[0, 1281, 2].map(type1Number), u8(12, 12, 13, 14));
  const subr = joined(type1Number(0), u8(10, 13, 14));
  const blend = joined(...[0, 600, 100, 2, 14].map(type1Number), u8(12, 16, 12, 17, 13, 14));
  test.each([
    ["sbw", sbw, 640],
    ["div", div, 640.5],
    ["a subroutine", subr, 640],
    ["the blend of two masters", blend, 675],
    ["no operator", u8(), undefined],
  ])("a width comes by %s", (_, charstring, width) => {
    const program = read(
      buildType1({
        glyphs: { A: 0 },
        charstrings: { A: charstring },
        subrs: [joined(type1Number(0), type1Number(640), u8(11))],
        clear: "/WeightVector [0.25 0.75] def",
      }),
    );
    expect(program.widthOf(0)).toBe(width);
  });

  const hsbw = u8(13, 11);
  test.each([
    ["a charstring", joined(...[0, 640].map(type1Number), u8(13, 14)), 640],
    ["a subroutine", joined(type1Number(1), u8(10, 14)), 640],
    ["a charstring, and the operator by a subroutine", joined(...[0, 640, 0].map(type1Number), u8(10, 14)), undefined],
    ["a subroutine, and the operator by the charstring", joined(type1Number(2), u8(10, 13, 14)), undefined],
  ])("a strict reader finds a width whose operands are given by %s", (_, charstring, width) => {
    const operands = joined(...[0, 640].map(type1Number));
    const subrs = [hsbw, joined(operands, hsbw), joined(operands, u8(11))];
    const program = read(buildType1({ glyphs: { A: 0 }, charstrings: { A: charstring }, subrs }));
    expect([program.widthOf(0), program.declaredWidthOf?.(0)]).toEqual([640, width]);
  });

  test("a second set of Subrs does not hide what follows", () => {
    // Nothing is encrypted, so that the parenthesis is kept, which begins a string for a reader of tokens there.
    const program = read(buildType1({ glyphs, lenIV: -1, subrs: [u8(0x28)], hasSubrsTwice: true }));
    expect(widths(program)).toEqual([250, 700, 722]);
  });

  test("FontMatrix scales widths", () => {
    expect(read(buildType1({ glyphs, fontMatrix: "{5E-4 0 0 5E-4 0 0}" })).widthOf(1)).toBeCloseTo(350);
  });
});

describe("whatever the bytes are", () => {
  const samples = {
    truetype: buildTrueType({
      widths: [1, 2, 3],
      names: [".notdef", "A", "B"],
      cmaps: [{ platform: 3, encoding: 1, glyphs: { 65: 1, 66: 2 } }],
    }),
    cff: buildCff({
      glyphs: [{ width: 1 }, { name: "A" }, { name: "own", width: 4 }],
      encoding: u8(0x81, 1, 10, 1, 1, 99, 0, 35),
    }),
    cid: buildCff({ glyphs: [{}, { cid: 5 }], ros: { registry: "Adobe", ordering: "Identity", supplement: 0 } }),
    type1: buildType1({ glyphs: { ".notdef": 0, A: 1 }, encoding: { 65: "A" }, subrs: [u8(11)] }),
  };

  test.each(Object.entries(samples))("a damaged %s program is read or refused", (_, bytes) => {
    const bounds = new Bounds({ timeoutMs: 20_000 });
    for (const damaged of damagedCopies(bytes)) {
      bounds.look();
      for (const key of ["FontFile", "FontFile2", "FontFile3"] as const) {
        const program = readFontProgram({ bytes: damaged, key });
        expect(isUnreadable(program) ? [program.unreadable] : everythingOf(program)).not.toEqual([]);
      }
    }
  });
});

/** Yields copies cut at every length, and copies with bytes changed in a way that is the same each time. */
function* damagedCopies(bytes: Uint8Array): Iterable<Uint8Array> {
  for (let length = 0; length < bytes.length; length += 1 + (bytes.length >> 9)) {
    yield bytes.subarray(0, length);
  }
  let state = 12_345;
  for (let round = 0; round < 400; round++) {
    const copy = Uint8Array.from(bytes);
    for (let change = 0; change <= round % 4; change++) {
      state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
      copy[(state >>> 8) % copy.length] = [0, 255, 128, state >>> 24][state % 4] ?? 0;
    }
    yield copy;
  }
}

const everythingOf = (program: FontProgram): readonly unknown[] => [
  widths(program).slice(0, 200),
  program.glyphOfName("A"),
  program.glyphOfCid(5),
  program.nameOf(1),
  Array.from({ length: 256 }, (_, code) => [program.builtInName(code), program.builtInGlyph(code)]),
  [...program.glyphNames].length,
  [...program.cids].length,
  program.cmaps.map((cmap) => [cmap.glyphOf(65), cmap.glyphOf(0xffff), cmap.glyphOf(0x1_0000)]),
];
