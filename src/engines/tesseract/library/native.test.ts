import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { describeTextEngine } from "../../conformance/text-engine.ts";
import { findTesseract } from "./find-tesseract.ts";
import { loadTextEngine } from "./load.ts";
import { loadNativeTesseract } from "./native.ts";

const found = findTesseract({ build: "native" });
describeTextEngine("Tesseract, native", () => loadTextEngine(found.settings), {
  hasOrientation: true,
  isSameBuild: true,
});

test("the library is of the version that its program reports", async () => {
  const { stdout } = await promisify(execFile)("tesseract", ["--version"]);
  const engine = await loadTextEngine(found.settings);
  expect(stdout.toLowerCase()).toContain(engine.version.toLowerCase());
});

test("a library that is no Tesseract is refused when it is loaded", () => {
  expect(() => loadNativeTesseract("libc.so.6", "/nowhere")).toThrow("TessVersion");
});

test("the library keeps its messages to itself", async () => {
  // For noise it prints that there are too few characters, for a missing file that it cannot open it.
  const program = `
    import { loadNativeTesseract } from ${JSON.stringify(join(import.meta.dirname, "native.ts"))};
    const { libraryPath, dataDirectory } = ${JSON.stringify(found.settings)};
    const tesseract = loadNativeTesseract(libraryPath, dataDirectory);
    const pixels = Uint8Array.from({ length: 90_000 }, (_, index) => ((index * 7919) % 1009) % 5 === 0 ? 0 : 255);
    const image = { widthPx: 300, heightPx: 300, pixels };
    console.log(tesseract.open("osd").detectOrientation(image, 200));
    console.log(typeof tesseract.open("eng").recognize(image, { pageSegmentationMode: 3, dpi: 200 }));
    try { tesseract.open("xyz"); } catch (error) { console.log(error.code); }`;
  const flags = ["--disable-warning=ExperimentalWarning", "--input-type=module", "--eval", program];
  const { stdout, stderr } = await promisify(execFile)(process.execPath, flags);
  expect(stdout.split("\n")).toEqual(["undefined", "object", "engine_unavailable", ""]);
  expect(stderr).toBe("");
});
