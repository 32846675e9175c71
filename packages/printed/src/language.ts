/*
 * The language of a text, for documents that do not state theirs: by its script and, for scripts of many languages, by
 * letters or small words that most of its texts have.
 */

/** Scripts, as Unicode names them, whose texts are mostly in one language. */
const BY_SCRIPT: ReadonlyMap<string, string> = new Map([
  ["Armenian", "hy"],
  ["Bengali", "bn"],
  ["Devanagari", "hi"],
  ["Ethiopic", "am"],
  ["Georgian", "ka"],
  ["Greek", "el"],
  ["Gujarati", "gu"],
  ["Gurmukhi", "pa"],
  ["Hangul", "ko"],
  ["Hebrew", "he"],
  ["Kannada", "kn"],
  ["Khmer", "km"],
  ["Lao", "lo"],
  ["Malayalam", "ml"],
  ["Myanmar", "my"],
  ["Sinhala", "si"],
  ["Tamil", "ta"],
  ["Telugu", "te"],
  ["Thai", "th"],
  ["Tibetan", "bo"],
]);

/** Letters that only some languages of a script have, the first that is found counts; then that of all others. */
const BY_LETTERS: ReadonlyMap<
  string,
  { readonly letters: readonly (readonly [RegExp, string])[]; readonly other: string }
> = new Map([
  [
    "Arabic",
    {
      letters: [
        [/[ٹڈڑے]/, "ur"],
        [/[پچژگ]/, "fa"],
      ],
      other: "ar",
    },
  ],
  [
    "Cyrillic",
    {
      letters: [
        [/ў/, "be"],
        [/[іїєґ]/, "uk"],
        [/[ђћџљњ]/, "sr"],
        [/[ыэ]/, "ru"],
        [/ъ/, "bg"],
      ],
      other: "ru",
    },
  ],
]);

/** Small words of languages in Latin letters, of two letters at least: single ones are in any text. */
const WORDS: Readonly<Record<string, string>> = {
  en: "the and of to is in that for it with are was this be you",
  de: "der die das und nicht ist von mit den zu ein eine auf für dem im sich",
  fr: "le la les et des est une dans pour que qui du pas un au sur",
  es: "el los las que por una con para del es en la se un al",
  it: "il di che per non una della sono con gli un nel la",
  pt: "os as de que do da em para não uma com um",
  nl: "de het een en van niet dat op voor met zijn is te",
  pl: "na nie się do jest że to dla jak",
  sv: "och att det som en på är för inte med av till",
  da: "og det at er en på for ikke med af til som",
  fi: "ja on ei se että ovat oli hän kun myös",
  cs: "se na je že pro jako byl",
  tr: "ve bir bu için ile da de olan çok",
  hu: "az és hogy nem egy van ez is",
  ro: "și în de la nu cu pe este care din",
};

const WORD_LISTS = Object.entries(WORDS).map(([language, words]) => [language, new Set(words.split(" "))] as const);
const SCRIPTS = [...BY_SCRIPT.keys(), ...BY_LETTERS.keys(), "Han", "Hiragana", "Katakana", "Latin"].map(
  // oxlint-disable-next-line quire/linear-patterns -- the names are those above, and each pattern is one character
  (script) => [script, new RegExp(`\\p{Script=${script}}`, "gu")] as const,
);

/** Returns the language of a text as a tag (BCP 47), as far as it shows; English where nothing does. */
export const guessedLanguage = (text: string): string => recognizedLanguage(text) ?? "en";

/** Returns the language of a text as a tag (BCP 47) where the text shows it; undefined for others. */
export function recognizedLanguage(text: string): string | undefined {
  const counts = new Map(SCRIPTS.map(([script, letters]) => [script, text.match(letters)?.length ?? 0]));
  const of = (script: string): number => counts.get(script) ?? 0;
  const kana = of("Hiragana") + of("Katakana");
  if (kana > 0) {
    // Japanese has both.
    counts.set("Han", of("Han") + kana);
  }
  const [first] = [...counts].toSorted(([, one], [, other]) => other - one);
  const [script, count] = first ?? ["Latin", 0];
  if (count === 0 || script === "Latin") {
    return latinLanguage(text);
  }
  if (script === "Han" || script === "Hiragana" || script === "Katakana") {
    return kana > 0 ? "ja" : "zh";
  }
  const lettered = BY_LETTERS.get(script);
  const lower = text.toLowerCase();
  return lettered?.letters.find(([letters]) => letters.test(lower))?.[1] ?? lettered?.other ?? BY_SCRIPT.get(script);
}

function latinLanguage(text: string): string | undefined {
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  const scores = WORD_LISTS.map(([language, list]) => {
    const hits = words.filter((word) => list.has(word));
    return { language, hits: hits.length, different: new Set(hits).size };
  });
  const [best] = scores.toSorted((one, other) => other.hits - one.hits);
  // A word of a foreign language may be in any text.
  return best === undefined || best.different < 2 ? undefined : best.language;
}
