import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { characterMapsOf } from "./doctor-cmap.ts";
import type { Check } from "./doctor-report.ts";

/*
 * Documents that do not embed their fonts, and everything that the service composes itself, are drawn with the fonts of
 * the machine. fontconfig may be absent, so the fonts are asked themselves.
 */

/** Which scripts the installed fonts can write. */
export async function fontCheck(directories: readonly string[] = FONT_DIRECTORIES): Promise<Check> {
  const { covered, uncovered, unreadable } = await coverage(directories);
  const parts = [
    `${covered.length} of ${SCRIPTS.length} scripts`,
    ...(covered.length > 0 ? [`: ${covered.join(", ")}`] : []),
    ...(uncovered.length > 0 ? [`. Without a font: ${uncovered.join(", ")}`] : []),
    ...(unreadable.length > 0 ? [`. Not readable: ${unreadable.join(", ")}`] : []),
  ];
  return {
    name: "Fonts",
    needed: false,
    state: uncovered.length === 0 ? "ready" : "degraded",
    detail: parts.join(""),
    ...(uncovered.length > 0 && {
      remedy: "Fonts: the packages fonts-noto-core, fonts-noto-cjk and fonts-noto-color-emoji cover all these scripts.",
    }),
  };
}

// Those under /usr, because engine processes see no others.
const FONT_DIRECTORIES =
  process.platform === "darwin"
    ? ["/System/Library/Fonts", "/Library/Fonts"]
    : ["/usr/share/fonts", "/usr/local/share/fonts"];

/** A script counts as covered when one font has all characters of its sample: common letters, and some less common. */
const SCRIPTS: readonly { readonly name: string; readonly sample: string }[] = [
  { name: "Latin", sample: "AzßéčŁőşžỆ" },
  { name: "Greek", sample: "Αωάϊς" },
  { name: "Cyrillic", sample: "ЯжёїџқҒ" },
  { name: "Armenian", sample: "Աֆև" },
  { name: "Georgian", sample: "აჰხ" },
  { name: "Hebrew", sample: "אתםש" },
  { name: "Arabic", sample: "ابيپگ" },
  { name: "Devanagari", sample: "अकहि्" },
  { name: "Bengali", sample: "অকহি্" },
  { name: "Gurmukhi", sample: "ਅਕਹਿ੍" },
  { name: "Gujarati", sample: "અકહિ્" },
  { name: "Oriya", sample: "ଅକହି୍" },
  { name: "Tamil", sample: "அகஹி்" },
  { name: "Telugu", sample: "అకహి్" },
  { name: "Kannada", sample: "ಅಕಹಿ್" },
  { name: "Malayalam", sample: "അകഹി്" },
  { name: "Sinhala", sample: "අකහි්" },
  { name: "Thai", sample: "กฮิ่" },
  { name: "Lao", sample: "ກຮິ່" },
  { name: "Myanmar", sample: "ကအိ္" },
  { name: "Khmer", sample: "កអិ្" },
  { name: "Tibetan", sample: "ཀཧིྐ" },
  { name: "Ethiopic", sample: "ሀፐኘ" },
  { name: "Mongolian", sample: "ᠠᠮᠶ" },
  { name: "Hangul", sample: "한글뷁" },
  { name: "Kana", sample: "あンヴゞ" },
  { name: "Han (Japanese)", sample: "込畑働円" },
  { name: "Han (simplified)", sample: "们这国说龙" },
  { name: "Han (traditional)", sample: "們這國說龍" },
  { name: "mathematics", sample: "∑∫≤∞𝑥" },
  { name: "emoji", sample: "😀👍🚀🤷" },
];

async function coverage(directories: readonly string[]) {
  let uncovered = SCRIPTS;
  const unreadable: string[] = [];
  for (const path of await fontFiles(directories)) {
    const maps = await characterMapsOf(path);
    if (maps === "unreadable") {
      unreadable.push(path);
      continue;
    }
    uncovered = uncovered.filter(({ sample }) => {
      const codePoints = Array.from(sample, (character) => character.codePointAt(0) ?? 0);
      return !maps.some((has) => codePoints.every(has));
    });
    if (uncovered.length === 0) {
      break;
    }
  }
  return {
    covered: SCRIPTS.filter((script) => !uncovered.includes(script)).map(({ name }) => name),
    uncovered: uncovered.map(({ name }) => name),
    unreadable,
  };
}

async function fontFiles(directories: readonly string[]): Promise<string[]> {
  const listings = await Promise.all(directories.map(filesUnder));
  return listings.flat().filter((path) => /\.(ttf|otf|ttc|otc)$/i.test(path));
}

async function filesUnder(directory: string): Promise<string[]> {
  try {
    const entries = await readdir(directory, { recursive: true, withFileTypes: true });
    return entries.filter((entry) => !entry.isDirectory()).map((entry) => join(entry.parentPath, entry.name));
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") {
      return [];
    }
    throw error;
  }
}
