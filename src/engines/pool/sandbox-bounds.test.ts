import { mkdir, readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Failure } from "../../kernel/failure.ts";
import { MAX_THREADS } from "./sandbox/confinement.ts";
import { possibleTiers } from "./sandbox/sandbox.ts";
import { startTestPool, type TestPool, work } from "./testing/test-pool.ts";

/*
 * What a worker that a document has taken over can take of the machine, in each tier that the machine offers. What
 * exceeds a bound is the document's fault, and the slot is usable afterwards.
 */

const FILE_BYTES = 4 * 2 ** 20;
/** Users that no other test's workers have: threads are counted by user. */
const FIRST_UIDS = { bubblewrap: 71_000, "other-uid": 71_010, plain: 71_020 };

describe.each(possibleTiers())("%s", (tier) => {
  let started: TestPool;
  let outputDirectory: string;

  beforeAll(async () => {
    started = await startTestPool({
      tier,
      entry: join(import.meta.dirname, "testing", "excessive-worker.ts"),
      fileBytes: FILE_BYTES,
      outputBytes: 16 * FILE_BYTES,
      firstWorkerUid: FIRST_UIDS[tier],
    });
    outputDirectory = join(started.directory, "results");
    await mkdir(outputDirectory);
  });

  afterAll(async () => {
    await started[Symbol.asyncDispose]();
  });

  const call = async (method: string): Promise<unknown[]> => {
    const parameters = { fileBytes: FILE_BYTES };
    return Array.fromAsync(
      started.pool.stream({ method, parameters, inputs: [], outputDirectory, work: work(60_000) }),
    );
  };
  const reasonOf = async (method: string): Promise<unknown> =>
    call(method).then(
      (items) => items,
      (error: Failure) => error.facts["reason"],
    );
  const filesInSlot = async (): Promise<string[]> => {
    const slots = join(started.directory, "slots");
    const held = (await readdir(slots)).filter((name) => name.startsWith("held-"));
    return [...held, ...(await readdir(join(slots, "slot-0", "out")).catch(() => ["being made"]))];
  };

  test("threads end at the bound", async () => {
    const outcome = await reasonOf("threads");
    // Either the service ended the worker, or the kernel refused it the next thread.
    const [{ threads } = { threads: Number.POSITIVE_INFINITY }] =
      outcome === "threads" ? [{ threads: 0 }] : (outcome as { threads: number }[]);
    expect(threads).toBeLessThan(MAX_THREADS);
  });

  test("memory that RLIMIT_DATA does not count is counted", async () => {
    expect(await reasonOf("readOnlyMemory")).toBe("memory");
  });

  test.each(["manyFiles", "sparseFiles", "endlessResults"])("the disk is bounded: %s", async (method) => {
    expect(await reasonOf(method)).toBe("file-size");
    await expect.poll(filesInSlot).toEqual([]);
  });

  test.runIf(tier === "bubblewrap")("files that are kept open after they were handed over are counted", async () => {
    expect(await reasonOf("keptFiles")).toBe("file-size");
  });

  test("a result does not change once it has been handed over", async () => {
    const [item] = (await call("changedResult")) as { path: string; inode: number }[];
    expect(await call("changeAgain")).toEqual([{ changed: true }]);
    expect(await readFile(item?.path ?? "", "utf8")).toBe("before");
    expect((await stat(item?.path ?? "")).ino).not.toBe(item?.inode);
  });

  test("a directory in `out` ends the worker or cannot be made", async () => {
    expect(["file-size", "crash"]).toContain(await reasonOf("directory"));
  });
});
