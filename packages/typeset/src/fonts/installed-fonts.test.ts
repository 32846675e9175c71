import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { InstalledFonts } from "./installed-fonts.ts";
import { type MadeFont, madeCollection, madeFont } from "./testing/made-font.ts";

const root = mkdtempSync(join(tmpdir(), "quire-fonts-"));
afterAll(() => rmSync(root, { recursive: true }));

let directories = 0;

/** Returns a new directory with these fonts: made ones, or the bytes of files. */
function directoryOf(files: Readonly<Record<string, MadeFont | Buffer>>): string {
  const directory = join(root, `${directories++}`);
  for (const [name, font] of Object.entries(files)) {
    mkdirSync(join(directory, name, ".."), { recursive: true });
    writeFileSync(join(directory, name), Buffer.isBuffer(font) ? font : madeFont(font));
  }
  return directory;
}

const fontsOf = (files: Readonly<Record<string, MadeFont | Buffer>>) => InstalledFonts.in([directoryOf(files)]);

const IN_COLOUR = { glyf: undefined, loca: undefined, CBDT: Buffer.alloc(4), CBLC: Buffer.alloc(4) };

/** The fonts from the best to the last, whatever their files are called. */
const ORDER: Readonly<Record<string, MadeFont>> = {
  "q.ttf": { family: "Noto Sans" },
  "p.ttf": { family: "Zebra Sans" },
  "o.ttf": { family: "Zebra Serif" },
  "n.ttf": { family: "Zebra" },
  "m.ttf": { family: "Abacus Mono" },
  "l.ttf": { family: "Abacus Sans UI" },
  "k.ttf": { family: "Abacus Sans", widthClass: 3 },
  "j.ttf": { family: "Abacus Sans", weight: 300 },
  "i.ttf": { family: "Abacus Sans", weight: 700 },
  "h.ttf": { family: "Abacus Sans", isItalic: true },
  "g.ttf": { family: "Abacus Sans", isItalic: true, weight: 700 },
  "f.ttf": { family: "Abacus Sans Colour", tables: IN_COLOUR },
  "e.ttf": { family: "Abacus Sans Layers", tables: { COLR: Buffer.alloc(4) } },
};

test("of the faces that have a letter the plainest is chosen", () => {
  const left = { ...ORDER };
  for (const name of Object.keys(ORDER)) {
    expect(fontsOf(left).faceFor("A")?.path).toMatch(new RegExp(`/${name}$`));
    delete left[name];
  }
});

test("a family that is called after the script comes before others", () => {
  const letters = "ᚠ";
  const fonts = fontsOf({
    "1.ttf": { family: "Abacus Sans", letters },
    "2.ttf": { family: "Abacus Runic Serif", letters },
    "3.ttf": { family: "Abacus Runic Bold", letters, weight: 700 },
  });
  expect(fonts.faceFor("ᚠ")?.family).toBe("Abacus Runic Serif");
});

test("a family is preferred where it has the characters, however it is written", () => {
  const fonts = fontsOf({
    "NotoSans-Regular.ttf": { family: "Noto Sans", letters: " ABCD" },
    "serif/TimesNewRoman.ttf": { family: "Times New Roman" },
    "serif/TimesNewRoman-Bold.ttf": { family: "Times New Roman", weight: 700 },
    "other.ttf": { family: "Courier 10 Pitch" },
  });
  expect(fonts.faceFor("A", { family: "times-new roman" })).toMatchObject({ family: "Times New Roman", weight: 400 });
  expect(fonts.faceFor("A", { family: "COURIER10PITCH" })?.family).toBe("Courier 10 Pitch");
  expect(fonts.faceFor("D", { family: "Times New Roman" })?.family).toBe("Noto Sans");
  expect(fonts.faceFor("A", { family: "Absent" })?.family).toBe("Noto Sans");
  expect(fonts.faceFor(" ", { family: "Times New Roman" })?.family).toBe("Noto Sans");
  expect([fonts.hasFamily("noto sans"), fonts.hasFamily("Courier 10-Pitch"), fonts.hasFamily("Noto")]).toEqual([
    true,
    true,
    false,
  ]);
});

test("a family with the style in its name, and names in other languages, are known too", () => {
  // The table has name ID 1 in Japanese as well as in English.
  const name = madeName([
    [0x409, 16, "Gothic"],
    [0x409, 1, "Gothic Condensed"],
    [0x411, 1, "ゴシック"],
  ]);
  const fonts = fontsOf({ "a.ttf": { tables: { name } } });
  expect(["Gothic", "gothic condensed", "ゴシック", "Made"].map((family) => fonts.hasFamily(family))).toEqual([
    true,
    true,
    true,
    false,
  ]);
  expect(fonts.faceFor("A")).toMatchObject({ family: "Gothic", postScriptName: "Gothic" });
});

