import { Failure } from "../../../kernel/failure.ts";
import { createTextEngine } from "./create-text-engine.ts";
import type { TesseractSettings } from "./find-tesseract.ts";
import { languageDataIn } from "./language-data.ts";
import { loadNativeTesseract } from "./native.ts";
import type { TextEngine } from "./text-engine.ts";
import { loadWasmTesseract } from "./wasm.ts";

/**
 * Loads the engine; without settings, one that has no languages.
 * @throws Error when the build that `settings` names cannot be loaded.
 */
export async function loadTextEngine(settings: TesseractSettings | undefined): Promise<TextEngine> {
  if (settings === undefined) {
    return NO_ENGINE;
  }
  switch (settings.build) {
    case "native": {
      const { libraryPath, dataDirectory } = settings;
      return createTextEngine(loadNativeTesseract(libraryPath, dataDirectory), languageDataIn(dataDirectory));
    }
    case "wasm": {
      const { dataDirectory } = settings;
      const languages = dataDirectory === undefined ? ["eng"] : languageDataIn(dataDirectory).languages;
      // This build lacks the engine that detects orientation.
      return createTextEngine(await loadWasmTesseract(dataDirectory), { languages, hasOrientation: false });
    }
  }
}

const NO_ENGINE: TextEngine = {
  version: "none",
  languages: [],
  recognize() {
    throw new Failure("engine_unavailable", "Text recognition is not installed on this service.");
  },
  isWord: () => false,
  orientation: () => undefined,
};
