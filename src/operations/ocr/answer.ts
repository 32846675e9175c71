import type { Context } from "../operation.ts";
import { confidenceOf } from "./elements.ts";
import { JsonParts, type Piece } from "./json-parts.ts";
import type { AnswerPage, PageOutcome, Remark } from "./page-outcome.ts";
import { BLANK_LINE, type ConfidenceSum, meanConfidence } from "./page-text.ts";

/* The JSON of an answer (contract §7, OCR), written while its pages are read. */

export type EngineName = "simple" | "advanced" | "vision";

export interface AnswerShape {
  readonly engine: EngineName;
  readonly format: "text" | "markdown" | "json";
  readonly isDetailed: boolean;
  /** The name of the file that was sent. */
  readonly filename: string;
  /** Returns what `output=detailed` adds to `metadata`; called when everything has been read. */
  readonly details: (found: Found) => object;
}

/** The properties of the pages that were read. */
export interface Found {
  /** The resolution of the first of them; null when it is unknown. */
  readonly dpi: number | null;
  readonly languages: readonly string[];
}

export interface WrittenAnswer {
  readonly path: string;
  readonly pagesRead: number;
  readonly pagesFailed: number;
  /** The number of pages with each remark. */
  readonly remarks: ReadonlyMap<Remark, number>;
  /** The credits that the pages cost together. */
  readonly credits: number;
}

/**
 * Writes the answer to a file in the workspace. `elapsedMs` is called when everything has been read.
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
  readonly #parts: JsonParts;
  readonly #failed: Extract<PageOutcome, { kind: "failed" }>[] = [];
  readonly #dimensions: object[] = [];
  readonly #languages = new Set<string>();
  readonly #remarks = new Map<Remark, number>();
  #pagesRead = 0;
  #credits = 0;
  #wordCount = 0;
  #confidence: ConfidenceSum = { sum: 0, weight: 0 };
  #dpi: number | null = null;

  constructor(shape: AnswerShape, context: Context) {
    this.#shape = shape;
    this.#context = context;
    this.#parts = new JsonParts({ directory: context.workspace, maxBytes: context.limits.archiveBytes });
  }

  async add(outcome: PageOutcome): Promise<void> {
    if (outcome.kind === "failed") {
      this.#failed.push(outcome);
      return;
    }
    const { page } = outcome;
    this.#count(page);
    if (page.text !== "") {
      const separator = this.#shape.format === "json" ? "," : BLANK_LINE;
      await this.#parts.append("text", insideString(page.text), insideString(separator));
    }
    if (page.words.length > 0) {
      await this.#parts.append("words", page.words.map((word) => JSON.stringify(word)).join(","), ",");
    }
    if (this.#shape.isDetailed) {
      await this.#parts.append("results", JSON.stringify(page.result()), ",");
    }
  }

  #count({ wordCount, confidence: { sum, weight }, dpi, dimensions, languages, remarks, credits }: AnswerPage): void {
    this.#pagesRead += 1;
    this.#credits += credits;
    this.#wordCount += wordCount;
    this.#confidence = { sum: this.#confidence.sum + sum, weight: this.#confidence.weight + weight };
    this.#dpi ??= dpi;
    this.#dimensions.push(dimensions);
    for (const language of languages) {
      this.#languages.add(language);
    }
    for (const remark of remarks) {
      this.#remarks.set(remark, (this.#remarks.get(remark) ?? 0) + 1);
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
      remarks: this.#remarks,
      credits: this.#credits,
    };
  }

  #data(): readonly Piece[] {
    const { engine, format, isDetailed } = this.#shape;
    const { compatibility } = this.#context;
    const [opening, closing] = format === "json" ? ['{"pages":[', "]}"] : ["", ""];
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
    const { engine, filename, isDetailed, details } = this.#shape;
    return JSON.stringify({
      engine,
      processing_time_ms: Math.round(elapsedMs),
      filename,
      ...(this.#failed.length > 0 && {
        failed_pages: this.#failed.map(({ pageNumber, failure }) => ({ page_number: pageNumber, code: failure.code })),
      }),
      ...(isDetailed && details({ dpi: this.#dpi, languages: [...this.#languages] })),
    });
  }
}

const listOf = (part: string): readonly Piece[] => ["[", { part }, "]"];

/** Returns `text` as it is within a string of JSON, without quotation marks. */
const insideString = (text: string): string => JSON.stringify(text).slice(1, -1);
