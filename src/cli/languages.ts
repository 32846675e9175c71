import { spawn } from "node:child_process";
import { tesseractOrReason } from "../engines/tesseract/library/find-tesseract.ts";
import { Failure } from "../kernel/failure.ts";
import { describeLanguage, parseLanguages } from "../kernel/languages.ts";
import type { Config } from "../platform/config/config.ts";
import { tesseractChoice } from "../platform/config/tesseract.ts";
import { commandSettings } from "./administered-store.ts";
import { tableText } from "./command-line.ts";
import { DEBIAN_LANGUAGES, debianPackageOf } from "./debian-languages.ts";
import { installCommand } from "./doctor-packages.ts";

export interface ListOptions {
  /** Whether to list what Debian has data of and this machine has not. */
  readonly available?: boolean;
  readonly json?: boolean;
}

/**
 * Runs `quire languages list`: the languages that the service reads, or those that can be added. Returns 1 when there is no
 * Tesseract that would read any, and says why.
 */
export function listLanguages({ available, json }: ListOptions, config: Config = commandSettings({})): Promise<number> {
  const found = tesseractOrReason(tesseractChoice(config));
  if ("reason" in found && available !== true) {
    console.error(found.reason);
    return Promise.resolve(1);
  }
  const installed = languagesOf(found);
  const codes = available === true ? DEBIAN_LANGUAGES.filter((code) => !isInstalled(code, installed)) : installed;
  const languages = codes.map(describeLanguage);
  console.log(
    json === true
      ? JSON.stringify(languages, null, 2)
      : tableText([["CODE", "LANGUAGE"], ...languages.map(({ code, name }) => [code, name])]),
  );
  return Promise.resolve(0);
}

/** What `addLanguages` does to the machine, and asks of it; tests have another one. */
export interface Installer {
  readonly isRoot: boolean;
  /** Runs apt-get and returns its exit code; undefined where there is none. */
  aptGet(args: readonly string[]): Promise<number | undefined>;
  /** Returns the languages that are installed now. */
  installed(): readonly string[];
}

/**
 * Runs `quire languages add`: installs the Debian packages with the data of languages, as root; any other user is told the
 * command. Returns 0 when all are there.
 * @throws Failure for a language that Debian has no data of, and where the service reads its data from a directory of its own
 */
export async function addLanguages(
  given: readonly string[],
  config: Config = commandSettings({}),
  installer: Installer = realInstaller(config),
): Promise<number> {
  const codes = debianCodes(given);
  const missing = codes.filter((code) => !isInstalled(code, installer.installed()));
  if (missing.length === 0) {
    console.log(`Installed already: ${named(codes)}.`);
    return 0;
  }
  if (config.QUIRE_TESSDATA !== undefined) {
    throw new Failure(
      "validation_error",
      `QUIRE_TESSDATA is set: the data of languages is in ${config.QUIRE_TESSDATA}, where packages do not put any. ${BY_HAND}`,
    );
  }
  const packages = missing.map(debianPackageOf);
  if (!installer.isRoot) {
    console.error(`Only root can install packages. Run: ${installCommand(packages)}`);
    return 1;
  }
  const exitCode = await install(packages, installer);
  if (exitCode === undefined) {
    console.error(`This system has no apt-get. ${BY_HAND}`);
    return 1;
  }
  const lacking = missing.filter((code) => !isInstalled(code, installer.installed()));
  if (exitCode !== 0 || lacking.length > 0) {
    console.error(`Not installed: ${named(lacking)}; apt-get ended with ${exitCode}.`);
    return 1;
  }
  console.log(`Installed: ${named(missing)}. The service reads them when it is started again.`);
  return 0;
}

const BY_HAND =
  "Put the .traineddata files of https://github.com/tesseract-ocr/tessdata_fast into the directory that QUIRE_TESSDATA names.";

/** Returns Debian's codes of languages as people write them: `it`, `deu_latf`, `script/Fraktur`, joined or one by one. */
function debianCodes(given: readonly string[]): readonly string[] {
  const parsed = parseLanguages(given.join("+"), DEBIAN_LANGUAGES);
  if ("fault" in parsed || parsed.value === "auto") {
    const unknown = given
      .flatMap((text) => text.split(/[+,]/))
      .filter((text) => !isInstalled(text.trim(), DEBIAN_LANGUAGES));
    throw new Failure(
      "validation_error",
      `Debian has no data of ${unknown.map((text) => `'${text}'`).join(", ")}; 'quire languages list --available' lists what it has.`,
    );
  }
  return parsed.value;
}

/** Installs packages; a second time with new lists of packages where there are none yet, as in a new container. */
async function install(packages: readonly string[], installer: Installer): Promise<number | undefined> {
  const args = ["install", "--yes", "--no-install-recommends", ...packages];
  const first = await installer.aptGet(args);
  if (first === undefined || first === 0) {
    return first;
  }
  await installer.aptGet(["update"]);
  return installer.aptGet(args);
}

function isInstalled(code: string, installed: readonly string[]): boolean {
  const parsed = parseLanguages(code, installed);
  return !("fault" in parsed) && parsed.value !== "auto";
}

const named = (codes: readonly string[]): string =>
  codes.map((code) => `${code} (${describeLanguage(code).name})`).join(", ");

type Found = ReturnType<typeof tesseractOrReason>;

/** Returns the installed languages; none where there is no Tesseract. */
const languagesOf = (found: Found): readonly string[] => ("reason" in found ? [] : found.languages);

const realInstaller = (config: Config): Installer => ({
  isRoot: process.geteuid?.() === 0,
  aptGet: runAptGet,
  installed: () => languagesOf(tesseractOrReason(tesseractChoice(config))),
});

function runAptGet(args: readonly string[]): Promise<number | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<number | undefined>();
  // What apt-get says is for the person who waits; the command's own result is on standard output alone.
  const child = spawn("apt-get", args, { stdio: ["ignore", 2, 2] });
  child.on("error", (error: NodeJS.ErrnoException) => (error.code === "ENOENT" ? resolve(undefined) : reject(error)));
  child.on("exit", (code) => resolve(code ?? 1));
  return promise;
}
