import { z } from "zod";
import { serviceFonts } from "../../../fonts/service-fonts.ts";
import type { PdfiumBinding } from "./binding.ts";
import { loadNativePdfium, packagedLibraryPath } from "./native.ts";
import { loadWasmPdfium } from "./wasm.ts";

/**
 * The choice of the PDFium that a worker uses. `auto`: the native build where there is one, else the one in
 * WebAssembly. `libraryPath` names a shared library to use in place of the packaged one. `fontFolder` has fonts in
 * addition to those of the service's packages; the build in WebAssembly has only its own.
 */
export const pdfiumSettings = z.object({
  build: z.enum(["auto", "native", "wasm"]).optional(),
  libraryPath: z.string().optional(),
  fontFolder: z.string().optional(),
});
export type PdfiumSettings = z.output<typeof pdfiumSettings>;

/**
 * Loads PDFium.
 * @throws Error when the requested build cannot be loaded.
 */
export async function loadPdfium({ build = "auto", libraryPath, fontFolder }: PdfiumSettings): Promise<PdfiumBinding> {
  const path = libraryPath ?? packagedLibraryPath();
  if (build === "wasm" || (build === "auto" && path === undefined)) {
    return loadWasmPdfium();
  }
  if (path === undefined) {
    throw new Error("There is no native PDFium for this system; set QUIRE_PDFIUM_LIBRARY to the path of one.");
  }
  return loadNativePdfium(path, serviceFonts(fontFolder));
}
