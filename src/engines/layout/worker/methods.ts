import { truncateSync } from "node:fs";
import { join } from "node:path";
import { layOut, type PageContent } from "@quire/layout";
import { assert } from "../../../kernel/assert.ts";
import { pageOutOfRange } from "../../../kernel/pages/page-ranges.ts";
import { WorkTime } from "../../cos/worker/work-time.ts";
import type { PdfiumBinding } from "../../pdfium/worker/binding/binding.ts";
import type { MethodCall, Methods } from "../../pool/protocol.ts";
import { served } from "../../pool/worker-method.ts";
import type { ReadPage } from "../port.ts";
import { EXTRACT, type ExtractParameters, SCANS, type YieldedStep } from "../wire.ts";
import { type FigureImage, figureImages, imageUrls, nameInArchive } from "./document/figure-images.ts";
import { PaintedDocument } from "./document/painted-document.ts";
import { type PageWishes, TextDocument } from "./document/text-document.ts";
import { withReadText, withUnseenText } from "./glyphs/read-glyphs.ts";
import { type ReadPages, readPagesOf } from "./read-pages.ts";
import { hasOnlyUnseenText, hasUnknownText, isScan, needsOcr } from "./survey.ts";
import { transcriptsOf, withTranscript, withTranscripts } from "./transcript.ts";
import { isAsSeen, type SeenPage, writeAsSeen } from "./write-as-seen.ts";
import { writeExtracted } from "./write-extracted.ts";
import { fontPrefixOf } from "./painting/font-prefix.ts";
import { PagePainter } from "./painting/page-painter.ts";
import { isPainted, writePainted } from "./write-painted.ts";

/** Returns the methods of a worker with @quire/layout; PDFium reads the pages. */
export function createLayoutMethods(binding: PdfiumBinding): Methods {
  return {
    ...served(SCANS, function* (call) {
      const job = call.parameters;
      using document = open(binding, call, { ...job, hasStructure: false });
      yield { scans: job.pages.filter((page) => isScanned(document, page)) };
    }),
    ...served(EXTRACT, async function* (call) {
      const job = call.parameters;
      const asSeen = isAsSeen(job);
      using document = open(binding, call, { ...job, hasStructure: !asSeen });
      const extraction = { document, job, read: await readPagesOf(call.inputs[1]), ...call };
      const wordCount = isPainted(job)
        ? yield* extractPainted(extraction, openPainted(binding, call), fontPrefixOf(documentOf(call)))
        : asSeen
          ? yield* extractAsSeen(extraction)
          : yield* extractBlocks(extraction);
      const { content, properties } = document;
      yield { kind: "end" as const, wordCount, language: limited(content.lang), properties };
    }),
  };
}

interface Extraction {
  readonly document: TextDocument;
  readonly job: ExtractParameters;
  readonly read: ReadPages;
  readonly outputDirectory: string;
}

function* extractAsSeen({
  document,
  job,
  read,
  outputDirectory,
}: Extraction): Generator<YieldedStep, number, undefined> {
  const { title, lang } = document.content;
  return yield* writeAsSeen(seenPages({ document, job, read }), { job, head: { title, lang }, outputDirectory });
}

async function* extractPainted(
  { document, job, read, outputDirectory }: Extraction,
  painted: PaintedDocument,
  fontPrefix: string,
): AsyncGenerator<YieldedStep, number, undefined> {
  using source = painted;
  const { title, lang } = document.content;
  const painter = new PagePainter(source, fontPrefix);
  const pages = seenPages({ document, job, read });
  return yield* writePainted({ pages, painter, job, head: { title, lang }, outputDirectory });
}

function* seenPages({ document, job, read }: Omit<Extraction, "outputDirectory">): Generator<SeenPage> {
  const hasLinks = job.form.kind !== "text";
  for (const number of job.pages) {
    const page = read.get(number);
    yield { content: bestText(pageOf(document, number, { hasLinks }), page), hasPlaces: page?.kind !== "transcribed" };
  }
}

