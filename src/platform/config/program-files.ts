import { accessSync, constants, statSync } from "node:fs";
import { type Config, ConfigError } from "./config.ts";

/**
 * Returns the PDFium library that the settings name, if they name one. A wrong path stops the start, since nothing works
 * without PDFium and its processes would only fail again and again.
 * @throws ConfigError when the file is not there, is no file or cannot be read
 */
export function pdfiumLibraryOf({ QUIRE_PDFIUM_LIBRARY: path }: Config): string | undefined {
  const fault = path === undefined ? undefined : libraryFault(path);
  if (fault !== undefined) {
    throw new ConfigError(
      `QUIRE_PDFIUM_LIBRARY: ${path} ${fault}. Set it to the path of a libpdfium, or leave it out for the packaged one.`,
    );
  }
  return path;
}

function libraryFault(path: string): string | undefined {
  const information = statSync(path, { throwIfNoEntry: false });
  if (information === undefined) {
    return "does not exist";
  }
  if (!information.isFile()) {
    return "is no file";
  }
  try {
    accessSync(path, constants.R_OK);
    return undefined;
  } catch {
    return "cannot be read by this user";
  }
}
