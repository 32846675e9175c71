import { join, parse } from "node:path";
import type { DocumentProperties, ElementList, ExtractionStep, ImageUse, TextForm } from "../../engines/layout/port.ts";
import { Failure, type Warning } from "../../kernel/failure.ts";
import { withinTime } from "../../kernel/timing/work.ts";
import { type ArchiveEntry, writeArchive } from "../archive.ts";
import type { Context, Files, Outcome, Result, UploadedFile } from "../operation.ts";
import { type AnswerPiece, json, writeAnswer } from "./answer.ts";
import { type ExtractionParameters, selectPages } from "./parameters.ts";
import { type ReadScans, readScans } from "./read-scans.ts";

/** The properties in which the operations that extract text differ. */
export interface Extraction {
  readonly form: TextForm;
  /** The lists in addition to the text, by the names that the answer has for them. */
  readonly lists?: Readonly<Partial<Record<ElementList, string>>>;
  readonly images?: ImageUse;
  /** The member of the answer that has the text. */
  readonly member: "text" | "html" | "markdown";
  readonly mediaType: string;
  readonly extension: string;
  readonly metadata?: Readonly<Record<string, unknown>>;
  /** Whether the answer contains the properties that the document has of itself. */
  readonly hasProperties?: boolean;
}

/**
 * Extracts what `extraction` describes, with the text of scanned pages among the others.
 * @throws Failure of the engines; that of the first page where every page had to be read and none could be;
 * `document_too_complex` for what would be larger than a result may be
 */
export async function extractText(
  [file]: Files,
  { parameters, extraction }: { readonly parameters: ExtractionParameters; readonly extraction: Extraction },
  context: Context,
): Promise<Outcome> {
  const startedMs = performance.now();
  const { pages, clipped } = selectPages(file, parameters);
  const progress = new Progress(pages.length, context);
  const { ocr_engine: engine, language, password } = parameters;
  const scans = await readScans(
    { file, pages: file.pagesToRead ?? [], engine, language, password },
    { ...context, progress: () => progress.add() },
  );
  requireSomething(scans, pages);
  const written = await write({ file, pages, password, extraction, scans, progress }, context);
  const result = await resultOf({ file, pages, parameters, extraction, scans, written, startedMs }, context);
  return {
    result,
    warnings: warningsOf({ clipped, failed: scans.failed.length, ...written }),
    usage: { pages: pages.length, credits: scans.credits },
  };
}

/** Counts each page once: a scanned one when it has been read, another when its text has been. */
class Progress {
  readonly #total: number;
  readonly #context: Context;
  #done = 0;

  constructor(total: number, context: Context) {
    this.#total = total;
    this.#context = context;
  }

  add(): void {
    this.#done += 1;
    this.#context.progress(Math.min(this.#done, this.#total), this.#total);
  }
}

function requireSomething({ failed }: ReadScans, pages: readonly number[]): void {
  const [first] = failed;
  if (first !== undefined && failed.length === pages.length) {
    throw first.failure;
  }
}

// Pages take some milliseconds; a page of 100,000 glyphs takes a second.
const WRITING_TIME_MS = 20_000;
const WRITING_TIME_PER_PAGE_MS = 50;

interface Writing {
  readonly file: UploadedFile;
  readonly pages: readonly number[];
  readonly password: string | undefined;
  readonly extraction: Extraction;
  readonly scans: ReadScans;
  readonly progress: Progress;
}

/** The engine's output, in files of the workspace. */
interface Written {
  readonly text: { readonly path: string; readonly sizeBytes: number };
  readonly lists: ReadonlyMap<string, { readonly path: string }>;
  readonly images: readonly ArchiveEntry[];
  /** The pages with characters of which no Unicode value is known. */
  readonly unreadable: readonly number[];
  /** The pages of which some text is set in fonts of the reader's. */
  readonly inOtherFonts: readonly number[];
  readonly wordCount: number;
  readonly language: string | null;
  readonly properties: DocumentProperties;
}

function write({ file, pages, password, extraction, scans, progress }: Writing, context: Context): Promise<Written> {
  const { form, lists = {}, images = "omit" } = extraction;
  const read = new Set(scans.pages);
  const collected = new Collected(context.limits.archiveBytes);
  const timeMs = WRITING_TIME_MS + WRITING_TIME_PER_PAGE_MS * pages.length;
  return withinTime(context, timeMs, async (work) => {
    const steps = context.engines.extractor.extract({
      input: file.path,
      password,
      pages,
      form,
      lists: Object.keys(lists).filter(isElementList),
      images,
      readPages: scans.path,
      outputDirectory: context.workspace,
      ...work,
    });
    for await (const step of steps) {
      if (step.kind === "page" && !read.has(step.page)) {
        progress.add();
      }
      collected.add(step);
    }
    return collected.written;
  });
}

