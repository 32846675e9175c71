import { MEDIA_TYPES } from "../../../kernel/media-type.ts";
import { transcriptionTariff } from "../../../kernel/prices.ts";
import { fileOperation } from "../../operation.ts";
import type { Found } from "../answer.ts";
import { answerSchema } from "../answer-schema.ts";
import { creditsUsed, deliver, selectPages } from "../delivery.ts";
import { MODELS, visionSchema } from "./parameters.ts";
import { STUB_MODEL, stubPages } from "./stub-pages.ts";
import { Tally } from "./tally.ts";
import { transcribePages } from "./transcribe-pages.ts";

/** The number of pages above which a document becomes a job (specification, synchronous page limits). */
const SYNC_PAGES = 3;

const tariff = transcriptionTariff(MODELS);

export const ocrVision = fileOperation({
  name: "ocr-extract-vision",
  operationId: "extract_text_vision",
  path: "/api/v1/ocr/extract/vision",
  scope: "vision",
  workClass: "ocr",
  summary: "Have a model read pages",
  description:
    "Images of the pages are sent to the configured model provider, with one call for each page; an image is one " +
    "page, a TIFF as many as it has. Each answer is checked against words that text recognition is sure of; if they disagree, the page is read " +
    `once more. A document of more than ${SYNC_PAGES} pages becomes a job. A page that cannot be read is listed in ` +
    "`metadata.failed_pages`, and the others are delivered. Without a configured provider the answer is 503; with a " +
    "test key it is a fixed text, and no provider is called.",
  accepts: MEDIA_TYPES,
  files: { min: 1, max: 1 },
  pageLimit: "visionPagesPerDocument",
  syncPages: SYNC_PAGES,
  // Three pages have to wait for their provider, its pauses included. Engines have half a minute to draw a page, and
  // one minute each for its picture, for pictures of its parts, and to read it where the model's answer is doubted.
  longWork: { syncTimeoutMs: 600_000, engineTimePerPageMs: 210_000 },
  produces: ["application/json"],
  answer: answerSchema("vision"),
  parameters: visionSchema,
  unavailable: ({ transcriber }) => transcriber.unavailable(),

  password: ({ password }) => password,

  price: tariff.price,
  quote: ([file], parameters) => tariff.credits(selectPages(file, parameters).pages.length, parameters.model),
  settle: creditsUsed,

  async run([file], parameters, context) {
    const startedMs = performance.now();
    const selection = selectPages(file, parameters);
    const { model, format, output } = parameters;
    const { pages } = selection;
    const tally = new Tally();
    const { transcriber } = context.engines;
    const modelName = context.isTest ? STUB_MODEL : transcriber.modelName(MODELS[model].model);
    const shape = {
      engine: "vision" as const,
      format,
      isDetailed: output === "detailed",
      filename: file.filename,
      details: (found: Found) => ({ model: modelName, ...found, ...tally.members() }),
    };
    const outcomes = context.isTest
      ? stubPages(pages, { format, creditsPerPage: 0 })
      : transcribePages({ file, pages, parameters, tally }, context);
    return deliver(outcomes, shape, { context, selection, startedMs });
  },
});
