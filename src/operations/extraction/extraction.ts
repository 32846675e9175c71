import type { z } from "zod";
import type { TextForm } from "../../engines/layout/port.ts";
import { EXTRACTION_TARIFF } from "../../kernel/prices.ts";
import { languageFault } from "../ocr/parameters.ts";
import { type FileOperation, type Files, fileOperation, type Outcome } from "../operation.ts";
import { answerSchema } from "./answer-schema.ts";
import { type Extraction, extractText } from "./extract.ts";
import { OCR_ENGINES } from "./ocr-engines.ts";
import { type OcrChoice, withPagesToRead } from "./pages-to-read.ts";
import { type ExtractionParameters, type extractionFields, selectPages } from "./parameters.ts";

type ExtractionSchema = z.ZodObject<typeof extractionFields>;

/** The properties that an operation that extracts text states. */
interface Stated<Schema extends ExtractionSchema>
  extends Pick<FileOperation<Schema>, "name" | "operationId" | "path" | "summary" | "description" | "aliases"> {
  readonly parameters: Schema;
  readonly form: Pick<Extraction, "member" | "extension"> & { readonly mediaType: `text/${string}` };
  /** The media types that it produces in addition to JSON and that of the form. */
  readonly alsoProduces?: readonly string[];
  readonly extraction: (parameters: z.output<Schema>) => { readonly form: TextForm } & Partial<Extraction>;
}

/** Makes an operation that extracts text from PDFs (contract §8). */
export const extractionOperation = <Schema extends ExtractionSchema>(stated: Stated<Schema>): FileOperation<Schema> => {
  const { form, alsoProduces = [], extraction, ...statement } = stated;
  const { member, extension, mediaType } = form;
  return fileOperation<Schema>({
    ...statement,
    scope: "convert",
    workClass: "pdf",
    accepts: ["application/pdf"],
    files: { min: 1, max: 1 },
    syncPages: ({ ocr_engine: engine }: ExtractionParameters): number => OCR_ENGINES[engine].syncPages,
    // Pages that are read from their images take as long as in OCR: half a minute to be drawn, a minute to be read.
    longWork: { syncTimeoutMs: 600_000, engineTimePerPageMs: 90_000 },
    produces: ["application/json", mediaType, ...alsoProduces],
    asFile: { field: "output", value: "file" },
    answer: answerSchema(member),
    engineChecks: { language: languageFault },
    // A provider is needed only where the request names it and a page has to be read (contract §8).
    unavailable: ({ transcriber }, { ocr_engine: engine }: ExtractionParameters, [{ pagesToRead = [] }]) =>
      OCR_ENGINES[engine].effort === "vision" && pagesToRead.length > 0 ? transcriber.unavailable() : undefined,

    optionScopes: ({ ocr_engine: engine }: ExtractionParameters) =>
      OCR_ENGINES[engine].effort === "vision" ? [{ scope: "vision", option: `ocr_engine=${engine}` }] : [],

    password: ({ password }: ExtractionParameters) => password,
    examine: (files, parameters, examination) =>
      withPagesToRead(files, { parameters, ocr: ocrChoice(parameters) }, examination),

    price: EXTRACTION_TARIFF.price,
    quote,
    settle,

    run: (files, parameters, context) => {
      const what = { member, extension, mediaType: `${mediaType}; charset=utf-8`, ...extraction(parameters) };
      return extractText(files, { parameters, extraction: what }, context);
    },
  });
};

const ocrChoice = ({ ocr, enable_ocr: isEnabled }: ExtractionParameters): OcrChoice =>
  ocr === "auto" && !isEnabled ? "never" : ocr;

function quote([file]: Files, parameters: ExtractionParameters): number {
  const { creditsPerPage } = OCR_ENGINES[parameters.ocr_engine];
  const reading = creditsPerPage * (file.pagesToRead?.length ?? 0);
  return EXTRACTION_TARIFF.credits(selectPages(file, parameters).pages.length) + reading;
}

/** Returns the credits to charge; `usage.credits` is the price of the pages that were read. */
const settle = ({ usage }: Outcome): number =>
  EXTRACTION_TARIFF.credits(usage?.["pages"] ?? 0) + (usage?.["credits"] ?? 0);
