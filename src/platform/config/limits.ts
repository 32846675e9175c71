import type { Limits } from "../../kernel/limits.ts";
import type { Config } from "./config.ts";

/** Returns the bounds of requests: those that are settings, and those that are the same everywhere (contract §11). */
export const limitsOf = (config: Config): Limits => ({
  uploadBytes: config.QUIRE_MAX_UPLOAD_BYTES,
  jsonBytes: config.QUIRE_MAX_JSON_BYTES,
  files: 200,
  fields: 100,
  fieldBytes: 1024 * 1024,
  pagesPerDocument: config.QUIRE_MAX_PAGES,
  ocrPagesPerDocument: Math.min(config.QUIRE_MAX_OCR_PAGES, config.QUIRE_MAX_PAGES),
  visionPagesPerDocument: Math.min(config.QUIRE_MAX_VISION_PAGES, config.QUIRE_MAX_PAGES),
  imagePixels: config.QUIRE_MAX_IMAGE_PIXELS,
  archiveBytes: config.QUIRE_MAX_ARCHIVE_BYTES,
  syncTimeoutMs: config.QUIRE_SYNC_TIMEOUT_MS,
  engineTimeMs: config.QUIRE_ENGINE_TIMEOUT_MS,
});
