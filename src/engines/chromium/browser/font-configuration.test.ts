import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { serviceFontFiles, serviceFonts } from "../../fonts/service-fonts.ts";
import { browserFonts } from "./font-configuration.ts";

/* What fontconfig's own programs make of the configuration. */

const NOTO = "/usr/share/fonts/truetype/noto";
const hasAll = existsSync("/usr/bin/fc-match") && serviceFonts(undefined).hasFamily("Noto Sans CJK JP");
const directory = mkdtempSync(join(tmpdir(), "quire-font-configuration-"));
afterAll(() => rmSync(directory, { recursive: true }));

function fontconfig(program: string, options: readonly string[], configuration: string): string[] {
  const file = join(directory, "fonts.conf");
  writeFileSync(file, configuration);
  const environment = { FONTCONFIG_FILE: file, XDG_CACHE_HOME: directory, LC_ALL: "C.UTF-8" };
  const output = execFileSync(program, options, { encoding: "utf8", env: environment });
  return output.split("\n").filter((line) => line !== "");
}

const { configuration } = browserFonts(undefined);
const familyFor = (pattern: string): string | undefined =>
  fontconfig("fc-match", ["-f", "%{family[0]}\n", pattern], configuration)[0];

test.skipIf(!hasAll)("the fonts are the service's, and no others", () => {
  const listed = new Set(fontconfig("fc-list", ["-f", "%{file}\n"], configuration));
  expect([...listed].toSorted()).toEqual(serviceFontFiles(undefined).toSorted());
});

test.skipIf(!hasAll).each([
  ["sans-serif", "Noto Sans"],
  ["serif", "Noto Serif"],
  ["monospace", "Noto Sans Mono"],
  ["system-ui", "Noto Sans"],
  ["Arial", "Noto Sans"],
  ["Times New Roman", "Noto Serif"],
  ["Courier New", "Noto Sans Mono"],
  [":charset=0639", "Noto Sans Arabic"],
  [":charset=0e01", "Noto Sans Thai"],
  [":charset=2211", "Noto Sans Math"],
  [":charset=9aa8", "Noto Sans CJK SC"],
  [":charset=9aa8:lang=ja", "Noto Sans CJK JP"],
  [":charset=9aa8:lang=ja-JP", "Noto Sans CJK JP"],
  [":charset=9aa8:lang=ko", "Noto Sans CJK KR"],
  [":charset=9aa8:lang=zh-TW", "Noto Sans CJK TC"],
  [":charset=9aa8:lang=zh-HK", "Noto Sans CJK HK"],
  [":charset=2764", "Noto Sans Symbols2"],
  [":charset=2764:lang=und-zsye", "Noto Color Emoji"],
])("%s is %s", (pattern, family) => {
  expect(familyFor(pattern)).toBe(family);
});

test.skipIf(!hasAll)("a font of the folder is there, whatever its path", () => {
  const folder = mkdtempSync(join(directory, "fonts & more-"));
  copyFileSync(join(NOTO, "NotoSansOgham-Regular.ttf"), join(folder, "ogham <1>.ttf"));
  const listed = fontconfig("fc-list", ["-f", "%{file}\n"], browserFonts(folder).configuration);
  expect(listed).toContain(join(folder, "ogham <1>.ttf"));
});