test("a cluster is written as it is, composed or decomposed", () => {
  const fonts = fontsOf({
    "1.ttf": { family: "Composed Sans", letters: "é" },
    "2.ttf": { family: "Decomposed Sans", letters: "a\u0308" },
    "3.ttf": { family: "Korean Sans", letters: "\u1112\u1161\u11ab" },
  });
  expect(fonts.faceFor("e\u0301")?.family).toBe("Composed Sans");
  expect(fonts.faceFor("ä")?.family).toBe("Decomposed Sans");
  expect(fonts.faceFor("한")?.family).toBe("Korean Sans");
  // No single face has these.
  expect(fonts.faceFor("a\u0301")).toBeUndefined();
  expect(fonts.faceFor("\ud800")).toBeUndefined();
});

test("an invisible character needs no glyph, and alone is written with the face of Latin", () => {
  const fonts = fontsOf({
    "NotoSansThai-Regular.ttf": { family: "Noto Sans Thai", letters: " ก" },
    "NotoSans-Regular.ttf": { family: "Noto Sans", letters: " A" },
  });
  expect(fonts.faceFor("ก\u200d\ufe0f\u2066")?.family).toBe("Noto Sans Thai");
  for (const blank of [" ", "\u00a0", "\u3000", "\u200b", "\u200f", "\ufe0f", "\r\n", "\t", ""]) {
    expect(fonts.faceFor(blank)?.family).toBe("Noto Sans");
  }
});

test("emoji presentation is in colour, text presentation is not", () => {
  const letters = "😀❤©🏳⚧1\u20e3";
  const fonts = fontsOf({
    "emoji.ttf": { family: "Any Colours", letters, tables: IN_COLOUR },
    "plain.ttf": { family: "Any Outlines", letters: `${letters}🚀` },
  });
  for (const emoji of ["😀", "❤\ufe0f", "©\ufe0f", "🏳\u200d⚧", "1\ufe0f\u20e3"]) {
    expect(fonts.faceFor(emoji)?.glyphs).toBe("png");
  }
  // The last is not in the colour face.
  for (const text of ["❤", "©", "1", "😀\ufe0e", "1\u20e3", "🚀"]) {
    expect(fonts.faceFor(text)?.glyphs).toBe("truetype");
  }
});

test("Han characters take the forms of the language of the text around them", () => {
  const letters = "社機密机込見本한";
  const faces = ["JP", "KR", "SC", "TC"].map((region) => ({ family: `Noto Sans CJK ${region}`, letters }));
  const fonts = fontsOf({ "NotoSansCJK-Regular.ttc": madeCollection(faces) });
  const indexFor = (cluster: string, context?: string) => fonts.faceFor(cluster, { context })?.index;
  expect(indexFor("社")).toBe(2);
  expect(indexFor("社", "社外秘です")).toBe(0);
  expect(indexFor("社", "회사 社")).toBe(1);
  expect(indexFor("社", "ㄕㄜˋ 社")).toBe(3);
  // 機 is not in GB 2312, 机 is not in Big5, 込 is only in JIS X 0208.
  expect(indexFor("密", "機密")).toBe(3);
  expect(indexFor("密", "机密")).toBe(2);
  expect(indexFor("見", "込見")).toBe(0);
  expect(indexFor("한")).toBe(1);
});

test("glyphs are outlines or images in colour; other kinds are skipped", () => {
  const bytes = Buffer.alloc(4);
  const none = { glyf: undefined, loca: undefined };
  const fonts = fontsOf({
    "1.ttf": { family: "Outlines" },
    "2.otf": { family: "Compact", tables: { ...none, "CFF ": bytes } },
    "3.ttf": { family: "Images", tables: IN_COLOUR },
    "4.ttf": { family: "Images of macOS", tables: { sbix: bytes } },
    "5.ttf": { family: "Grey Bitmaps", tables: { ...none, EBDT: bytes, EBLC: bytes } },
    "6.ttf": { family: "Drawings", tables: { ...none, "SVG ": bytes } },
    "7.otf": { family: "Compact 2", tables: { ...none, CFF2: bytes } },
  });
  const families = ["Outlines", "Compact", "Images", "Images of macOS", "Grey Bitmaps", "Drawings", "Compact 2"];
  const kinds = families.map((family) => fonts.hasFamily(family) && fonts.faceFor("A", { family })?.glyphs);
  expect(kinds).toEqual(["truetype", "cff", "png", "png", false, false, false]);
});

test("a variable font is one face, which its file's name may hide behind axes", () => {
  const fonts = fontsOf({
    "NotoSansThai[wdth,wght].ttf": { family: "Noto Sans Thai", letters: "ก", tables: { fvar: Buffer.alloc(16) } },
    "thai.ttf": { family: "Abacus Sans", letters: "ก" },
  });
  expect(fonts.faceFor("ก")).toMatchObject({ family: "Noto Sans Thai", weight: 400 });
});

