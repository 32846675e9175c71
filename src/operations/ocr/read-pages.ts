import { rm } from "node:fs/promises";
import type { RecognitionEffort, RecognizedPage, RecognizeJob } from "../../engines/tesseract/port.ts";
import { places, Semaphore } from "../../kernel/timing/semaphore.ts";
import { workOf } from "../../kernel/timing/work.ts";
import type { Context, UploadedFile } from "../operation.ts";
import { answerPageForm } from "./answer-page-form.ts";
import { drawPage, requireReadable } from "./draw-page.ts";
import { eachPage } from "./each-page.ts";
import { recognizedPage } from "./elements.ts";
import type { Enhancer } from "./enhancing.ts";
import type { PageOutcome } from "./page-outcome.ts";
import { languagesOf, type RecognitionParameters } from "./parameters.ts";
import { whenAdmitted } from "./when-admitted.ts";

export interface Finding {
  readonly file: UploadedFile;
  /** The page numbers, each once. */
  readonly pages: readonly number[];
  readonly effort: RecognitionEffort;
  readonly parameters: Omit<RecognitionParameters, "format" | "output" | "enhance" | "pages">;
}

export interface Reading extends Finding {
  readonly parameters: RecognitionParameters;
  readonly creditsPerPage: number;
  /** The enhancer; undefined: the text stays as it is read. */
  readonly enhancer: Enhancer | undefined;
}

/**
 * Reads `pages` of a PDF or an image: as many at once as the engine takes, yielded in their order. A
 * page that cannot be read is an outcome like any other.
 * @throws Failure of what is not a page's fault
 */
export function readPages(reading: Reading, context: Context): AsyncGenerator<PageOutcome, void, undefined> {
  const { pagesAtOnce } = context.engines.recognizer;
  const { parameters, creditsPerPage, enhancer } = reading;
  const options = recognitionOptions(reading, context);
  const style = {
    format: parameters.format,
    hasBoxes: reading.effort === "advanced",
    compatibility: context.compatibility,
    creditsPerPage,
  };
  // Pages whose text is being enhanced must not keep others from being read.
  const readers = new Semaphore({ permits: places(pagesAtOnce) });
  const atOnce = pagesAtOnce + (enhancer?.pagesAtOnce ?? 0);
  const form = answerPageForm({ isDetailed: parameters.output === "detailed" });
  return eachPage(reading.pages, { atOnce, context, form }, async (pageNumber, pageContext) => {
    const { signal, isBackground, tenant, hasBegun } = pageContext;
    const read = () => readPage(pageNumber, { ...reading, options }, pageContext);
    const found = await readers.run({ signal }, () => whenAdmitted(read, { mayWait: hasBegun, signal }));
    const page = recognizedPage(pageNumber, found, style);
    return enhancer === undefined ? page : enhancer.enhance(page, { signal, isBackground, tenant });
  });
}

/**
 * Reads pages as `readPages` does, and yields what the engine found on each.
 * @throws Failure of what is not a page's fault
 */
export function findPages(finding: Finding, context: Context): AsyncGenerator<PageOutcome<FoundPage>, void, undefined> {
  const options = recognitionOptions(finding, context);
  const { pagesAtOnce } = context.engines.recognizer;
  return eachPage(finding.pages, { atOnce: pagesAtOnce, context }, (pageNumber, pageContext) => {
    const { signal, hasBegun } = pageContext;
    const read = () => readPage(pageNumber, { ...finding, options }, pageContext);
    return whenAdmitted(read, { mayWait: hasBegun, signal });
  });
}

type RecognitionOptions = Pick<RecognizeJob, "languages" | "effort" | "rotates" | "deskews" | "denoises">;

const recognitionOptions = ({ parameters, effort }: Finding, { engines }: Context): RecognitionOptions => ({
  languages: languagesOf(parameters, engines),
  effort,
  rotates: parameters.auto_rotate,
  deskews: parameters.deskew,
  denoises: parameters.denoise ? "always" : "when-noisy",
});

/** A page as it was read. */
export interface FoundPage {
  readonly pageNumber: number;
  readonly page: RecognizedPage;
  /** Whether the page was drawn at less than what was asked for. */
  readonly isReduced: boolean;
}

type PageReading = Finding & { readonly options: RecognitionOptions };

const readPage = async (pageNumber: number, reading: PageReading, context: Context): Promise<FoundPage> =>
  reading.file.mediaType === "application/pdf"
    ? await readPdfPage(pageNumber, reading, context)
    : { pageNumber, page: await readImage(pageNumber, reading, context), isReduced: false };

const readImage = (page: number, { file, options }: PageReading, context: Context): Promise<RecognizedPage> =>
  context.engines.recognizer.recognize({
    ...options,
    input: file.path,
    page,
    dpi: undefined,
    maxPixels: context.limits.imagePixels,
    ...workOf(context),
  });

/**
 * The most pixels of a drawn page: A4 at 600 dpi has 35 million, A0 then has 180 dpi; more costs seconds and memory,
 * and makes no letter clearer.
 */
const MAX_DRAWN_PIXELS = 50_000_000;

async function readPdfPage(pageNumber: number, reading: PageReading, context: Context): Promise<FoundPage> {
  const { file, parameters, options } = reading;
  const { password, dpi } = parameters;
  const drawing = { file, password, dpi, maxPixels: MAX_DRAWN_PIXELS, outputDirectory: context.workspace };
  const image = await drawPage(pageNumber, drawing, context);
  try {
    requireReadable(pageNumber, image.dpi);
    const page = await context.engines.recognizer.recognize({
      ...options,
      input: image.path,
      page: 1,
      dpi: image.dpi,
      maxPixels: context.limits.imagePixels,
      ...workOf(context),
    });
    return { pageNumber, page, isReduced: image.dpi < dpi };
  } finally {
    // An image is some megabytes for each page, uncompressed.
    await rm(image.path, { force: true });
  }
}
