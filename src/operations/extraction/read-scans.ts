import { appendFile } from "node:fs/promises";
import { join } from "node:path";
import type { ReadPage } from "../../engines/layout/port.ts";
import type { TextBox } from "../../engines/tesseract/port.ts";
import type { Failure } from "../../kernel/failure.ts";
import type { PageOutcome } from "../ocr/page-outcome.ts";
import { recognitionSchema } from "../ocr/parameters.ts";
import { type FoundPage, findPages } from "../ocr/read-pages.ts";
import { MODELS, visionSchema } from "../ocr/vision/parameters.ts";
import { stubText } from "../ocr/vision/stub-pages.ts";
import { type NumberedTranscript, transcripts } from "../ocr/vision/transcribe-pages.ts";
import { creditsFor } from "../ocr/vision/transcribed-page.ts";
import type { Context, UploadedFile } from "../operation.ts";
import { OCR_ENGINES, type OcrEngine, VISION_MODEL } from "./ocr-engines.ts";
import { OCR_DPI } from "./parameters.ts";

/** The text of the pages of a document that had to be read. */
export interface ReadScans {
  /** The path of a file of `ReadPage`s; undefined when no page was read. */
  readonly path: string | undefined;
  readonly pages: readonly number[];
  readonly failed: readonly { readonly page: number; readonly failure: Failure }[];
  /** The credits that the pages cost. */
  readonly credits: number;
}

export interface ScansToRead {
  readonly file: UploadedFile;
  readonly pages: readonly number[];
  readonly engine: OcrEngine;
  readonly language: string;
  readonly password: string | undefined;
}

/**
 * Reads pages from their images, and puts their text in a file. A page that cannot be read fails alone.
 * @throws Failure of what is not a page's fault; that of the first page when none of several can be read
 */
export async function readScans(scans: ScansToRead, context: Context): Promise<ReadScans> {
  const path = join(context.workspace, "read-pages.jsonl");
  const read: number[] = [];
  const failed: { page: number; failure: Failure }[] = [];
  let credits = 0;
  for await (const outcome of OCR_ENGINES[scans.engine].effort === "vision"
    ? transcribed(scans, context)
    : recognized(scans, context)) {
    if (outcome.kind === "failed") {
      failed.push({ page: outcome.pageNumber, failure: outcome.failure });
      continue;
    }
    await appendFile(path, `${JSON.stringify(outcome.page.text)}\n`);
    read.push(outcome.page.text.page);
    credits += outcome.page.credits;
  }
  return { path: read.length === 0 ? undefined : path, pages: read, failed, credits };
}

interface PricedText {
  readonly text: ReadPage;
  readonly credits: number;
}

async function* recognized(
  { file, pages, engine, language, password }: ScansToRead,
  context: Context,
): AsyncGenerator<PageOutcome<PricedText>, void, undefined> {
  const { effort, creditsPerPage } = OCR_ENGINES[engine];
  const parameters = { ...recognitionSchema({ dpi: OCR_DPI }).parse({}), language, password };
  const finding = { file, pages, effort: effort === "simple" ? effort : ("advanced" as const), parameters };
  for await (const outcome of findPages(finding, context)) {
    yield outcome.kind === "failed"
      ? outcome
      : { kind: "read", page: { text: recognizedText(outcome.page), credits: creditsPerPage } };
  }
}

function recognizedText({ pageNumber, page: { blocks, rotationDegrees, dpi } }: FoundPage): ReadPage {
  const points = (pixels: number): number => (pixels * 72) / dpi;
  const boxOf = ({ xMin, yMin, xMax, yMax }: TextBox) =>
    [points(xMin), points(yMin), points(xMax), points(yMax)] as const;
  const lines = blocks.flatMap(({ paragraphs }) =>
    paragraphs.flatMap((paragraph) =>
      paragraph.lines.map(({ words }) =>
        words.map(({ text, box, confidence }) => ({ text, box: boxOf(box), confidence })),
      ),
    ),
  );
  return { kind: "recognized", page: pageNumber, rotationDegrees, lines };
}

async function* transcribed(
  { file, pages, password, language }: ScansToRead,
  context: Context,
): AsyncGenerator<PageOutcome<PricedText>, void, undefined> {
  if (context.isTest) {
    for (const page of pages) {
      yield await Promise.resolve({ kind: "read", page: { text: stub(page), credits: 0 } });
    }
    return;
  }
  const hint = language === "auto" ? undefined : language;
  const parameters = visionSchema.parse({ format: "json", model: VISION_MODEL, language: hint, password });
  // A process that helped would have to find out first which pages are scans.
  const alone = { ...context, sharing: undefined };
  for await (const outcome of transcripts({ file, pages, parameters }, alone)) {
    yield outcome.kind === "failed" ? outcome : { kind: "read", page: transcribedText(outcome.page) };
  }
}

const stub = (page: number): ReadPage => ({
  kind: "transcribed",
  page,
  blocks: [{ type: "paragraph", text: stubText(page) }],
});

const transcribedText = ({ pageNumber, ...page }: NumberedTranscript): PricedText => ({
  text: {
    kind: "transcribed",
    page: pageNumber,
    blocks: page.blocks ?? (page.text === "" ? [] : [{ type: "paragraph", text: page.text }]),
  },
  credits: creditsFor(page, MODELS[VISION_MODEL]),
});