test("faces that must not be embedded, or not in part, are skipped", () => {
  const fonts = fontsOf({
    "1.ttf": { family: "Restricted Sans", fsType: 0x0002 },
    "2.ttf": { family: "Whole Sans", fsType: 0x0100 },
    "3.ttf": { family: "Bitmap Sans", fsType: 0x0200 },
    "4.ttf": { family: "Zebra Preview", fsType: 0x0004 },
  });
  expect(fonts.faceFor("A")?.family).toBe("Zebra Preview");
  expect(["Restricted Sans", "Whole Sans", "Bitmap Sans"].map((family) => fonts.hasFamily(family))).toEqual([
    false,
    false,
    false,
  ]);
});

test("damaged fonts and directories are skipped", () => {
  const font = madeFont({ family: "Noto Sans" });
  const files: Record<string, MadeFont | Buffer> = {
    "zebra.ttf": { family: "Zebra" },
    "NotoSans-Regular.ttf": Buffer.from("This is no font."),
    "no-glyphs.ttf": { family: "Noto Sans", tables: { glyf: undefined } },
    "no-name.ttf": { family: "Noto Sans", tables: { name: Buffer.alloc(6) } },
    "short-head.ttf": { family: "Noto Sans", tables: { head: Buffer.alloc(20) } },
    "no-em.ttf": { family: "Noto Sans", tables: { head: Buffer.alloc(54) } },
    "bad-map.ttf": { family: "Noto Sans", tables: { cmap: Buffer.alloc(3) } },
    "symbols.woff2": { family: "Noto Sans" },
  };
  for (let length = 0; length < font.length; length += 13) {
    files[`cut-${length}.ttf`] = font.subarray(0, length);
  }
  const directory = directoryOf(files);
  symlinkSync(join(directory, "absent"), join(directory, "dangling.ttf"));
  const fonts = InstalledFonts.in([directory, join(root, "absent"), join(directory, "zebra.ttf")]);
  expect(fonts.faceFor("A")?.family).toBe("Zebra");
});

test("a font with any of its bytes altered is used or skipped, but never fails", () => {
  const font = madeFont({ family: "Noto Sans" });
  const zebra = directoryOf({ "zebra.ttf": { family: "Zebra" } });
  for (let index = 0; index < font.length; index += 2) {
    const altered = Buffer.from(font);
    altered.fill(0xff, index, index + 2);
    const fonts = InstalledFonts.in([directoryOf({ "NotoSans-Regular.ttf": altered }), zebra]);
    expect(["Noto Sans", "Zebra"].some((family) => fonts.hasFamily(family))).toBe(true);
    expect(fonts.faceFor("A")).toBeDefined();
  }
});

const metricsOf = (font: MadeFont) => fontsOf({ "a.ttf": font }).faceFor("A");

test("lengths for lines are those of hhea, or of OS/2 where that says so or hhea says nothing", () => {
  const typo = Buffer.alloc(96);
  typo.writeUInt16BE(400, 4);
  typo.writeUInt16BE(0x80, 62);
  typo.writeInt16BE(800, 68);
  typo.writeInt16BE(-200, 70);
  typo.writeInt16BE(50, 72);
  expect(metricsOf({})).toMatchObject({ unitsPerEm: 1000, ascent: 900, descent: -300, lineGap: 0 });
  expect(metricsOf({ tables: { "OS/2": typo } })).toMatchObject({ ascent: 800, descent: -200, lineGap: 50 });
  expect(metricsOf({ tables: { hhea: Buffer.alloc(36) } })).toMatchObject({ ascent: 800, descent: -200 });
  expect(metricsOf({ tables: { "OS/2": undefined } })).toMatchObject({ ascent: 900, weight: 400, isItalic: false });
});

test("a face is one object, whoever finds it", () => {
  const directory = directoryOf({ "a.ttf": {}, "b.ttc": madeCollection([{ family: "One" }, { family: "Two" }]) });
  const [one, other] = [InstalledFonts.in([directory]), InstalledFonts.in([directory])];
  expect(one.faceFor("A", { family: "two" })).toMatchObject({ index: 1, family: "Two" });
  expect(one.faceFor("A", { family: "two" })).toBe(other.faceFor("B", { family: "Two" }));
  expect(one.faceFor("A", { family: "two" })).not.toBe(other.faceFor("A", { family: "One" }));
});

/** Returns a table `name` of records: language of Windows, name ID, text. */
function madeName(records: readonly (readonly [number, number, string])[]): Buffer {
  const table = Buffer.alloc(6 + 12 * records.length);
  table.writeUInt16BE(records.length, 2);
  table.writeUInt16BE(table.length, 4);
  let storage = Buffer.alloc(0);
  for (const [index, [language, id, text]] of records.entries()) {
    const bytes = Buffer.from(text, "utf16le").swap16();
    const values = [3, 1, language, id, bytes.length, storage.length];
    for (const [place, value] of values.entries()) {
      table.writeUInt16BE(value, 6 + 12 * index + 2 * place);
    }
    storage = Buffer.concat([storage, bytes]);
  }
  return Buffer.concat([table, storage]);
}
