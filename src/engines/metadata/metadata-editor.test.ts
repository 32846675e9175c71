import { join } from "node:path";
import { expect, test } from "vitest";
import { TimeBudget } from "../../kernel/timing/work.ts";
import { createInProcessPool } from "../conformance/in-process-pool.ts";
import { describeMetadataEditor } from "../conformance/metadata-editor.ts";
import { createMetadataEditor } from "./metadata-editor.ts";
import { metadataMethods } from "./worker/methods.ts";

describeMetadataEditor("the object layer", () => createMetadataEditor(createInProcessPool(metadataMethods)));

const given = {
  input: join(import.meta.dirname, "../../../test/fixtures/features.pdf"),
  signal: new AbortController().signal,
};

test.each([
  {},
  { path: "/elsewhere/changed.pdf", notes: [] },
  { path: "changed.pdf", notes: ["unknown"] },
  { path: "changed.pdf", notes: "signatures_removed" },
])("what no worker says of a written document is the document's doing: %j", async (item) => {
  const answering = createMetadataEditor(createInProcessPool({ "metadata.write": () => [item] }));
  const writing = answering.write({
    ...given,
    output: join(import.meta.dirname, "changed.pdf"),
    changes: { fields: {}, custom: {}, strips: true },
    maxBytes: 1e6,
    engineTime: new TimeBudget(10_000),
  });
  await expect(writing).rejects.toMatchObject({ code: "document_too_complex" });
});

/** Values of XMP are nested as deep as they are shown, and no deeper. */
const nested = (depth: number): unknown => (depth === 0 ? "text" : [nested(depth - 1)]);

test.each([
  { claims: null },
  { differing: ["colour"] },
  { xmp: { sizeBytes: 1, problem: null, properties: [{ name: "a:b", value: nested(8) }], total: 1 } },
])("metadata that are none are the document's doing: %j", async (wrong) => {
  const editor = createMetadataEditor(createInProcessPool(metadataMethods));
  const metadata = await editor.read({ ...given, engineTime: new TimeBudget(10_000) });
  const answering = createMetadataEditor(createInProcessPool({ "metadata.read": () => [{ ...metadata, ...wrong }] }));
  await expect(answering.read({ ...given, engineTime: new TimeBudget(10_000) })).rejects.toMatchObject({
    code: "document_too_complex",
  });
});
