import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

/*
 * Hyphenation by soft hyphens: the browser has no dictionaries of its own. The patterns are those of TeX (hyph-utf8), as
 * Hyphenopoly compiles them. Its own function of words is not used: it remembers every word that it was ever given.
 */

/** Returns text with soft hyphens in its words. */
export type Hyphenator = (text: string) => string;

/** The patterns by language; a region or script that has its own comes before the language alone. */
const PATTERNS: Readonly<Record<string, string>> = {
  af: "af",
  be: "be",
  bg: "bg",
  ca: "ca",
  da: "da",
  de: "de",
  el: "el-monoton",
  en: "en-us",
  "en-AU": "en-gb",
  "en-GB": "en-gb",
  "en-IE": "en-gb",
  "en-NZ": "en-gb",
  "en-ZA": "en-gb",
  es: "es",
  et: "et",
  eu: "eu",
  fi: "fi",
  fr: "fr",
  gl: "gl",
  hr: "hr",
  it: "it",
  lt: "lt",
  nb: "nb",
  nl: "nl",
  nn: "nn",
  no: "nb",
  pl: "pl",
  pt: "pt",
  ro: "ro",
  ru: "ru",
  sl: "sl",
  sv: "sv",
  tr: "tr",
  uk: "uk",
};

const hyphenators = new Map<string, Hyphenator>();

/**
 * Returns the hyphenator of a language, a BCP 47 tag; undefined for a language without patterns, and for no language.
 * Words with digits, dots, slashes and the like in them stay as they are, and so do those that have soft hyphens.
 */
export function hyphenatorOf(language: string | undefined): Hyphenator | undefined {
  const patterns = patternsOf(language);
  if (patterns === undefined) {
    return undefined;
  }
  const hyphenator = hyphenators.get(patterns) ?? hyphenatorFrom(readPatterns(patterns));
  hyphenators.set(patterns, hyphenator);
  return hyphenator;
}

/** Reads all patterns, which are otherwise read when a document needs them. */
export function readAllPatterns(): void {
  for (const language of Object.keys(PATTERNS)) {
    hyphenatorOf(language);
  }
}

/** Returns the name of the patterns of a language, a BCP 47 tag; undefined where there are none. */
export function patternsOf(language: string | undefined): string | undefined {
  const [name = "", ...parts] = (language ?? "").split("-");
  const region = parts.find((part) => /^[a-z]{2}$/iu.test(part))?.toUpperCase();
  const base = name.toLowerCase();
  return own(`${base}-${region}`) ?? own(base);
}

const own = (name: string): string | undefined => (Object.hasOwn(PATTERNS, name) ? PATTERNS[name] : undefined);

const DIRECTORY = join(dirname(createRequire(import.meta.url).resolve("hyphenopoly")), "patterns");

/** Returns the patterns of that name, for `hyphenatorFrom`. */
export const readPatterns = (name: string): Uint8Array => readFileSync(join(DIRECTORY, `${name}.wasm`));

/** What a file of patterns exports: it reads a word from the start of its memory, and writes the result there. */
interface PatternModule {
  readonly mem: { readonly buffer: ArrayBuffer };
  /** The fewest letters before the first hyphen and after the last. */
  readonly lmi: { readonly value: number };
  readonly rmi: { readonly value: number };
  /** The number of letters of the alphabet, which is at `ALPHABET_OFFSET`. */
  readonly lct: { readonly value: number };
  hyphenate(leftMin: number, rightMin: number, hyphen: number): number;
}

/** The part of the global that is used: the types of Node do not have it. */
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object) => { readonly exports: PatternModule };
};

/**
 * Makes a hyphenator of patterns. The function refers to nothing outside of it: its source also runs in pages of the
 * browser, where a style sheet says what is divided.
 */
export function hyphenatorFrom(patterns: Uint8Array): Hyphenator {
  const SOFT_HYPHEN = "\u00ad";
  /** The longest word that the patterns take, and the fewest letters before and after a hyphen. */
  const MAX_WORD = 61;
  const FEWEST = 2;
  const ALPHABET_OFFSET = 1664;
  // oxlint-disable quire/linear-patterns -- only engine processes and pages run it, which end at their deadline
  /** A word with the signs around it, and those that are words alone: no addresses, names of files or variables. */
  const CHUNK = /\S+/gu;
  const PLAIN = /^[^\p{L}\p{N}@#/\\_]*[\p{L}\p{M}'’‑–—-]+[^\p{L}\p{N}@/\\_\u00ad]*$/u;
  /** The words that are long enough to be divided. */
  const WORD = /[\p{L}\p{M}]{6,}/gu;
  // oxlint-enable quire/linear-patterns

  const { exports: module } = new WebAssembly.Instance(new WebAssembly.Module(patterns));
  const memory = new Uint16Array(module.mem.buffer);
  const first = ALPHABET_OFFSET / memory.BYTES_PER_ELEMENT;
  const alphabet = new Set(String.fromCharCode(...memory.subarray(first, first + module.lct.value)));
  const [before, after] = [Math.max(FEWEST, module.lmi.value), Math.max(FEWEST, module.rmi.value)];
  const hyphenated = (word: string): string => {
    if (word.length > MAX_WORD || !Array.from(word.toLowerCase()).every((letter) => alphabet.has(letter))) {
      return word;
    }
    for (let index = 0; index < word.length; index += 1) {
      memory[index] = word.charCodeAt(index);
    }
    memory[word.length] = 0;
    const length = module.hyphenate(before, after, SOFT_HYPHEN.charCodeAt(0));
    return length > 0 ? String.fromCharCode(...memory.subarray(0, length)) : word;
  };
  return (text) => text.replaceAll(CHUNK, (chunk) => (PLAIN.test(chunk) ? chunk.replaceAll(WORD, hyphenated) : chunk));
}
