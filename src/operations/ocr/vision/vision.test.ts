import { afterAll, expect, test } from "vitest";
import type { PictureJob } from "../../../engines/tesseract/port.ts";
import { Failure } from "../../../kernel/failure.ts";
import { type Fakes, openBench, type TranscribeJob, USE } from "../testing/bench.ts";
import { creditsIn, testCheckpoints } from "../testing/kept.ts";
import { languagesFor } from "./transcribe-pages.ts";
import { ocrVision } from "./vision.ts";

/* The operation with engines and providers made for tests; test/api/ocr-vision*.test.ts tests it as a whole. */

const bench = openBench(ocrVision);
afterAll(() => bench[Symbol.dispose]());
const { run, value } = bench;

const failed = (reason: string): Failure => new Failure("provider_failed", `It is ${reason}.`, { facts: { reason } });
const refused = new Failure("content_refused", "It was refused.");

/** Fails for the pages that are named, and reads the others. */
const failing =
  (failures: Readonly<Record<number, Failure>>): Fakes["transcribe"] =>
  (number) =>
    failures[number] === undefined ? Promise.resolve({ text: `Page ${number}.` }) : Promise.reject(failures[number]);

const never = (): never => {
  throw new Error("Nobody is to be asked.");
};

test("pages are answered in their order, however they come, and everything that was made for them goes", async () => {
  const turns = new Map([1, 2, 3, 4, 5, 6].map((number) => [number, Promise.withResolvers<void>()]));
  turns.get(2)?.resolve();
  const answer = await value(
    run({
      async transcribe(number) {
        await turns.get(number)?.promise;
        // Each page releases the one before it.
        turns.get(number === 2 ? 1 : number + 1)?.resolve();
        if (number === 1) {
          turns.get(3)?.resolve();
        }
        return { text: `Page ${number}.` };
      },
    }),
  );
  expect(answer.data).toEqual({
    text: "Page 1.\n\nPage 2.\n\nPage 3.\n\nPage 4.\n\nPage 5.\n\nPage 6.",
    pages: 6,
    confidence: null,
    word_count: 12,
  });
  expect(answer.metadata).toEqual({
    engine: "vision",
    processing_time_ms: expect.any(Number),
    filename: "scan.pdf",
  });
  expect(bench.progress).toEqual([1, 2, 3, 4, 5, 6].map((done) => [done, 6]));
  expect(bench.leftovers()).toEqual([]);
});

test("parameters reach the engines and the model", async () => {
  const pictures: PictureJob[] = [];
  const jobs: TranscribeJob[] = [];
  const fakes: Pick<Fakes, "picture" | "transcribe"> = {
    picture(_, job) {
      pictures.push(job);
      return Promise.resolve({});
    },
    transcribe(_, job) {
      jobs.push(job);
      return Promise.resolve({});
    },
  };
  const fields = {
    model: "claude-haiku-4-20250514",
    language: "German",
    prompt: "Leave out the stamps.",
    format: "markdown",
    pages: "2",
  };
  await run({ ...fakes, fields });
  await run({ ...fakes, fields: { pages: "3" } });
  expect(pictures).toMatchObject([
    { dpi: 300, languages: ["deu"], rotates: true, longEdgePx: 1568 },
    { dpi: 300, languages: "auto" },
  ]);
  expect(jobs).toMatchObject([
    { model: "fast", format: "markdown", language: "German", prompt: "Leave out the stamps." },
    { model: "accurate", format: "text", language: undefined, prompt: undefined },
  ]);
});

test("an image is given as it is, and its resolution is not guessed", async () => {
  const pictures: PictureJob[] = [];
  const answer = await value(
    run({
      file: { mediaType: "image/webp", pages: 1, filename: "photo.webp" },
      fields: { output: "detailed" },
      picture(_, job) {
        pictures.push(job);
        return Promise.resolve({ widthPx: 900, heightPx: 600, rotationDegrees: 90 });
      },
    }),
  );
  expect(pictures).toMatchObject([{ input: "/input", dpi: undefined }]);
  expect(answer.metadata.dpi).toBeNull();
  expect(answer.data.page_results).toMatchObject([{ dimensions: { width: 900, height: 600 }, rotation: 90 }]);
});

test("each page of a TIFF is a picture of its own", async () => {
  const pictures: PictureJob[] = [];
  await run({
    file: { mediaType: "image/tiff", pages: 3, filename: "scan.tif" },
    fields: { pages: "2-3" },
    picture(_, job) {
      pictures.push(job);
      return Promise.resolve({});
    },
  });
  // Pages are prepared side by side, so that either may be the first for which a picture is asked.
  const inOrder = pictures.toSorted((a, b) => (a.page ?? 0) - (b.page ?? 0));
  expect(inOrder).toMatchObject([
    { input: "/input", page: 2 },
    { input: "/input", page: 3 },
  ]);
});

const paragraphs = (...texts: readonly string[]) => texts.map((text) => ({ type: "paragraph", text }));

