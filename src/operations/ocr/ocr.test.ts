import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import type { Engines } from "../../engines/engines.ts";
import type { PageImage } from "../../engines/pdfium/port.ts";
import type { RecognizedPage, Recognizer } from "../../engines/tesseract/port.ts";
import type { Compatibility } from "../../kernel/compatibility.ts";
import { Failure } from "../../kernel/failure.ts";
import { TimeBudget } from "../../kernel/timing/work.ts";
import type { Context, FileOperation, Outcome } from "../operation.ts";
import { ocrAdvanced, ocrSimple } from "./ocr.ts";
import { PDF } from "./testing/bench.ts";
import { line, page } from "./testing/recognized.ts";

/* The operations with engines made for tests; test/api/ocr-*.test.ts tests them with real engines. */

const workspace = mkdtempSync(join(tmpdir(), "quire-ocr-"));
afterAll(() => rmSync(workspace, { recursive: true }));

type Recognize = (pageNumber: number, job: Parameters<Recognizer["recognize"]>[0]) => Promise<RecognizedPage>;
type Draw = (pageNumber: number, dpi: number) => Partial<PageImage>;

interface Bench {
  readonly recognize?: Recognize;
  readonly draw?: Draw;
  readonly fields?: Record<string, unknown>;
  readonly compatibility?: Partial<Compatibility>;
  readonly signal?: AbortSignal;
  readonly archiveBytes?: number;
  readonly languages?: readonly string[];
}

const progress: [number, number][] = [];
let drawnAtOnce = 0;

/** Runs an operation with engines that answer as the test says; by default a page reads `Page <n>.`. */
async function run(
  operation: FileOperation,
  {
    recognize = readNumber,
    draw = () => ({}),
    fields = {},
    compatibility = {},
    signal,
    archiveBytes = 1e9,
    languages = ["deu", "eng"],
  }: Bench = {},
): Promise<Outcome> {
  const engines = {
    rasterizer: {
      async *render({ pages, size }: Parameters<Engines["rasterizer"]["render"]>[0]) {
        for (const number of pages) {
          const dpi = size.kind === "resolution" ? size.dpi : 0;
          const drawn = { page: number, dpi, widthPx: 1, heightPx: 1, sizeBytes: 1, ...draw(number, dpi) };
          const path = join(workspace, `page_${number}.pgm`);
          writeFileSync(path, String(number));
          drawnAtOnce = Math.max(drawnAtOnce, images().length);
          yield await Promise.resolve({ path, ...drawn });
        }
      },
    },
    recognizer: {
      model: "reader",
      pagesAtOnce: 2,
      languages: () => languages,
      recognize: (job: Parameters<Recognizer["recognize"]>[0]) =>
        recognize(existsSync(job.input) ? Number(readFileSync(job.input, "utf8")) : 1, job),
    },
  } as unknown as Engines;
  for (const name of readdirSync(workspace)) {
    rmSync(join(workspace, name));
  }
  progress.length = 0;
  drawnAtOnce = 0;
  return operation.run([PDF], operation.parameters.parse(fields), {
    engines,
    workspace,
    limits: { imagePixels: 1e8, archiveBytes } as Context["limits"],
    compatibility: { jpegExtension: "jpg", confidence: "fraction", ocrPages: "number", ...compatibility },
    isTest: false,
    checkpoints: { read: () => Promise.resolve(undefined), keep: () => Promise.resolve() },
    acceptedAt: 0,
    signal: signal ?? new AbortController().signal,
    engineTime: new TimeBudget(60_000),
    progress: (done, total) => void progress.push([done, total]),
  });
}

async function untilAborted(signal: AbortSignal): Promise<never> {
  if (!signal.aborted) {
    await once(signal, "abort");
  }
  throw signal.reason;
}

const readNumber: Recognize = (number) => Promise.resolve(page([[`Page ${number}.`]]));
const images = (): string[] => readdirSync(workspace).filter((name) => name.endsWith(".pgm"));
const textOf = async (running: Promise<Outcome>): Promise<string> => (await valueOf(running)).data.text;

/** Returns the JSON of the answer. */
async function valueOf(running: Promise<Outcome>) {
  const { result } = await running;
  return JSON.parse(readFileSync(result.kind === "json file" ? result.path : "", "utf8"));
}

test("pages are read in parallel, answered in their order, and their images go as they are read", async () => {
  const value = await valueOf(
    run(ocrSimple, {
      recognize: async (number, job) => {
        await new Promise((resolve) => setTimeout(resolve, number % 2 === 0 ? 1 : 8));
        return readNumber(number, job);
      },
    }),
  );
  expect(value.data.text).toBe("Page 1.\n\nPage 2.\n\nPage 3.\n\nPage 4.\n\nPage 5.\n\nPage 6.");
  expect(value.data).toMatchObject({ pages: 6, word_count: 12, confidence: 0.9 });
  expect(progress).toEqual([1, 2, 3, 4, 5, 6].map((done) => [done, 6]));
  expect(drawnAtOnce).toBe(2);
  expect(images()).toEqual([]);
});

