import { copyFile, mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeEach, expect, test, vi } from "vitest";
import { findTesseract } from "../engines/tesseract/library/find-tesseract.ts";
import { examineSettings } from "../platform/config/config.ts";
import { DEBIAN_LANGUAGES, debianPackageOf } from "./debian-languages.ts";
import { addLanguages, type Installer, listLanguages } from "./languages.ts";

let out = "";
let err = "";
beforeEach(() => {
  out = "";
  err = "";
  vi.spyOn(console, "log").mockImplementation((text: unknown) => {
    out += `${String(text)}\n`;
  });
  vi.spyOn(console, "error").mockImplementation((text: unknown) => {
    err += `${String(text)}\n`;
  });
});
afterEach(() => {
  vi.restoreAllMocks();
});

const directory = await mkdtemp(join(tmpdir(), "quire-languages-"));
afterAll(() => rm(directory, { recursive: true }));
const data = findTesseract({ build: "native" }).settings.dataDirectory ?? "";
await mkdir(join(directory, "script"));
for (const name of ["eng", "lao", "Lao", "chi_sim_vert", "script/Fraktur"]) {
  // The content does not matter: files are found by their names.
  await copyFile(join(data, "eng.traineddata"), join(directory, `${name}.traineddata`));
}

const config = (QUIRE_TESSDATA?: string) =>
  examineSettings({ QUIRE_TESSERACT: "native", ...(QUIRE_TESSDATA !== undefined && { QUIRE_TESSDATA }) }).config;

/** A machine whose apt-get ends with `exitCodes`, one after the other, and has the languages of the packages at a 0. */
function machine(exitCodes: (number | undefined)[], changes: Partial<Installer> = {}) {
  const calls: (readonly string[])[] = [];
  const installed = ["deu", "eng"];
  const installer: Installer = {
    isRoot: true,
    installed: () => installed,
    aptGet(args) {
      calls.push(args);
      const exitCode = exitCodes.shift();
      if (exitCode === 0 && args[0] === "install") {
        installed.push(...DEBIAN_LANGUAGES.filter((code) => args.includes(debianPackageOf(code))));
      }
      return Promise.resolve(exitCode);
    },
    ...changes,
  };
  return { installer, calls };
}

test("languages are listed with their names, scripts too, wherever their data is", async () => {
  expect(await listLanguages({}, config(directory))).toBe(0);
  expect(out.split("\n").map((row) => row.replaceAll(/ {2,}/g, "|"))).toEqual([
    "CODE|LANGUAGE",
    "Lao|Lao (script)",
    "chi_sim_vert|Simplified Chinese (vertical)",
    "eng|English",
    "lao|Lao",
    "script/Fraktur|Fraktur (script)",
    "",
  ]);
  out = "";
  await listLanguages({ available: true, json: true }, config(directory));
  const codes = JSON.parse(out).map(({ code }: { code: string }) => code);
  expect(codes).toEqual(expect.arrayContaining(["ita", "frk", "Latin"]));
  expect(codes).not.toEqual(expect.arrayContaining(["eng"]));
  expect(codes).not.toEqual(expect.arrayContaining(["Fraktur"]));
});

test.each([
  [["ita"], ["tesseract-ocr-ita"]],
  [
    ["it", "deu_latf"],
    ["tesseract-ocr-ita", "tesseract-ocr-frk"],
  ],
  [["chi_sim_vert+srp_latn"], ["tesseract-ocr-chi-sim-vert", "tesseract-ocr-srp-latn"]],
  [
    ["script/Fraktur", "HanS_vert"],
    ["tesseract-ocr-script-frak", "tesseract-ocr-script-hans-vert"],
  ],
  [["deu", "ita"], ["tesseract-ocr-ita"]],
])("%j installs %j", async (codes, packages) => {
  const { installer, calls } = machine([0]);
  expect(await addLanguages(codes, config(), installer)).toBe(0);
  expect(calls).toEqual([["install", "--yes", "--no-install-recommends", ...packages]]);
  expect(out).toMatch(/^Installed: .*The service reads them when it is started again\.\n$/);
});

test("where there are no lists of packages yet they are fetched", async () => {
  const { installer, calls } = machine([100, 0, 0]);
  expect(await addLanguages(["ita"], config(), installer)).toBe(0);
  expect(calls.map(([command]) => command)).toEqual(["install", "update", "install"]);
});

test("nothing is installed twice", async () => {
  const { installer, calls } = machine([]);
  expect(await addLanguages(["en", "deu"], config(), installer)).toBe(0);
  expect([out, calls]).toEqual(["Installed already: eng (English), deu (German).\n", []]);
});

test("whoever may not install is told the command, and other systems what to do", async () => {
  const user = machine([], { isRoot: false });
  expect(await addLanguages(["ita"], config(), user.installer)).toBe(1);
  expect(err).toMatch(/Only root can install packages\. Run: .*apt-get install .*tesseract-ocr-ita\n$/);
  err = "";
  expect(await addLanguages(["ita"], config(), machine([undefined]).installer)).toBe(1);
  expect(err).toMatch(/no apt-get\..*QUIRE_TESSDATA/);
});

test("what apt-get does not install is named", async () => {
  expect(await addLanguages(["ita"], config(), machine([100, 0, 100]).installer)).toBe(1);
  expect(err).toBe("Not installed: ita (Italian); apt-get ended with 100.\n");
});

test("languages that there are not are named, as is a directory of one's own", async () => {
  const { installer } = machine([]);
  await expect(addLanguages(["ita", "klingon"], config(), installer)).rejects.toMatchObject({
    code: "validation_error",
    message: expect.stringMatching(/no data of 'klingon'; 'quire languages list --available'/),
  });
  await expect(addLanguages(["ita"], config(directory), installer)).rejects.toMatchObject({
    message: expect.stringMatching(/QUIRE_TESSDATA is set.*tessdata_fast/),
  });
});

test("where there is no data of languages, the list says so", async () => {
  expect(await listLanguages({}, config("/nowhere"))).toBe(1);
  expect(out).toBe("");
  expect(err).toBe("QUIRE_TESSDATA: there is no language data of Tesseract in /nowhere.\n");
});
