import { resolve } from "node:path";
import type { TesseractChoice } from "../../engines/engines.ts";
import type { Config } from "./config.ts";

/** Returns which Tesseract the operator chose. Paths are absolute, since workers have another current directory. */
export const tesseractChoice = ({
  QUIRE_TESSERACT: build,
  QUIRE_TESSERACT_LIBRARY: library,
  QUIRE_TESSDATA: data,
}: Config): TesseractChoice => ({
  build,
  libraryPath: library && resolve(library),
  dataDirectory: data && resolve(data),
});
