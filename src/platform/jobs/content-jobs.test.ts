import { readFile, rm, writeFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { z } from "zod";
import { fields } from "../../kernel/fields.ts";
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
  await rm(bench.inputs.pathOf(gone.job.id, 1));
  const { files: _, ...other } = await submissionOf(bench);
  const { files } = await bench.submission();
  const foreign = await service.submit({ ...other, files });
  await service.start();
  for (const { job } of [gone, foreign]) {
    expect(await reach(service, job.id, "failed")).toMatchObject({ error: { code: "internal_error" }, charged: 0 });
  }
});
