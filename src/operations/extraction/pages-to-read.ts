import { Failure } from "../../kernel/failure.ts";
import { withinTime } from "../../kernel/timing/work.ts";
import type { Examination, Files } from "../operation.ts";
import { OCR_ENGINES } from "./ocr-engines.ts";
import { type ExtractionParameters, selectPages } from "./parameters.ts";

/** The choice of pages to read from their images; `auto`: pages without usable text that are images. */
export type OcrChoice = "auto" | "never" | "force";

/**
 * Returns the file with the pages that are to be read from their images (contract §5: known before the price is held).
 * @throws Failure `too_many_pages` where more are to be read than may be
 */
export async function withPagesToRead(
  [file]: Files,
  { parameters, ocr }: { readonly parameters: ExtractionParameters; readonly ocr: OcrChoice },
  examination: Examination,
): Promise<Files> {
  const { pages } = selectPages(file, parameters);
  const pagesToRead =
    ocr === "auto" ? await scansAmong(pages, { file, parameters }, examination) : ocr === "force" ? pages : [];
  const { ocrPagesPerDocument, visionPagesPerDocument } = examination.limits;
  const { effort } = OCR_ENGINES[parameters.ocr_engine];
  const maxPages = effort === "vision" ? visionPagesPerDocument : ocrPagesPerDocument;
  if (pagesToRead.length > maxPages) {
    throw new Failure(
      "too_many_pages",
      `${pagesToRead.length} pages of the document have to be read from their images; the limit is ${maxPages}.`,
      { facts: { pages: pagesToRead.length } },
    );
  }
  return [{ ...file, pagesToRead }];
}

// Most pages are looked at in less than a millisecond; a page of 100,000 objects takes a second.
const SURVEY_TIME_MS = 10_000;
const SURVEY_TIME_PER_PAGE_MS = 15;

function scansAmong(
  pages: readonly number[],
  { file, parameters }: { readonly file: Files[0]; readonly parameters: ExtractionParameters },
  { engines, ...work }: Examination,
): Promise<readonly number[]> {
  const timeMs = SURVEY_TIME_MS + SURVEY_TIME_PER_PAGE_MS * pages.length;
  const { password } = parameters;
  return withinTime(work, timeMs, (given) =>
    engines.extractor.scansAmong({ input: file.path, password, pages, ...given }),
  );
}
