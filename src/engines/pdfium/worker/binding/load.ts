import { z } from "zod";
import type { PdfiumBinding } from "./binding.ts";
import { loadNativePdfium, packagedLibraryPath } from "./native.ts";
import { loadWasmPdfium } from "./wasm.ts";

/**
 * Which PDFium a worker uses. `auto`: the native build where there is one, else the one in WebAssembly. `libraryPath`
 * names a shared library to use in place of the packaged one.
 */
export const pdfiumSettings = z.object({
  build: z.enum(["auto", "native", "wasm"]).optional(),
  libraryPath: z.string().optional(),
});
export type PdfiumSettings = z.output<typeof pdfiumSettings>;

/** @throws Error when the build that was asked for cannot be loaded. */
export async function loadPdfium({ build = "auto", libraryPath }: PdfiumSettings): Promise<PdfiumBinding> {
  const path = libraryPath ?? packagedLibraryPath();
  if (build === "wasm" || (build === "auto" && path === undefined)) {
    return loadWasmPdfium();
  }
  if (path === undefined) {
    throw new Error("There is no native PDFium for this system; set QUIRE_PDFIUM_LIBRARY to the path of one.");
  }
  return loadNativePdfium(path);
}
