import { expect, test } from "vitest";
import { brokenBy } from "./testing/shown.ts";
import { trueTypeFont } from "./testing/true-type-font.ts";

const UNICODE = { platform: 3, encoding: 1, glyphs: { 65: 1 } };
const SYMBOL = { platform: 3, encoding: 0, glyphs: { 0xf041: 1 } };
const MACINTOSH = { platform: 1, encoding: 0, glyphs: { 65: 1 } };
const OTHER = { platform: 0, encoding: 3, glyphs: { 65: 1 } };

type CMaps = NonNullable<Parameters<typeof trueTypeFont>[0]["cmaps"]>;

const font = (encoding: string, flags: number, cmaps: CMaps) => ({
  10: `<< /Type /Font /Subtype /TrueType /BaseFont /Made ${encoding} /FontDescriptor 11 0 R
    /FirstChar 65 /LastChar 65 /Widths [600] >>`,
  11: `<< /Type /FontDescriptor /FontName /Made /Flags ${flags} /FontFile2 12 0 R >>`,
  12: { dict: "", stream: trueTypeFont({ widths: [250, 600], cmaps }) },
});

const WIN = "/Encoding /WinAnsiEncoding";
const differences = (name: string, base = "/BaseEncoding /WinAnsiEncoding"): string =>
  `/Encoding << ${base} /Differences [65 /${name}] >>`;
const CMAP = ["truetype-nonsymbolic-cmap"];
const ENCODING = ["truetype-nonsymbolic-encoding"];
const NO_GLYPHS = ["font-embedded", "glyph-notdef", ...ENCODING];

test.each([
  ["WinAnsiEncoding", WIN, [UNICODE], { "1b": [], "2b": [], "4": [] }],
  ["MacRomanEncoding", "/Encoding /MacRomanEncoding", [MACINTOSH], { "1b": [], "2b": [], "4": [] }],
  [
    "StandardEncoding, by which no glyphs are found",
    "/Encoding /StandardEncoding",
    [UNICODE],
    { "1b": NO_GLYPHS.filter((key) => key !== "glyph-notdef"), "2b": NO_GLYPHS, "4": NO_GLYPHS },
  ],
  ["Differences", differences("A"), [UNICODE], { "1b": ENCODING, "2b": [], "4": [] }],
  ["Differences without a base", differences("A", ""), [UNICODE], { "1b": ENCODING, "2b": ENCODING, "4": ENCODING }],
  ["Differences without (3, 1)", differences("A"), [MACINTOSH], { "1b": ENCODING, "2b": ENCODING, "4": ENCODING }],
])("nonsymbolic: %s", (_what, encoding, cmaps, broken) => {
  for (const [flavour, keys] of Object.entries(broken)) {
    expect(brokenBy(font(encoding, 32, cmaps), { flavour: flavour as "1b" | "2b" | "4" }), flavour).toEqual(keys);
  }
});

test("nonsymbolic: names that are not in the Adobe Glyph List", () => {
  const made = font(differences("unheard-of"), 32, [UNICODE]);
  expect(brokenBy(made, { content: "BT 3 Tr /F 12 Tf (A) Tj ET" })).toEqual(ENCODING);
});

test("nonsymbolic: part 4 says which cmaps, parts 2 and 3 any", () => {
  const none = font(WIN, 32, []);
  expect(brokenBy(none)).toEqual(expect.arrayContaining(CMAP));
  expect(brokenBy(font(WIN, 32, [SYMBOL]))).toEqual(expect.arrayContaining(CMAP));
  const other = font(WIN, 32, [OTHER]);
  expect(brokenBy(other)).not.toEqual(expect.arrayContaining(CMAP));
  expect(brokenBy(other, { flavour: "4" })).toEqual(expect.arrayContaining(CMAP));
});

test.each([
  ["no Encoding", "", [SYMBOL], { "1b": [], "2b": [], "4": [] }],
  [
    "an Encoding",
    WIN,
    [SYMBOL],
    { "1b": ["truetype-symbolic-encoding"], "2b": ["truetype-symbolic-encoding"], "4": ["truetype-symbolic-encoding"] },
  ],
  [
    "an Encoding of differences alone",
    "/Encoding << /Differences [65 /A] >>",
    [SYMBOL],
    { "1b": [], "2b": [], "4": [] },
  ],
  ["two cmaps, (3, 0) one of them", "", [MACINTOSH, SYMBOL], { "1b": ["truetype-symbolic-cmap"], "2b": [], "4": [] }],
  [
    "two cmaps without (3, 0)",
    "",
    [MACINTOSH, UNICODE],
    { "1b": ["truetype-symbolic-cmap"], "2b": ["truetype-symbolic-cmap"], "4": [] },
  ],
])("symbolic: %s", (_what, encoding, cmaps, broken) => {
  for (const [flavour, keys] of Object.entries(broken)) {
    expect(brokenBy(font(encoding, 4, cmaps), { flavour: flavour as "1b" | "2b" | "4" }), flavour).toEqual(keys);
  }
});

test("nonsymbolic: the names of MacExpertEncoding find no glyphs, but are names", () => {
  const made = font("/Encoding /MacExpertEncoding", 32, [UNICODE]);
  expect(brokenBy(made, { content: "BT /F 12 Tf (1) Tj ET" })).toEqual(["font-embedded", ...ENCODING]);
});
