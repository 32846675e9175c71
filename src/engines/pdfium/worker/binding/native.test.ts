import { InstalledFonts } from "@quire/typeset/fonts";
import { expect, test } from "vitest";
import { createInProcessPool } from "../../../conformance/in-process-pool.ts";
import { describeRasterizer } from "../../../conformance/rasterizer.ts";
import { createPdfiumRasterizer } from "../../rasterizer.ts";
import { createPdfiumMethods } from "../methods.ts";
import { loadPdfium } from "./load.ts";
import { loadNativePdfium } from "./native.ts";

// The tests of a PDF worker are the same, with the same build.
if (process.env["QUIRE_TEST_FULL"] === "1") {
  const pool = createInProcessPool(createPdfiumMethods(await loadPdfium({ build: "native" })));
  describeRasterizer("PDFium, native", () => createPdfiumRasterizer(pool), { hasSystemFonts: true });
}

test("a library that is no PDFium is refused when it is loaded", () => {
  expect(() => loadNativePdfium("libc.so.6", InstalledFonts.of([]))).toThrow("FPDF_InitLibrary");
});

test("a library that is not there is refused, not replaced", async () => {
  await expect(loadPdfium({ libraryPath: "/nowhere/libpdfium.so" })).rejects.toThrow("No such file");
});
