import type { GreyImage } from "@quire/scan";
import type { EngineBlock, TextEngine } from "../../library/text-engine.ts";
import { confidenceOf, wordsOf } from "./result.ts";

/** The languages of each script that Tesseract detects. */
const languagesOf: Readonly<Record<string, readonly string[]>> = {
  Arabic: ["ara", "fas", "urd", "pus", "snd", "uig"],
  Armenian: ["hye"],
  Bengali: ["ben", "asm"],
  Cyrillic: ["rus", "ukr", "bul", "srp", "bel", "mkd", "kaz", "mon"],
  Devanagari: ["hin", "mar", "nep", "san"],
  Ethiopic: ["amh", "tir"],
  Georgian: ["kat"],
  Greek: ["ell", "grc"],
  Gujarati: ["guj"],
  Gurmukhi: ["pan"],
  Han: ["chi_sim", "chi_tra"],
  Hangul: ["kor"],
  Hebrew: ["heb", "yid"],
  Japanese: ["jpn"],
  Kannada: ["kan"],
  Khmer: ["khm"],
  Korean: ["kor"],
  Malayalam: ["mal"],
  Tamil: ["tam"],
  Telugu: ["tel"],
  Thai: ["tha"],
};

/** The commonest short words of languages in Latin script, without those that are also words of another one. */
const shortWords: Readonly<Record<string, readonly string[]>> = {
  eng: ["the", "of", "and", "to", "is", "that", "for", "with", "are", "this", "be", "by", "from", "or", "not"],
  deu: ["der", "die", "und", "das", "ist", "den", "von", "zu", "mit", "auf", "nicht", "ein", "eine", "werden", "dem"],
  fra: ["le", "les", "et", "des", "est", "du", "une", "dans", "pour", "que", "qui", "sur", "par", "au", "pas"],
  spa: ["el", "los", "del", "las", "y", "una", "por", "con", "para", "que", "su", "se", "como", "al", "es"],
  ita: ["il", "di", "che", "gli", "della", "per", "una", "con", "non", "del", "sono", "nel", "le", "dei", "si"],
  por: ["o", "os", "do", "da", "que", "em", "um", "uma", "para", "com", "não", "por", "dos", "se", "ao"],
  nld: ["het", "een", "van", "de", "dat", "niet", "zijn", "voor", "met", "op", "te", "aan", "wordt", "ook", "er"],
};

/** The least number of short words that identifies a language. */
const fewestShortWords = 4;

/**
 * Returns the languages to read an upright page with. In a script other than Latin: those installed for it, a few at
 * most. In Latin script every further language makes reading slower and words of other languages likelier, so a band of
 * the page is read with one of them, and its short words show which it is; where they do not, the first two are tried
 * together.
 */
export function languagesFor(
  page: { readonly image: GreyImage; readonly dpi: number; readonly script: string | undefined },
  engine: TextEngine,
): readonly string[] {
  const { installed, isLatin } = forScript(page.script, engine.languages);
  if (!isLatin || installed.length < 2) {
    return installed.slice(0, 3);
  }
  const first = installed[0]!;
  const sample = engine.recognize(band(page.image), { languages: [first], dpi: page.dpi, segmentation: "page" });
  const reported = languageOf(sample, installed);
  if (reported !== undefined) {
    return [reported];
  }
  return confidenceOf(sample) >= 80 ? [first] : installed.slice(0, 2);
}

/** Returns the languages to begin with where nothing is known of the page. */
export const firstLanguages = (engine: TextEngine): readonly string[] =>
  forScript(undefined, engine.languages).installed.slice(0, 1);

/**
 * Returns the installed languages of a script. Of Latin ones English comes first, which is what the engine's model
 * knows best.
 */
function forScript(
  script: string | undefined,
  languages: readonly string[],
): { readonly installed: readonly string[]; readonly isLatin: boolean } {
  const wanted = script === undefined ? undefined : languagesOf[script];
  const installed = wanted?.filter((language) => languages.includes(language)) ?? [];
  if (installed.length > 0) {
    return { installed, isLatin: false };
  }
  const others = new Set(Object.values(languagesOf).flat());
  const latin = languages.filter((language) => !others.has(language));
  const choice = latin.length > 0 ? latin : languages;
  return {
    installed: choice.toSorted((a, b) => Number(b === "eng") - Number(a === "eng")),
    isLatin: true,
  };
}

/** Returns the language that most of the short words seen belong to; undefined when there are too few of them. */
export function languageOf(blocks: readonly EngineBlock[], languages: readonly string[]): string | undefined {
  const seen = new Map<string, number>();
  for (const { text } of wordsOf(blocks)) {
    const word = text.toLowerCase().replace(/[^\p{L}]+/gu, "");
    seen.set(word, (seen.get(word) ?? 0) + 1);
  }
  let best: string | undefined;
  let most = fewestShortWords - 1;
  for (const language of languages) {
    const count = (shortWords[language] ?? []).reduce((sum, word) => sum + (seen.get(word) ?? 0), 0);
    if (count > most) {
      most = count;
      best = language;
    }
  }
  return best;
}

/** Returns the fifth of the page, in full width, that changes most between neighbouring pixels: where most print is. */
function band(image: GreyImage): GreyImage {
  const { widthPx, heightPx, pixels } = image;
  const rows = Math.max(1, Math.floor(heightPx / 20));
  const busy = Array.from({ length: Math.ceil(heightPx / rows) }, (_, strip) => {
    let changes = 0;
    const end = Math.min(heightPx, (strip + 1) * rows) * widthPx;
    for (let at = strip * rows * widthPx + 1; at < end; at += 2) {
      const change = pixels[at]! - pixels[at - 1]!;
      changes += change > 48 || change < -48 ? 1 : 0;
    }
    return changes;
  });
  let top = 0;
  let most = -1;
  for (let strip = 0; strip + 4 <= busy.length || strip === 0; strip++) {
    const sum = busy.slice(strip, strip + 4).reduce((total, changes) => total + changes, 0);
    if (sum > most) {
      most = sum;
      top = strip * rows;
    }
  }
  const height = Math.min(heightPx - top, 4 * rows);
  return { widthPx, heightPx: height, pixels: pixels.subarray(top * widthPx, (top + height) * widthPx) };
}
