import { link, mkdir, readdir, readFile, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Failure } from "../../kernel/failure.ts";
import type { PoolCall } from "./protocol.ts";
import { startTestPool, type TestPool, work } from "./testing/test-pool.ts";

/*
 * What a worker may send and leave behind once a document has taken it over. Each of these ends the worker; the call
 * fails like one on which the engine crashed twice, and the service has read, moved or removed nothing that it should
 * not.
 */

let started: TestPool;
let outputDirectory: string;
let runs = 0;

beforeAll(async () => {
  started = await startTestPool();
});

beforeEach(async () => {
  runs++;
  started.events.length = 0;
  outputDirectory = join(started.directory, `output-${runs}`);
  await mkdir(outputDirectory);
});

afterAll(async () => {
  await started[Symbol.asyncDispose]();
});

async function call(method: string, more: Partial<PoolCall> = {}): Promise<unknown> {
  return Array.fromAsync(
    started.pool.stream({ method, parameters: {}, inputs: [], outputDirectory, work: work(), ...more }),
  );
}

/** Returns the failure of a call, and why its workers were ended. */
async function faultsOf(outcome: Promise<unknown>): Promise<unknown> {
  const failure = await outcome.then(
    () => undefined,
    (error: Failure) => ({ code: error.code, facts: error.facts }),
  );
  return {
    failure,
    workers: started.events.flatMap((event) => (event.event === "worker_failed_task" ? event.reason : [])),
  };
}

/** Returns the faults of a call for which two workers were ended for that reason, with the document to blame. */
function twice(reason: string): unknown {
  return {
    failure: { code: "document_too_complex", facts: { reason: "crash" } },
    workers: [expect.stringContaining(reason), expect.stringContaining(reason)],
  };
}

test("a second name of the input is not taken as a result", async () => {
  const input = join(started.directory, "input.txt");
  await writeFile(input, "input");
  // The kernel may refuse the link itself, in which case the method crashes.
  await expect(call("nameInput", { inputs: [input] })).rejects.toMatchObject({ code: "document_too_complex" });
  expect(await readdir(outputDirectory)).toEqual([]);
  await expect.poll(async () => (await stat(input)).nlink).toBe(1);
});

test.each(["../in/0", "..", ".hidden", "a/b", "", "a\u0000b", "x".repeat(129)])(
  "a file is named plainly or not at all: %j",
  async (file) => {
    expect(await faultsOf(call("name", { parameters: { file } }))).toEqual(twice("no plain name"));
  },
);

test("a file that was not written is not taken", async () => {
  expect(await faultsOf(call("name", { parameters: { file: "page.txt" } }))).toEqual(twice("did not write"));
});

test("a result never replaces a file of the service", async () => {
  await writeFile(join(outputDirectory, "page.txt"), "of the service");
  const parameters = { file: "page.txt", text: "of the worker" };
  expect(await faultsOf(call("write", { parameters }))).toEqual(twice("did not write"));
  expect(await readFile(join(outputDirectory, "page.txt"), "utf8")).toBe("of the service");
});

test("a file is moved only when the caller asked for files", async () => {
  const parameters = { file: "page.txt", text: "text" };
  expect(
    await faultsOf(Array.fromAsync(started.pool.stream({ method: "write", parameters, inputs: [], work: work() }))),
  ).toEqual(twice("none was asked for"));
});

test.each([
  ["no JSON", "hello\n", "no JSON"],
  ["an unknown kind", '{"kind":"quit"}\n', "unknown shape"],
  ["another task", '{"kind":"done","task":999,"residentBytes":1}\n', "a task other than its own"],
  ["a second ready", '{"kind":"ready","confinement":[],"residentBytes":1}\n', "a task other than its own"],
  [
    "a code of the platform",
    '{"kind":"failed","task":1,"code":"internal_error","message":"","facts":{},"residentBytes":1}\n',
    "unknown",
  ],
  [
    "an inherited code",
    '{"kind":"failed","task":1,"code":"toString","message":"","facts":{},"residentBytes":1}\n',
    "unknown",
  ],
  [
    "deep nesting",
    `{"kind":"item","task":1,"item":{"a":${"[".repeat(9000)}${"]".repeat(9000)}}}\n`,
    "nested too deeply",
  ],
  ["an item that is none", '{"kind":"item","task":1,"item":[1]}\n', "unknown shape"],
])("a worker that says %s is ended", async (_, line, reason) => {
  expect(await faultsOf(call("say", { parameters: { line } }))).toEqual(twice(reason));
});

test("a worker that never ends its line is ended", async () => {
  expect(await faultsOf(call("sayTooMuch"))).toEqual(twice("too long"));
});

test("slots of an earlier run are removed at the start, links in them are not followed", async () => {
  const earlier = await startTestPool();
  await earlier.pool.close();
  const slotsDirectory = join(earlier.directory, "slots");
  const kept = join(earlier.directory, "kept");
  await mkdir(kept);
  await writeFile(join(kept, "file"), "kept");
  await mkdir(join(slotsDirectory, "slot-7", "out", "deep"), { recursive: true });
  await symlink(kept, join(slotsDirectory, "slot-7", "out", "link"));
  await link(join(kept, "file"), join(slotsDirectory, "slot-7", "out", "deep", "file"));
  const later = await startTestPool({ slotsDirectory });
  expect((await readdir(slotsDirectory)).filter((name) => name.startsWith("slot-"))).toEqual(["slot-0"]);
  expect(await readdir(kept)).toEqual(["file"]);
  await later[Symbol.asyncDispose]();
  await earlier[Symbol.asyncDispose]();
});

test("a directory for slots that is a link to somewhere else is refused", async () => {
  const elsewhere = join(started.directory, "elsewhere");
  await mkdir(elsewhere);
  const slotsDirectory = join(started.directory, "link-to-elsewhere");
  await symlink(elsewhere, slotsDirectory);
  await expect(startTestPool({ slotsDirectory })).rejects.toThrow("not a directory");
});