async function* extractBlocks(extraction: Extraction): AsyncGenerator<YieldedStep, number, undefined> {
  const { document, job, read, outputDirectory } = extraction;
  const unreadable = new Set<number>();
  const hasFormulas = job.form.kind === "markdown" && job.form.math === "latex";
  const pages = function* (): Generator<PageContent> {
    for (const number of job.pages) {
      const content = bestText(pageOf(document, number, { hasInk: hasFormulas }), read.get(number));
      if (hasUnknownText(content)) {
        unreadable.add(number);
      }
      yield content;
    }
  };
  const found = layOut(document.content, pages(), { keepsPagesApart: keepsPagesApart(job), hasFormulas });
  yield* job.pages.map((page) => ({ kind: "page" as const, page, isUnreadable: unreadable.has(page) }));
  const transcripts = transcriptsOf(found, read);
  const laidOut = withTranscripts(found, transcripts);
  const images: FigureImage[] = [];
  if (job.images !== "omit") {
    for await (const image of figureImages(document, laidOut, outputDirectory)) {
      images.push(image);
      if (job.images === "files") {
        yield { kind: "image", name: nameInArchive(image), file: image.file };
      }
    }
  }
  const imageUrl = imageUrls(images, { use: job.images, outputDirectory });
  const { properties } = document;
  const words = yield* writeExtracted({ laidOut, pages, transcripts, properties, imageUrl, job, outputDirectory });
  if (job.images === "embed") {
    // The text contains the images.
    for (const { file } of images) {
      truncateSync(join(outputDirectory, file));
    }
  }
  return words;
}

/**
 * Returns whether the text of each page is kept apart: in everything but Markdown without breaks between pages, which
 * reads as one text.
 */
const keepsPagesApart = ({ form, lists }: ExtractParameters): boolean =>
  form.kind !== "markdown" || form.hasPageBreaks || lists.length > 0;

const MAX_TEXT = 2000;
const limited = (text: string | undefined): string | null => text?.slice(0, MAX_TEXT).toWellFormed() ?? null;

function open(
  binding: PdfiumBinding,
  call: MethodCall,
  {
    password,
    timeoutMs,
    hasStructure,
  }: { readonly password?: string | undefined; readonly timeoutMs: number; readonly hasStructure: boolean },
): TextDocument {
  const { remainingMs } = new WorkTime(timeoutMs);
  const scratchDirectory = call.outputDirectory;
  const input = documentOf(call);
  return TextDocument.open(binding, { input, password, scratchDirectory, timeoutMs: remainingMs, hasStructure });
}

/** Returns the document of a call; the file with pages that were read from their images comes after it. */
function documentOf({ inputs: [input] }: MethodCall): string {
  assert(input !== undefined, "text is of a file");
  return input;
}

function openPainted(binding: PdfiumBinding, call: MethodCall<ExtractParameters>): PaintedDocument {
  const { outputDirectory, parameters } = call;
  const { password, timeoutMs, pages } = parameters;
  const input = documentOf(call);
  const { remainingMs } = new WorkTime(timeoutMs);
  const scratchDirectory = outputDirectory;
  return PaintedDocument.open(binding, { input, password, scratchDirectory, timeoutMs: remainingMs }, pages);
}

/**
 * Returns whether a page needs text recognition.
 * @throws Failure `page_out_of_range`
 */
function isScanned(document: TextDocument, page: number): boolean {
  requirePage(document, page);
  return needsOcr(document, page);
}

/**
 * Returns the content of a page.
 * @throws Failure `page_out_of_range`
 */
function pageOf(document: TextDocument, page: number, wishes: Partial<PageWishes> = {}): PageContent {
  requirePage(document, page);
  return document.readPage(page, wishes);
}

/**
 * Requires that the document has the page.
 * @throws Failure `page_out_of_range`
 */
function requirePage({ content: { pageCount } }: TextDocument, page: number): void {
  if (page > pageCount) {
    throw pageOutOfRange(page, pageCount);
  }
}

/**
 * Returns a page with its best text. Invisible text stands for the image that it lies beneath, unless that image has
 * just been read.
 */
function bestText(content: PageContent, read: ReadPage | undefined): PageContent {
  if (read !== undefined) {
    return read.kind === "recognized" ? withReadText(content, read) : withTranscript(content, read.blocks);
  }
  return isScan(content) || hasOnlyUnseenText(content) ? withUnseenText(content) : content;
}
