import { readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { TimeBudget } from "../../kernel/timing/work.ts";
import { createInProcessPool } from "../conformance/in-process-pool.ts";
import { describePostProcessor } from "../conformance/post-processor.ts";
import { createPostProcessor } from "./post-processor.ts";
import { printedMethods } from "./worker/methods.ts";

const postProcessor = createPostProcessor(createInProcessPool(printedMethods), "Quire 1");

describePostProcessor("the object layer", () => postProcessor);

const input = join(import.meta.dirname, "../../../packages/printed/src/testing/invoice.pdf");
const job = (output: string) => ({
  input,
  output,
  information: {},
  maxBytes: 1e6,
  signal: new AbortController().signal,
  engineTime: new TimeBudget(10_000),
});

test("documents say what they were made with", async () => {
  const output = join(tmpdir(), `quire-finished-${process.pid}.pdf`);
  try {
    await postProcessor.finish(job(output));
    expect(await readFile(output, "utf8")).toContain("<xmp:CreatorTool>Quire 1</xmp:CreatorTool>");
  } finally {
    await rm(output, { force: true });
  }
});

test.each([
  {},
  { path: "/elsewhere/printed.pdf", pages: 1 },
  { path: "printed.pdf" },
  { path: "printed.pdf", pages: 0 },
  { path: "printed.pdf", pages: "1" },
])("what no worker says of a printed document is the document's doing: %j", async (item) => {
  const answering = createPostProcessor(createInProcessPool({ "printed.finish": () => [item] }), "Quire 1");
  const finishing = answering.finish(job(`${input}.finished`));
  await expect(finishing).rejects.toMatchObject({ code: "document_too_complex" });
});
