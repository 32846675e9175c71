import { stat } from "node:fs/promises";
import { join } from "node:path";
import { Client, multipartBodyOfMany } from "../measuring/client.ts";
import { type Driver, peakBelow, startDriver, startEcho } from "../measuring/driver-processes.ts";
import { costOf } from "../measuring/process-cost.ts";
import { median, type Row, show, spreadOf } from "../measuring/report.ts";
import { inTurn } from "../measuring/rounds.ts";
import { startBenchService } from "../measuring/service.ts";
import { mergeWithLibpdf } from "../survival/tools.ts";
import { makeSet, SET_LENGTH, SETS, writeRawScan, writeTagged } from "./assembly-documents.ts";
import type { AssemblyCost, AssemblyTask } from "./assembly-driver.ts";

const MEBIBYTE = 1024 ** 2;
const MERGING = "/api/v1/pdf/merge";
const WALL_BAR = 1;
const CALL_BAR = 1.2;
const SIZE_BAR = 1.02;
const MEMORY_BAR_MB = 600;
/** The shape of each of 50 documents of 10 MB. */
const LARGE = { pages: 10, side: 1024 };
const LOOK_EVERY_MS = 20;

type AssemblyDriver = Driver<AssemblyTask, AssemblyCost>;

interface Run {
  readonly directory: string;
  readonly rounds: number;
}

/**
 * Measures merging fixed sets of documents. The engine is one process that stays, as in the service;
 * the other programs are whole processes, with their start.
 */
export async function assemblyRows(run: Run): Promise<Row[]> {
  using driver: AssemblyDriver = startDriver(new URL("assembly-driver.ts", import.meta.url));
  const rows: Row[] = [];
  for (const [name, write] of Object.entries(SETS)) {
    const inputs = await makeSet(join(run.directory, name), write);
    const what = `merging ${SET_LENGTH} files of 1 MB (${name})`;
    rows.push(...(await mergingRows(run, driver, { what, inputs, bar: WALL_BAR })));
    rows.push(await sizeRow(run, driver, what, inputs));
    rows.push(await callRow(run, what, inputs));
  }
  const tagged = await makeSet(join(run.directory, "tagged"), writeTagged);
  const what = `merging ${SET_LENGTH} files of 1 MB (text with structure, links and outline, which qpdf leaves out)`;
  rows.push(...(await mergingRows(run, driver, { what, inputs: tagged, bar: undefined })));
  rows.push(await memoryRow(run));
  return rows;
}

interface Cost {
  readonly elapsedMs: number;
  readonly cpuSeconds: number;
}

async function mergingRows(
  { directory, rounds }: Run,
  driver: AssemblyDriver,
  { what, inputs, bar }: { what: string; inputs: readonly string[]; bar: number | undefined },
): Promise<Row[]> {
  const samples = await inTurn<"ours" | "qpdf", Cost>(rounds, {
    ours: () => driver.run({ inputs, output: join(directory, "ours.pdf") }),
    qpdf: () => mergeWithQpdf(inputs, join(directory, "qpdf.pdf")),
  });
  return costRows(what, samples, bar);
}

const mergeWithQpdf = (inputs: readonly string[], output: string, ...options: string[]) =>
  costOf("qpdf", ["--empty", ...options, "--pages", ...inputs, "--", output]);

function costRows(
  what: string,
  { ours, qpdf }: { ours: readonly Cost[]; qpdf: readonly Cost[] },
  bar: number | undefined,
): Row[] {
  const ratios = (of: (cost: Cost) => number) =>
    spreadOf(
      ours.map((cost, round) => of(cost) / of(qpdf[round] ?? { elapsedMs: Number.NaN, cpuSeconds: Number.NaN })),
    );
  const shown = (costs: readonly Cost[], of: (cost: Cost) => number) => show(median(costs.map(of)), "s");
  const row = (kind: string, of: (cost: Cost) => number): Row => ({
    what: `${what}, ${kind}, beside qpdf`,
    ours: shown(ours, of),
    beside: shown(qpdf, of),
    measured: ratios(of),
    unit: "ratio",
    bar: undefined,
  });
  const wall = row("wall", ({ elapsedMs }) => elapsedMs / 1000);
  return [
    bar === undefined ? wall : { ...wall, bar: { kind: "at most", value: bar, judge: "median" } },
    row("CPU", ({ cpuSeconds }) => cpuSeconds),
  ];
}

