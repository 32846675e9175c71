import { readFile, rm, writeFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { fields } from "../../kernel/fields/fields.ts";
import { type Content, type Context, contentOperation, type Operation } from "../../operations/operation.ts";
import type { Submission } from "./jobs.ts";
import { type JobBench, openBench, PRICE, reach, untilAborted, writesFile } from "./testing/job-bench.ts";

/* Jobs of operations that take content. What is the same for operations that take files is not repeated here. */

type Run = (content: Content, parameters: unknown, context: Context) => ReturnType<Operation["run"]>;

const operationOf = (run: Run): Operation =>
  contentOperation({
    name: "test-print",
    operationId: "test_print",
    path: "/api/v1/convert/test-print",
    scope: "convert",
    workClass: "browser",
    summary: "Prints",
    description: "Prints for tests.",
    price: "5 credits",
    produces: ["application/json"],
    content: { sources: { html: { kind: "text", mediaType: "text/html", description: "HTML." } }, takesAssets: true },
    example: { html: "A" },
    parameters: z.object({ title: fields.optionalText(), scale: fields.number({ default: 1 }) }),
    quote: () => PRICE,
    settle: ({ pages = 0 }) => pages,
    run: (content, parameters, context) => run(content, parameters, context),
  });

const tell: Run = async ({ file, assets }, parameters) => ({
  result: {
    kind: "json",
    value: {
      parameters,
      file: file && { ...file, path: await readFile(file.path, "utf8") },
      assets: await Promise.all(assets.map(async ({ name, path }) => [name, await readFile(path, "utf8")])),
    },
  },
  pages: 2,
});

/** Submits a text with an asset, both on disk as a request has brought them. */
async function submissionOf(bench: JobBench, changes: Partial<Submission> = {}): Promise<Submission> {
  const [text, asset] = await Promise.all(
    ["<p>", "a{}"].map(async (content) => {
      const { files, ...rest } = await bench.submission();
      const [path] = "assets" in files ? [] : files.map((file) => file.path);
      await writeFile(path ?? "", content);
      return { ...rest, path: path ?? "", sizeBytes: content.length };
    }),
  );
  if (text === undefined || asset === undefined) {
    throw new Error("There are two files.");
  }
  const { path, sizeBytes, ...submission } = text;
  const file = { source: "html", isText: true, filename: undefined, path, sizeBytes, mediaType: "text/html" } as const;
  return {
    ...submission,
    operation: "test-print",
    fields: { title: "", scale: 1.5, x: { y: [null] } },
    files: { file, assets: [{ name: "css/a.css", path: asset.path, sizeBytes: asset.sizeBytes }] },
    ...changes,
  };
}

test("a service that is stopped gives the job back, and the next one has the same content and parameters", async () => {
  const bench = await openBench();
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const interrupted = operationOf((_content, _parameters, context) => {
    begin();
    return untilAborted(context);
  });
  const first = bench.service(writesFile(), { operations: [interrupted] });
  await first.start();
  const { job } = await first.submit(await submissionOf(bench));
  expect(job).toMatchObject({ filename: "document.pdf", pageCount: 0, pagesTotal: 0 });
  await begun;
  await first.stop();

  const worked: unknown[] = [];
  const onWork = (work: unknown): void => void worked.push(work);
  const second = bench.service(writesFile(), { operations: [operationOf(tell)], onWork });
  await second.start();
  const done = await reach(second, job.id, "complete");
  expect(done).toMatchObject({ charged: 2, attempts: 1 });
  expect(await second.resultOf(done)).toMatchObject({
    body: {
      value: {
        // An empty text and a number from JSON arrive unchanged.
        parameters: { title: "", scale: 1.5 },
        file: { source: "html", isText: true, mediaType: "text/html", sizeBytes: 3, path: "<p>" },
        assets: [["css/a.css", "a{}"]],
      },
    },
  });
  await second.stop();
  expect(worked).toEqual([{ operation: "test-print", mode: "job", pages: 2, credits: 2 }]);
  expect(await bench.names("jobs")).toEqual([]);
});

test("without a file there are only the parameters, and assets keep their places", async () => {
  const bench = await openBench();
  const service = bench.service(writesFile(), { operations: [operationOf(tell)] });
  await service.start();
  const submission = await submissionOf(bench);
  const { assets } = submission.files as Content;
  const { job } = await service.submit({ ...submission, files: { file: undefined, assets } });
  const answer = await service.resultOf(await reach(service, job.id, "complete"));
  expect(answer).toMatchObject({ body: { value: { assets: [["css/a.css", "a{}"]] } } });
  expect(answer).not.toHaveProperty("body.value.file.path");
});

test("a job whose content is gone, or whose operation has become one of files, fails as the service's own error", async () => {
  const bench = await openBench();
  const service = bench.service(writesFile(), { operations: [operationOf(tell)] });
  const gone = await service.submit(await submissionOf(bench));
  await rm(bench.pathOf(`jobs/${gone.job.id}.input-2`));
  const { files: _, ...other } = await submissionOf(bench);
  const { files } = await bench.submission();
  const foreign = await service.submit({ ...other, files });
  await service.start();
  for (const { job } of [gone, foreign]) {
    expect(await reach(service, job.id, "failed")).toMatchObject({ error: { code: "internal_error" }, charged: 0 });
  }
});

/** Makes work of so many pages. */
const pages =
  (count: number): Run =>
  async () => ({ result: { kind: "json", value: {} }, pages: count });

describe("work whose price is known only when it is done", () => {
  const BASE = 1;
  const priced = (run: Run): Operation => ({ ...operationOf(run), isQuoteMinimum: true, quote: () => BASE });
  async function done(bench: JobBench, run: Run, changes: Partial<Submission> = {}) {
    const service = bench.service(writesFile(), { operations: [priced(run)] });
    await service.start();
    const { job } = await service.submit(await submissionOf(bench, { credits: BASE, ...changes }));
    for (let after = 0; ; ) {
      const wait = { after, maxMs: 20_000, signal: new AbortController().signal };
      const now = await service.waitForChange(job.id, wait);
      if (now === undefined || now.completedAt !== null) {
        await service.stop();
        return now;
      }
      after = now.sequence;
    }
  }

  test("holds its base price, and is charged for what was made", async () => {
    const bench = await openBench({ credits: 20 });
    expect(await done(bench, pages(20))).toMatchObject({ state: "complete", held: 0, charged: 20 });
    expect(await bench.balance()).toEqual({ balance: 0, held: 0 });
  });

  test("fails where the account has too little for what was made, with nothing kept or charged", async () => {
    const bench = await openBench({ credits: 20 });
    expect(await done(bench, pages(21))).toMatchObject({
      state: "failed",
      held: 0,
      charged: 0,
      error: { code: "insufficient_credits" },
    });
    expect(await bench.balance()).toEqual({ balance: 20, held: 0 });
    expect([await bench.names("jobs"), await bench.names("results"), await bench.names("tasks")]).toEqual([[], [], []]);
  });

  test("costs what is left of it where the request has paid a part, and nothing where it pays nothing", async () => {
    const bench = await openBench({ credits: 20 });
    const terms = { isFree: false, paidCredits: 12 };
    expect(await done(bench, pages(21), { credits: 0, terms })).toMatchObject({ state: "complete", charged: 9 });
    const free = { credits: 0, terms: { isFree: true, paidCredits: 0 } };
    expect(await done(bench, pages(500), free)).toMatchObject({ state: "complete", charged: 0 });
    expect(await bench.balance()).toEqual({ balance: 11, held: 0 });
  });

  test("that is cancelled when it has been made is charged nothing", async () => {
    const bench = await openBench({ credits: 20 });
    const cancelled: Run = async (...given) => {
      const [job] = await bench.store.jobs.list({ accountId: bench.accountId, limit: 1 });
      await bench.store.jobs.cancel({ jobId: job?.id ?? "", now: bench.clock.now });
      return pages(20)(...given);
    };
    expect(await done(bench, cancelled)).toMatchObject({ state: "cancelled", held: 0, charged: 0 });
    expect(await bench.balance()).toEqual({ balance: 20, held: 0 });
    expect(await bench.names("results")).toEqual([]);
  });
});
