import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { resultKey } from "../blob-keys.ts";
import { describeBlobStore } from "../conformance/blob-store.ts";
import { createJobInputs } from "../job-inputs.ts";
import { createResultFiles } from "../result-files.ts";
import { openLocalBlobs } from "./local-blobs.ts";

describeBlobStore("blobs in the data directory", async () => {
  const home = await mkdtemp(join(tmpdir(), "quire-blobs-"));
  const directory = join(home, "tasks");
  await mkdir(directory);
  return {
    blobs: await openLocalBlobs(home),
    directory,
    close: () => rm(home, { recursive: true }),
  };
});

async function temporaryFolder(parent = tmpdir()): Promise<string> {
  const folder = await mkdtemp(join(parent, "quire-blobs-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

const RESULT = "0123456789abcdef0123456789abcdef";
const JOB = "job_aaaaaaaaaaaa";

test("the data directory of an earlier version is read, its names are kept, and what was left half-way is removed", async () => {
  const home = await temporaryFolder();
  await mkdir(join(home, "results"));
  await mkdir(join(home, "jobs", `${JOB}.parts`), { recursive: true });
  await mkdir(join(home, "request-parts", "f".repeat(64)), { recursive: true });
  await mkdir(join(home, "incoming"));
  await writeFile(join(home, "results", RESULT), "a result");
  await writeFile(join(home, "jobs", `${JOB}.input-1`), "an input");
  await writeFile(join(home, "jobs", `${JOB}.request.json`), '{"fields":{}}');
  await writeFile(join(home, "jobs", `${JOB}.parts`, "page-1.json"), '{"value":{"text":"x"},"credits":2}');
  await writeFile(join(home, "jobs", `${JOB}.parts`, "page-2.new"), '{"val');
  await writeFile(join(home, "incoming", "half"), "ha");
  const blobs = await openLocalBlobs(home);
  const [inputs, results] = [createJobInputs(blobs), createResultFiles(blobs)];
  expect(await results.names()).toEqual([RESULT]);
  expect(String(await results.read(RESULT))).toBe("a result");
  expect(await inputs.jobIds()).toEqual([JOB]);
  expect(await inputs.request(JOB)).toEqual({ fields: {} });
  expect(await inputs.part(JOB, "page-1")).toEqual({ name: "page-1", value: { text: "x" }, credits: 2 });
  expect(await inputs.partNames(JOB)).toEqual(["page-1"]);
  expect(await readdir(join(home, "incoming"))).toEqual([]);
  expect(await readdir(join(home, "request-parts"))).toEqual([]);
  await inputs.remove(JOB);
  expect(await readdir(join(home, "jobs"))).toEqual([]);
});

test("a file is not copied on its way in and out: it gets further names", async () => {
  const home = await temporaryFolder();
  const blobs = await openLocalBlobs(home);
  const [made, fetched] = [join(home, "made"), join(home, "fetched")];
  await writeFile(made, "a result");
  await blobs.put(resultKey(RESULT), { path: made });
  await blobs.fetch(resultKey(RESULT), fetched);
  const inodes = await Promise.all(
    [made, join(home, "results", RESULT), fetched].map(async (path) => (await stat(path)).ino),
  );
  expect(new Set(inodes).size).toBe(1);
  expect((await stat(join(home, "results"))).mode & 0o777).toBe(0o700);
});

test("a file of another file system is copied", async (context) => {
  const home = await temporaryFolder();
  const elsewhere = await temporaryFolder("/dev/shm").catch(() => undefined);
  if (elsewhere === undefined || (await stat(elsewhere)).dev === (await stat(home)).dev) {
    context.skip();
    return;
  }
  const blobs = await openLocalBlobs(home);
  await writeFile(join(elsewhere, "made"), "a result");
  await blobs.put(resultKey(RESULT), { path: join(elsewhere, "made") });
  expect(await readFile(join(home, "results", RESULT), "utf8")).toBe("a result");
  await blobs.fetch(resultKey(RESULT), join(elsewhere, "fetched"));
  expect(await readFile(join(elsewhere, "fetched"), "utf8")).toBe("a result");
  expect(await readdir(join(home, "incoming"))).toEqual([]);
});

test("a data directory that has gone is not made again: the disk may be away", async () => {
  const home = await temporaryFolder();
  const blobs = await openLocalBlobs(home);
  await rm(join(home, "results"), { recursive: true });
  await writeFile(join(home, "made"), "a result");
  const trouble = { code: "storage_unavailable", message: expect.stringContaining("The folder results of") };
  await expect(blobs.put(resultKey(RESULT), { path: join(home, "made") })).rejects.toMatchObject(trouble);
  await expect(blobs.put(resultKey(RESULT), { bytes: Buffer.from("a result") })).rejects.toMatchObject(trouble);
  await expect(blobs.probe()).rejects.toMatchObject(trouble);
  // Nor is a result gone that is on the disk that is away.
  const reads = [
    () => blobs.open(resultKey(RESULT)),
    () => blobs.read(resultKey(RESULT)),
    () => blobs.stat(resultKey(RESULT)),
    () => blobs.fetch(resultKey(RESULT), join(home, "fetched")),
  ];
  for (const read of reads) {
    await expect(read()).rejects.toMatchObject(trouble);
  }
  expect(await readdir(join(home, "incoming"))).toEqual([]);
  expect(await readdir(home)).not.toContain("results");
});
