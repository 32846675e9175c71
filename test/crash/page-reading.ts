import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import type { Engines } from "../../src/engines/engines.ts";
import { fileOperation } from "../../src/operations/operation.ts";
import { createJobInputs } from "../../src/platform/blobs/job-inputs.ts";
import { openLocalBlobs } from "../../src/platform/blobs/local/local-blobs.ts";
import { createPageResults } from "../../src/platform/blobs/page-results.ts";
import { createResultFiles } from "../../src/platform/blobs/result-files.ts";
import { TaskDirectories } from "../../src/platform/blobs/task-directories.ts";
import { accountBoundsOf } from "../../src/platform/config/account-bounds.ts";
import { readConfig } from "../../src/platform/config/config.ts";
import { toProblem } from "../../src/platform/http/lifecycle/problem.ts";
import { createJobs, type JobService } from "../../src/platform/jobs/job-service.ts";
import { makeCaller, TEST_LIMITS } from "../../src/platform/jobs/testing/caller.ts";
import { newId } from "../../src/platform/store/ids.ts";
import { openSqliteStore } from "../../src/platform/store/sqlite/sqlite-store.ts";
import type { Store } from "../../src/platform/store/store.ts";
import { createLog } from "../../src/platform/telemetry/log.ts";

/*
 * Jobs on a store and directories like the service's, of an operation that asks a provider for each page of a document.
 * The provider is a file that records what it was asked.
 */

export const PAGES = 6;
export const PAGE_PRICE = 2;

/** The points in the processing of a page between which a process may be lost. */
export const POINTS = ["asked", "kept", "owed"] as const;
export interface PagePoint {
  /** The point: the provider has answered; the answer is on disk; the store knows what is owed for it. */
  readonly point: (typeof POINTS)[number];
  readonly page: number;
}

export interface PageReading extends AsyncDisposable {
  readonly store: Store;
  readonly jobs: JobService;
  /** Submits a job of a new account, with all that it costs held, and returns the job's id. */
  submit(): Promise<string>;
}

export async function openPageReading(
  directory: string,
  reached: (point: PagePoint) => void = () => {},
): Promise<PageReading> {
  const tasks = await TaskDirectories.open(directory);
  const store = await openSqliteStore({ path: join(directory, "quire.db"), writer: "thread" });
  const instance = newId.instance();
  await store.recover({ instance, isAlone: true, maxAttempts: 3, now: Date.now() });
  const blobs = await openLocalBlobs(directory);
  const [inputs, results] = [createJobInputs(blobs), createResultFiles(blobs)];
  const jobs = createJobs({
    store: {
      ...store,
      jobs: {
        ...store.jobs,
        async owe(owed) {
          const outcome = await store.jobs.owe(owed);
          reached({ point: "owed", page: owed.pages });
          return outcome;
        },
      },
    },
    inputs: {
      ...inputs,
      async keepPart(id, part) {
        await inputs.keepPart(id, part);
        reached({ point: "kept", page: Number(part.name) });
      },
    },
    results,
    pageResults: createPageResults(blobs),
    sharesBlobs: blobs.isShared,
    tasks,
    operations: [readingOf(directory, reached)],
    instance,
    // The operation asks no engine for anything.
    execution: { engines: {} as Engines, limits: TEST_LIMITS, compatibility },
    places: { ocr: 1 },
    pollMs: 1000,
    maxPending: 10,
    accountBounds: accountBoundsOf(readConfig({})),
    timeoutMs: 60_000,
    engineTimeMs: 60_000,
    retentionMs: 3_600_000,
    log: createLog("silent"),
    now: Date.now,
    problemOf: (thrown) => toProblem(thrown, { requestId: "", retryAfterSeconds: 1 }),
  });
  return {
    store,
    jobs,
    submit: async () => {
      const path = join(directory, "upload");
      await writeFile(path, "%PDF-1.7");
      const { job } = await jobs.submit({
        caller: await makeCaller(store, 100, Date.now()),
        operation: "read-pages",
        fields: {},
        files: [{ path, ...document }],
        warnings: [],
        terms: { isFree: false, paidCredits: 0 },
        credits: PAGES * PAGE_PRICE,
        message: "It was asked for.",
      });
      return job.id;
    },
    async [Symbol.asyncDispose]() {
      await jobs.stop();
      await store.close();
      await tasks.close();
    },
  };
}

/** Returns the pages that the provider was asked for, in the order of the requests. */
export const askedPages = (directory: string): number[] => {
  const path = join(directory, "asked");
  return existsSync(path) ? readFileSync(path, "utf8").trimEnd().split("\n").map(Number) : [];
};

const readingOf = (directory: string, reached: (point: PagePoint) => void) =>
  fileOperation({
    name: "read-pages",
    operationId: "read_pages",
    path: "/api/v1/ocr/read-pages",
    scope: "ocr",
    workClass: "ocr",
    summary: "Reads pages",
    description: "Reads pages for tests.",
    price: `${PAGE_PRICE} credits per page`,
    accepts: ["application/pdf"],
    files: { min: 1, max: 1 },
    produces: ["application/json"],
    parameters: z.object({}),
    password: () => undefined,
    quote: () => PAGES * PAGE_PRICE,
    async run(_files, _parameters, { checkpoints }) {
      const texts: unknown[] = [];
      for (let page = 1; page <= PAGES; page += 1) {
        const name = String(page);
        if ((await checkpoints.read(name)) === undefined) {
          // What a killed process has written to the kernel is not lost.
          appendFileSync(join(directory, "asked"), `${page}\n`);
          reached({ point: "asked", page });
          await checkpoints.keep(name, { text: `text of page ${page}` }, PAGE_PRICE);
        }
        texts.push(await checkpoints.read(name));
      }
      return { result: { kind: "json", value: texts } };
    },
  });

const document = {
  filename: "document.pdf",
  mediaType: "application/pdf",
  sizeBytes: 8,
  pages: PAGES,
  protection: "none",
  repaired: false,
} as const;

const compatibility = { jpegExtension: "jpg", confidence: "fraction", ocrPages: "number" } as const;
