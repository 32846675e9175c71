import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createJobInputs, type JobInputs } from "./job-inputs.ts";
import { openLocalBlobs } from "./local/local-blobs.ts";

const ONE = "job_aaaaaaaaaaaa";
const OTHER = "job_bbbbbbbbbbbb";

let directory: string;
let inputs: JobInputs;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "quire-inputs-"));
  inputs = createJobInputs(await openLocalBlobs(directory));
});
afterEach(() => rm(directory, { recursive: true }));

const part = (name: string, credits = 2) => ({ name, value: { text: `é of ${name}` }, credits });
const pathOf = (jobId: string, file: string): string => join(directory, "jobs", `${jobId}.parts`, file);

test("parts are read as they were kept, each job's own, by whoever opens the inputs next", async () => {
  await Promise.all(["page-1", "page-2"].map((name) => inputs.keepPart(ONE, part(name))));
  await inputs.keepPart(OTHER, part("page-1", 7));
  const next = createJobInputs(await openLocalBlobs(directory));
  expect((await next.partNames(ONE)).toSorted()).toEqual(["page-1", "page-2"]);
  expect(await next.part(ONE, "page-2")).toEqual(part("page-2"));
  expect(await next.part(OTHER, "page-1")).toEqual(part("page-1", 7));
  expect(await next.part(OTHER, "page-2")).toBeUndefined();
  expect(await next.partNames("job_cccccccccccc")).toEqual([]);
});

test("parts are their owner's alone", async () => {
  await inputs.keepPart(ONE, part("page-1"));
  expect((await stat(pathOf(ONE, "."))).mode & 0o777).toBe(0o700);
  expect((await stat(pathOf(ONE, "page-1.json"))).mode & 0o777).toBe(0o600);
});

test.for(["", '{"value":{"text":', "{}", '{"value":{},"credits":"2"}', "\0".repeat(40)])(
  "a part of which a crash has left %j is not there, and can be kept again",
  async (left) => {
    await inputs.keepPart(ONE, part("page-1"));
    await writeFile(pathOf(ONE, "page-1.json"), left);
    expect(await inputs.part(ONE, "page-1")).toBeUndefined();
    await inputs.keepPart(ONE, part("page-1"));
    expect(await inputs.part(ONE, "page-1")).toEqual(part("page-1"));
  },
);

test("a part that was being written when the process was lost is none, and is written over", async () => {
  await inputs.keepPart(ONE, part("page-1"));
  await writeFile(pathOf(ONE, "page-2.new"), "x".repeat(1000));
  expect(await inputs.partNames(ONE)).toEqual(["page-1"]);
  await inputs.keepPart(ONE, part("page-2"));
  expect(JSON.parse(await readFile(pathOf(ONE, "page-2.json"), "utf8"))).toEqual({
    value: { text: "é of page-2" },
    credits: 2,
  });
});

test("a job's parts go with its inputs, and are found when nothing else is left of it", async () => {
  await inputs.keep(ONE, { files: [], request: {} });
  await inputs.keepPart(ONE, part("page-1"));
  await inputs.keepPart(OTHER, part("page-1"));
  expect((await inputs.jobIds()).toSorted()).toEqual([ONE, OTHER]);
  await inputs.remove(ONE);
  expect(await readdir(join(directory, "jobs"))).toEqual([`${OTHER}.parts`]);
  expect(await inputs.jobIds()).toEqual([OTHER]);
  await inputs.remove(OTHER);
  await inputs.remove(OTHER);
  expect(await readdir(join(directory, "jobs"))).toEqual([]);
});

test("after a failure nothing is still being kept, and nothing stays, whichever file is missing", async () => {
  const local = await openLocalBlobs(directory);
  const slow = createJobInputs({
    ...local,
    isShared: false,
    put: async (key, source) => {
      if (key.endsWith(".input-1")) {
        throw new Error("The disk is full.");
      }
      await sleep(20);
      await local.put(key, source);
    },
    list: (folder) => local.list(folder),
    remove: (keys) => local.remove(keys),
  });
  const files = await Promise.all(
    ["a", "b"].map(async (name) => {
      const path = join(directory, name);
      await writeFile(path, name);
      return path;
    }),
  );
  await expect(slow.keep(ONE, { files, request: {} })).rejects.toThrow("The disk is full.");
  const left = await readdir(join(directory, "jobs"));
  expect(left.toSorted()).toEqual([`${ONE}.input-2`, `${ONE}.request.json`]);
  await inputs.keepPart(ONE, part("page-1"));
  await inputs.keepPart(OTHER, part("page-1"));
  await slow.removeRemains(ONE);
  expect(await readdir(join(directory, "jobs"))).toEqual([`${OTHER}.parts`]);
});