async function sizeRow(
  { directory }: Run,
  driver: AssemblyDriver,
  what: string,
  inputs: readonly string[],
): Promise<Row> {
  const output = join(directory, "measured.pdf");
  const merges: Record<string, () => Promise<unknown>> = {
    ours: () => driver.run({ inputs, output }),
    qpdf: () => mergeWithQpdf(inputs, output),
    "qpdf --object-streams=generate": () => mergeWithQpdf(inputs, output, "--object-streams=generate"),
    mutool: () => costOf("mutool", ["merge", "-o", output, ...inputs]),
    pdfunite: () => costOf("pdfunite", [...inputs, output]),
    "@libpdf/core": () => mergeWithLibpdf(inputs, output),
  };
  const sizes: { name: string; bytes: number }[] = [];
  for (const [name, merge] of Object.entries(merges)) {
    await merge();
    sizes.push({ name, bytes: (await stat(output)).size });
  }
  const [smallest] = sizes.filter(({ name }) => name !== "ours").toSorted((one, other) => one.bytes - other.bytes);
  const ours = sizes.find(({ name }) => name === "ours")?.bytes ?? 0;
  const beside = smallest?.bytes ?? Number.NaN;
  return {
    what: `${what}, bytes, beside the smallest of all`,
    ours: show(ours / MEBIBYTE, "MB"),
    beside: `${show(beside / MEBIBYTE, "MB")} (${smallest?.name})`,
    measured: spreadOf([ours / beside]),
    unit: "ratio",
    bar: { kind: "at most", value: SIZE_BAR, judge: "median" },
  };
}

/**
 * Measures a whole request, less the time that the same bytes take to a server that only stores them and sends as many
 * back.
 */
async function callRow({ directory, rounds }: Run, what: string, inputs: readonly string[]): Promise<Row> {
  await using service = await startBenchService();
  using echo = await startEcho(directory);
  using client = new Client(service);
  using echoClient = new Client(echo);
  const body = await multipartBodyOfMany(inputs);
  const { bodyBytes } = await client.post(MERGING, body);
  const samples = await inTurn(rounds, {
    call: async () => (await client.post(MERGING, body)).elapsedMs,
    echo: async () => (await echoClient.post(`/${bodyBytes}`, body)).elapsedMs,
    qpdf: async () => (await mergeWithQpdf(inputs, join(directory, "qpdf.pdf"))).elapsedMs,
  });
  const ours = samples.call.map((ms, round) => (ms - (samples.echo[round] ?? Number.NaN)) / 1000);
  const qpdf = samples.qpdf.map((ms) => ms / 1000);
  return {
    what: `${what}, a whole call less its echo, wall, beside qpdf`,
    ours: `${show(median(ours), "s")} (echo ${show(median(samples.echo) / 1000, "s")})`,
    beside: show(median(qpdf), "s"),
    measured: spreadOf(ours.map((seconds, round) => seconds / (qpdf[round] ?? Number.NaN))),
    unit: "ratio",
    bar: { kind: "at most", value: CALL_BAR, judge: "median" },
  };
}

/** Measures the memory of the largest of the service's engine processes. */
async function memoryRow({ directory, rounds }: Run): Promise<Row> {
  const inputs = await makeSet(join(directory, "large"), (path, seed) => writeRawScan(path, { ...LARGE, seed }));
  const body = await multipartBodyOfMany(inputs);
  const peaks: number[] = [];
  for (let round = 0; round < Math.min(rounds, 2); round += 1) {
    await using service = await startBenchService({ QUIRE_MAX_UPLOAD_BYTES: String(2 * body.length) });
    using client = new Client(service);
    let peakBytes = 0;
    const timer = setInterval(() => {
      peakBytes = Math.max(peakBytes, peakBelow(service.pid));
    }, LOOK_EVERY_MS);
    await client.post(MERGING, body);
    clearInterval(timer);
    peaks.push(peakBytes / MEBIBYTE);
  }
  return {
    what: `merging ${show(body.length / MEBIBYTE, "MB")} in all, memory of the engine process`,
    ours: show(median(peaks), "MB"),
    beside: "",
    measured: spreadOf(peaks),
    unit: "MB",
    bar: { kind: "at most", value: MEMORY_BAR_MB, judge: "worst" },
  };
}
