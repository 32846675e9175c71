import type { RecognitionEffort } from "../../engines/tesseract/port.ts";
import { Failure } from "../../kernel/failure.ts";
import { MEDIA_TYPES } from "../../kernel/media-type.ts";
import { CREDITS_PER_PAGE_READ, recognitionTariff } from "../../kernel/prices.ts";
import { type FileOperation, fileOperation } from "../operation.ts";
import type { Found } from "./answer.ts";
import { answerSchema } from "./answer-schema.ts";
import { creditsUsed, deliver, selectPages } from "./delivery.ts";
import { roundTo } from "./elements.ts";
import { createEnhancer, enhancedFormat } from "./enhancing.ts";
import { languageFault, recognitionSchema } from "./parameters.ts";
import { readPages } from "./read-pages.ts";

/** The properties in which the engines differ (specification, and contract §5 for the price). */
interface Engine {
  readonly name: RecognitionEffort;
  readonly summary: string;
  readonly description: string;
  /** The number of pages above which a document becomes a job. */
  readonly syncPages: number;
  /** The resolution when the caller asks for no other, in dots per inch. */
  readonly dpi: number;
}

// A page has a minute of a worker to be read and half of one to be drawn; see engines/tesseract/port.ts and
// draw-page.ts.
const LONG_WORK = { syncTimeoutMs: 600_000, engineTimePerPageMs: 90_000 };

const ocrOperation = (engine: Engine): FileOperation => {
  const creditsPerPage = CREDITS_PER_PAGE_READ[engine.name];
  const { price, credits } = recognitionTariff(creditsPerPage);
  return fileOperation({
    name: `ocr-extract-${engine.name}`,
    operationId: `extract_text_${engine.name}`,
    path: `/api/v1/ocr/extract/${engine.name}`,
    scope: "ocr",
    workClass: "ocr",
    summary: engine.summary,
    description:
      `${engine.description} Pages of a PDF are rendered and then read, whether they contain text or not; an image ` +
      `is one page, a TIFF as many as it has. A document of more than ${engine.syncPages} pages becomes a job. A page that cannot be read is ` +
      "listed in " +
      "`metadata.failed_pages`, and the others are delivered.",
    accepts: MEDIA_TYPES,
    files: { min: 1, max: 1 },
    pageLimit: "ocrPagesPerDocument",
    syncPages: engine.syncPages,
    longWork: LONG_WORK,
    produces: ["application/json"],
    answer: answerSchema(engine.name),
    parameters: recognitionSchema(engine),
    engineChecks: { language: languageFault },
    optionScopes: ({ enhance }) => (enhance ? [{ scope: "vision", option: "enhance=true" }] : []),

    password: ({ password }) => password,

    price,
    quote: ([file], parameters) =>
      credits(selectPages(file, parameters).pages.length, enhancedFormat(parameters) !== undefined),
    settle: creditsUsed,

    unavailable: ({ recognizer }) =>
      recognizer.languages().length === 0
        ? new Failure("engine_unavailable", "Text recognition is not installed on this service.")
        : undefined,

    async run([file], parameters, context) {
      const startedMs = performance.now();
      const selection = selectPages(file, parameters);
      const { output, format, enhance } = parameters;
      const enhancer = createEnhancer(parameters, context);
      const { pages } = selection;
      const reading = { file, pages, effort: engine.name, parameters, creditsPerPage, enhancer };
      const shape = {
        engine: engine.name,
        format,
        isDetailed: output === "detailed",
        filename: file.filename,
        details: ({ dpi, languages }: Found) => ({
          model: context.engines.recognizer.model,
          dpi: file.mediaType === "application/pdf" ? parameters.dpi : roundTo(dpi ?? 0, 2),
          languages,
        }),
      };
      const warnings = enhance && enhancer === undefined ? [{ code: "enhance_unavailable" }] : [];
      return deliver(readPages(reading, context), shape, { context, selection, startedMs, warnings });
    },
  });
};

export const ocrSimple = ocrOperation({
  name: "simple",
  summary: "Read the text of scanned pages",
  description: "Reads text quickly, for pages of good quality.",
  syncPages: 20,
  dpi: 200,
});

export const ocrAdvanced = ocrOperation({
  name: "advanced",
  summary: "Read the text of scanned pages, with the place of every word",
  description:
    "Reads text with all steps that make bad pages readable, and returns the place and confidence of every word.",
  syncPages: 10,
  dpi: 300,
});
