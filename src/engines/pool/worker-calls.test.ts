import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { TimeBudget } from "../../kernel/work.ts";
import { createInProcessPool } from "../conformance/in-process-pool.ts";
import type { MethodCall } from "./protocol.ts";
import { callForFile, workerTimeoutMs } from "./worker-calls.ts";

let directory = "";
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "quire-worker-calls-"));
});
afterEach(() => {
  rmSync(directory, { recursive: true });
});

const work = () => ({ signal: new AbortController().signal, engineTime: new TimeBudget(1000) });

/** Calls a worker that does what `method` does. */
const called = (method: (call: MethodCall) => Iterable<object>) =>
  callForFile(createInProcessPool({ write: method }), {
    method: "write",
    parameters: {},
    answer: z.object({ path: z.string(), pages: z.int() }),
    inputs: [import.meta.filename],
    output: join(directory, "any name.pdf"),
    work: work(),
  });

const fileOf = ({ parameters }: MethodCall): string => z.object({ file: z.string() }).parse(parameters).file;

test("the worker's file replaces an existing one", async () => {
  writeFileSync(join(directory, "any name.pdf"), "old");
  const answer = await called(function* (call) {
    writeFileSync(join(call.outputDirectory, fileOf(call)), "new");
    yield { file: fileOf(call), pages: 3 };
  });
  expect(answer.pages).toBe(3);
  expect(readFileSync(join(directory, "any name.pdf"), "utf8")).toBe("new");
});

test.each([{}, { path: "/etc/passwd", pages: 1 }, { path: "other.pdf", pages: 1 }])(
  "what no worker of ours says is the document's doing: %j",
  async (item) => {
    await expect(called(() => [item])).rejects.toMatchObject({ code: "document_too_complex" });
  },
);

test("a worker gets less time than there is", () => {
  expect(workerTimeoutMs(work())).toBe(800);
});
