import { existsSync, readdirSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

/** The `.traineddata` files of a directory: their names only, not their contents. */
export interface LanguageData {
  readonly directory: string;
  /** The language codes, sorted. */
  readonly languages: readonly string[];
  /** Whether orientation and script can be detected, which takes `osd.traineddata`. */
  readonly hasOrientation: boolean;
}

/**
 * Returns the data in `named`, or otherwise in the first of the places where systems install it; undefined when there
 * is none.
 */
export function findLanguageData(named?: string): LanguageData | undefined {
  for (const directory of named === undefined ? usualDirectories() : [named]) {
    const data = isDirectory(directory) ? languageDataIn(directory) : undefined;
    if (data !== undefined && data.languages.length > 0) {
      return data;
    }
  }
  return undefined;
}

const isDirectory = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

/**
 * The data files that are no languages: orientation and script, and the equations of an engine that no longer exists.
 */
const NOT_LANGUAGES: ReadonlySet<string> = new Set(["osd", "equ"]);
const TRAINED_DATA = /^([A-Za-z][A-Za-z0-9_]{1,31})\.traineddata$/;

/** The directory in which Tesseract's own data has that of scripts; Debian has it beside the languages. */
const SCRIPTS = "script";

const codesIn = (directory: string): string[] =>
  readdirSync(directory).flatMap((file) => TRAINED_DATA.exec(file)?.[1] ?? []);

export function languageDataIn(directory: string): LanguageData {
  const scripts = join(directory, SCRIPTS);
  const codes = [
    ...codesIn(directory),
    ...(isDirectory(scripts) ? codesIn(scripts).map((code) => `${SCRIPTS}/${code}`) : []),
  ];
  return {
    directory,
    languages: codes.filter((code) => !NOT_LANGUAGES.has(code)).toSorted(),
    hasOrientation: codes.includes("osd"),
  };
}

/**
 * Returns the directories where systems install language data. Debian has one for each version of Tesseract, the newest
 * of which comes first.
 */
function usualDirectories(): string[] {
  const debian = "/usr/share/tesseract-ocr";
  const versions = existsSync(debian) ? readdirSync(debian).toSorted(byVersion) : [];
  return [
    ...versions.map((version) => join(debian, version, "tessdata")),
    "/usr/share/tessdata",
    "/usr/local/share/tessdata",
    "/opt/homebrew/share/tessdata",
  ];
}

const byVersion = (one: string, other: string): number => Number.parseFloat(other) - Number.parseFloat(one) || 0;

/**
 * Returns the path of the English data, compressed by gzip, in its npm package; undefined where that is not installed.
 */
export function packagedEnglish(): string | undefined {
  try {
    return createRequire(import.meta.url).resolve("@tesseract.js-data/eng/4.0.0_best_int/eng.traineddata.gz");
  } catch (error) {
    // The package is an optional dependency.
    if (error instanceof Error && "code" in error && error.code === "MODULE_NOT_FOUND") {
      return undefined;
    }
    throw error;
  }
}
