import { z } from "zod";
import type { PdfiumBinding } from "./binding.ts";
import { loadNativePdfium, packagedLibraryPath } from "./native.ts";
import { loadWasmPdfium } from "./wasm.ts";

/**
 * The PDFium that a worker uses. `auto`: the native build where there is one, otherwise the one in WebAssembly.
 * `libraryPath` names a shared library to use in place of the packaged one.
 */
export const pdfiumSettings = z.object({
  build: z.enum(["auto", "native", "wasm"]).optional(),
  libraryPath: z.string().optional(),
});
export type PdfiumSettings = z.output<typeof pdfiumSettings>;

/**
 * Loads PDFium.
 * @throws Error when the requested build cannot be loaded.
 */
export async function loadPdfium({ build = "auto", libraryPath }: PdfiumSettings): Promise<PdfiumBinding> {
  const path = libraryPath ?? packagedLibraryPath();
  if (build === "wasm" || (build === "auto" && path === undefined)) {
    return loadWasmPdfium();
  }
  if (path === undefined) {
    throw new Error("There is no native PDFium for this system; QUIRE_PDFIUM_LIBRARY can name one.");
  }
  return loadNativePdfium(path);
}
