import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { characterMapsOf } from "./doctor-cmap.ts";

const NOTO = "/usr/share/fonts/truetype/noto";
const FONTS = [
  `${NOTO}/NotoSans-Regular.ttf`,
  `${NOTO}/NotoSansLao-Regular.ttf`,
  `${NOTO}/NotoSansMath-Regular.ttf`,
  `${NOTO}/NotoColorEmoji.ttf`,
  "/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc",
];
const installed = FONTS.filter((path) => existsSync(path));

const directory = await mkdtemp(join(tmpdir(), "quire-cmap-"));
afterAll(() => rm(directory, { recursive: true }));

test.skipIf(installed.length < FONTS.length).each(FONTS)(
  "%s maps the letters that fontconfig finds in it",
  async (path) => {
    const maps = await characterMapsOf(path);
    if (maps === "unreadable") {
      throw new Error(`${path} is not readable.`);
    }
    const characterSet = charactersByFontconfig(path);
    const disagreements: number[] = [];
    // A sample: every code point would take some seconds for the Chinese ones.
    for (let codePoint = 0x21; codePoint < 0x20000; codePoint += 5) {
      // fontconfig leaves out what has no outline; letters have one in every font.
      const isLetter = /^[\p{L}\p{Emoji_Presentation}]$/u.test(String.fromCodePoint(codePoint));
      if (isLetter && maps.some((has) => has(codePoint)) !== characterSet.has(codePoint)) {
        disagreements.push(codePoint);
      }
    }
    expect(characterSet.size).toBeGreaterThan(50);
    expect(disagreements).toEqual([]);
  },
);

test.skipIf(installed.length === 0)(
  "a font that is cut off or altered is read or refused, but never fails",
  async () => {
    const [whole = ""] = installed;
    const font = await readFile(whole);
    const path = join(directory, "damaged.ttf");
    for (let length = 0; length < 4096; length += 97) {
      await writeFile(path, font.subarray(0, length));
      expect(await characterMapsOf(path)).toBe("unreadable");
    }
    for (let index = 0; index < 400; index++) {
      // The table directory, and the first bytes of the character map.
      const altered = Buffer.from(font);
      altered[index] = 0xff;
      await writeFile(path, altered);
      const maps = await characterMapsOf(path);
      expect(maps === "unreadable" || maps.every((has) => typeof has(0x41) === "boolean")).toBe(true);
    }
  },
);

test("a file that is no font, and a link to nothing, are not readable", async () => {
  const path = join(directory, "text.ttf");
  await writeFile(path, "This is no font.");
  expect(await characterMapsOf(path)).toBe("unreadable");
  expect(await characterMapsOf(join(directory, "absent.ttf"))).toBe("unreadable");
});

/** `fc-query` prints a line for each face, of code points and ranges in hexadecimal. */
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
