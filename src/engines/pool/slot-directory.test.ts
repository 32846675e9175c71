import { chmodSync, existsSync, linkSync, mkdirSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { mkdir, mkdtemp, open, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ProtocolViolation } from "./messages.ts";
import { type SlotDirectory, SlotsDirectory, TooMuchOutput } from "./slot-directory.ts";
import { startTestPool, work } from "./testing/test-pool.ts";

const SHARED_MEMORY = "/dev/shm";
const hasTwoFileSystems = existsSync(SHARED_MEMORY) && statSync(SHARED_MEMORY).dev !== statSync(tmpdir()).dev;

test.runIf(hasTwoFileSystems)("slots may lie on another file system than inputs and results", async () => {
  const slotsDirectory = await mkdtemp(join(SHARED_MEMORY, "quire-slots-"));
  try {
    await using started = await startTestPool({ slotsDirectory });
    const { pool, directory } = started;
    await writeFile(join(directory, "input"), "content");
    const inputs = [join(directory, "input")];
    expect(await pool.call({ method: "echo", parameters: {}, inputs, work: work() })).toMatchObject({
      inputs: ["content"],
    });
    const parameters = { file: "page.txt", text: "result" };
    await pool.call({ method: "write", parameters, inputs: [], outputDirectory: directory, work: work() });
    expect(await readFile(join(directory, "page.txt"), "utf8")).toBe("result");
  } finally {
    await rm(slotsDirectory, { recursive: true });
  }
});

test("a directory of slots that was removed keeps nobody from closing, and is reported", async () => {
  const directory = await mkdtemp(join(tmpdir(), "quire-slots-"));
  const errors: unknown[] = [];
  const opened = await SlotsDirectory.open(directory, (error) => errors.push(error));
  await rm(directory, { recursive: true });
  await opened.close();
  expect(errors).toEqual([expect.objectContaining({ code: "ENOENT" })]);
});

test("an input stays as it was for everybody but the workers' group", async () => {
  await using started = await startTestPool();
  const input = join(started.directory, "input");
  await writeFile(input, "content", { mode: 0o600 });
  await started.pool.call({ method: "echo", parameters: {}, inputs: [input], work: work() });
  expect(statSync(input).mode & 0o027).toBe(0);
  expect(statSync(input).uid).toBe(process.geteuid?.());
});

/*
 * What a worker may leave in its slot where there is no system-call filter, which refuses most of this. The test writes in
 * place of the worker.
 */

interface OneSlot extends AsyncDisposable {
  readonly slot: SlotDirectory;
  readonly out: string;
  readonly results: string;
  readonly slots: string;
}

async function oneSlot(bounds = { bytes: 1000, files: 3 }): Promise<OneSlot> {
  const directory = await mkdtemp(join(tmpdir(), "quire-slot-"));
  const slots = join(directory, "slots");
  const opened = await SlotsDirectory.open(slots, (error) => expect(error).toBeUndefined());
  const slot = opened.slot(0, undefined, bounds);
  await slot.renew();
  const results = join(directory, "results");
  await mkdir(results);
  return {
    slot,
    out: join(slot.path, "out"),
    results,
    slots,
    async [Symbol.asyncDispose]() {
      await slot.remove();
      await opened.close();
      await rm(directory, { recursive: true });
    },
  };
}

test("a symbolic link, a directory or a second name in the place of a file is not taken", async () => {
  await using made = await oneSlot();
  const { slot, out, results } = made;
  const secret = join(results, "..", "secret");
  writeFileSync(secret, "secret");
  symlinkSync(secret, join(out, "link"));
  mkdirSync(join(out, "directory"));
  linkSync(secret, join(out, "second"));
  for (const name of ["link", "directory", "second"]) {
    await expect(slot.take(name, results)).rejects.toThrow(ProtocolViolation);
  }
  expect(await readdir(results)).toEqual([]);
  expect(await readFile(secret, "utf8")).toBe("secret");
  expect((await stat(secret)).nlink).toBe(1);
});

test("a result is another file than the worker's, which is empty from then on", async () => {
  await using made = await oneSlot();
  await using kept = await open(join(made.out, "result"), "w+");
  await kept.write("before");
  const path = await made.slot.take("result", made.results);
  expect((await kept.stat()).size).toBe(0);
  await kept.write("after", 0);
  expect(await readFile(path, "utf8")).toBe("before");
  expect((await stat(path)).ino).not.toBe((await kept.stat()).ino);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
});

test.each([
  ["bytes", [600, 600]],
  ["files", [1, 1, 1, 1]],
])("what a worker hands over for one task is bounded: %s", async (_, sizes) => {
  await using made = await oneSlot();
  const { slot, out, results } = made;
  const take = async (index: number, size: number): Promise<string> => {
    writeFileSync(join(out, `file_${index}`), "x".repeat(size));
    return slot.take(`file_${index}`, results);
  };
  const last = sizes.length - 1;
  for (const [index, size] of sizes.slice(0, last).entries()) {
    await take(index, size);
  }
  await expect(take(last, sizes[last] ?? 0)).rejects.toThrow(TooMuchOutput);
  expect((await readdir(made.slots)).filter((name) => name.startsWith("held-"))).toEqual([]);
  await slot.sweep();
  await take(last + 1, 1);
});

test("what a worker leaves in its slot is removed, however it is arranged", async () => {
  await using made = await oneSlot();
  const { slot, out, slots } = made;
  mkdirSync(join(out, "locked", "inside"), { recursive: true });
  writeFileSync(join(out, "locked", "file"), "left");
  chmodSync(join(out, "locked"), 0);
  // Deeper than a path may be long.
  const start = process.cwd();
  process.chdir(out);
  for (let depth = 0; depth < 600; depth++) {
    mkdirSync("deeper-and-deeper");
    process.chdir("deeper-and-deeper");
  }
  process.chdir(start);
  await slot.sweep();
  expect(await readdir(out)).toEqual([]);
  const trash = (await readdir(slots)).find((name) => name.startsWith("trash-")) ?? "";
  await expect.poll(async () => readdir(join(slots, trash)), { timeout: 20_000 }).toEqual([]);
});
