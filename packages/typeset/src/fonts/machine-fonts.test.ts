import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { expectedFamilies } from "./expected-families.ts";
import { fontFilesIn } from "./font-listing.ts";
import { familyKey } from "./font-names.ts";
import { facesOf, type InstalledFace } from "./installed-face.ts";
import { InstalledFonts } from "./installed-fonts.ts";
import { inReadingOrder } from "./reading-order.ts";
import { SCRIPTS, scriptOf } from "./script.ts";

/* The fonts of this machine, judged by fontconfig, which reads them with FreeType. */

const DIRECTORIES = ["/usr/share/fonts/truetype/noto", "/usr/share/fonts/opentype/noto"];
const fonts = InstalledFonts.in(DIRECTORIES);
const files = fontFilesIn(DIRECTORIES);
const hasNoto = ["NotoSans-Regular.ttf", "NotoSansCJK-Regular.ttc", "NotoColorEmoji.ttf"].every((name) =>
  files.some((path) => path.endsWith(name)),
);
const hasFontconfig = ["/usr/bin/fc-query", "/usr/bin/fc-list"].every((path) => existsSync(path));
if (!hasNoto || !hasFontconfig) {
  // oxlint-disable-next-line no-console -- that they are left out is to be seen
  console.warn("The fonts of this machine are left out: Noto's are not installed, or fontconfig is not.");
}

/** Clusters, each with the PostScript name of its face. */
const CHOICES = [
  ["A", "NotoSans-Regular"],
  ["Ệ", "NotoSans-Regular"],
  ["x\u0323\u0302", "NotoSans-Regular"],
  ["Ω", "NotoSans-Regular"],
  ["ж", "NotoSans-Regular"],
  ["7", "NotoSans-Regular"],
  ["—", "NotoSans-Regular"],
  ["€", "NotoSans-Regular"],
  ["©", "NotoSans-Regular"],
  [" ", "NotoSans-Regular"],
  ["ع", "NotoSansArabic-Regular"],
  ["،", "NotoSansArabic-Regular"],
  ["ش\u0651\u064e", "NotoSansArabic-Regular"],
  ["ש\u05b8", "NotoSansHebrew-Regular"],
  ["क्षि", "NotoSansDevanagari-Regular"],
  ["ก\u0e34\u0e48", "NotoSansThai-Regular"],
  ["ក", "NotoSansKhmer-Regular"],
  ["ஹி", "NotoSansTamil-Regular"],
  ["ཀ", "NotoSerifTibetan-Regular"],
  ["漢", "NotoSansCJKsc-Regular"],
  ["。", "NotoSansCJKsc-Regular"],
  ["！", "NotoSansCJKsc-Regular"],
  ["あ", "NotoSansCJKjp-Regular"],
  ["ア", "NotoSansCJKjp-Regular"],
  ["한", "NotoSansCJKkr-Regular"],
  ["\u1112\u1161\u11ab", "NotoSansCJKkr-Regular"],
  ["😀", "NotoColorEmoji"],
  ["❤\ufe0f", "NotoColorEmoji"],
  ["👩🏽\u200d🚀", "NotoColorEmoji"],
  ["🇩🇪", "NotoColorEmoji"],
  ["1\ufe0f\u20e3", "NotoColorEmoji"],
  ["🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}", "NotoColorEmoji"],
  ["☃", "NotoSansSymbols2-Regular"],
  ["→", "NotoSansSymbols-Regular"],
  ["∑", "NotoSansMath-Regular"],
  ["𝑥", "NotoSansMath-Regular"],
  ["𝄞", "NotoMusic-Regular"],
  ["⠃", "NotoSansSymbols2-Regular"],
] as const;

/** Clusters with the paragraph that they are in and the PostScript name of their face. */
const CHOICES_IN_CONTEXT = [
  ["漢", "漢字とかな", "NotoSansCJKjp-Regular"],
  ["。", "漢字とかな。", "NotoSansCJKjp-Regular"],
  ["漢", "機密文件，漢字", "NotoSansCJKtc-Regular"],
] as const;

test.skipIf(!hasNoto).each(CHOICES)("%s is written with %s", (cluster, postScriptName) => {
  expect(fonts.faceFor(cluster)?.postScriptName).toBe(postScriptName);
});

test.skipIf(!hasNoto).each(CHOICES_IN_CONTEXT)("%s in %s is written with %s", (cluster, context, postScriptName) => {
  expect(fonts.faceFor(cluster, { context })?.postScriptName).toBe(postScriptName);
});

