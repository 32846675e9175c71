import { join } from "node:path";
import { expect, test } from "vitest";
import { TimeBudget } from "../../kernel/timing/work.ts";
import { describeAssembler } from "../conformance/assembler.ts";
import { createInProcessPool } from "../conformance/in-process-pool.ts";
import type { Methods } from "../pool/protocol.ts";
import { createAssembler } from "./assembler.ts";
import { assemblyMethods } from "./worker/methods.ts";

describeAssembler("the object layer", () => createAssembler(createInProcessPool(assemblyMethods)));

const work = () => ({ signal: new AbortController().signal, engineTime: new TimeBudget(1000) });
const TOO_COMPLEX = { code: "document_too_complex" };
const input = import.meta.filename;

/** Returns an assembler whose worker answers `items` to everything. */
const answering = (...items: readonly object[]) => {
  const answer = (): readonly object[] => items;
  const methods: Methods = {
    "assembly.merge": answer,
    "assembly.split": answer,
    "assembly.take": answer,
    "assembly.outline-starts": answer,
  };
  return createAssembler(createInProcessPool(methods));
};

test.each([
  {},
  { path: "/elsewhere/merged.pdf", warnings: [] },
  { path: "merged.pdf" },
  { path: "merged.pdf", warnings: [{ code: "Not a code", source: 0 }] },
  { path: "merged.pdf", warnings: [{ code: "form_xfa_dropped", source: 7 }] },
])("what no worker says of a merged document is the document's doing: %j", async (item) => {
  const merging = answering(item).merge({
    sources: [{ input, title: "" }],
    bookmarks: "keep",
    information: {},
    maxBytes: 1000,
    output: `${input}.pdf`,
    ...work(),
  });
  await expect(merging).rejects.toMatchObject(TOO_COMPLEX);
});

const part = { sizeBytes: 10, crc32: 0, warnings: [] };

test.each([
  [],
  [part],
  [{ path: join(import.meta.dirname, "parts-0.zip") }],
  [part, part],
  [part, { path: "/elsewhere/parts-0.zip" }],
  [{ ...part, sizeBytes: -1 }],
  [{ ...part, crc32: 2 ** 32 }],
  [{ sizeBytes: 10 }],
])("what no worker says of parts is the document's doing: %j", async (...items) => {
  const parts = answering(...items).split({
    input,
    parts: [{ pages: [1], name: "1.pdf" }],
    maxBytes: 1000,
    output: join(import.meta.dirname, "split.zip"),
    ...work(),
  });
  await expect(Array.fromAsync(parts)).rejects.toMatchObject(TOO_COMPLEX);
});

const [first, second] = [1, 2].map((page) => ({ page, title: "" }));

test.each([
  {},
  { starts: [{ page: 0, title: "" }] },
  { starts: [{ page: 1 }] },
  { starts: 1 },
  { starts: [second, first] },
])("what no worker says of an outline is the document's doing: %j", async (item) => {
  await expect(answering(item).outlineStarts({ input, ...work() })).rejects.toMatchObject(TOO_COMPLEX);
});
