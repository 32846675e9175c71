import type { PageOutcome } from "../page-outcome.ts";
import { answerPage, type TranscriptStyle } from "./transcribed-page.ts";

/** The name that a stub's answer gives as its model. */
export const STUB_MODEL = "test stub";

/** Returns the text of a page for a test key. */
export const stubText = (pageNumber: number): string =>
  `This is a test stub for page ${pageNumber}: with a test key no page is read, and no model is called.`;

/** Yields the pages that a test key is given, which no engine has read. */
export async function* stubPages(
  pages: readonly number[],
  style: TranscriptStyle,
): AsyncGenerator<PageOutcome, void, undefined> {
  for (const pageNumber of pages) {
    const text = stubText(pageNumber);
    const unseen = { language: null, isDoubted: false, use: null, widthPx: 0, heightPx: 0, dpi: null };
    yield await Promise.resolve({
      kind: "read",
      page: answerPage(pageNumber, { text, ...unseen, rotationDegrees: 0 }, style),
    });
  }
}