test.skipIf(!hasNoto || !hasFontconfig)(
  "every letter that fontconfig knows a face for has a face, and that one is among them",
  () => {
    const theirs = facesByFontconfig();
    const unlike: string[] = [];
    for (const character of lettersOfScripts()) {
      const codePoint = character.codePointAt(0) ?? 0;
      const names = theirs.filter(({ ranges }) => isIn(ranges, codePoint)).map(({ postScriptName }) => postScriptName);
      const face = fonts.faceFor(character);
      if (face === undefined ? names.length > 0 : !names.includes(face.postScriptName)) {
        unlike.push(`${character} ${face?.postScriptName}: ${names.join(", ")}`);
      }
    }
    expect(theirs.length).toBeGreaterThan(100);
    expect(unlike).toEqual([]);
  },
);

test.skipIf(!hasNoto)("what is found quickly is the first in the whole order", () => {
  const faces = files.flatMap(facesOf);
  const letters = lettersOfScripts();
  const unlike = letters.filter((character) => {
    const script = scriptOf(character);
    const preference = {
      families: expectedFamilies(script, "SC").map(familyKey),
      script: familyKey(script),
      inColour: false,
    };
    const first = inReadingOrder(faces, preference).find((face) => face.has(character.codePointAt(0) ?? 0));
    return first !== fonts.faceFor(character);
  });
  expect(letters.length).toBeGreaterThan(100);
  expect(unlike).toEqual([]);
});

test.skipIf(!hasNoto || !hasFontconfig)(
  "names, weights, slants and kinds of glyphs are those that fontconfig finds",
  () => {
    const ours = files.flatMap(facesOf).map(lineOf);
    // fontconfig distinguishes oblique, 110, from italic.
    const theirs = fontconfig("fc-query", [
      "-f",
      "%{file}|%{index}|%{family[0]}|%{postscriptname}|%{weight}|%{slant}|%{fontformat}|%{color}\n",
      ...files,
    ]).map((line) => line.replace("|110|", "|100|"));
    expect(ours.length).toBeGreaterThan(100);
    expect(ours.toSorted()).toEqual(theirs.toSorted());
  },
);

/** The weights of fontconfig, by those of OpenType. */
const WEIGHTS: Readonly<Record<number, number>> = { 200: 40, 300: 50, 400: 80, 500: 100, 600: 180, 700: 200, 900: 210 };

function lineOf({ path, index, family, postScriptName, weight, isItalic, glyphs }: InstalledFace): string {
  const slant = isItalic ? 100 : 0;
  const format = glyphs === "cff" ? "CFF" : "TrueType";
  const colour = glyphs === "png" ? "True" : "False";
  return [path, index, family, postScriptName, WEIGHTS[weight], slant, format, colour].join("|");
}

/** Returns the first letter of each script, or else its first sign; and symbols. */
function lettersOfScripts(): readonly string[] {
  const all = Array.from({ length: 0x20000 }, (_, codePoint) => String.fromCodePoint(codePoint)).join("");
  const letters = [...SCRIPTS, "Common"].map(
    (script) => new RegExp(`(?=[\\p{L}\\p{So}])\\p{Script=${script}}`, "u").exec(all)?.[0],
  );
  return [...letters.filter((letter) => letter !== undefined), ...Array.from("←∂─■♪⅔︙㊗")];
}

type Range = readonly [first: number, last: number];

/**
 * Returns the faces with the characters that they have, which fontconfig prints as code points and ranges in
 * hexadecimal.
 */
function facesByFontconfig(): { readonly postScriptName: string; readonly ranges: readonly Range[] }[] {
  return fontconfig("fc-list", ["-f", "%{postscriptname} %{charset}\n"]).map((line) => {
    const [postScriptName = "", ...ranges] = line.split(" ");
    return { postScriptName, ranges: ranges.map(rangeOf) };
  });
}

function rangeOf(text: string): Range {
  const [first = "", last = first] = text.split("-");
  return [Number.parseInt(first, 16), Number.parseInt(last, 16)];
}

const isIn = (ranges: readonly Range[], codePoint: number) =>
  ranges.some(([first, last]) => first <= codePoint && codePoint <= last);

/** A configuration of these directories alone, whatever the machine's own says. */
const configuration = join(mkdtempSync(join(tmpdir(), "quire-machine-fonts-")), "fonts.conf");
writeFileSync(configuration, `<fontconfig>${DIRECTORIES.map((path) => `<dir>${path}</dir>`).join("")}</fontconfig>`);
afterAll(() => rmSync(dirname(configuration), { recursive: true }));

const fontconfig = (program: string, args: readonly string[]) =>
  execFileSync(program, args, {
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
    env: { FONTCONFIG_FILE: configuration },
  })
    .split("\n")
    .filter((line) => line !== "");
