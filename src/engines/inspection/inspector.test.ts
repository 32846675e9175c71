import { join } from "node:path";
import { expect, test } from "vitest";
import { TimeBudget } from "../../kernel/timing/work.ts";
import { createInProcessPool } from "../conformance/in-process-pool.ts";
import { describeInspector } from "../conformance/inspector.ts";
import { createInspector } from "./inspector.ts";
import { inspectionMethods } from "./worker/methods.ts";

describeInspector("the object layer", () => createInspector(createInProcessPool(inspectionMethods)));

const given = {
  input: join(import.meta.dirname, "../../../test/fixtures/features.pdf"),
  signal: new AbortController().signal,
};

test.each<readonly [string, unknown]>([
  ["pageCount", 0],
  ["pdfVersion", "x".repeat(301)],
  ["fonts", { items: [{}], total: 1 }],
  ["pages", { items: [], total: -1 }],
  ["encryption", { method: "ROT13" }],
  ["metadata", {}],
])("a wrong %s is the document's doing", async (name, value) => {
  const described = await createInspector(createInProcessPool(inspectionMethods)).describe({
    ...given,
    engineTime: new TimeBudget(10_000),
  });
  const answering = createInspector(
    createInProcessPool({ "inspection.describe": () => [{ ...described, [name]: value }] }),
  );
  await expect(answering.describe({ ...given, engineTime: new TimeBudget(10_000) })).rejects.toMatchObject({
    code: "document_too_complex",
  });
});
