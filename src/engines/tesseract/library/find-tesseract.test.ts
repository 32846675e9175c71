import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { findTesseract } from "./find-tesseract.ts";
import { loadTextEngine } from "./load.ts";

const directory = mkdtempSync(join(tmpdir(), "quire-tessdata-"));
afterAll(() => rmSync(directory, { recursive: true }));

function directoryOf(name: string, files: readonly string[]): string {
  const path = join(directory, name);
  mkdirSync(path);
  for (const file of files) {
    writeFileSync(join(path, file), "no data at all");
  }
  return path;
}

test("languages are the names of files: orientation, equations, scripts and other files are none", () => {
  const files = ["fra.traineddata", "eng.traineddata", "chi_sim.traineddata", "osd.traineddata", "equ.traineddata"];
  const dataDirectory = directoryOf("some", [...files, "pdf.ttf", "eng.traineddata.bak", "a+b.traineddata"]);
  mkdirSync(join(dataDirectory, "script"));
  expect(findTesseract({ dataDirectory })).toMatchObject({
    settings: { build: "native", dataDirectory },
    languages: ["chi_sim", "eng", "fra"],
    hasOrientation: true,
  });
  expect(findTesseract({ build: "wasm", dataDirectory })).toEqual({
    settings: { build: "wasm", dataDirectory },
    languages: ["chi_sim", "eng", "fra"],
    hasOrientation: false,
  });
});

test("the library that is named is taken, and refused when it is not there or is none", async () => {
  const libraryPath = join(directoryOf("library", ["libtesseract.so.5"]), "libtesseract.so.5");
  const { settings } = findTesseract({ libraryPath });
  expect(settings).toMatchObject({ build: "native", libraryPath });
  await expect(loadTextEngine(settings)).rejects.toThrow("Failed to load shared library");
  expect(() => findTesseract({ libraryPath: "/nowhere/libtesseract.so.5" })).toThrow("QUIRE_TESSERACT_LIBRARY");
});

test("a directory without language data is an error that names its setting", () => {
  for (const dataDirectory of [directoryOf("empty", []), directoryOf("osd", ["osd.traineddata"]), "/nowhere"]) {
    for (const build of ["auto", "native", "wasm"] as const) {
      expect(() => findTesseract({ build, dataDirectory })).toThrow("QUIRE_TESSDATA");
    }
  }
});

test.each(["native", "wasm"] as const)("invalid data is reported when it is read with: %s", async (build) => {
  const dataDirectory = directoryOf(`broken-${build}`, ["eng.traineddata", "osd.traineddata"]);
  const engine = await loadTextEngine(findTesseract({ build, dataDirectory }).settings);
  const image = { widthPx: 30, heightPx: 30, pixels: new Uint8Array(900) };
  const reading = () => engine.recognize(image, { languages: ["eng"], dpi: 200, segmentation: "page" });
  expect(reading).toThrow(expect.objectContaining({ code: "engine_unavailable" }));
});
