import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { TimeBudget } from "../../kernel/timing/work.ts";
import { createInProcessPool } from "../conformance/in-process-pool.ts";
import { describeUnpacker } from "../conformance/unpacker.ts";
import { createUnpacker } from "./unpacker.ts";
import { UNPACK } from "./wire.ts";
import { archiveMethods } from "./worker/methods.ts";

describeUnpacker("yauzl", () => createUnpacker(createInProcessPool(archiveMethods)));

test.each([
  ["a name that leads elsewhere", [{ name: "../a", file: "file_1" }]],
  ["a name twice", ["file_1", "file_2"].map((file) => ({ name: "a", file }))],
  ["another file", [{ name: "a", file: "file_2" }]],
  ["no name", [{ file: "file_1" }]],
  ["more files than may be", ["file_1", "file_2", "file_3"].map((file) => ({ name: file, file }))],
  ["more bytes than may be", [{ name: "a", file: "large" }]],
])("an answer with %s is not believed", async (_, items) => {
  const pool = createInProcessPool({
    *[UNPACK.name]({ outputDirectory }) {
      for (const item of items) {
        writeFileSync(join(outputDirectory, item.file), item.file === "large" ? "12345" : "1");
        yield item;
      }
    },
  });
  const outputDirectory = mkdtempSync(join(tmpdir(), "quire-unpacker-"));
  const unpacking = createUnpacker(pool).unpack({
    input: import.meta.filename,
    maxFiles: 2,
    maxBytes: 4,
    outputDirectory,
    signal: new AbortController().signal,
    engineTime: new TimeBudget(1000),
  });
  await expect(Array.fromAsync(unpacking)).rejects.toMatchObject({ code: "document_too_complex" });
  rmSync(outputDirectory, { recursive: true });
});
