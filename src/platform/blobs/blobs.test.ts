import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { lockDirectory } from "./process-lock.ts";
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
  expect(await readdir(directory)).toEqual(["tasks"]);
});

test("what an earlier run left is removed at the start", async () => {
  await mkdir(join(directory, "tasks", "old", "work"), { recursive: true });
  await writeFile(join(directory, "tasks", "old", "input-1"), "secret");
  const tasks = await TaskDirectories.open(directory);
  expect(await readdir(join(directory, "tasks"))).toEqual([]);
  await tasks.close();
});

test("a directory that a running process has is refused until it gives it up", async () => {
  const first = await lockDirectory(directory);
  await expect(lockDirectory(directory)).rejects.toThrow("is in use by process");
  await expect(TaskDirectories.open(directory)).rejects.toThrow(String(process.pid));
  await first.release();
  const second = await lockDirectory(directory);
  await second.release();
  expect(await readdir(directory)).toEqual([]);
});

test("the lock of a process that has been killed is taken over", async () => {
  const script = `import { lockDirectory } from ${JSON.stringify(join(import.meta.dirname, "process-lock.ts"))};
    await lockDirectory(${JSON.stringify(directory)}); console.log("locked"); setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", script], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  await once(child.stdout, "data");
  await expect(lockDirectory(directory)).rejects.toThrow(String(child.pid));
  child.kill("SIGKILL");
  await once(child, "exit");
  const lock = await lockDirectory(directory);
  await lock.release();
});

test("a lock whose process id now belongs to another process is taken over", async () => {
  // Process 1 always runs; it did not begin at tick 123456789 of that boot.
  await writeFile(join(directory, "lock"), "1 123456789 00000000-0000-0000-0000-000000000000");
  const lock = await lockDirectory(directory);
  expect(await readFile(join(directory, "lock"), "utf8")).toMatch(new RegExp(`^${process.pid} `));
  await lock.release();
});
