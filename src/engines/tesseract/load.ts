import { createTextEngine } from "./create-text-engine.ts";
import type { TesseractSettings } from "./find-tesseract.ts";
import { languageDataIn } from "./language-data.ts";
import { loadNativeTesseract } from "./native.ts";
import type { TextEngine } from "./text-engine.ts";
import { loadWasmTesseract } from "./wasm.ts";

/** @throws Error when the build that `settings` names cannot be loaded. */
export async function loadTextEngine(settings: TesseractSettings): Promise<TextEngine> {
  switch (settings.build) {
    case "native": {
      const { libraryPath, dataDirectory } = settings;
      return createTextEngine(loadNativeTesseract(libraryPath, dataDirectory), languageDataIn(dataDirectory));
    }
    case "wasm": {
      const { dataDirectory } = settings;
      const languages = dataDirectory === undefined ? ["eng"] : languageDataIn(dataDirectory).languages;
      // The build is without the engine that tells orientation.
      return createTextEngine(await loadWasmTesseract(dataDirectory), { languages, hasOrientation: false });
    }
  }
}
