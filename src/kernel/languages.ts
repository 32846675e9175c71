import { type Fault, valueError } from "./faults.ts";
import { lazily } from "./intl.ts";
import { didYouMean } from "./nearest.ts";

/*
 * Languages of text recognition. Their codes are those of Tesseract's data: ISO 639-2 in either of its forms, with the
 * difference between several data of one language behind an underscore (`chi_sim`, `deu_latf`, `ita_old`). Callers may
 * use two letters (ISO 639-1) or a BCP 47 tag instead. Unicode's CLDR, which is part of Node, knows how they belong
 * together. Data of a whole script has the script's English name (`Fraktur`, `HanS_vert`), which systems have beside
 * the languages or in a directory `script`; both forms of the name are understood.
 */

export interface Language {
  readonly code: string;
  /** The name in English; the code where there is no name. */
  readonly name: string;
  /** The two-letter code; null for languages that have none. */
  readonly iso639_1: string | null;
}

/** The word for every installed language of the script that is found on a page. */
export const ANY_LANGUAGE = "auto";

export function describeLanguage(code: string): Language {
  if (isScript(code)) {
    return { code, name: `${withoutDirectory(code).replaceAll("_", " ")} (script)`, iso639_1: null };
  }
  const { tag, addition } = tagOf(code);
  const name = tag === undefined ? undefined : (OTHER_NAMES[tag] ?? names().of(tag));
  const [primary = ""] = tag?.split("-") ?? [];
  return {
    code,
    name: name === undefined ? code : addition === undefined ? name : `${name} (${addition})`,
    iso639_1: primary.length === 2 ? primary : null,
  };
}

/**
 * Returns the codes of `installed` for a list as callers write it: joined by `+` or commas, in any case, each once. Two
 * letters name the language's first data. An item that comes again is looked up once: a list may have many thousands.
 */
export function parseLanguages(
  text: string,
  installed: readonly string[],
): { readonly value: readonly string[] | typeof ANY_LANGUAGE } | { readonly fault: Fault } {
  const items = text.split(/[+,]/).map((item) => item.trim());
  if (items.length === 1 && items[0]?.toLowerCase() === ANY_LANGUAGE) {
    return { value: ANY_LANGUAGE };
  }
  const codes = new Set<string>();
  for (const item of new Set(items)) {
    const code = installedCode(item, installed);
    if (code === undefined) {
      return { fault: notInstalled(item, installed) };
    }
    codes.add(code);
  }
  return { value: [...codes] };
}

const names = lazily(() => new Intl.DisplayNames(["en"], { type: "language", fallback: "none" }));

// CLDR understands the C in it as the script alone.
const OTHER_NAMES: Readonly<Record<string, string>> = { "de-Latf": "German (Fraktur)" };

/** The tags of codes that mean something else in ISO 639. */
const OWN_TAGS: Readonly<Record<string, string>> = { frk: "de-Latf" };

/** The suffixes of a code: a script, or what makes the data a second one of its language. */
const SCRIPTS: Readonly<Record<string, string>> = { sim: "Hans", tra: "Hant" };
const ADDITIONS: Readonly<Record<string, string>> = { old: "old", vert: "vertical" };

/** Returns the BCP 47 tag of a code, and what its suffixes add. */
function tagOf(code: string): { readonly tag: string | undefined; readonly addition: string | undefined } {
  const [base = "", ...rest] = code.split("_");
  const scripts = rest.flatMap((part) => SCRIPTS[part] ?? (part.length === 4 && !(part in ADDITIONS) ? part : []));
  const addition = rest.map((part) => ADDITIONS[part]).find((part) => part !== undefined);
  return { tag: canonical(OWN_TAGS[code] ?? [base, ...scripts].join("-")), addition };
}

/**
 * Returns CLDR's form of a tag, in which two letters replace three where there are two; undefined for what is not a
 * tag.
 */
function canonical(tag: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(tag)[0];
  } catch {
    return undefined;
  }
}

function installedCode(item: string, installed: readonly string[]): string | undefined {
  const wanted = item.toLowerCase();
  // Names of scripts differ from codes by their capital alone: Lao is the script, lao the language.
  const [languages, scripts] = [installed.filter((code) => !isScript(code)), installed.filter(isScript)];
  const script = withoutDirectory(wanted);
  const ofScript = scripts.find((code) => withoutDirectory(code).toLowerCase() === script);
  if (isScript(item) && ofScript !== undefined) {
    return ofScript;
  }
  const own = tagOf(item);
  const tag = canonical(item) ?? (own.addition === undefined ? own.tag : undefined);
  const candidates = [
    languages.find((code) => code.toLowerCase() === wanted),
    tag === undefined ? undefined : languages.find((code) => isPlain(code) && tagOf(code).tag === tag),
    wanted.length === 2 ? languages.find((code) => describeLanguage(code).iso639_1 === tag) : undefined,
    ofScript,
  ];
  return candidates.find((code) => code !== undefined);
}

const SCRIPT_DIRECTORY = "script/";

/** Returns whether a code is the name of a script. */
export const isScript = (code: string): boolean => code.startsWith(SCRIPT_DIRECTORY) || /^[A-Z][a-z]/.test(code);

/** Returns a code without the directory that scripts may be in. */
export const withoutDirectory = (code: string): string =>
  code.startsWith(SCRIPT_DIRECTORY) ? code.slice(SCRIPT_DIRECTORY.length) : code;

/** Returns whether a code is not that of second data of its language. */
const isPlain = (code: string): boolean => tagOf(code).addition === undefined;

function notInstalled(item: string, installed: readonly string[]): Fault {
  const what = item === "" ? "a language is missing between the separators" : `the language '${item}' is not installed`;
  const fault = valueError(`${what}; these are: ${installed.join(", ")}`);
  // A language may be written by its name.
  const byName = installed.find((code) => describeLanguage(code).name.toLowerCase() === item.toLowerCase());
  // Or with a country, such as en-US.
  const [language = ""] = item.split(/[-_]/, 1);
  const meant = byName ?? (language === item ? undefined : installedCode(language, installed));
  const question = meant === undefined ? didYouMean(item, installed) : `Did you mean ${meant}?`;
  const advice = question ?? "The operator of the service can install others (docs/ocr.md).";
  return { ...fault, context: { ...fault.context, installed }, advice };
}
