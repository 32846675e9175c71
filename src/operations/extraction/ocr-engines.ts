import { CREDITS_PER_PAGE_READ } from "../../kernel/prices.ts";

/**
 * The engines that read pages from their images: the published names, and the engines' own. `auto` never costs a
 * provider's money.
 */
export const OCR_ENGINES = {
  auto: { effort: "advanced", creditsPerPage: CREDITS_PER_PAGE_READ.advanced, syncPages: 10 },
  tesseract: { effort: "advanced", creditsPerPage: CREDITS_PER_PAGE_READ.advanced, syncPages: 10 },
  openai: { effort: "vision", creditsPerPage: CREDITS_PER_PAGE_READ.accurate, syncPages: 3 },
  simple: { effort: "simple", creditsPerPage: CREDITS_PER_PAGE_READ.simple, syncPages: 20 },
  advanced: { effort: "advanced", creditsPerPage: CREDITS_PER_PAGE_READ.advanced, syncPages: 10 },
  vision: { effort: "vision", creditsPerPage: CREDITS_PER_PAGE_READ.accurate, syncPages: 3 },
} as const;

export type OcrEngine = keyof typeof OCR_ENGINES;

/** The model that `vision` asks, at the price above. */
export const VISION_MODEL = "vendor-sonnet-4-20250514";
