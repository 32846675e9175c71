import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";
import { createUnpacker } from "../archive/unpacker.ts";
import { describeDocumentFacts } from "../conformance/document-facts.ts";
import { describeRasterizer } from "../conformance/rasterizer.ts";
import { describeUnpacker } from "../conformance/unpacker.ts";
import { createCosFacts } from "../cos/facts.ts";
import { createPdfiumRasterizer } from "../pdfium/rasterizer.ts";
import { createWorkerPool } from "../pool/pool.ts";

const directory = await mkdtemp(join(tmpdir(), "quire-pdf-worker-"));
const pool = await createWorkerPool({
  entry: join(import.meta.dirname, "pdf-worker.ts"),
  size: 1,
  queueLimit: 4,
  slotsDirectory: join(directory, "slots"),
  memoryBytes: 2 ** 30,
  tasksPerWorker: 1000,
  growthBytes: 2 ** 29,
});

afterAll(async () => {
  await pool.close();
  await rm(directory, { recursive: true });
});

describeRasterizer("a pdf worker", () => createPdfiumRasterizer(pool), { hasSystemFonts: true });
describeDocumentFacts("a pdf worker", () => createCosFacts(pool));
describeUnpacker("a pdf worker", () => createUnpacker(pool));
