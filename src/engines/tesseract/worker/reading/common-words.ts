import type { EngineBlock } from "../../library/text-engine.ts";
import { wordsOf } from "./result.ts";

/** The commonest words of languages in Latin script, short ones above all. */
const COMMON_WORDS: Readonly<Record<string, string>> = {
  eng: "the of and to in is that for with are this be by from or not as at on it was have which you all we an if has been will any more shall may your its no total please",
  deu: "der die und das ist den von zu mit auf nicht ein eine werden dem des im für sich auch als wird bei oder nach aus wie sind einer an es hat durch sie zur über nur wenn noch am zum einem einen wir war bis in",
  fra: "le la les et des est du une dans pour que qui sur par au pas en il de ce aux avec plus sont ou se ne son sa ses cette elle été nous vous leur mais comme ont être un tout",
  spa: "el la los del las y una por con para que su se como al es en de un lo más este esta no sus fue son ha pero entre ser sobre también hasta desde",
  ita: "il di che gli della per una con non del sono nel le dei si la e è un in al da lo alla più come i anche dal nella delle ed ha questo",
  por: "o os do da que em um uma para com não por dos se ao de a as no na mais foi como ser das sua seu à pelo pela ou são também",
  nld: "het een van de dat niet zijn voor met op te aan wordt ook er en in is die bij als om door maar naar uit hij was werd over",
};

/** For each word, the languages that have it. */
const LANGUAGES_OF_WORD = new Map<string, string[]>();
for (const [language, words] of Object.entries(COMMON_WORDS)) {
  for (const word of words.split(" ")) {
    LANGUAGES_OF_WORD.set(word, [...(LANGUAGES_OF_WORD.get(word) ?? []), language]);
  }
}

/** Returns whether a word is among the commonest of a language. */
export const isCommonWord = (word: string): boolean => LANGUAGES_OF_WORD.has(word.toLowerCase());

/** How many common words of a language were seen: each counts as one, shared among the languages that have it. */
type Evidence = ReadonlyMap<string, { readonly shared: number; readonly alone: number }>;

function evidenceIn(blocks: readonly EngineBlock[]): Evidence {
  const evidence = new Map<string, { shared: number; alone: number }>();
  for (const { text } of wordsOf(blocks)) {
    const languages = LANGUAGES_OF_WORD.get(text.toLowerCase().replace(/[^\p{L}]+/gu, "")) ?? [];
    for (const language of languages) {
      const { shared, alone } = evidence.get(language) ?? { shared: 0, alone: 0 };
      evidence.set(language, {
        shared: shared + 1 / languages.length,
        alone: alone + (languages.length === 1 ? 1 : 0),
      });
    }
  }
  return evidence;
}

/** The least evidence that identifies a language. */
const LEAST_SHARED = 3;
/** How much of the best language's evidence another one must have that stands on the page as well, in words of its own. */
const LEAST_OF_SECOND = { words: 4, share: 0.25 } as const;

/**
 * Returns the languages of a text among `languages` by its common words: the one that most of them belong to, and after
 * it a second one that the page has as well. None when there are too few such words to say.
 */
export function languagesByWords(blocks: readonly EngineBlock[], languages: readonly string[]): readonly string[] {
  const evidence = evidenceIn(blocks);
  const of = (language: string) => evidence.get(language) ?? { shared: 0, alone: 0 };
  const [best, second] = languages.toSorted((a, b) => of(b).shared - of(a).shared);
  if (best === undefined || of(best).shared < LEAST_SHARED) {
    return [];
  }
  const isMixed =
    second !== undefined &&
    of(second).alone >= LEAST_OF_SECOND.words &&
    of(second).alone >= LEAST_OF_SECOND.share * of(best).alone;
  return isMixed ? [best, second] : [best];
}
