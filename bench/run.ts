/*
 * Measures the figures that the service claims and writes results.md.
 * Usage: node bench/run.ts [--check] [--rounds=5] [--only=GROUP], where the groups are those of `measure` below. With
 * --check the exit code is 1 when a bar is missed; with --only, results.md is left as it is.
 */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { admissionRows } from "./admission.ts";
import { assemblyRows } from "./assembly.ts";
import { composingRows } from "./composing.ts";
import { cosRows } from "./cos.ts";
import { extractionRows } from "./extraction.ts";
import { imageRows } from "./images.ts";
import { jobRows } from "./jobs.ts";
import { latencyRows } from "./latency.ts";
import { memoryRows } from "./memory.ts";
import { pdfaRows } from "./pdfa.ts";
import { printingRows } from "./printing.ts";
import { recognitionRows } from "./recognition.ts";
import { renderingRows } from "./rendering.ts";
import { passes, type Row, reportOf, tableLine } from "./report.ts";
import { throughputRows } from "./throughput.ts";
import { visionRows } from "./vision.ts";
import { watermarkRows } from "./watermark.ts";

const ROUNDS_MIN = 5;

const { values } = parseArgs({
  options: {
    check: { type: "boolean", default: false },
    rounds: { type: "string", default: String(ROUNDS_MIN) },
    only: { type: "string" },
  },
});
const rounds = Number(values.rounds);
if (!(rounds >= ROUNDS_MIN) && values.only === undefined) {
  throw new Error(`At least ${ROUNDS_MIN} rounds make a result.`);
}
const rows = await measure();
if (values.only === undefined) {
  await writeFile(new URL("results.md", import.meta.url), await reportOf(rows, rounds));
}
if (values.check && !rows.every(passes)) {
  process.exitCode = 1;
}

async function measure(): Promise<Row[]> {
  const paper = fileURLToPath(new URL("files/paper.pdf", import.meta.url));
  const directory = await mkdtemp(join(tmpdir(), "quire-bench-"));
  const run = { paper, directory, rounds };
  const groups = {
    rendering: () => renderingRows(run),
    latency: () => latencyRows(run),
    throughput: () => throughputRows(run),
    memory: () => memoryRows(run),
    admission: () => admissionRows(run),
    jobs: () => jobRows(run),
    cos: () => cosRows(run),
    assembly: () => assemblyRows(run),
    images: () => imageRows(run),
    watermark: () => watermarkRows(run),
    printing: () => printingRows(run),
    composing: () => composingRows(run),
    recognition: () => recognitionRows(run),
    vision: () => visionRows(run),
    extraction: () => extractionRows(run),
    pdfa: () => pdfaRows(run),
  };
  try {
    const done: Row[] = [];
    for (const [name, group] of Object.entries(groups)) {
      if (values.only === undefined || values.only === name) {
        const measured = await group();
        console.log(measured.map(tableLine).join("\n"));
        done.push(...measured);
      }
    }
    return done;
  } finally {
    await rm(directory, { recursive: true });
  }
}