test("output=detailed adds pages, the model and what it took", async () => {
  const answer = await value(
    run({
      fields: { output: "detailed", pages: "1-3" },
      transcribe: (number) =>
        Promise.resolve({
          text: `First.\n\nPage ${number}.`,
          language: number === 2 ? null : "de",
          isDoubted: number === 2,
        }),
      picture: (number) => Promise.resolve({ isBlank: number === 3 }),
    }),
  );
  const size = { dimensions: { width: 1109, height: 1568 }, confidence: null, rotation: 0 };
  expect(answer.data.page_results).toEqual([
    { page_number: 1, ...size, text: "First.\n\nPage 1.", language: "de", blocks: paragraphs("First.", "Page 1.") },
    {
      page_number: 2,
      ...size,
      text: "First.\n\nPage 2.",
      language: null,
      blocks: paragraphs("First.", "Page 2."),
      doubted: true,
    },
    { page_number: 3, ...size, text: "", language: null, blocks: [] },
  ]);
  expect(answer.metadata).toMatchObject({
    model: "accurate-1",
    dpi: 201.11,
    languages: ["de"],
    tokens: { input: 2000, output: 200 },
    cost_usd: 0.009,
    calls: 2,
  });
});

const pricingAllButSecond: Fakes["transcribe"] = (number) =>
  Promise.resolve({ use: number === 2 ? { ...USE, costUsd: null } : USE });

test("without prices no cost is reported", async () => {
  const { metadata } = await value(run({ transcribe: pricingAllButSecond, fields: { output: "detailed" } }));
  expect(metadata.cost_usd).toBeNull();
});

test("JSON is a string that holds pages and blocks", async () => {
  const blocks = [
    { type: "heading", text: 'A "title"' },
    { type: "table", text: "a\tb\nc\td" },
  ] as const;
  const answer = await value(
    run({
      fields: { format: "json", pages: "1-2" },
      transcribe: () => Promise.resolve({ text: 'A "title"\n\na\tb\nc\td', blocks }),
      picture: (number) => Promise.resolve({ isBlank: number === 2 }),
    }),
  );
  expect(JSON.parse(answer.data.text)).toEqual({
    pages: [
      { page_number: 1, blocks },
      { page_number: 2, blocks: [] },
    ],
  });
  expect(answer.data.word_count).toBe(6);
});

test("what is illegible is not a word", async () => {
  const { data } = await value(
    run({ fields: { pages: "1" }, transcribe: () => Promise.resolve({ text: "The [illegible] boats" }) }),
  );
  expect(data).toMatchObject({ text: "The [illegible] boats", word_count: 2 });
});

test("a blank page is delivered without a call, and is free", async () => {
  const asked: number[] = [];
  const outcome = await run({
    picture: (number) => Promise.resolve({ isBlank: number % 2 === 0 }),
    transcribe(number) {
      asked.push(number);
      return Promise.resolve({ text: `Page ${number}.` });
    },
  });
  expect(new Set(asked)).toEqual(new Set([1, 3, 5]));
  expect((await value(outcome)).data).toMatchObject({ text: "Page 1.\n\nPage 3.\n\nPage 5.", pages: 6 });
  expect(ocrVision.settle?.(outcome, 60)).toBe(30);
});

test.each([
  { model: "vendor-sonnet-4-20250514", credits: 10 },
  { model: "vendor-haiku-4-20250514", credits: 2 },
])("$model: each page that is selected is held, each that is delivered is charged", async ({ model, credits }) => {
  const fields = { model, pages: "2-5" };
  expect(ocrVision.quote([bench.file], ocrVision.parameters.parse(fields))).toBe(4 * credits);
  const outcome = await run({ fields, transcribe: failing({ 3: failed("overloaded"), 4: refused }) });
  expect(ocrVision.settle?.(outcome, 4 * credits)).toBe(2 * credits);
  const { data, metadata } = await value(outcome);
  expect(data).toMatchObject({ text: "Page 2.\n\nPage 5.", pages: 4 });
  expect(metadata.failed_pages).toEqual([
    { page_number: 3, code: "provider_failed" },
    { page_number: 4, code: "content_refused" },
  ]);
  expect(outcome.warnings).toEqual([{ code: "pages_failed", parameters: { pages: "2" } }]);
  expect(bench.leftovers()).toEqual([]);
});

test("each page is kept as it comes, with what it costs", async () => {
  const checkpoints = testCheckpoints();
  const transcribe = failing({ 3: failed("overloaded") });
  await run({
    checkpoints,
    transcribe,
    picture: (number) => Promise.resolve({ isBlank: number === 2 }),
    fields: { pages: "1-4" },
  });
  expect(creditsIn(checkpoints)).toEqual({ "page-1": 10, "page-2": 0, "page-4": 10 });
});

test("what was kept is not asked for again, and is charged", async () => {
  const checkpoints = testCheckpoints();
  const fields = { output: "detailed", format: "json" };
  const blocks = [{ type: "list", text: "- one" }] as const;
  const first = await value(
    run({
      checkpoints,
      fields,
      transcribe: (number) => Promise.resolve({ blocks, text: `Page ${number}.`, isDoubted: number === 2 }),
    }),
  );
  const again = await run({ checkpoints, fields, transcribe: never, picture: never });
  const second = await value(again);
  expect({ ...second.metadata, processing_time_ms: 0 }).toEqual({ ...first.metadata, processing_time_ms: 0 });
  expect(second.data).toEqual(first.data);
  expect(ocrVision.settle?.(again, 60)).toBe(60);
  expect(again.warnings).toEqual([{ code: "vision_doubted", parameters: { pages: "1" } }]);
});

