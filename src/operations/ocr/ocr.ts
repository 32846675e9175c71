import type { RecognitionEffort } from "../../engines/recognition.ts";
import type { Warning } from "../../kernel/failure.ts";
import { type PageSelection, resolvePages } from "../../kernel/page-ranges.ts";
import { type FileOperation, fileOperation, type UploadedFile } from "../operation.ts";
import { type WrittenAnswer, writeAnswer } from "./answer.ts";
import { answerSchema } from "./answer-schema.ts";
import { languageFault, type RecognitionParameters, recognitionSchema } from "./parameters.ts";
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
      `${engine.description} Pages of a PDF are drawn and then read, whether they hold text or not; an image is one page. ` +
      `A document of more than ${engine.syncPages} pages becomes a job. A page that cannot be read is named in ` +
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
    quote: ([file], parameters) => engine.creditsPerPage * selectPages(file, parameters).pages.length,
    settle: ({ usage }) => engine.creditsPerPage * (usage?.["pages"] ?? 0),

    async run([file], parameters, context) {
      const startedMs = performance.now();
      const selection = selectPages(file, parameters);
      const outcomes = readPages({ file, pages: selection.pages, effort: engine.name, parameters }, context);
      const shape = { engine: engine.name, parameters, file };
      const elapsedMs = (): number => performance.now() - startedMs;
      const answer = await writeAnswer(outcomes, shape, { context, elapsedMs });
      return {
        result: { kind: "json file", path: answer.path },
        warnings: warningsOf(selection, parameters, answer),
        usage: { pages: answer.pagesRead },
      };
    },
  });

const selectPages = (file: UploadedFile, { pages: list }: Pick<RecognitionParameters, "pages">): PageSelection =>
  resolvePages(list, file.pages, { repeats: "once", maxPages: file.pages });

function warningsOf(
  { pages, clipped }: PageSelection,
  { enhance }: RecognitionParameters,
  { pagesFailed, pagesReduced }: WrittenAnswer,
): Warning[] {
  const found: readonly (Warning | false)[] = [
    clipped && { code: "pages_clipped" },
    pages.length === 0 && { code: "empty_selection" },
    enhance && { code: "enhance_unavailable" },
    pagesReduced > 0 && { code: "dpi_reduced", parameters: { pages: String(pagesReduced) } },
    pagesFailed > 0 && { code: "pages_failed", parameters: { pages: String(pagesFailed) } },
  ];
  return found.filter((warning) => warning !== false);
}

export const ocrSimple = ocrOperation({
  name: "simple",
  summary: "Read the text of scanned pages",
  description: "Reads text with little effort, for pages that are in order.",
  syncPages: 20,
  dpi: 200,
  price: "0 credits.",
  creditsPerPage: 0,
});

export const ocrAdvanced = ocrOperation({
  name: "advanced",
  summary: "Read the text of scanned pages, with the place of every word",
  description:
    "Reads text with every effort that makes bad pages readable, and tells of each word where it stands and how sure it is.",
  syncPages: 10,
  dpi: 300,
  price: "1 credit per page read.",
  creditsPerPage: 1,
});
