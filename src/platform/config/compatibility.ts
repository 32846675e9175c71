import type { Compatibility } from "../../kernel/compatibility.ts";
import type { Config } from "./config.ts";

/** Returns how ambiguous places of the contract are read (contract §14). */
export const compatibilityOf = (config: Config): Compatibility => ({
  jpegExtension: config.QUIRE_COMPAT_JPEG_EXT,
  confidence: config.QUIRE_COMPAT_CONFIDENCE,
  ocrPages: config.QUIRE_COMPAT_OCR_PAGES,
});
