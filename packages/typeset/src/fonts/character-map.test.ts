import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { characterMapsOf } from "./character-map.ts";
import { cmapOf, format4, longs, type MadeFont, madeCollection, madeFont, words } from "./testing/made-font.ts";

const NOTO = "/usr/share/fonts/truetype/noto";
const FONTS = [
  `${NOTO}/NotoSans-Regular.ttf`,
  `${NOTO}/NotoSansLao-Regular.ttf`,
  `${NOTO}/NotoSansMath-Regular.ttf`,
  `${NOTO}/NotoColorEmoji.ttf`,
  "/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc",
];
const installed = FONTS.filter((path) => existsSync(path));
if (installed.length < FONTS.length) {
  // oxlint-disable-next-line no-console -- that they are left out is to be seen
  console.warn("Not all fonts of Noto are installed: character maps are not compared with those of fontconfig.");
}

const directory = mkdtempSync(join(tmpdir(), "quire-cmap-"));
afterAll(() => rmSync(directory, { recursive: true }));

test.skipIf(installed.length < FONTS.length).each(FONTS)("%s maps the letters that fontconfig finds in it", (path) => {
  const maps = mapsOf(path);
  const characterSet = charactersByFontconfig(path);
  const disagreements: number[] = [];
  // This is a sample: every code point would take some seconds for the Chinese ones.
  for (let codePoint = 0x21; codePoint < 0x20000; codePoint += 5) {
    // fontconfig leaves out what has no outline; letters have one in every font.
    const isLetter = /^[\p{L}\p{Emoji_Presentation}]$/u.test(String.fromCodePoint(codePoint));
    if (isLetter && maps.some((has) => has(codePoint)) !== characterSet.has(codePoint)) {
      disagreements.push(codePoint);
    }
  }
  expect(characterSet.size).toBeGreaterThan(50);
  expect(disagreements).toEqual([]);
});

test.skipIf(installed.length === 0)("a font that is cut off or altered is read or refused, but never fails", () => {
  const [whole = ""] = installed;
  // The part up to the end of its character map.
  const font = readFileSync(whole).subarray(0, 20_000);
  const path = join(directory, "damaged.ttf");
  for (let length = 0; length < 4096; length += 97) {
    writeFileSync(path, font.subarray(0, length));
    expect(characterMapsOf(path)).toBe("unreadable");
  }
  for (let index = 0; index < 400; index++) {
    // These are the table directory, and the first bytes of the character map.
    const altered = Buffer.from(font);
    altered[index] = 0xff;
    writeFileSync(path, altered);
    const maps = characterMapsOf(path);
    expect(maps === "unreadable" || maps.every((has) => typeof has(0x41) === "boolean")).toBe(true);
  }
});

test("a file that is no font, and a link to nothing, are not readable", () => {
  const path = join(directory, "text.ttf");
  writeFileSync(path, "This is no font.");
  expect(characterMapsOf(path)).toBe("unreadable");
  expect(characterMapsOf(join(directory, "absent.ttf"))).toBe("unreadable");
});

/** The subtables of each format, with the letters M and N, and perhaps a further character that has no glyph. */
const SUBTABLES: Record<string, Buffer> = {
  "0": Buffer.concat([words(0, 262, 0), Buffer.alloc(256).fill(7, 0x4d, 0x4f)]),
  "4": format4("MN"),
  // This has one segment from L to O with its glyphs in the array, and the last segment.
  "4 with an array of glyphs": Buffer.concat([
    words(4, 40, 0, 4, 0, 0, 0),
    words(0x4f, 0xffff, 0, 0x4c, 0xffff, 0, 1, 4, 0),
    words(0, 5, 6, 0),
  ]),
  "6": words(6, 18, 0, 0x4c, 4, 0, 5, 6, 0),
  "10": Buffer.concat([words(10, 0), longs(28, 0, 0x4c, 4), words(0, 5, 6, 0)]),
  "12": Buffer.concat([words(12, 0), longs(40, 0, 2, 0x21, 0x30, 1, 0x4c, 0x4e, 0)]),
  "13": Buffer.concat([words(13, 0), longs(40, 0, 2, 0x21, 0x30, 1, 0x4d, 0x4e, 3)]),
};

test.each(Object.keys(SUBTABLES))("format %s of a character map", (format) => {
  const [has] = mapsOf(written("format.ttf", madeFont({ subtable: SUBTABLES[format] ?? Buffer.alloc(0) })));
  const found = [0, 0x4b, 0x4c, 0x4d, 0x4e, 0x4f, 0x50, 0x1004d, 0x10ffff].filter((codePoint) => has?.(codePoint));
  expect(found).toEqual([0x4d, 0x4e]);
});

test.each(Object.keys(SUBTABLES))(
  "a character map of format %s that says to be longer than it is is refused",
  (format) => {
    const subtable = SUBTABLES[format] ?? Buffer.alloc(0);
    for (let length = 2; length < 14; length++) {
      const cmap = cmapOf(subtable.subarray(0, length));
      expect(characterMapsOf(written("cut.ttf", madeFont({ tables: { cmap } })))).toBe("unreadable");
    }
  },
);

test("an array of glyphs that ends too early has none for what comes behind it", () => {
  const subtable = SUBTABLES["4 with an array of glyphs"]?.subarray(0, -4) ?? Buffer.alloc(0);
  const [has] = mapsOf(written("short-array.ttf", madeFont({ tables: { cmap: cmapOf(subtable) } })));
  expect([0x4c, 0x4d, 0x4e, 0x4f].filter((codePoint) => has?.(codePoint))).toEqual([0x4d]);
});

test("the faces of a collection have their maps, shared ones once", () => {
  const shared = madeCollection([{ letters: "AB" }, { letters: "CD" }]);
  expect(mapsOf(written("two.ttc", shared)).map((has) => [has(0x41), has(0x43)])).toEqual([
    [true, false],
    [false, true],
  ]);
  // Both faces begin at the first one's directory.
  shared.writeUInt32BE(shared.readUInt32BE(12), 16);
  expect(mapsOf(written("shared.ttc", shared))).toHaveLength(1);
});

test("a collection that says to have millions of faces is refused", () => {
  const collection = madeCollection([{}]);
  collection.writeUInt32BE(0x7fffffff, 8);
  expect(characterMapsOf(written("many.ttc", collection))).toBe("unreadable");
});

test("a font for symbols only has no map", () => {
  const symbols: MadeFont = { tables: { cmap: Buffer.concat([words(0, 1, 3, 0), longs(12), format4("\uf041")]) } };
  expect(characterMapsOf(written("symbols.ttf", madeFont(symbols)))).toEqual([]);
});

function written(name: string, bytes: Buffer): string {
  const path = join(directory, name);
  writeFileSync(path, bytes);
  return path;
}

function mapsOf(path: string) {
  const maps = characterMapsOf(path);
  if (maps === "unreadable") {
    throw new Error(`${path} is not readable.`);
  }
  return maps;
}

/**
 * Returns the characters of a font by `fc-query`, which prints a line for each face, of code points and ranges in
 * hexadecimal.
 */
function charactersByFontconfig(path: string): Set<number> {
  const ranges = execFileSync("fc-query", ["-f", "%{charset}\n", path], { encoding: "utf8" }).trim().split(/\s+/);
  const characters = new Set<number>();
  for (const range of ranges) {
    const [first = "", last = first] = range.split("-");
    for (let codePoint = Number.parseInt(first, 16); codePoint <= Number.parseInt(last, 16); codePoint++) {
      characters.add(codePoint);
    }
  }
  return characters;
}
