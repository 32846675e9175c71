import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { type GreyImage, writePgm } from "@quire/scan";
import { Failure } from "../../../kernel/failure.ts";
import { LSTM_ONLY, MESSAGES_TO_NOWHERE, type TesseractApi, type TesseractBinding } from "./binding.ts";
import { packagedEnglish } from "./language-data.ts";
import { blocksOfTsv } from "./tsv.ts";

/**
 * Loads Tesseract as WebAssembly, for systems without its library: the build for processors with SIMD, which has only
 * the LSTM engine and so detects no orientation. It has a separate file system in memory, to which language data and
 * images are copied. `dataDirectory` has `.traineddata` files; without it there is English, from the npm package of its
 * data.
 *
 * After an abort the instance is unusable. The error is no `Failure`, so it ends the worker, as it must.
 */
export async function loadWasmTesseract(dataDirectory: string | undefined): Promise<TesseractBinding> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the package has no types
  const start = require("tesseract.js-core/tesseract-core-simd-lstm.js") as StartInstance;
  const instance = await start({ print: ignore, printErr: ignore });
  instance.FS.mkdir(DATA_DIRECTORY);
  instance.FS.mkdir(`${DATA_DIRECTORY}/script`);
  const version = versionOf(instance);
  const present = new Set<string>();
  const english = dataDirectory === undefined ? packagedData() : undefined;
  return {
    build: "wasm",
    version,
    open(languages) {
      for (const language of languages.split("+").filter((code) => !present.has(code))) {
        instance.FS.writeFile(
          `${DATA_DIRECTORY}/${language}.traineddata`,
          trainedData(language, dataDirectory ?? english),
        );
        present.add(language);
      }
      const api = new instance.TessBaseAPI();
      api.SetVariable(...MESSAGES_TO_NOWHERE);
      if (api.Init(DATA_DIRECTORY, languages, LSTM_ONLY) !== 0) {
        instance.destroy(api);
        throw new Failure("engine_unavailable", `The language data of ${languages} cannot be loaded.`);
      }
      return new WasmApi(instance, api);
    },
  };
}

const require = createRequire(import.meta.url);
const ignore = (): void => undefined;
const DATA_DIRECTORY = "/tessdata";
/** The path from which this build reads the image. */
const IMAGE_FILE = "/input";

function versionOf(instance: Instance): string {
  const api = new instance.TessBaseAPI();
  const version = api.Version();
  instance.destroy(api);
  return version;
}

/** Returns the compressed data of English. It is read now: a worker may lose the access to the program's own files. */
function packagedData(): Buffer | undefined {
  const path = packagedEnglish();
  return path === undefined ? undefined : readFileSync(path);
}

/**
 * Returns the data of a language, from a directory or of English.
 * @throws Failure `engine_unavailable` when there is none
 */
function trainedData(language: string, source: string | Buffer | undefined): Uint8Array {
  if (typeof source === "string") {
    return readFileSync(join(source, `${language}.traineddata`));
  }
  if (source === undefined || language !== "eng") {
    throw new Failure("engine_unavailable", `There is no language data of ${language}.`);
  }
  return gunzipSync(source);
}

class WasmApi implements TesseractApi {
  readonly #instance: Instance;
  readonly #api: BaseApi;

  constructor(instance: Instance, api: BaseApi) {
    this.#instance = instance;
    this.#api = api;
  }

  setVariable(name: string, value: string): boolean {
    return this.#api.SetVariable(name, value);
  }

  getVariable(name: string): string | undefined {
    // oxlint-disable-next-line no-underscore-dangle -- Emscripten's name of it
    const address = this.#instance._malloc(Float64Array.BYTES_PER_ELEMENT);
    try {
      if (this.#api.GetIntVariable(name, address)) {
        return String(this.#instance.getValue(address, "i32"));
      }
      if (this.#api.GetBoolVariable(name, address)) {
        return String(this.#instance.getValue(address, "i8"));
      }
      return this.#api.GetDoubleVariable(name, address)
        ? String(this.#instance.getValue(address, "double"))
        : this.#api.GetStringVariable(name);
    } finally {
      // oxlint-disable-next-line no-underscore-dangle -- as above
      this.#instance._free(address);
    }
  }

  recognize(image: GreyImage, { pageSegmentationMode, dpi }: { pageSegmentationMode: number; dpi: number }) {
    this.#instance.FS.writeFile(IMAGE_FILE, writePgm(image));
    this.#api.SetPageSegMode(pageSegmentationMode);
    const isRead = this.#api.SetImageFile() === 0;
    this.#instance.FS.unlink(IMAGE_FILE);
    this.#api.SetSourceResolution(dpi);
    return isRead && this.#api.Recognize(null) === 0 ? blocksOfTsv(this.#api.GetTSVText(0)) : undefined;
  }

  detectOrientation(): undefined {
    return undefined;
  }

  isWord(word: string): boolean {
    return this.#api.IsValidWord(word) !== 0;
  }

  /** Discards the image and its text; this build has no adaptive classifier to reset. */
  clear(): void {
    this.#api.Clear();
  }

  end(): void {
    this.#api.End();
    this.#instance.destroy(this.#api);
  }
}

type StartInstance = (options: { readonly print: () => void; readonly printErr: () => void }) => Promise<Instance>;

/** The exports of Emscripten and of Tesseract in the package. */
interface Instance {
  readonly FS: {
    mkdir(path: string): void;
    writeFile(path: string, bytes: Uint8Array): void;
    unlink(path: string): void;
  };
  readonly TessBaseAPI: new () => BaseApi;
  _malloc(sizeBytes: number): number;
  _free(address: number): void;
  getValue(address: number, type: "i8" | "i32" | "double"): number;
  destroy(api: BaseApi): void;
}

interface BaseApi {
  Version(): string;
  Init(directory: string, languages: string, engine: number): number;
  SetVariable(name: string, value: string): boolean;
  GetIntVariable(name: string, address: number): boolean;
  GetBoolVariable(name: string, address: number): boolean;
  GetDoubleVariable(name: string, address: number): boolean;
  GetStringVariable(name: string): string;
  SetPageSegMode(mode: number): void;
  SetImageFile(): number;
  SetSourceResolution(dpi: number): void;
  Recognize(monitor: null): number;
  GetTSVText(page: number): string;
  IsValidWord(word: string): number;
  Clear(): void;
  End(): void;
}
