import { mkdir, mkdtemp, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { isLinux } from "./sandbox/libc.ts";
import { type Excess, type WorkerBounds, watchWorker } from "./worker-watch.ts";

const WIDE: WorkerBounds = { memoryBytes: 2 ** 40, threads: 10_000, outputBytes: 10_000_000, outputFiles: 3 };
let directory: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "quire-watch-"));
});

afterAll(async () => {
  await rm(directory, { recursive: true });
});

/** Watches this process and a directory until a bound is exceeded. */
async function excessOf(outputDirectory: string, bounds: Partial<WorkerBounds>): Promise<Excess> {
  const watch = new AbortController();
  const { promise, resolve } = Promise.withResolvers<Excess>();
  const worker = { processId: process.pid, outputDirectory, bounds: { ...WIDE, ...bounds } };
  watchWorker(worker, { signal: watch.signal, onExceeded: resolve });
  return promise;
}

test.runIf(isLinux)("memory and threads of a process are counted", async () => {
  expect(await excessOf(directory, { memoryBytes: 2 ** 20 })).toBe("memory");
  expect(await excessOf(directory, { threads: 1 })).toBe("threads");
});

test("files are counted, and their bytes with those of holes", async () => {
  const many = join(directory, "many");
  await mkdir(many);
  await Promise.all([1, 2, 3, 4].map(async (file) => writeFile(join(many, String(file)), "")));
  expect(await excessOf(many, {})).toBe("file-size");
  const sparse = join(directory, "sparse");
  await mkdir(sparse);
  await writeFile(join(sparse, "file"), "");
  const found = excessOf(sparse, {});
  await truncate(join(sparse, "file"), 10_000_001);
  expect(await found).toBe("file-size");
});

test("a directory is more than a worker may make", async () => {
  const nested = join(directory, "nested");
  await mkdir(join(nested, "directory"), { recursive: true });
  expect(await excessOf(nested, {})).toBe("file-size");
});

test("nothing is reported for a worker that has ended", async () => {
  const watch = new AbortController();
  watch.abort();
  const reported: Excess[] = [];
  const worker = { processId: process.pid, outputDirectory: directory, bounds: { ...WIDE, threads: 1 } };
  watchWorker(worker, { signal: watch.signal, onExceeded: (excess) => reported.push(excess) });
  await new Promise(setImmediate);
  expect(reported).toEqual([]);
});
