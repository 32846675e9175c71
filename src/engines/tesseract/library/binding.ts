import type { GreyImage } from "@quire/scan";
import type { EngineBlock } from "./text-engine.ts";

/*
 * The functions of Tesseract's C interface (capi.h) that the service uses. There are two builds behind it, native and
 * WebAssembly; everything above it is written once (create-text-engine.ts).
 */

export interface TesseractBinding {
  readonly build: "native" | "wasm";
  /** The version as Tesseract reports it, such as `5.3.0`. */
  readonly version: string;
  /**
   * Opens a `TessBaseAPI` with the data of `languages`, codes joined by `+`, for its LSTM engine.
   * @throws Failure `engine_unavailable` when there is no such data, or none that can be loaded
   */
  open(languages: string): TesseractApi;
}

/** One `TessBaseAPI`, which serves one image at a time. */
export interface TesseractApi {
  /**
   * Sets a variable.
   * @returns false when there is no such variable
   */
  setVariable(name: string, value: string): boolean;
  /**
   * Returns the value of a variable in the form that `setVariable` takes; undefined when there is none of this name.
   */
  getVariable(name: string): string | undefined;
  /** Reads the image; returns undefined when it could not be read. */
  recognize(
    image: GreyImage,
    options: { readonly pageSegmentationMode: number; readonly dpi: number },
  ): readonly EngineBlock[] | undefined;
  /** Detects which way up the image is; returns undefined when it has too few characters. */
  detectOrientation(image: GreyImage, dpi: number): DetectedOrientation | undefined;
  /** Returns whether a word, without punctuation, is in the dictionary of the first language. */
  isWord(word: string): boolean;
  /** Discards the image, its text and what the engine learned from it. */
  clear(): void;
  /** Frees everything; the object must not be used any more. */
  end(): void;
}

interface DetectedOrientation {
  /** The angle by which the page is turned counter-clockwise: 0, 90, 180 or 270. */
  readonly degrees: number;
  readonly confidence: number;
  readonly script: string;
  readonly scriptConfidence: number;
}

/** OEM_LSTM_ONLY: the only engine that Debian's language data supports. */
export const LSTM_ONLY = 1;
/** The page segmentation mode PSM_OSD_ONLY. */
export const ORIENTATION_ONLY = 0;

/** The variable and value that discard the library's messages, which would fill a worker's standard error. */
export const MESSAGES_TO_NOWHERE = ["debug_file", "/dev/null"] as const;
