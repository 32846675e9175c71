/*
 * Measures the figures that the service claims and writes results.md.
 * Usage: node bench/run.ts [--check] [--guard] [--rounds=5] [GROUP…], where the groups are those of `measure` below. With
 * --check the exit code is 1 when a bar is missed. With --guard the ratios are compared with those of results.md, and what got
 * slower by more than a quarter is named. When groups are named or compared, results.md is left as it is.
 */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { assemblyRows } from "./assembly/assembly.ts";
import { imagePageRows } from "./assembly/image-pages.ts";
import { watermarkRows } from "./assembly/watermark.ts";
import { bookRows } from "./book/book.ts";
import { cosRows } from "./cos/cos.ts";
import { consoleRows } from "./console/console.ts";
import { extractionRows } from "./extraction/extraction.ts";
import { worldRows } from "./extraction/extraction-world.ts";
import { imageRows } from "./extraction/images.ts";
import { renderingRows } from "./extraction/rendering.ts";
import { passes, type Row, reportOf, tableLine } from "./measuring/report.ts";
import { slowerText } from "./measuring/slower.ts";
import { pdfaRows } from "./pdfa/pdfa.ts";
import { composingRows } from "./printing/composing.ts";
import { printingRows } from "./printing/printing.ts";
import { recognitionRows } from "./recognition/recognition.ts";
import { scanRows } from "./recognition/recognition-world.ts";
import { visionRows } from "./recognition/vision.ts";
import { admissionRows } from "./service/admission.ts";
import { jobRows } from "./service/jobs.ts";
import { latencyRows } from "./service/latency.ts";
import { memoryRows } from "./service/memory.ts";
import { overloadRows } from "./service/overload.ts";
import { peakRows } from "./service/peaks.ts";
import { soakRows } from "./service/soak.ts";
import { nodeRows } from "./service/nodes.ts";
import { throughputRows } from "./service/throughput.ts";

const ROUNDS_MIN = 5;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    check: { type: "boolean", default: false },
    guard: { type: "boolean", default: false },
    rounds: { type: "string", default: String(ROUNDS_MIN) },
  },
});
const rounds = Number(values.rounds);
const isWhole = positionals.length === 0 && !values.guard;
if (!(rounds >= ROUNDS_MIN) && isWhole) {
  throw new Error(`At least ${ROUNDS_MIN} rounds make a result.`);
}
const rows = await measure();
const results = new URL("results.md", import.meta.url);
if (isWhole) {
  await writeFile(results, await reportOf(rows, rounds));
}
if (values.guard) {
  console.log((await slowerText(rows, results)) || "Nothing is slower than in results.md by more than a quarter.");
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
    book: () => bookRows(run),
    latency: () => latencyRows(run),
    throughput: () => throughputRows(run),
    memory: () => memoryRows(run),
    peaks: () => peakRows(run),
    admission: () => admissionRows(run),
    jobs: () => jobRows(run),
    overload: () => overloadRows(),
    soak: () => soakRows(run),
    nodes: () => nodeRows(run),
    cos: () => cosRows(run),
    assembly: () => assemblyRows(run),
    images: () => imageRows(run),
    "image-pages": () => imagePageRows(run),
    watermark: () => watermarkRows(run),
    printing: () => printingRows(run),
    composing: () => composingRows(run),
    recognition: () => recognitionRows(run),
    scans: () => scanRows(run),
    vision: () => visionRows(run),
    extraction: () => extractionRows(run),
    world: () => worldRows(run),
    pdfa: () => pdfaRows(run),
    console: () => consoleRows(run),
  };
  const unknown = positionals.find((name) => !(name in groups));
  if (unknown !== undefined) {
    throw new Error(`There is no group ${unknown}; there are ${Object.keys(groups).join(", ")}.`);
  }
  try {
    const done: Row[] = [];
    for (const [name, group] of Object.entries(groups)) {
      if (positionals.length === 0 || positionals.includes(name)) {
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
