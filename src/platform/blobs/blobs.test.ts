import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { TaskDirectories } from "./task-directories.ts";

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "quire-blobs-"));
});
afterEach(() => rm(directory, { recursive: true }));

test("a task has directories for its owner alone, and leaves nothing behind", async () => {
  const tasks = await TaskDirectories.open(directory);
  {
    await using task = tasks.create();
    expect((await stat(task.inputs)).mode & 0o777).toBe(0o700);
    expect(await readdir(task.workspace)).toEqual([]);
    await writeFile(join(task.inputs, "input-1"), "x");
    await mkdir(join(task.workspace, "deep"));
    await writeFile(join(task.workspace, "deep", "page"), "x");
  }
  expect(await readdir(join(directory, "tasks"))).toEqual([]);
  await tasks.close();
  expect((await readdir(directory)).toSorted()).toEqual(["lock", "tasks"]);
});

test("what an earlier run left is removed at the start", async () => {
  await mkdir(join(directory, "tasks", "old", "work"), { recursive: true });
  await writeFile(join(directory, "tasks", "old", "input-1"), "secret");
  const tasks = await TaskDirectories.open(directory);
  expect(await readdir(join(directory, "tasks"))).toEqual([]);
  await tasks.close();
});
