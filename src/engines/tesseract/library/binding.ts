import type { GreyImage } from "@quire/scan";
import type { EngineBlock } from "./text-engine.ts";

/*
 * The functions of Tesseract's C interface (capi.h) that the service uses. Two builds stand behind it, native and
 * WebAssembly; everything above it is written once (create-text-engine.ts).
 */

export interface TesseractBinding {
  readonly build: "native" | "wasm";
  /** As Tesseract tells it, such as `5.3.0`. */
  readonly version: string;
  /**
   * A `TessBaseAPI` with the data of `languages`, codes joined by `+`, for its LSTM engine.
   * @throws Failure `engine_unavailable` when there is no such data, or none that can be loaded
   */
  open(languages: string): TesseractApi;
}

/** One `TessBaseAPI`, which serves one image at a time. */
export interface TesseractApi {
  /** @returns false when there is no such variable */
  setVariable(name: string, value: string): boolean;
  /** The value of a variable as `setVariable` takes it; undefined when there is none of this name. */
  getVariable(name: string): string | undefined;
  /** Reads the image; undefined: it could not be read. */
  recognize(
    image: GreyImage,
    options: { readonly pageSegmentationMode: number; readonly dpi: number },
  ): readonly EngineBlock[] | undefined;
  /** Undefined: too few characters to tell. */
  detectOrientation(image: GreyImage, dpi: number): DetectedOrientation | undefined;
  /** Forgets the image, its text and what was learned from it. */
  clear(): void;
  /** Frees everything; the object is of no more use. */
  end(): void;
}

interface DetectedOrientation {
  /** How far the page is turned counter-clockwise: 0, 90, 180 or 270. */
  readonly degrees: number;
  readonly confidence: number;
  readonly script: string;
  readonly scriptConfidence: number;
}

/** OEM_LSTM_ONLY: the only engine that Debian's language data is for. */
export const LSTM_ONLY = 1;
/** PSM_OSD_ONLY. */
export const ORIENTATION_ONLY = 0;

/** Where the library's messages go, which would fill a worker's standard error. */
export const MESSAGES_TO_NOWHERE = ["debug_file", "/dev/null"] as const;
