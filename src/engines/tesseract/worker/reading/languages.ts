import { type GreyImage, rowChanges } from "@quire/scan";
import { isScript, withoutDirectory } from "../../../../kernel/languages.ts";
import type { EngineBlock, TextEngine } from "../../library/text-engine.ts";
import { languagesByWords } from "./common-words.ts";
import { confidenceOf, worthOf } from "./result.ts";

/** The languages of each script that Tesseract detects. */
const languagesOf: Readonly<Record<string, readonly string[]>> = {
  Arabic: ["ara", "fas", "urd", "pus", "snd", "uig"],
  Armenian: ["hye"],
  Bengali: ["ben", "asm"],
  Cyrillic: ["rus", "ukr", "bul", "srp", "bel", "mkd", "kaz", "mon"],
  Devanagari: ["hin", "mar", "nep", "san"],
  Ethiopic: ["amh", "tir"],
  Fraktur: ["Fraktur", "script/Fraktur", "deu_latf", "frk"],
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

/** The data for a printed script other than Latin's usual one, or for a stage of a language: `auto` takes it for its script alone. */
const SPECIAL: ReadonlySet<string> = new Set([...languagesOf["Fraktur"]!, "enm", "frm"]);

/** The most languages of Latin script that are tried where words do not say which it is. */
const MOST_TRIED = 4;
/** The confidence of a reading without telling words that is believed at once. */
const SURE = 92;
/** How much better a reading in another language must be than one in the first. */
const CLEARLY = 1.25;
/** The confidence below which a reading says nothing of its language. */
const LEGIBLE = 55;

/**
 * Returns the languages to read an upright page with. In a script other than Latin: those installed for it, a few at
 * most, if a band of the page reads better with them than in Latin script. In Latin script every further language makes reading slower and
 * words of other languages likelier, so the band is read with one of them, and its common words show which it is, or
 * which two; where they do not, it is read with others, and the best reading counts.
 */
export function languagesFor(
  page: { readonly image: GreyImage; readonly dpi: number; readonly script: string | undefined },
  engine: TextEngine,
): readonly string[] {
  const latin = latinOf(engine.languages);
  const ofScript = ofOtherScript(page.script, engine.languages);
  const [first] = latin;
  if (first === undefined) {
    return ofScript.length > 0 ? ofScript : engine.languages.slice(0, 3);
  }
  if (latin.length === 1 && ofScript.length === 0) {
    return [first];
  }
  const image = bandsOf(page.image, page.dpi);
  const read = (languages: readonly string[]) =>
    engine.recognize(image, { languages, dpi: page.dpi, segmentation: "page" });
  const sample = read([first]);
  if (ofScript.length > 0 && worthOf(read(ofScript)) >= worthOf(sample)) {
    return ofScript;
  }
  const byWords = languagesByWords(sample, latin);
  if (byWords.length > 0 || confidenceOf(sample) >= SURE) {
    return byWords.length > 0 ? byWords : [first];
  }
  return [bestOf([first, ...latin.slice(1, MOST_TRIED)], (language) => read([language]), sample)];
}

/**
 * Returns the language whose reading of the band is worth most; the first one unless another is clearly better, or is
 * better and shows words of its own.
 */
function bestOf(
  languages: readonly [string, ...string[]],
  read: (language: string) => readonly EngineBlock[],
  first: readonly EngineBlock[],
): string {
  const [usual, ...others] = languages;
  let best = { language: usual, worth: worthOf(first) };
  for (const language of others) {
    const blocks = read(language);
    const [byWords] = languagesByWords(blocks, languages);
    if (byWords === usual) {
      return usual;
    }
    const worth = worthOf(blocks) / (byWords === language ? 1 : CLEARLY);
    best = confidenceOf(blocks) >= LEGIBLE && worth > best.worth ? { language, worth } : best;
  }
  return best.language;
}

/** Returns the languages to begin with where nothing is known of the page. */
export const firstLanguages = ({ languages }: TextEngine): readonly string[] => [
  latinOf(languages)[0] ?? languages[0] ?? "eng",
];

/** Returns the installed languages of Latin script. English comes first, which is what the engine's model knows best. */
function latinOf(installed: readonly string[]): readonly string[] {
  const others = new Set(Object.values(languagesOf).flat());
  const latin = installed.filter(
    (code) => !others.has(code) && !SPECIAL.has(code) && !isScript(code) && !code.includes("_"),
  );
  return latin.toSorted((a, b) => Number(b === "eng") - Number(a === "eng"));
}

/** Returns what is installed for a script that is not Latin's usual one: languages, or else the data of the script. */
function ofOtherScript(script: string | undefined, installed: readonly string[]): readonly string[] {
  const wanted = script === undefined ? undefined : languagesOf[script];
  if (script === undefined || wanted === undefined) {
    return [];
  }
  const languages = wanted.filter((language) => installed.includes(language)).slice(0, MOST_OF_SCRIPT[script] ?? 3);
  return languages.length > 0 ? languages : installed.filter((code) => withoutDirectory(code) === script).slice(0, 1);
}

/** Data of one language for one script does not help that of another one. */
const MOST_OF_SCRIPT: Readonly<Record<string, number>> = { Fraktur: 1 };

/** The least height of a band, in inches: some six lines. */
const LEAST_BAND_INCHES = 1;

/**
 * Returns a fifth of the page, or more of a small one: a band of the upper half of its print above one of the lower half,
 * since a page of two languages often changes from one to the other.
 */
function bandsOf({ widthPx, heightPx, pixels }: GreyImage, dpi: number): GreyImage {
  const middle = middleOfPrint({ widthPx, heightPx, pixels });
  const halves = [
    { widthPx, heightPx: middle, pixels: pixels.subarray(0, middle * widthPx) },
    { widthPx, heightPx: heightPx - middle, pixels: pixels.subarray(middle * widthPx) },
  ].map((half) => band(half, dpi));
  return {
    widthPx,
    heightPx: halves.reduce((sum, half) => sum + half.heightPx, 0),
    pixels: Buffer.concat(halves.map((half) => half.pixels)),
  };
}

/** Returns the row above which half of a page's print is. */
function middleOfPrint(image: GreyImage): number {
  const changes = rowChanges(image);
  const half = changes.reduce((sum, count) => sum + count, 0) / 2;
  let above = 0;
  const middle = changes.findIndex((count) => (above += count) >= half);
  return Math.min(Math.max(middle, 1), image.heightPx - 1);
}

/** Returns the rows, a fifth or more, that change most between neighbouring pixels: where most print is. */
function band(image: GreyImage, dpi: number): GreyImage {
  const { widthPx, heightPx, pixels } = image;
  const rows = Math.max(1, Math.floor(heightPx / 20));
  const strips = Math.max(4, Math.ceil((LEAST_BAND_INCHES * dpi) / rows));
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
  for (let strip = 0; strip + strips <= busy.length || strip === 0; strip++) {
    const sum = busy.slice(strip, strip + strips).reduce((total, changes) => total + changes, 0);
    if (sum > most) {
      most = sum;
      top = strip * rows;
    }
  }
  const height = Math.min(heightPx - top, strips * rows);
  return { widthPx, heightPx: height, pixels: pixels.subarray(top * widthPx, (top + height) * widthPx) };
}
