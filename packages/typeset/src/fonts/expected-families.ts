import type { HanRegion } from "./han-region.ts";
import { SCRIPTS, type Script } from "./script.ts";

/**
 * Returns the families that are known to write a script for plain reading, best first: Noto's, which are made to match
 * each other, then those that other systems have in their place.
 */
export function expectedFamilies(script: Script, region: HanRegion): readonly string[] {
  const name = script.replaceAll("_", " ");
  switch (script) {
    case "Latin":
    case "Greek":
    case "Cyrillic":
      return ["Noto Sans", ...WESTERN, "Noto Serif"];
    case "Common":
      return ["Noto Sans", ...SYMBOLS, ...WESTERN, ...eastAsian(region)];
    case "Braille":
      return SYMBOLS;
    case "Han":
      return eastAsian(region);
    case "Hiragana":
    case "Katakana":
      return eastAsian("JP");
    case "Hangul":
      return eastAsian("KR");
    case "Bopomofo":
      return eastAsian("TC");
    case "Arabic":
      return ["Noto Sans Arabic", "Noto Naskh Arabic", "Geeza Pro"];
    case "Meroitic_Cursive":
    case "Meroitic_Hieroglyphs":
      return ["Noto Sans Meroitic"];
    default:
      return [`Noto Sans ${name}`, `Noto Serif ${name}`];
  }
}

/**
 * Lists the families that are known for plain reading, those of all scripts together: what a program can look for a
 * character in, one after the other, that knows of no scripts. Symbols come before scripts that have them too, and Han
 * characters have the forms of simplified Chinese.
 */
export function fallbackFamilies(): readonly string[] {
  const scripts = ["Latin", "Common", ...SCRIPTS];
  return [...new Set([...scripts.flatMap((script) => expectedFamilies(script, "SC")), ...EMOJI_FAMILIES])];
}

/** The families of emoji in colour. */
export const EMOJI_FAMILIES = ["Noto Color Emoji", "Apple Color Emoji"];

/** The families of emoji in one colour, used where there are none in colour. */
export const PLAIN_EMOJI_FAMILIES = ["Noto Emoji", "Symbola"];

const WESTERN = ["DejaVu Sans", "Liberation Sans", "Helvetica Neue", "Arial"];

const SYMBOLS = ["Noto Sans Symbols", "Noto Sans Symbols 2", "Noto Sans Math", "Noto Music"];

const REGIONS: readonly HanRegion[] = ["SC", "TC", "JP", "KR"];

/**
 * Returns the families for Han characters, those of the region first. A face of another region has most characters,
 * too, in forms that are readable everywhere.
 */
function eastAsian(region: HanRegion): readonly string[] {
  const regions = [region, ...REGIONS.filter((other) => other !== region)];
  return [
    ...regions.flatMap((each) => [`Noto Sans CJK ${each}`, `Noto Sans ${each}`, `Source Han Sans ${each}`]),
    ...regions.flatMap((each) => OF_MACOS[each]),
    "WenQuanYi Zen Hei",
    "Droid Sans Fallback",
    ...regions.map((each) => `Noto Serif CJK ${each}`),
  ];
}

const OF_MACOS: Record<HanRegion, readonly string[]> = {
  SC: ["PingFang SC", "Hiragino Sans GB"],
  TC: ["PingFang TC"],
  JP: ["Hiragino Sans"],
  KR: ["Apple SD Gothic Neo"],
};
