import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { writeTaggedDocument } from "../documents/cos-documents.ts";
import { costOf, type ProcessCost } from "../measuring/process-cost.ts";
import { median, type Row, show, spreadOf, type Unit } from "../measuring/report.ts";
import { inTurn } from "../measuring/rounds.ts";

const MEBIBYTE = 1024 ** 2;
const PAGES = 1000;
const OBJECTS = 40_552;
const LARGE_PAGES = 2900;
const REWRITING_ROUNDS_MAX = 2;
const PLAIN_BAR_SECONDS = 0.8;
const OBJECT_STREAMS_BAR_SECONDS = 0.9;
const MEMORY_BAR_MB = 400;

/**
 * The option with which a process that is to be small is started: on a large machine Node 24 allows new objects 128 MB,
 * used or not.
 */
const YOUNG_GENERATION = "--max-semi-space-size=8";

interface Run {
  readonly directory: string;
  readonly rounds: number;
}

/**
 * Measures reading every object of a document, and rewriting it, each time in a new process whose start counts. The
 * programs that it is compared with do less: @libpdf/core and @cantoo/pdf-lib keep no facts of the bytes, pdf.js reads
 * the pages only, and qpdf, which has no command that only reads, prints the objects.
 */
export async function cosRows(run: Run): Promise<Row[]> {
  const files = await makeFiles(run.directory);
  const output = join(run.directory, "rewritten.pdf");
  return [
    ...(await readingRows(run, files.plain, {
      what: `every object of 35 MB, ${OBJECTS.toLocaleString("en")} objects`,
      bar: PLAIN_BAR_SECONDS,
    })),
    ...(await readingRows(run, files.withObjectStreams, {
      what: "every object of 26 MB with object streams",
      bar: OBJECT_STREAMS_BAR_SECONDS,
    })),
    ...(await rewritingRows(run, files.large, output)),
  ];
}

async function makeFiles(directory: string): Promise<Record<"plain" | "withObjectStreams" | "large", string>> {
  const plain = join(directory, "plain.pdf");
  const withObjectStreams = join(directory, "object-streams.pdf");
  const large = join(directory, "100-mb.pdf");
  writeTaggedDocument(plain, { pages: PAGES, objects: OBJECTS });
  writeTaggedDocument(large, { pages: LARGE_PAGES });
  await costOf("qpdf", ["--object-streams=generate", "--deterministic-id", plain, withObjectStreams]);
  return { plain, withObjectStreams, large };
}

async function readingRows(run: Run, file: string, { what, bar }: { what: string; bar: number }): Promise<Row[]> {
  const read = (library: string) => () => drive(run, "read", library, file);
  const samples = await inTurn(run.rounds, {
    ours: read("cos"),
    libpdf: read("libpdf"),
    cantoo: read("cantoo"),
    pdfjs: read("pdfjs"),
    qpdf: () => costOf("qpdf", ["--json=2", "--json-stream-data=none", file, "/dev/null"]),
  });
  const ours = seconds(samples.ours);
  return [
    {
      what: `${what}, with byte facts, CPU`,
      ours: show(median(ours), "s"),
      beside: "",
      measured: spreadOf(ours),
      unit: "s",
      bar: { kind: "at most", value: bar, judge: "median" },
    },
    comparison(`${what}, CPU, beside @libpdf/core`, ours, seconds(samples.libpdf), "s"),
    comparison(`${what}, CPU, beside @cantoo/pdf-lib`, ours, seconds(samples.cantoo), "s"),
    comparison(`${what}, CPU, beside pdf.js (pages only)`, ours, seconds(samples.pdfjs), "s"),
    comparison(`${what}, CPU, beside qpdf (printed as JSON)`, ours, seconds(samples.qpdf), "s"),
  ];
}

/** Measures rewriting, without @cantoo/pdf-lib, which takes minutes for it. */
async function rewritingRows(run: Run, file: string, output: string): Promise<Row[]> {
  const rewrite = (library: string) => () => drive(run, "rewrite", library, file, output);
  const samples = await inTurn(
    Math.min(run.rounds, REWRITING_ROUNDS_MAX),
    {
      ours: rewrite("cos"),
      libpdf: rewrite("libpdf"),
      qpdf: () => costOf("qpdf", ["--object-streams=generate", file, output]),
    },
    { warmsUp: false },
  );
  const { ours, ...others } = samples;
  const names = { libpdf: "@libpdf/core", qpdf: "qpdf" };
  const beside = Object.entries(names) as [keyof typeof others, string][];
  return [
    {
      what: "rewriting 100 MB, memory of the process",
      ours: show(median(megabytes(ours)), "MB"),
      beside: "",
      measured: spreadOf(megabytes(ours)),
      unit: "MB",
      bar: { kind: "at most", value: MEMORY_BAR_MB, judge: "worst" },
    },
    ...beside.flatMap(([name, shown]) => [
      comparison(`rewriting 100 MB, memory, beside ${shown}`, megabytes(ours), megabytes(others[name]), "MB"),
      comparison(`rewriting 100 MB, CPU, beside ${shown}`, seconds(ours), seconds(others[name]), "s"),
    ]),
  ];
}

const seconds = (costs: readonly ProcessCost[]): number[] => costs.map(({ cpuSeconds }) => cpuSeconds);
const megabytes = (costs: readonly ProcessCost[]): number[] => costs.map(({ peakBytes }) => peakBytes / MEBIBYTE);

function comparison(what: string, ours: readonly number[], beside: readonly number[], unit: Unit): Row {
  return {
    what,
    ours: show(median(ours), unit),
    beside: show(median(beside), unit),
    measured: spreadOf(ours.map((value, round) => value / (beside[round] ?? Number.NaN))),
    unit: "ratio",
    bar: undefined,
  };
}

/**
 * Runs the driver. The first round compiles, for all libraries: the removal of types from TypeScript at every start is
 * not what is measured.
 */
async function drive({ directory }: Run, ...parameters: readonly string[]): Promise<ProcessCost> {
  const driver = fileURLToPath(new URL("cos-driver.ts", import.meta.url));
  const environment = { NODE_COMPILE_CACHE: join(directory, "compiled") };
  const cost = await costOf(process.execPath, [YOUNG_GENERATION, driver, ...parameters], environment);
  // The figure that the process reports of itself is exact.
  return { ...cost, peakBytes: Number(cost.printed.trim().split(" ")[1]) };
}
