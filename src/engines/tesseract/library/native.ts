import type { GreyImage } from "@quire/scan";
import koffi, { type LibraryHandle } from "koffi";
import { Failure } from "../../../kernel/failure.ts";
import {
  LSTM_ONLY,
  MESSAGES_TO_NOWHERE,
  ORIENTATION_ONLY,
  type TesseractApi,
  type TesseractBinding,
} from "./binding.ts";
import { wordReader } from "./native-words.ts";
import { blocksOfTsv } from "./tsv.ts";

/**
 * Loads Tesseract from a shared library, with the language data in `dataDirectory`. Images are read in place, without a
 * copy.
 * @throws Error when the library cannot be loaded, or lacks a function.
 */
export function loadNativeTesseract(libraryPath: string, dataDirectory: string): TesseractBinding {
  // OpenMP reads the variable once, when it is loaded. Four threads for a page cost ten times the time of one where all
  // cores are busy, and they are: with other pages.
  // oxlint-disable-next-line node/no-process-env -- said to the library, not read
  process.env["OMP_THREAD_LIMIT"] = "1";
  const library = koffi.load(libraryPath);
  const tesseract = functionsOf(library);
  silenceLeptonica(library);
  return {
    build: "native",
    version: tesseract.version(),
    open(languages) {
      const api = tesseract.create();
      tesseract.setVariable(api, ...MESSAGES_TO_NOWHERE);
      if (tesseract.init(api, dataDirectory, languages, LSTM_ONLY) !== 0) {
        tesseract.delete(api);
        throw new Failure("engine_unavailable", `The language data of ${languages} cannot be loaded.`);
      }
      return new NativeApi(tesseract, api);
    },
  };
}

class NativeApi implements TesseractApi {
  readonly #tesseract: Functions;
  readonly #api: ApiHandle;

  constructor(tesseract: Functions, api: ApiHandle) {
    this.#tesseract = tesseract;
    this.#api = api;
  }

  setVariable(name: string, value: string): boolean {
    return this.#tesseract.setVariable(this.#api, name, value) !== 0;
  }