test("parameters reach the engines", async () => {
  const jobs: Parameters<Recognizer["recognize"]>[0][] = [];
  const recognize: Recognize = (number, job) => {
    jobs.push(job);
    return readNumber(number, job);
  };
  const fields = { pages: "2", language: "de,en", dpi: 150, deskew: "no", auto_rotate: "no", denoise: "yes" };
  await run(ocrAdvanced, { recognize, fields });
  await run(ocrSimple, { recognize, fields: { pages: "1", language: "auto" } });
  await run(ocrAdvanced, { recognize, fields: { pages: "1" } });
  expect(jobs).toMatchObject([
    { dpi: 150, languages: ["deu", "eng"], effort: "advanced", rotates: false, deskews: false, denoises: "always" },
    { dpi: 200, languages: "auto", effort: "simple", rotates: true, deskews: true, denoises: "when-noisy" },
    { dpi: 300, languages: ["eng"], effort: "advanced" },
  ]);
});

test("a page that cannot be read is named and not charged, and the others are delivered", async () => {
  const outcome = await run(ocrAdvanced, {
    draw: (number) => {
      if (number === 5) {
        throw new Failure("invalid_pdf", "Page 5 cannot be read.");
      }
      return {};
    },
    recognize: (number, job) =>
      number === 2 ? Promise.reject(new Failure("document_too_complex", "No.")) : readNumber(number, job),
  });
  expect(await textOf(Promise.resolve(outcome))).toBe("Page 1.\n\nPage 3.\n\nPage 4.\n\nPage 6.");
  const { data, metadata } = await valueOf(Promise.resolve(outcome));
  expect(data.pages).toBe(6);
  expect(data.page_dimensions.map((one: { page_number: number }) => one.page_number)).toEqual([1, 3, 4, 6]);
  expect(metadata.failed_pages).toEqual([
    { page_number: 2, code: "document_too_complex" },
    { page_number: 5, code: "invalid_pdf" },
  ]);
  expect(outcome.warnings).toEqual([{ code: "pages_failed", parameters: { pages: "2" } }]);
  expect(ocrAdvanced.settle?.(outcome, 6)).toBe(4);
  expect(progress.at(-1)).toEqual([6, 6]);
});

const refuse: Recognize = (number) => Promise.reject(new Failure("document_too_complex", `Page ${number}.`));

test("when no page can be read, the failure of the first is reported", async () => {
  await expect(run(ocrSimple, { recognize: refuse })).rejects.toMatchObject({
    code: "document_too_complex",
    message: "Page 1.",
  });
});

test("what is not a page's fault ends everything", async () => {
  let asked = 0;
  const recognize: Recognize = (number, { signal }) => {
    asked += 1;
    return number === 1 ? Promise.reject(new Failure("engine_unavailable", "It is not there.")) : untilAborted(signal);
  };
  await expect(run(ocrSimple, { recognize })).rejects.toMatchObject({ code: "engine_unavailable" });
  expect(asked).toBeLessThanOrEqual(2);
  expect(images()).toEqual([]);
});

const full = new Failure("queue_full", "Later.", { facts: { retryAfterSeconds: 0.01 } });

test("when the engines have no place for one more page, it waits; for the first one the failure is reported", async () => {
  const refusals = new Map([[4, 3]]);
  const recognize: Recognize = async (number, job) => {
    const left = refusals.get(number) ?? 0;
    refusals.set(number, left - 1);
    if (number === 4) {
      // Only a document of which a page has been read waits.
      await vi.waitUntil(() => progress.length > 0);
    }
    return left > 0 ? Promise.reject(full) : readNumber(number, job);
  };
  expect(await textOf(run(ocrSimple, { recognize, fields: { pages: "3-5" } }))).toBe("Page 3.\n\nPage 4.\n\nPage 5.");
  const refuseFirst: Recognize = (number, { signal }) => (number === 1 ? Promise.reject(full) : untilAborted(signal));
  await expect(run(ocrSimple, { recognize: refuseFirst })).rejects.toBe(full);
});

test("an aborted request stops what is in work, with its reason", async () => {
  const stop = new AbortController();
  const recognize: Recognize = async (_, { signal }) => {
    stop.abort(new Error("The client has gone."));
    await untilAborted(signal).catch(() => undefined);
    throw new Failure("document_too_complex", "Killed.");
  };
  await expect(run(ocrSimple, { recognize, signal: stop.signal })).rejects.toThrow("The client has gone.");
  expect(images()).toEqual([]);
});

const drawLess: Draw = (number, dpi) => ({ dpi: number === 1 ? 90 : number === 2 ? 29 : dpi });

