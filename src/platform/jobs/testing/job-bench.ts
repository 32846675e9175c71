import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach } from "vitest";
import { z } from "zod";
import type { Engines } from "../../../engines/engines.ts";
import type { Compatibility } from "../../../kernel/compatibility.ts";
import { Failure } from "../../../kernel/failure.ts";
import { fields } from "../../../kernel/fields/fields.ts";
import {
  type Context,
  type FileOperation,
  type Files,
  fileOperation,
  type Outcome,
} from "../../../operations/operation.ts";
import { createJobInputs, type JobInputs } from "../../blobs/job-inputs.ts";
import { openLocalBlobs } from "../../blobs/local/local-blobs.ts";
import { createPageResults } from "../../blobs/page-results.ts";
import { createResultFiles, type ResultFiles } from "../../blobs/result-files.ts";
import { TaskDirectories } from "../../blobs/task-directories.ts";
import { accountBoundsOf } from "../../config/account-bounds.ts";
import { readConfig } from "../../config/config.ts";
import { newId } from "../../store/ids.ts";
import type { Job } from "../../store/job-store.ts";
import { openSqliteStore } from "../../store/sqlite/sqlite-store.ts";
import type { Store } from "../../store/store.ts";
import { createLog } from "../../telemetry/log.ts";
import type { JobDeps } from "../job-deps.ts";
import { createJobs, type JobService } from "../job-service.ts";
import type { Submission } from "../jobs.ts";
import { makeCaller, TEST_LIMITS } from "./caller.ts";

/*
 * Jobs on a real store and in real directories; only the operation is made for tests. It is priced at 5 credits and
 * charges those, unless its outcome says `usage.credits`.
 */

export const PRICE = 5;
export const HOUR_MS = 3_600_000;

export type Work = (files: Files, context: Context, parameters: { readonly copies: number }) => Promise<Outcome>;

export interface JobBench {
  readonly store: Store;
  readonly inputs: JobInputs;
  readonly results: ResultFiles;
  /** Returns the path of a file in the data directory. */
  pathOf(name: string): string;
  readonly accountId: string;
  /** The clock that the services read. */
  readonly clock: { now: number };
  /** Makes a service with its own instance name, not started; it is stopped after the test. */
  service(work: Work, changes?: Partial<JobDeps>): JobService;
  /** Makes a request of one file with 3 pages. */
  submission(changes?: Partial<Submission>): Promise<Submission>;
  /** Lists the names in a directory of the data directory. */
  names(directory: "jobs" | "results" | "tasks"): Promise<string[]>;
  balance(): Promise<{ readonly balance: number; readonly held: number }>;
}

const benches: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of benches.splice(0)) {
    await close();
  }
});

