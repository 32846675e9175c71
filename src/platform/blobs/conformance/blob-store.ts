import { randomBytes } from "node:crypto";
import { readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { inputKey, jobPartsFolder, requestKey, requestPartsFolder, resultKey } from "../blob-keys.ts";
import type { BlobStore } from "../blob-store.ts";

/** A store for the suite, with a directory in which a task would have its files. */
export interface BlobScene {
  readonly blobs: BlobStore;
  readonly directory: string;
  close(): Promise<void>;
}

const MIB = 1024 * 1024;
const JOB = "job_aaaaaaaaaaaa";
const OTHER = "job_bbbbbbbbbbbb";

/** What every blob store promises, whatever it keeps blobs in. */
export function describeBlobStore(name: string, open: () => Promise<BlobScene>): void {
  // oxlint-disable-next-line vitest/valid-title -- the name of the store
  describe(name, () => {
    beforeAll(async () => {
      scene = await open();
      blobs = scene.blobs;
    });
    afterAll(() => scene.close());
    beforeEach(() => {
      key = resultKey(randomBytes(16).toString("hex"));
    });
    testReading();
    testFiles();
    testNames();
  });
}

// The suites of a file follow each other.
let scene: BlobScene;
let blobs: BlobStore;
/** A key that no test has used before. */
let key: string;

async function fileOf(bytes: Uint8Array): Promise<string> {
  const path = join(scene.directory, randomBytes(8).toString("hex"));
  await writeFile(path, bytes);
  return path;
}

async function contentOf(range?: { readonly start: number; readonly end: number }): Promise<Buffer | undefined> {
  const opened = await blobs.open(key, range);
  return opened && Buffer.concat(await opened.content.toArray());
}

function testReading(): void {
  test.for([0, 1, 65_537, 3 * MIB, 9 * MIB + 1])("%i bytes are read in every way as they were put", async (size) => {
    const bytes = randomBytes(size);
    for (const source of [{ bytes }, { path: await fileOf(bytes) }]) {
      await blobs.put(key, source);
      expect(await blobs.stat(key)).toEqual({ sizeBytes: size });
      expect((await blobs.read(key))?.equals(bytes)).toBe(true);
      expect((await contentOf())?.equals(bytes)).toBe(true);
      const path = join(scene.directory, "fetched");
      expect(await blobs.fetch(key, path)).toBe(true);
      expect((await readFile(path)).equals(bytes)).toBe(true);
    }
  });

  test.for([
    { start: 0, end: 99_999 },
    { start: 0, end: 9 },
    { start: 40_000, end: 80_000 },
    { start: 99_999, end: 99_999 },
  ])("the bytes from $start to $end are read alone", async (range) => {
    const bytes = randomBytes(100_000);
    await blobs.put(key, { bytes });
    const opened = await blobs.open(key, range);
    expect(opened?.sizeBytes).toBe(100_000);
    opened?.content.destroy();
    expect((await contentOf(range))?.equals(bytes.subarray(range.start, range.end + 1))).toBe(true);
  });

  test("a reader that leaves in the middle, or before it has begun, disturbs nobody", async () => {
    const bytes = randomBytes(4 * MIB);
    await blobs.put(key, { bytes });
    const [unread, begun] = [await blobs.open(key), await blobs.open(key)];
    unread?.content.destroy();
    for await (const chunk of begun?.content ?? []) {
      expect(Buffer.from(chunk).length).toBeGreaterThan(0);
      break;
    }
    expect((await contentOf())?.equals(bytes)).toBe(true);
  });
}

function testFiles(): void {
  test("what is not there is undefined, and can be removed", async () => {
    expect(await blobs.stat(key)).toBeUndefined();
    expect(await blobs.open(key)).toBeUndefined();
    expect(await blobs.open(key, { start: 0, end: 9 })).toBeUndefined();
    expect(await blobs.read(key)).toBeUndefined();
    const path = join(scene.directory, "missing");
    expect(await blobs.fetch(key, path)).toBe(false);
    await expect(stat(path)).rejects.toMatchObject({ code: "ENOENT" });
    await blobs.remove([key]);
    await blobs.remove([key, requestKey(JOB)]);
  });

  test("a fetched file stays when its blob goes, and replaces what was in its place", async () => {
    const path = await fileOf(Buffer.from("something longer that was there before"));
    await blobs.put(key, { bytes: Buffer.from("one") });
    await blobs.fetch(key, path);
    await blobs.remove([key]);
    expect(await readFile(path, "utf8")).toBe("one");
    expect(await blobs.stat(key)).toBeUndefined();
  });

  test("a file that was put stays in its place, and its blob stays when the file goes", async () => {
    const path = await fileOf(Buffer.from("one"));
    await blobs.put(key, { path });
    expect(await readFile(path, "utf8")).toBe("one");
    await rm(path);
    expect(String(await blobs.read(key))).toBe("one");
  });

  test("a blob replaces the one before it, and whoever reads sees the whole of one of them", async () => {
    const [first, second] = [randomBytes(2 * MIB), randomBytes(MIB)];
    await blobs.put(key, { path: await fileOf(first) });
    await blobs.put(key, { path: await fileOf(second) });
    expect((await blobs.read(key))?.equals(second)).toBe(true);
    await blobs.put(key, { path: await fileOf(second) });
    await blobs.put(key, { bytes: first });
    expect((await blobs.read(key))?.equals(first)).toBe(true);
  });

  test("a file that cannot be read is an error, and nothing is there then", async () => {
    await expect(blobs.put(key, { path: join(scene.directory, "nowhere") })).rejects.toThrow(/ENOENT/);
    expect(await blobs.stat(key)).toBeUndefined();
  });

  test("the store can be used", () => expect(blobs.probe()).resolves.toBeUndefined());
}

function testNames(): void {
  test("a folder lists its blobs and those of its folders, with their times, and no others", async () => {
    const mine = [requestKey(JOB), inputKey(JOB, 0), `${jobPartsFolder(JOB)}page-1.json`];
    const request = requestPartsFolder("a".repeat(64));
    const parts = [`${request}page-1.json`, `${request}page-2.json`];
    const beforeMs = Date.now();
    for (const each of [...mine, ...parts]) {
      await blobs.put(each, { bytes: Buffer.from(each) });
    }
    const keysIn = async (folder: string) => (await blobs.list(folder)).map((listed) => listed.key).toSorted();
    expect(await keysIn("jobs/")).toEqual(mine.toSorted());
    expect(await keysIn(jobPartsFolder(JOB))).toEqual([mine[2]]);
    expect(await keysIn(jobPartsFolder(OTHER))).toEqual([]);
    expect(await keysIn("request-parts/")).toEqual(parts);
    for (const { modifiedAt } of await blobs.list("request-parts/")) {
      expect(Math.abs(modifiedAt - beforeMs)).toBeLessThan(30_000);
    }
    await blobs.remove([...mine, ...parts]);
    expect([await keysIn("jobs/"), await keysIn("request-parts/")]).toEqual([[], []]);
  });

  test("parts come and go at the same time", async () => {
    const folder = jobPartsFolder(OTHER);
    const names = Array.from({ length: 24 }, (_, index) => `${folder}page-${index}.json`);
    for (let round = 0; round < 3; round += 1) {
      await Promise.all(names.map((each) => blobs.put(each, { bytes: Buffer.from(each) })));
      await Promise.all([
        blobs.remove(names.slice(0, 12)),
        blobs.put(`${folder}new.json`, { bytes: Buffer.from("new") }),
      ]);
      const left = (await blobs.list(folder)).map((listed) => listed.key).toSorted();
      expect(left).toEqual([`${folder}new.json`, ...names.slice(12)].toSorted());
      await blobs.remove(left);
      expect(await blobs.list(folder)).toEqual([]);
    }
  });

  test.for(["../secret", "results/../secret", "results/", "results//x", "/etc/passwd", "results/a/b/c", "Results/x"])(
    "%j is no key",
    async (wrong) => {
      await expect((async () => blobs.put(wrong, { bytes: Buffer.from("x") }))()).rejects.toThrow(/key/);
      await expect((async () => blobs.fetch(wrong, join(scene.directory, "x")))()).rejects.toThrow(/key/);
    },
  );
}