  /** Returns a variable's value. Its type is found by trying each. */
  getVariable(name: string): string | undefined {
    const { getInt, getBool, getDouble, getString } = this.#tesseract;
    const integer = new Int32Array(1);
    const double = new Float64Array(1);
    if (getInt(this.#api, name, integer) !== 0 || getBool(this.#api, name, integer) !== 0) {
      return String(integer[0]);
    }
    return getDouble(this.#api, name, double) === 0 ? (getString(this.#api, name) ?? undefined) : String(double[0]);
  }

  recognize(image: GreyImage, { pageSegmentationMode, dpi }: { pageSegmentationMode: number; dpi: number }) {
    this.#setImage(image, pageSegmentationMode, dpi);
    if (this.#tesseract.recognize(this.#api, null) !== 0) {
      return undefined;
    }
    return this.#tesseract.readWords?.(this.#api) ?? this.#wordsOfText();
  }

  #wordsOfText() {
    const text = this.#tesseract.getTsvText(this.#api, 0);
    if (text === null) {
      return undefined;
    }
    try {
      return blocksOfTsv(koffi.decode.string(text));
    } finally {
      this.#tesseract.deleteText(text);
    }
  }

  detectOrientation(image: GreyImage, dpi: number) {
    this.#setImage(image, ORIENTATION_ONLY, dpi);
    const degrees = new Int32Array(1);
    const confidences = [new Float32Array(1), new Float32Array(1)] as const;
    const script: [string | null] = [null];
    const [confidence, scriptConfidence] = confidences;
    const { detectOrientationScript } = this.#tesseract;
    if (detectOrientationScript(this.#api, degrees, confidence, script, scriptConfidence) === 0) {
      return undefined;
    }
    return {
      degrees: degrees[0] ?? 0,
      confidence: confidence[0] ?? 0,
      script: script[0] ?? "",
      scriptConfidence: scriptConfidence[0] ?? 0,
    };
  }

  isWord(word: string): boolean {
    return this.#tesseract.isValidWord(this.#api, word) !== 0;
  }

  clear(): void {
    this.#tesseract.clearAdaptiveClassifier(this.#api);
    this.#tesseract.clear(this.#api);
  }

  end(): void {
    this.#tesseract.delete(this.#api);
  }

  #setImage({ widthPx, heightPx, pixels }: GreyImage, pageSegmentationMode: number, dpi: number): void {
    this.#tesseract.setPageSegMode(this.#api, pageSegmentationMode);
    this.#tesseract.setImage(this.#api, pixels, widthPx, heightPx, 1, widthPx);
    this.#tesseract.setSourceResolution(this.#api, dpi);
  }
}

/**
 * Silences Leptonica, which Tesseract uses and which prints messages itself. One that is linked into Tesseract cannot
 * be silenced.
 */
function silenceLeptonica(library: LibraryHandle): void {
  const SEVERITY_NONE = 6;
  try {
    library.func("int setMsgSeverity(int severity)")(SEVERITY_NONE);
  } catch {
    // It prints more than anyone reads, which does no other harm.
  }
}

declare const name: unique symbol;
type ApiHandle = { readonly [name]: "TessBaseAPI" };
type TextPointer = { readonly [name]: "char *" };
type Functions = ReturnType<typeof functionsOf>;

// Binding a function fails when the library does not have it: this list thereby checks a library from another builder.
function functionsOf(library: LibraryHandle) {
  return {
    version: library.func("const char *TessVersion()") as () => string,
    create: library.func("void *TessBaseAPICreate()") as () => ApiHandle,
    delete: library.func("void TessBaseAPIDelete(void *api)") as OfApi,
    init: library.func("int TessBaseAPIInit2(void *api, const char *directory, const char *languages, int engine)") as (
      api: ApiHandle,
      directory: string,
      languages: string,
      engine: number,
    ) => number,
    setVariable: library.func("int TessBaseAPISetVariable(void *api, const char *name, const char *value)") as (
      api: ApiHandle,
      name: string,
      value: string,
    ) => number,
    getInt: library.func("int TessBaseAPIGetIntVariable(void *api, const char *name, int *value)") as IntegerOf,
    getBool: library.func("int TessBaseAPIGetBoolVariable(void *api, const char *name, int *value)") as IntegerOf,
    getDouble: library.func("int TessBaseAPIGetDoubleVariable(void *api, const char *name, double *value)") as (
      api: ApiHandle,
      name: string,
      value: Float64Array,
    ) => number,
    getString: library.func("const char *TessBaseAPIGetStringVariable(void *api, const char *name)") as (
      api: ApiHandle,
      name: string,
    ) => string | null,
    setPageSegMode: library.func("void TessBaseAPISetPageSegMode(void *api, int mode)") as (
      api: ApiHandle,
      mode: number,
    ) => void,
    setImage: library.func(
      "void TessBaseAPISetImage(void *api, const uint8_t *pixels, int width, int height, int bytes, int stride)",
    ) as (
      api: ApiHandle,
      pixels: Uint8Array,
      widthPx: number,
      heightPx: number,
      bytesPerPixel: number,
      bytesPerLine: number,
    ) => void,
    setSourceResolution: library.func("void TessBaseAPISetSourceResolution(void *api, int dpi)") as (
      api: ApiHandle,
      dpi: number,
    ) => void,
    recognize: library.func("int TessBaseAPIRecognize(void *api, void *monitor)") as (
      api: ApiHandle,
      monitor: null,
    ) => number,
    getTsvText: library.func("void *TessBaseAPIGetTsvText(void *api, int page)") as (
      api: ApiHandle,
      page: number,
    ) => TextPointer | null,
    deleteText: library.func("void TessDeleteText(void *text)") as (text: TextPointer) => void,
    detectOrientationScript: library.func(
      "int TessBaseAPIDetectOrientationScript(void *api, int *degrees, float *confidence, _Out_ const char **script, float *scriptConfidence)",
    ) as (
      api: ApiHandle,
      degrees: Int32Array,
      confidence: Float32Array,
      script: [string | null],
      scriptConfidence: Float32Array,
    ) => number,
    clearAdaptiveClassifier: library.func("void TessBaseAPIClearAdaptiveClassifier(void *api)") as OfApi,
    isValidWord: library.func("int TessBaseAPIIsValidWord(void *api, const char *word)") as (
      api: ApiHandle,
      word: string,
    ) => number,
    clear: library.func("void TessBaseAPIClear(void *api)") as OfApi,
    readWords: wordReader(library),
  };
}

type OfApi = (api: ApiHandle) => void;
type IntegerOf = (api: ApiHandle, name: string, value: Int32Array) => number;
