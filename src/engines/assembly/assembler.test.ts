import { join } from "node:path";
import { expect, test } from "vitest";
import { Failure } from "../../kernel/failure.ts";
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
    "assembly.arrange": answer,
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

test.each([
  {},
  { path: "/elsewhere/pages.pdf", warnings: [] },
  { path: "pages.pdf" },
  { path: "pages.pdf", warnings: ["signatures_removed"] },
  { path: "pages.pdf", warnings: [{ code: "pages_clipped", step: 1 }] },
])("what no worker says of arranged pages is the document's doing: %j", async (item) => {
  const steps = [{ verb: "keep", pages: { kind: "all" } }] as const;
  const arranging = answering(item).arrange({ input, steps, maxBytes: 1000, output: `${input}.pdf`, ...work() });
  await expect(arranging).rejects.toMatchObject(TOO_COMPLEX);
});

test.each([
  {},
  { step: 1, verb: "crop", member: "margins", message: "none" },
  { step: 0, verb: "keep", member: "pages", message: "none" },
  { step: 0, verb: "crop", member: "Not a member", message: "none" },
])("what no worker says of a step is the document's doing: %j", async (facts) => {
  const margins = { topPt: 0, rightPt: 0, bottomPt: 0, leftPt: 0 };
  const steps = [{ verb: "crop", pages: { kind: "all" }, crop: { margins } }] as const;
  const refusing: Methods = {
    "assembly.arrange": () => {
      throw new Failure("validation_error", "A step.", { facts });
    },
  };
  const arranging = createAssembler(createInProcessPool(refusing)).arrange({
    input,
    steps,
    maxBytes: 1000,
    output: `${input}.pdf`,
    ...work(),
  });
  await expect(arranging).rejects.toMatchObject(TOO_COMPLEX);
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
