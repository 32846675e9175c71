import type { PdfiumBinding } from "./binding.ts";
import { loadNativePdfium, packagedLibraryPath } from "./native.ts";
import { loadWasmPdfium } from "./wasm.ts";

/** Which PDFium a worker uses. */
export interface PdfiumSettings {
  /** `auto`: the native build where there is one, else the one in WebAssembly. */
  readonly build?: "auto" | "native" | "wasm" | undefined;
  /** A shared library to use in place of the packaged one. */
  readonly libraryPath?: string | undefined;
}

/** @throws Error when the build that was asked for cannot be loaded. */
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