test("a page that is drawn at less than was asked for is reported; below 30 dpi it is not read", async () => {
  const outcome = await run(ocrSimple, { draw: drawLess });
  expect(outcome.warnings).toEqual([
    { code: "dpi_reduced", parameters: { pages: "1" } },
    { code: "pages_failed", parameters: { pages: "1" } },
  ]);
  const { metadata } = await valueOf(Promise.resolve(outcome));
  expect(metadata.failed_pages).toEqual([{ page_number: 2, code: "image_too_large" }]);
});

const readBlankSecond: Recognize = (number, job) =>
  number === 2 ? Promise.resolve(page([])) : readNumber(number, job);

test("a blank page is empty text, in all formats", async () => {
  for (const format of ["text", "markdown"]) {
    const { data } = await valueOf(run(ocrSimple, { recognize: readBlankSecond, fields: { format, pages: "1-3" } }));
    expect(data).toMatchObject({ text: "Page 1.\n\nPage 3.", pages: 3 });
  }
  const blank = await valueOf(run(ocrAdvanced, { recognize: readBlankSecond, fields: { pages: "2" } }));
  expect(blank.data).toMatchObject({ text: "", confidence: null, word_count: 0, words: [], pages: 1 });
});

const readBlocks: Recognize = (number) =>
  Promise.resolve(
    page(number === 2 ? [] : [[line('A "title"', { heightPx: 60 })], ["Both lines", "belong here"], ["Words of text"]]),
  );

test("JSON is a string that holds pages and blocks", async () => {
  const text = await textOf(run(ocrSimple, { recognize: readBlocks, fields: { format: "json", pages: "1,2" } }));
  expect(JSON.parse(text)).toEqual({
    pages: [
      {
        page_number: 1,
        blocks: [
          { type: "heading", text: 'A "title"' },
          { type: "paragraph", text: "Both lines\nbelong here" },
          { type: "paragraph", text: "Words of text" },
        ],
      },
      { page_number: 2, blocks: [] },
    ],
  });
  expect(await textOf(run(ocrSimple, { fields: { format: "json", pages: "1" } }))).toBe(
    '{"pages":[{"page_number":1,"blocks":[{"type":"paragraph","text":"Page 1."}]}]}',
  );
});

test("boxes are whole pixels within the page", async () => {
  const word = { text: "edge", confidence: 0.5, box: { xMin: -2.5, yMin: 3.4, xMax: 1000.6, yMax: 2000.2 } };
  const recognize: Recognize = () => Promise.resolve(page([[{ box: word.box, words: [word] }]]));
  const { data } = await valueOf(run(ocrAdvanced, { recognize, fields: { pages: "3" } }));
  const bbox = { x_min: 0, y_min: 3, x_max: 1000, y_max: 2000 };
  expect(data.words).toEqual([{ text: "edge", confidence: 0.5, page_number: 3, bbox }]);
});

test("confidence may be in percent, and the pages of advanced OCR where some clients look for them", async () => {
  const fields = { output: "detailed", pages: "1-2" };
  const percent = { ocrPages: "array", confidence: "percent" } as const;
  const usual = await valueOf(run(ocrAdvanced, { fields }));
  const array = await valueOf(run(ocrAdvanced, { fields, compatibility: percent }));
  const simple = await valueOf(run(ocrSimple, { fields, compatibility: { ocrPages: "array" } }));
  expect(array.data).toMatchObject({ confidence: 90, words: [{ confidence: 90 }, {}, {}, {}] });
  expect(array.data).not.toHaveProperty("page_results");
  expect(array.data.pages.map((one: object) => ({ ...one, confidence: 0.9 }))).toEqual(
    usual.data.page_results.map((one: { words: object[] }) => ({
      ...one,
      words: one.words.map((word) => ({ ...word, confidence: 90 })),
    })),
  );
  expect([usual.data.pages, simple.data.pages]).toEqual([2, 2]);
});

test("an answer beyond the most bytes is refused", async () => {
  const refused = run(ocrAdvanced, { archiveBytes: 500, fields: { output: "detailed" } });
  await expect(refused).rejects.toMatchObject({ code: "document_too_complex" });
});

test("simple is free, advanced costs a credit for each page that is selected", () => {
  const quotes = [ocrSimple, ocrAdvanced].map((operation) =>
    operation.quote([PDF], operation.parameters.parse({ pages: "2-4" })),
  );
  expect(quotes).toEqual([0, 3]);
});

test("the default language is the first that is installed when English is not", async () => {
  const seen: unknown[] = [];
  const recognize: Recognize = (number, job) => {
    seen.push(job.languages);
    return readNumber(number, job);
  };
  for (const languages of [["deu", "eng"], ["deu", "fra"], []]) {
    await run(ocrSimple, { recognize, languages, fields: { pages: "1" } });
  }
  // Without any language the engine reports the fault.
  expect(seen).toEqual([["eng"], ["deu"], ["eng"]]);
});

test("a language that has been uninstalled since it was asked for is reported as one that does not exist", async () => {
  const refused = run(ocrSimple, { languages: ["eng"], fields: { language: "deu" } });
  await expect(refused).rejects.toMatchObject({ code: "validation_error", faults: [{ path: ["language"] }] });
});
