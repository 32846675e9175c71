import { extname, join } from "node:path";
import { fontPaths } from "../fonts/service-fonts.ts";
import type { PdfiumSettings } from "../pdfium/worker/binding/load.ts";
import type { PoolOptions } from "../pool/pool.ts";

/** Returns what every pool of the class `pdf` is started with: its program, its settings, and the files that it has to see. */
export function pdfWorkerOptions(settings: PdfiumSettings): Pick<PoolOptions, "entry" | "readOnlyPaths" | "settings"> {
  const { libraryPath, fontFolder } = settings;
  return {
    entry: join(import.meta.dirname, `pdf-worker${extname(import.meta.filename)}`),
    readOnlyPaths: [...(libraryPath === undefined ? [] : [libraryPath]), ...fontPaths(fontFolder)],
    settings,
  };
}
