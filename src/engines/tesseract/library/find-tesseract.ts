import { existsSync, statSync } from "node:fs";
import { z } from "zod";
import { findLanguageData, packagedEnglish } from "./language-data.ts";

/*
 * Finds the Tesseract of this system. The service searches by the names of files alone, and passes the result to its
 * workers, which load it.
 */

/** The operator's choice; `auto` is the native build where there is one with data, otherwise the one in WebAssembly. */
export interface TesseractChoice {
  readonly build?: "auto" | "native" | "wasm" | undefined;
  /** A library to use in place of the system's. */
  readonly libraryPath?: string | undefined;
  /** A directory of `.traineddata` files, in place of the system's. */
  readonly dataDirectory?: string | undefined;
}

const buildSettings = z.discriminatedUnion("build", [
  z.object({ build: z.literal("native"), libraryPath: z.string(), dataDirectory: z.string() }),
  /** Without a directory the language is English, from the npm package that has its data. */
  z.object({ build: z.literal("wasm"), dataDirectory: z.string().optional() }),
]);
export type TesseractSettings = z.output<typeof buildSettings>;

/**
 * The settings that a worker loads Tesseract by; undefined where there is no Tesseract. Such a worker still makes
 * pictures of pages.
 */
export const tesseractSettings = z.union([buildSettings, z.strictObject({}).transform(() => undefined)]);

/** Returns the paths of the system that a worker must be able to read, besides the program. */
export const pathsOf = (settings: TesseractSettings): string[] =>
  [settings.build === "native" ? settings.libraryPath : undefined, settings.dataDirectory].filter(
    (path) => path !== undefined,
  );

export interface FoundTesseract {
  readonly settings: TesseractSettings;
  /** The language codes, sorted; at least one. */
  readonly languages: readonly string[];
  readonly hasOrientation: boolean;
}

/**
 * Finds a Tesseract.
 * @throws Error with a message for operators when there is none of the requested kind
 */
export function findTesseract({ build = "auto", libraryPath, dataDirectory }: TesseractChoice): FoundTesseract {
  const library = libraryPath ?? libraryPlaces().find((path) => existsSync(path));
  const data = findLanguageData(dataDirectory);
  if (libraryPath !== undefined && statSync(libraryPath, { throwIfNoEntry: false })?.isFile() !== true) {
    throw new Error(`QUIRE_TESSERACT_LIBRARY: there is no library ${libraryPath}.`);
  }
  if (dataDirectory !== undefined && data === undefined) {
    throw new Error(`QUIRE_TESSDATA: there is no language data of Tesseract in ${dataDirectory}.`);
  }
  if (build !== "wasm" && library !== undefined && data !== undefined) {
    const { directory, ...known } = data;
    return { settings: { build: "native", libraryPath: library, dataDirectory: directory }, ...known };
  }
  if (build === "native") {
    throw new Error(
      library === undefined
        ? "There is no libtesseract.so.5 on this system; set QUIRE_TESSERACT_LIBRARY to the path of one."
        : NO_DATA,
    );
  }
  if (data === undefined && packagedEnglish() === undefined) {
    throw new Error(NO_DATA);
  }
  return data === undefined
    ? { settings: { build: "wasm" }, languages: ["eng"], hasOrientation: false }
    : { settings: { build: "wasm", dataDirectory: data.directory }, languages: data.languages, hasOrientation: false };
}

/** Finds a Tesseract as `findTesseract` does; where there is none the result says why, for operators. */
export function tesseractOrReason(choice: TesseractChoice): FoundTesseract | { readonly reason: string } {
  try {
    return findTesseract(choice);
  } catch (error) {
    return { reason: error instanceof Error ? error.message : String(error) };
  }
}

const NO_DATA = "There is no language data of Tesseract on this system; set QUIRE_TESSDATA to its directory.";

/**
 * Returns the paths where systems have the library. Only version 5 is looked for: Tesseract 4 has no choice of
 * thresholding methods.
 */
function libraryPlaces(): string[] {
  if (process.platform === "darwin") {
    return ["/opt/homebrew/lib", "/usr/local/lib"].map((directory) => `${directory}/libtesseract.5.dylib`);
  }
  const multiarch = MULTIARCH[process.arch];
  const debian = multiarch === undefined ? [] : [`/usr/lib/${multiarch}`];
  return [...debian, "/usr/lib64", "/usr/lib", "/usr/local/lib64", "/usr/local/lib"].map(
    (directory) => `${directory}/libtesseract.so.5`,
  );
}

/** Debian's names of architectures, by Node's. */
const MULTIARCH: Readonly<Record<string, string>> = { x64: "x86_64-linux-gnu", arm64: "aarch64-linux-gnu" };