class Collected {
  readonly #maxBytes: number;
  readonly #files = new Map<string, Extract<ExtractionStep, { kind: "file" }>>();
  readonly #images: ArchiveEntry[] = [];
  readonly #unreadable: number[] = [];
  readonly #inOtherFonts: number[] = [];
  #end: Extract<ExtractionStep, { kind: "end" }> | undefined;
  #sizeBytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  add(step: ExtractionStep): void {
    switch (step.kind) {
      case "page":
        this.#unreadable.push(...(step.isUnreadable ? [step.page] : []));
        this.#inOtherFonts.push(...(step.hasOtherFonts === true ? [step.page] : []));
        return;
      case "file":
        this.#files.set(step.content, step);
        this.#count(step.sizeBytes);
        return;
      case "image":
        this.#images.push({ ...step, compress: false });
        this.#count(step.sizeBytes);
        return;
      case "end":
        this.#end = step;
    }
  }

  #count(sizeBytes: number): void {
    this.#sizeBytes += sizeBytes;
    if (this.#sizeBytes > this.#maxBytes) {
      throw new Failure("document_too_complex", "The text is larger than the limit for a result; ask for fewer pages.");
    }
  }

  get written(): Written {
    const text = this.#files.get("text");
    if (this.#end === undefined || text === undefined) {
      throw new Error("The engine has ended without a text.");
    }
    const { wordCount, language, properties } = this.#end;
    return {
      text,
      lists: this.#files,
      images: this.#images,
      unreadable: this.#unreadable,
      inOtherFonts: this.#inOtherFonts,
      wordCount,
      language,
      properties,
    };
  }
}

interface Answering extends Omit<Writing, "password" | "progress"> {
  readonly parameters: ExtractionParameters;
  readonly written: Written;
  readonly startedMs: number;
}

async function resultOf(answering: Answering, context: Context): Promise<Result> {
  const { file, parameters, extraction, written } = answering;
  const { mediaType, extension, images } = extraction;
  const name = parse(file.filename).name;
  if (images === "files") {
    const path = join(context.workspace, "answer.zip");
    const { archiveBytes: maxBytes } = context.limits;
    await writeArchive(path, entriesOf(`${name}.${extension}`, written), { maxBytes, signal: context.signal });
    return { kind: "file", mediaType: "application/zip", filename: `${name}.zip`, path };
  }
  if (parameters.output === "file") {
    return { kind: "file", mediaType, filename: `${name}.${extension}`, path: written.text.path };
  }
  const path = join(context.workspace, "answer.json");
  await writeAnswer(membersOf(answering), path, context.signal);
  return { kind: "json file", path };
}

async function* entriesOf(name: string, { text, images }: Written): AsyncGenerator<ArchiveEntry, void, undefined> {
  yield await Promise.resolve({ name, ...text, compress: true });
  yield* images;
}

function membersOf({ file, pages, extraction, scans, written, startedMs }: Answering): Record<string, AnswerPiece> {
  const { lists = {}, member, metadata, hasProperties } = extraction;
  const listed = Object.entries(lists).map(([list, name]): [string, AnswerPiece] => {
    const found = written.lists.get(list);
    return [name, found === undefined ? json([]) : { kind: "list", path: found.path }];
  });
  return {
    success: json(true),
    [member]: { kind: "string", path: written.text.path },
    pages: json(pages.length),
    word_count: json(written.wordCount),
    ocr_pages: json(scans.pages),
    ...Object.fromEntries(listed),
    metadata: json({
      processing_time_ms: Math.round(performance.now() - startedMs),
      filename: file.filename,
      ...metadata,
      ...(hasProperties === true && propertiesOf(file, written)),
      ...(scans.failed.length > 0 && {
        failed_pages: scans.failed.map(({ page, failure }) => ({ page_number: page, code: failure.code })),
      }),
    }),
  };
}

const propertiesOf = (file: UploadedFile, { properties, language }: Written): object => ({
  ...properties,
  language,
  page_count: file.pages,
});

const isElementList = (name: string): name is ElementList => name === "blocks" || name === "words" || name === "pages";

/** The most pages that warnings name one by one: a header has to stay short. */
const MOST_NAMED_PAGES = 20;

function warningsOf({
  clipped,
  failed,
  unreadable,
  inOtherFonts,
}: {
  readonly clipped: boolean;
  readonly failed: number;
  readonly unreadable: readonly number[];
  readonly inOtherFonts: readonly number[];
}): Warning[] {
  const found: readonly (Warning | false)[] = [
    clipped && { code: "pages_clipped" },
    failed > 0 && { code: "pages_failed", parameters: { pages: String(failed) } },
    ...warningsOfPages("unreadable_text", unreadable),
    ...warningsOfPages("fonts_replaced", inOtherFonts),
  ];
  return found.filter((warning) => warning !== false);
}

/** Returns a warning for each of the first pages, and one with the number of all where there are more. */
function warningsOfPages(code: string, pages: readonly number[]): Warning[] {
  const named = pages.slice(0, MOST_NAMED_PAGES).map((page) => ({ code, parameters: { page: String(page) } }));
  return pages.length > named.length ? [...named, { code, parameters: { pages: String(pages.length) } }] : named;
}
