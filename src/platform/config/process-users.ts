import { availableParallelism } from "node:os";
import { type Config, ConfigError } from "./config.ts";

/** Returns the number of engine processes for PDF work. */
export const pdfWorkers = (config: Config): number => config.QUIRE_WORKERS || availableParallelism();

/** Returns the number of engine processes that read text in images. */
export const ocrWorkers = (config: Config): number => config.QUIRE_OCR_WORKERS || availableParallelism();

/**
 * Refuses settings by which the browser would run under the user of an engine process, where the service runs as root:
 * processes of one user may end each other and read each other's memory.
 * @throws ConfigError that names the users of the engine processes
 */
export function expectUsersApart(config: Config): void {
  const { QUIRE_CHROMIUM_UID: browser, QUIRE_WORKER_UID_FIRST: first } = config;
  const last = first + pdfWorkers(config) + config.QUIRE_DOCUMENT_WORKERS + ocrWorkers(config) - 1;
  if (browser >= first && browser <= last) {
    throw new ConfigError(
      `QUIRE_CHROMIUM_UID: It is ${browser}, and the engine processes have the user ids ${first} to ${last} ` +
        "(QUIRE_WORKER_UID_FIRST). It takes one that is none of these.",
    );
  }
}
