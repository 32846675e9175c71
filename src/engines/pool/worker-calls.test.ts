import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { TimeBudget } from "../../kernel/timing/work.ts";
import { createInProcessPool } from "../conformance/in-process-pool.ts";
import type { Methods } from "./protocol.ts";
import { callForFile, workerTimeoutMs } from "./worker-calls.ts";
import { fileMethod, served } from "./worker-method.ts";

let directory = "";
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "quire-worker-calls-"));
});
afterEach(() => {
  rmSync(directory, { recursive: true });
});

const work = () => ({ signal: new AbortController().signal, engineTime: new TimeBudget(1000) });

const WRITE = fileMethod<{ readonly text: string }>("write").answering(
  "documents",
  z.object({ path: z.string(), pages: z.int() }),
);

const written = (methods: Methods) =>
  callForFile(createInProcessPool(methods), WRITE, {
    parameters: { text: "new" },
    inputs: [import.meta.filename],
    output: join(directory, "any name.pdf"),
    work: work(),
  });

test("the worker's file replaces an existing one", async () => {
  writeFileSync(join(directory, "any name.pdf"), "old");
  const methods = served(WRITE, function* ({ parameters: { file, text }, outputDirectory }) {
    writeFileSync(join(outputDirectory, file), text);
    yield { file, pages: 3 };
  });
  const answer = await written(methods);
  expect(answer.pages).toBe(3);
  expect(readFileSync(join(directory, "any name.pdf"), "utf8")).toBe("new");
});

test.each([{}, { path: "/etc/passwd", pages: 1 }, { path: "other.pdf", pages: 1 }])(
  "what no worker of ours says is the document's doing: %j",
  async (item) => {
    await expect(written({ write: () => [item] })).rejects.toMatchObject({ code: "document_too_complex" });
  },
);

test("a worker gets less time than there is", () => {
  expect(workerTimeoutMs(work())).toBe(800);
});
