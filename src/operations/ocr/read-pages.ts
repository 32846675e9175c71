import { rm } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import type { RecognitionEffort, RecognizedPage, RecognizeJob } from "../../engines/recognition.ts";
import { Failure, type FailureCode } from "../../kernel/failure.ts";
import { withinTime, workOf } from "../../kernel/work.ts";
import type { Context, UploadedFile } from "../operation.ts";
import { mapInOrder } from "./in-order.ts";
import { languagesOf, type RecognitionParameters } from "./parameters.ts";

/** What became of one page. */
export type PageOutcome =
  | { readonly kind: "read"; readonly pageNumber: number; readonly page: RecognizedPage; readonly isReduced: boolean }
  | { readonly kind: "failed"; readonly pageNumber: number; readonly failure: Failure };

export interface Reading {
  readonly file: UploadedFile;
  /** Page numbers, each once. */
  readonly pages: readonly number[];
  readonly effort: RecognitionEffort;
  readonly parameters: RecognitionParameters;
}

/**
 * Reads `pages` of a PDF, or an image, which is page 1: as many at once as the engine takes, given in their order. A page
 * that cannot be read is an outcome like any other.
 * @throws Failure of what is no page's doing
 */
export async function* readPages(reading: Reading, context: Context): AsyncGenerator<PageOutcome, void, undefined> {
  const { recognizer } = context.engines;
  const options = recognitionOptions(reading, context);
  let pagesDone = 0;
  const outcomes = mapInOrder(
    reading.pages,
    { atOnce: recognizer.pagesAtOnce, signal: context.signal },
    async (pageNumber, signal): Promise<PageOutcome> => {
      const read = () => readPage(pageNumber, { ...reading, options }, { ...context, signal });
      const outcome = await whenAdmitted(read, { mayWait: () => pagesDone > 0, signal });
      pagesDone += 1;
      context.progress(pagesDone, reading.pages.length);
      return outcome;
    },
  );
  yield* outcomes;
}

const MAX_PAUSE_SECONDS = 5;

/**
 * Tries again while the engines have no place left, once `mayWait` says so: a document of which pages have been read
 * waits rather than begin anew.
 */
async function whenAdmitted<Result>(
  work: () => Promise<Result>,
  { mayWait, signal }: { readonly mayWait: () => boolean; readonly signal: AbortSignal },
): Promise<Result> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof Failure && error.code === "queue_full" && mayWait())) {
        throw error;
      }
      const { retryAfterSeconds = 1 } = error.facts;
      await pause(1000 * Math.min(Number(retryAfterSeconds), MAX_PAUSE_SECONDS), undefined, { signal });
    }
  }
}

type RecognitionOptions = Pick<RecognizeJob, "languages" | "effort" | "rotates" | "deskews" | "denoises">;

const recognitionOptions = ({ parameters, effort }: Reading, { engines }: Context): RecognitionOptions => ({
  languages: languagesOf(parameters, engines),
  effort,
  rotates: parameters.auto_rotate,
  deskews: parameters.deskew,
  denoises: parameters.denoise ? "always" : "when-noisy",
});

/** What a page can do to its own reading; anything else ends the request. */
const PAGE_FAILURES: readonly FailureCode[] = [
  "document_too_complex",
  "image_too_large",
  "invalid_pdf",
  "unsupported_file_type",
];

type PageReading = Reading & { readonly options: RecognitionOptions };

async function readPage(pageNumber: number, reading: PageReading, context: Context): Promise<PageOutcome> {
  try {
    return reading.file.mediaType === "application/pdf"
      ? await readPdfPage(pageNumber, reading, context)
      : { kind: "read", pageNumber, page: await readImage(reading, context), isReduced: false };
  } catch (failure) {
    context.signal.throwIfAborted();
    if (failure instanceof Failure && PAGE_FAILURES.includes(failure.code)) {
      return { kind: "failed", pageNumber, failure };
    }
    throw failure;
  }
}

const readImage = ({ file, options }: PageReading, context: Context): Promise<RecognizedPage> =>
  context.engines.recognizer.recognize({
    ...options,
    input: file.path,
    dpi: undefined,
    maxPixels: context.limits.imagePixels,
    ...workOf(context),
  });

/** Below this letters of common sizes have too few pixels to be told apart, in dots per inch. */
const MIN_DPI = 30;

async function readPdfPage(pageNumber: number, reading: PageReading, context: Context): Promise<PageOutcome> {
  const image = await drawPage(pageNumber, reading, context);
  try {
    if (image.dpi < MIN_DPI) {
      throw new Failure(
        "image_too_large",
        `Page ${pageNumber} is so large that it could only be drawn at ${image.dpi} dpi.`,
        { facts: { page: pageNumber } },
      );
    }
    const page = await context.engines.recognizer.recognize({
      ...reading.options,
      input: image.path,
      dpi: image.dpi,
      maxPixels: context.limits.imagePixels,
      ...workOf(context),
    });
    return { kind: "read", pageNumber, page, isReduced: image.dpi < reading.parameters.dpi };
  } finally {
    // An image is some megabytes for each page, uncompressed.
    await rm(image.path, { force: true });
  }
}

/** However much its request has, a page gets this much time of a worker to be drawn, in milliseconds. */
const DRAWING_TIME_MS = 25_000;

/** A4 at 600 dpi has 35 million, A0 then has 180 dpi; more costs seconds and memory, and makes no letter clearer. */
const MAX_DRAWN_PIXELS = 50_000_000;

/** The page as a viewer shows it, in grey. A call for each page lets its neighbours be drawn when it cannot be. */
async function drawPage(pageNumber: number, { file, parameters }: PageReading, context: Context) {
  const images = await withinTime(context, DRAWING_TIME_MS, (work) =>
    Array.fromAsync(
      context.engines.rasterizer.render({
        input: file.path,
        password: parameters.password,
        pages: [pageNumber],
        size: { kind: "resolution", dpi: parameters.dpi, fits: true },
        encoding: { format: "pgm", quality: 100, transparent: false },
        maxPixels: Math.min(context.limits.imagePixels, MAX_DRAWN_PIXELS),
        outputDirectory: context.workspace,
        ...work,
      }),
    ),
  );
  const [image] = images;
  if (image === undefined) {
    throw new Error("The rasterizer gave no image for one page.");
  }
  return image;
}