test("a kept page that cannot be read any more is asked for again, and not kept twice", async () => {
  const checkpoints = testCheckpoints({ "page-1": { text: "Old." }, "page-2": null });
  const { data } = await value(run({ checkpoints, fields: { pages: "1-3" } }));
  expect(data.text).toBe("Page 1.\n\nPage 2.\n\nPage 3.");
  expect(checkpoints.parts.get("page-1")?.value).toEqual({ text: "Old." });
});

const full = new Failure("queue_full", "Later.", { facts: { retryAfterSeconds: 0.01 } });

test("when the engines have no place for the first page that is reported; once a model was asked, it waits", async () => {
  await expect(run({ picture: () => Promise.reject(full) })).rejects.toBe(full);
  const later = new Map([[3, 2]]);
  const waited = await value(
    run({
      fields: { pages: "1-4" },
      atOnce: 1,
      picture(number) {
        const left = later.get(number) ?? 0;
        later.set(number, left - 1);
        return left > 0 ? Promise.reject(full) : Promise.resolve({});
      },
    }),
  );
  expect(waited.data.text).toBe("Page 1.\n\nPage 2.\n\nPage 3.\n\nPage 4.");
  let refusals = 3;
  const answer = await value(
    run({
      fields: { pages: "1" },
      strips: () => (refusals-- > 0 ? Promise.reject(full) : Promise.resolve(["/upper"])),
      transcribe: async (_, { parts }) => ({ text: (await parts()).join() }),
    }),
  );
  expect(answer.data.text).toBe("/upper");
});

test("pictures are made ahead, but not many, while the provider takes its time", async () => {
  const release = Promise.withResolvers<void>();
  const made = new Set<number>();
  let most = 0;
  let inWork = 0;
  const running = run({
    file: { pages: 200 },
    picture(number) {
      made.add(number);
      inWork += 1;
      most = Math.max(most, inWork);
      return Promise.resolve({});
    },
    async transcribe() {
      await release.promise;
      inWork -= 1;
      return { text: "Read." };
    },
  });
  await expect.poll(() => made.size, { timeout: 10_000 }).toBe(4);
  // These are the first pages, in whatever order their files were read.
  expect(made).toEqual(new Set([1, 2, 3, 4]));
  release.resolve();
  expect((await value(running)).data.pages).toBe(200);
  expect(made.size).toBe(200);
  expect(most).toBeLessThanOrEqual(4);
});

test("a test key gets a stub: no model is asked, nothing is drawn, and the shape is the same", async () => {
  const fakes = { draw: never, picture: never, transcribe: never, unavailable: never };
  const checkpoints = testCheckpoints();
  const outcome = await run({ ...fakes, checkpoints, isTest: true, fields: { output: "detailed", pages: "2-3" } });
  const { data, metadata } = await value(outcome);
  expect(data).toMatchObject({ pages: 2, confidence: null });
  expect(data.text).toMatch(/^This is a test stub for page 2.+\n\nThis is a test stub for page 3/);
  expect(data.page_results).toMatchObject([{ page_number: 2, blocks: [{ type: "paragraph" }] }, { page_number: 3 }]);
  expect(metadata).toMatchObject({
    engine: "vision",
    model: "test stub",
    languages: [],
    tokens: { input: 0, output: 0 },
    calls: 0,
  });
  const asJson = await value(run({ ...fakes, isTest: true, fields: { format: "json", pages: "1" } }));
  expect(JSON.parse(asJson.data.text)).toMatchObject({ pages: [{ page_number: 1, blocks: [{ type: "paragraph" }] }] });
  expect(ocrVision.settle?.(outcome, 20)).toBe(0);
  expect(checkpoints.parts.size).toBe(0);
});

test("it is not available without a provider", () => {
  const failure = new Failure("engine_unavailable", "QUIRE_VISION_PROVIDER is not set.");
  const engines = { transcriber: { unavailable: () => failure } } as never;
  expect(ocrVision.unavailable?.(engines, ocrVision.parameters.parse({}), [] as never)).toBe(failure);
});

test("for an empty selection no model is asked", async () => {
  await expect(run({ file: { pages: 1 }, fields: { pages: "even" } })).rejects.toMatchObject({
    code: "page_out_of_range",
    message: "The page list selects no page of the document, which has 1 page; ask for pages that it has.",
  });
});

test("a hint in any words is a language where it names one that is installed", () => {
  const installed = ["deu", "eng", "fra"];
  const hints = [undefined, "de", "German", " english ", "fr+en", "Bavarian, mostly", ""];
  expect(hints.map((hint) => languagesFor(hint, installed))).toEqual([
    "auto",
    ["deu"],
    ["deu"],
    ["eng"],
    ["fra", "eng"],
    "auto",
    "auto",
  ]);
});
