import { existsSync, statSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
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
    // Links and directories in the output directory are no results either.
    for (const method of ["nameSymbolicLink", "nameDirectory"]) {
      const call = { method, parameters: { target: join(directory, "input") }, inputs: [], outputDirectory: directory };
      await expect(pool.call({ ...call, work: work() })).rejects.toMatchObject({ code: "document_too_complex" });
    }
    expect(existsSync(join(directory, "link"))).toBe(false);
    expect(existsSync(join(directory, "directory"))).toBe(false);
  } finally {
    await rm(slotsDirectory, { recursive: true });
  }
});

test("an input stays as it was for everybody but the workers' group", async () => {
  await using started = await startTestPool();
  const input = join(started.directory, "input");
  await writeFile(input, "content", { mode: 0o600 });
  await started.pool.call({ method: "echo", parameters: {}, inputs: [input], work: work() });
  expect(statSync(input).mode & 0o027).toBe(0);
  expect(statSync(input).uid).toBe(process.geteuid?.());
});
