import { characterMapsOf } from "@quire/typeset/fonts";
import type { EngineState } from "../engines.ts";
import { serviceFontFiles } from "../fonts/service-fonts.ts";

/*
 * Documents that do not embed their fonts, and everything that the service composes itself, are drawn with the
 * service's fonts (fonts/service-fonts.ts). fontconfig may be absent, so the fonts are asked themselves.
 */

/**
 * The scripts; one counts as covered when one font has all characters of its sample: common letters, and some less
 * common.
 */
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

export interface ScriptCoverage {
  readonly covered: readonly string[];
  readonly uncovered: readonly string[];
  /** The paths of files that are named as fonts but are none. */
  readonly unreadable: readonly string[];
}

/** Says which scripts the fonts in files can write. Reads the character maps of most of them. */
export function scriptCoverage(files: readonly string[]): ScriptCoverage {
  let uncovered = SCRIPTS;
  const unreadable: string[] = [];
  for (const path of files) {
    const maps = characterMapsOf(path);
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

/** Returns the coverage in a sentence. */
export function coverageSentence({ covered, uncovered, unreadable }: ScriptCoverage): string {
  const parts = [
    `${covered.length} of ${covered.length + uncovered.length} scripts`,
    ...(covered.length > 0 ? [`: ${covered.join(", ")}`] : []),
    ...(uncovered.length > 0 ? [`. Without a font: ${uncovered.join(", ")}`] : []),
    ...(unreadable.length > 0 ? [`. Not readable: ${unreadable.join(", ")}`] : []),
  ];
  return parts.join("");
}

/** Returns the state of the service's fonts for health, those of `folder` among them; it reads all of them each time. */
export function fontState(folder: string | undefined): EngineState {
  const { covered, uncovered } = scriptCoverage(serviceFontFiles(folder));
  const missing = uncovered.length === 0 ? "" : `; without a font: ${uncovered.join(", ")}`;
  return {
    name: "fonts",
    state: uncovered.length === 0 ? "ready" : "degraded",
    detail: `${covered.length} of ${covered.length + uncovered.length} scripts can be written${missing}`,
  };
}
