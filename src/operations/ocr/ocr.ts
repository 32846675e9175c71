import type { RecognitionEffort } from "../../engines/tesseract/port.ts";
import { type FileOperation, fileOperation } from "../operation.ts";
import type { Found } from "./answer.ts";
import { answerSchema } from "./answer-schema.ts";
import { creditsUsed, deliver, selectPages } from "./delivery.ts";
import { roundTo } from "./elements.ts";
import { createEnhancer, ENHANCE_CREDITS, enhancedFormat } from "./enhancing.ts";
import { languageFault, recognitionSchema } from "./parameters.ts";
import { readPages } from "./read-pages.ts";

/** What tells the engines apart (specification, and contract §5 for the price). */
interface Engine {
  readonly name: RecognitionEffort;
  readonly summary: string;
  readonly description: string;
  /** A document of more pages becomes a job. */
  readonly syncPages: number;
  /** Unless the caller asks for another. */
  readonly dpi: number;
  readonly price: string;
  readonly creditsPerPage: number;
}

// A page has a minute of a worker to be read and half of one to be drawn; see engines/recognition.ts and read-pages.ts.
const LONG_WORK = { syncTimeoutMs: 600_000, engineTimePerPageMs: 90_000 };

const ocrOperation = (engine: Engine): FileOperation =>
  fileOperation({
    name: `ocr-extract-${engine.name}`,
    operationId: `extract_text_${engine.name}`,
    path: `/api/v1/ocr/extract/${engine.name}`,
    scope: "ocr",
    summary: engine.summary,
    description:
      `${engine.description} Pages of a PDF are rendered and then read, whether they contain text or not; an image ` +
      "is " +
      `one page. A document of more than ${engine.syncPages} pages becomes a job. A page that cannot be read is ` +
      "listed in " +
      "`metadata.failed_pages`, and the others are delivered.",
    accepts: ["application/pdf", "image/png", "image/jpeg", "image/webp"],
    files: { min: 1, max: 1 },
    pageLimit: "ocrPagesPerDocument",
    syncPages: engine.syncPages,
    longWork: LONG_WORK,
    produces: ["application/json"],
    answer: answerSchema(engine.name),
    parameters: recognitionSchema(engine),
    engineChecks: { language: languageFault },

    password: ({ password }) => password,

    price: engine.price,
    quote: ([file], parameters) => {
      const enhancing = enhancedFormat(parameters) === undefined ? 0 : ENHANCE_CREDITS;
      return (engine.creditsPerPage + enhancing) * selectPages(file, parameters).pages.length;
    },
    settle: creditsUsed,

    async run([file], parameters, context) {
      const startedMs = performance.now();
      const selection = selectPages(file, parameters);
      const { output, format, enhance } = parameters;
      const { creditsPerPage } = engine;
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

export const ocrSimple = ocrOperation({
  name: "simple",
  summary: "Read the text of scanned pages",
  description: "Reads text quickly, for pages of good quality.",
  syncPages: 20,
  dpi: 200,
  price: "0 credits; 2 for each page whose text `enhance` has cleaned up.",
  creditsPerPage: 0,
});

export const ocrAdvanced = ocrOperation({
  name: "advanced",
  summary: "Read the text of scanned pages, with the place of every word",
  description:
    "Reads text with all steps that make bad pages readable, and returns the place and confidence of every word.",
  syncPages: 10,
  dpi: 300,
  price: "1 credit per page read, and 2 for each whose text `enhance` has cleaned up.",
  creditsPerPage: 1,
});