export async function openBench({ credits = 100 }: { readonly credits?: number } = {}): Promise<JobBench> {
  const directory = await mkdtemp(join(tmpdir(), "quire-jobs-"));
  // Threads for each bench would take longer to start than most of its tests.
  const store = await openSqliteStore({ path: join(directory, "quire.db"), writer: "inline" });
  const tasks = await TaskDirectories.open(directory);
  const blobs = await openLocalBlobs(directory);
  const [inputs, results] = [createJobInputs(blobs), createResultFiles(blobs)];
  const clock = { now: Date.UTC(2026, 0, 15) };
  const caller = await makeCaller(store, credits, clock.now);
  const services: JobService[] = [];
  let uploads = 0;
  benches.push(async () => {
    await Promise.all(services.map((service) => service.stop()));
    await store.close();
    await tasks.close();
    await rm(directory, { recursive: true });
  });
  return {
    store,
    inputs,
    results,
    pathOf: (name) => join(directory, name),
    accountId: caller.account.id,
    clock,
    service(work, changes = {}) {
      const service = createJobs({
        store,
        inputs,
        results,
        pageResults: createPageResults(blobs),
        sharesBlobs: blobs.isShared,
        tasks,
        operations: [operationOf(work)],
        instance: newId.instance(),
        // The operation of the tests uses no engine.
        execution: { engines: {} as Engines, limits: TEST_LIMITS, compatibility },
        places: { pdf: 2, ocr: 2, browser: 2 },
        pollMs: 1000,
        maxPending: 100,
        accountBounds: accountBoundsOf(readConfig({})),
        timeoutMs: 60_000,
        engineTimeMs: 60_000,
        retentionMs: HOUR_MS,
        log: createLog("silent"),
        now: () => clock.now,
        problemOf,
        ...changes,
      });
      services.push(service);
      return service;
    },
    async submission(changes = {}) {
      uploads += 1;
      const path = join(directory, `upload-${uploads}`);
      await writeFile(path, "%PDF-1.7 text");
      const file = { filename: `${uploads}.pdf`, path, mediaType: "application/pdf", sizeBytes: 13 } as const;
      return {
        caller,
        operation: "test-work",
        fields: {},
        files: [{ ...file, pages: 3, protection: "none", repaired: false }],
        warnings: [],
        credits: PRICE,
        terms: { isFree: false, paidCredits: 0 },
        message: "It was asked for.",
        ...changes,
      };
    },
    async names(name) {
      const files = await readdir(join(directory, name));
      return name === "jobs" ? [...new Set(files.map((file) => file.split(".")[0] ?? file))] : files;
    },
    async balance() {
      const account = await store.accounts.find(caller.account.id);
      return { balance: account?.balance ?? 0, held: account?.held ?? 0 };
    },
  };
}

const compatibility: Compatibility = { jpegExtension: "jpg", confidence: "fraction", ocrPages: "number" };

export function operationOf(work: Work, maxCopies = 9): FileOperation {
  return fileOperation({
    name: "test-work",
    operationId: "test_work",
    path: "/api/v1/pdf/test-work",
    scope: "pdf",
    workClass: "pdf",
    summary: "Works",
    description: "Works for tests.",
    price: "5 credits",
    accepts: ["application/pdf"],
    files: { min: 1, max: 1 },
    produces: ["text/plain"],
    parameters: z.object({ copies: fields.integer({ min: 1, max: maxCopies, default: 1 }) }),
    password: () => undefined,
    quote: () => PRICE,
    settle: ({ usage }, quoted) => usage?.["credits"] ?? quoted,
    run: (files, parameters, context) => work(files, context, parameters),
  });
}

/** Makes work that writes a file with `text`. */
export const writesFile =
  (text = "done"): Work =>
  async ([{ filename }], { workspace }) => {
    const path = join(workspace, "result.txt");
    await writeFile(path, text);
    return { result: { kind: "file", mediaType: "text/plain", filename: `${filename}.txt`, path } };
  };

/** Works until its signal is aborted, and then fails as an engine would. */
export const untilAborted = ({ signal }: Pick<Context, "signal">): Promise<never> =>
  new Promise((_resolve, reject) => {
    const abort = (): void => reject(new Error("The engine was killed.", { cause: signal.reason }));
    signal.addEventListener("abort", abort, { once: true });
    if (signal.aborted) {
      abort();
    }
  });

function problemOf(thrown: unknown) {
  const failure = thrown instanceof Failure ? thrown : new Failure("internal_error", "Not a failure.");
  return { status: 418, code: failure.code, members: { detail: failure.message, code: failure.code } };
}

/** Waits until the job is in `state` and returns it. */
export async function reach(service: JobService, id: string, state: Job["state"]): Promise<Job> {
  for (let after = 0; ; ) {
    const job = await service.waitForChange(id, { after, maxMs: 20_000, signal: new AbortController().signal });
    if (job === undefined || (job.sequence <= after && job.state !== state)) {
      throw new Error(`The job did not become ${state}: ${JSON.stringify(job)}`);
    }
    if (job.state === state) {
      return job;
    }
    after = job.sequence;
  }
}
