import type { Fault } from "./checks.ts";
import type { Answer } from "./requests.ts";

/** The operations that extract text, each with the member of its answer that has the text. */
export const EXTRACTIONS = {
  "pdf-to-text": "text",
  "pdf-to-html": "html",
  "pdf-to-markdown": "markdown",
} as const;
export type ExtractionName = keyof typeof EXTRACTIONS;

/**
 * Returns the fields of a request. With `pdf-to-text` the first page of scans is recognised, as automatic OCR does;
 * recognition takes seconds a page, so the other operations leave it out, and take all pages.
 */
export const fieldsOf = (operation: ExtractionName): Readonly<Record<string, string>> =>
  operation === "pdf-to-text" ? { pages: "first" } : { enable_ocr: "false" };

/** Checks that an answer is what the contract says, and that its HTML runs and loads nothing. */
export function checkExtracted(answer: Answer, operation: ExtractionName): Fault[] {
  const mediaType = answer.headers.get("content-type");
  if (mediaType !== "application/json") {
    return [{ about: "extracted", text: `Content-Type is ${mediaType}` }];
  }
  const content = JSON.parse(answer.body.toString("utf8")) as Readonly<Record<string, unknown>>;
  const text = content[EXTRACTIONS[operation]];
  const { success, pages, word_count: words, ocr_pages: ocrPages, metadata } = content;
  const isRight =
    success === true &&
    typeof text === "string" &&
    text.isWellFormed() &&
    isCount(pages) &&
    isCount(words) &&
    Array.isArray(ocrPages) &&
    isCount((metadata as { processing_time_ms?: unknown }).processing_time_ms);
  const wrong = isRight ? [] : [`the answer begins ${answer.body.toString("utf8", 0, 300)}`];
  if (operation === "pdf-to-html" && typeof text === "string") {
    wrong.push(...activeParts(text).map((part) => `the HTML does something: ${part}`));
  }
  return wrong.map((one) => ({ about: "extracted", text: one }));
}

const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) >= 0;

/**
 * Returns the elements that load or run something, the event handlers, and the addresses that are programs. Text is
 * escaped, so that all tags are the service's.
 */
const activeParts = (html: string): string[] =>
  [
    ...html.matchAll(
      /<(?:script|iframe|object|embed|form|link|base)\b[^>]*>|<[^>]*\s(?:on\w+\s*=|href="\s*(?:javascript|data|file):)[^>]*>/gi,
    ),
  ].map(([part]) => part.slice(0, 200));
