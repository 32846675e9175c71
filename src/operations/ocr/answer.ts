import type { RecognitionEffort } from "../../engines/recognition.ts";
import type { Context, UploadedFile } from "../operation.ts";
import { confidenceOf, dimensionsElement, type ElementStyle, pageElements, roundTo } from "./elements.ts";
import { JsonParts, type Piece } from "./json-parts.ts";
import {
  BLANK_LINE,
  type ConfidenceSum,
  confidenceSum,
  countWords,
  meanConfidence,
  pageText,
  wordsOf,
} from "./page-text.ts";
import type { RecognitionParameters } from "./parameters.ts";
import type { PageOutcome } from "./read-pages.ts";

/* The JSON of an answer (contract §7, OCR), written while its pages are read. */

export interface AnswerShape {
  readonly engine: RecognitionEffort;
  readonly parameters: Pick<RecognitionParameters, "output" | "format" | "dpi">;
  readonly file: Pick<UploadedFile, "filename" | "mediaType">;
}

export interface WrittenAnswer {
  readonly path: string;
  readonly pagesRead: number;
  readonly pagesFailed: number;
  /** Drawn at less than what was asked for. */
  readonly pagesReduced: number;
}

/**
 * Writes the answer to a file in the workspace. `elapsedMs` is asked when everything has been read.
 * @throws the failure of the first page when none can be read; Failure `document_too_complex` when the answer would be
 * larger than an archive may be
 */
export async function writeAnswer(
  outcomes: AsyncIterable<PageOutcome>,
  shape: AnswerShape,
  { context, elapsedMs }: { readonly context: Context; readonly elapsedMs: () => number },
): Promise<WrittenAnswer> {
  const answer = new Answer(shape, context);
  for await (const outcome of outcomes) {
    await answer.add(outcome);
  }
  return answer.finish(elapsedMs());
}

class Answer {
  readonly #shape: AnswerShape;
  readonly #context: Context;
  readonly #style: ElementStyle;
  readonly #parts: JsonParts;
  readonly #failed: Extract<PageOutcome, { kind: "failed" }>[] = [];
  readonly #dimensions: object[] = [];
  readonly #languages = new Set<string>();
  #pagesRead = 0;
  #pagesReduced = 0;
  #wordCount = 0;
  #confidence: ConfidenceSum = { sum: 0, weight: 0 };
  #dpi: number | undefined;

  constructor(shape: AnswerShape, context: Context) {
    this.#shape = shape;
    this.#context = context;
    this.#style = {
      format: shape.parameters.format,
      hasBoxes: shape.engine === "advanced",
      compatibility: context.compatibility,
    };
    this.#parts = new JsonParts({ directory: context.workspace, maxBytes: context.limits.archiveBytes });
  }

  async add(outcome: PageOutcome): Promise<void> {
    if (outcome.kind === "failed") {
      this.#failed.push(outcome);
      return;
    }
    const { pageNumber, page, isReduced } = outcome;
    const { sum, weight } = confidenceSum(wordsOf(page));
    this.#pagesRead += 1;
    this.#pagesReduced += isReduced ? 1 : 0;
    this.#wordCount += countWords(pageText(page));
    this.#confidence = { sum: this.#confidence.sum + sum, weight: this.#confidence.weight + weight };
    this.#dpi ??= page.dpi;
    this.#dimensions.push(dimensionsElement(pageNumber, page));
    for (const language of page.languages) {
      this.#languages.add(language);
    }
    const { text, words, result } = pageElements(pageNumber, page, this.#style);
    if (text !== "") {
      const separator = this.#style.format === "json" ? "," : BLANK_LINE;
      await this.#parts.append("text", insideString(text), insideString(separator));
    }
    if (words.length > 0) {
      await this.#parts.append("words", words.map((word) => JSON.stringify(word)).join(","), ",");
    }
    if (this.#shape.parameters.output === "detailed") {
      await this.#parts.append("results", JSON.stringify(result()), ",");
    }
  }

  async finish(elapsedMs: number): Promise<WrittenAnswer> {
    const [first] = this.#failed;
    if (first !== undefined && this.#pagesRead === 0) {
      throw first.failure;
    }
    const pieces = ['{"success":true,"data":{', ...this.#data(), `},"metadata":${this.#metadata(elapsedMs)}}`];
    const path = await this.#parts.assemble(pieces, this.#context.signal);
    return {
      path,
      pagesRead: this.#pagesRead,
      pagesFailed: this.#failed.length,
      pagesReduced: this.#pagesReduced,
    };
  }

  #data(): readonly Piece[] {
    const { engine, parameters } = this.#shape;
    const { compatibility } = this.#context;
    const [opening, closing] = parameters.format === "json" ? ['{"pages":[', "]}"] : ["", ""];
    const isDetailed = parameters.output === "detailed";
    const isAdvanced = engine === "advanced";
    const isArray = isDetailed && isAdvanced && compatibility.ocrPages === "array";
    const confidence = confidenceOf(meanConfidence(this.#confidence), compatibility);
    const pages = String(this.#pagesRead + this.#failed.length);
    const members: Record<string, readonly Piece[]> = {
      text: ['"', insideString(opening), { part: "text" }, insideString(closing), '"'],
      pages: isArray ? listOf("results") : [pages],
      confidence: [JSON.stringify(confidence)],
      word_count: [JSON.stringify(this.#wordCount)],
      ...(isAdvanced && { page_dimensions: [JSON.stringify(this.#dimensions)], words: listOf("words") }),
      ...(isDetailed && !isArray && { page_results: listOf("results") }),
    };
    return Object.entries(members).flatMap(([name, value], index) => [`${index === 0 ? "" : ","}"${name}":`, ...value]);
  }

  #metadata(elapsedMs: number): string {
    const { engine, parameters, file } = this.#shape;
    const dpi = file.mediaType === "application/pdf" ? parameters.dpi : roundTo(this.#dpi ?? 0, 2);
    return JSON.stringify({
      engine,
      processing_time_ms: Math.round(elapsedMs),
      filename: file.filename,
      ...(this.#failed.length > 0 && {
        failed_pages: this.#failed.map(({ pageNumber, failure }) => ({ page_number: pageNumber, code: failure.code })),
      }),
      ...(parameters.output === "detailed" && {
        model: this.#context.engines.recognizer.model,
        dpi,
        languages: [...this.#languages],
      }),
    });
  }
}

const listOf = (part: string): readonly Piece[] => ["[", { part }, "]"];

/** What `text` is within a string of JSON, without quotation marks. */
const insideString = (text: string): string => JSON.stringify(text).slice(1, -1);
