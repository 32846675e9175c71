import { join } from "node:path";
import { expect, test } from "vitest";
import { TimeBudget } from "../../kernel/timing/work.ts";
import { describeConverter } from "../conformance/converter.ts";
import { createInProcessPool } from "../conformance/in-process-pool.ts";
import { createConverter } from "./converter.ts";
import { conversionMethods } from "./worker/methods.ts";

describeConverter("the object layer", () => createConverter(createInProcessPool(conversionMethods)));

test.each([
  {},
  { path: "/elsewhere/converted.pdf", pages: 1, changes: [] },
  { path: "converted.pdf", pages: 0, changes: [] },
  { path: "converted.pdf", pages: 1, changes: [{ code: "unknown", count: 1, details: [], places: [] }] },
  { path: "converted.pdf", pages: 1, changes: [{ code: "actions_dropped", count: 0, details: [], places: [] }] },
  {
    path: "converted.pdf",
    pages: 1,
    changes: [{ code: "actions_dropped", count: 1, details: ["x".repeat(81)], places: [] }],
  },
])("what no worker says of a converted document is the document's doing: %j", async (item) => {
  const answering = createConverter(createInProcessPool({ "conversion.convert": () => [item] }));
  const converting = answering.convert({
    input: join(import.meta.dirname, "../../../test/fixtures/features.pdf"),
    output: join(import.meta.dirname, "converted.pdf"),
    target: "2b",
    attachments: "drop",
    substitutesFonts: false,
    maxBytes: 1e6,
    signal: new AbortController().signal,
    engineTime: new TimeBudget(10_000),
  });
  await expect(converting).rejects.toMatchObject({ code: "document_too_complex" });
});
