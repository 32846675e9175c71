import { stat } from "node:fs/promises";
import { join } from "node:path";
import { writeTextDocument, writeTinyDocument } from "../documents/documents.ts";
import { type Driver, startDriver } from "../measuring/driver-processes.ts";
import { costOf } from "../measuring/process-cost.ts";
import { median, type Row, show, spreadOf } from "../measuring/report.ts";
import { inTurn } from "../measuring/rounds.ts";
import { wholeCallRow } from "../measuring/whole-call.ts";
import type { WatermarkCost, WatermarkTask } from "./watermark-driver.ts";

const WATERMARK = "/api/v1/pdf/watermark";
const PAGES = 300;
const CPU_BAR_MS = 400;
const ADDED_BAR_MB = 0.3;
const CALL_BAR_MS = 15;
const MEBIBYTE = 1024 ** 2;
const LATIN = "Page # of 300";
const FIVE_SCRIPTS = "Draft, Черновик, 草稿, مسودة, मसौदा: #";

interface Run {
  readonly directory: string;
  readonly rounds: number;
}

/**
 * Measures a text with its number on each page of a long document, in a process that stays, as the service's engines
 * do; and a whole request for one page. What qpdf lays over the pages is the same on each.
 */
export async function watermarkRows(run: Run): Promise<Row[]> {
  const input = join(run.directory, "text300.pdf");
  await writeTextDocument(input, { pages: PAGES, seed: 300 });
  using driver = startDriver<WatermarkTask, WatermarkCost>(new URL("watermark-driver.ts", import.meta.url));
  return [
    ...(await cpuRows(run, driver, input)),
    await scriptsRow(run, driver, input),
    await addedRow(run, driver, input),
    await callRow(run),
  ];
}

async function cpuRows({ directory, rounds }: Run, driver: Driver<WatermarkTask, WatermarkCost>, input: string) {
  const output = join(directory, "marked.pdf");
  const task = { input, output, text: LATIN };
  const stamp = await stampOf(directory, driver);
  const samples = await inTurn(rounds, {
    ours: async () => (await driver.run({ ...task, tool: "ours" })).cpuMs,
    libpdf: async () => (await driver.run({ ...task, tool: "libpdf" })).cpuMs,
    qpdf: async () =>
      (await costOf("qpdf", [input, "--overlay", stamp, "--from=", "--repeat=1", "--", output])).cpuSeconds * 1000,
  });
  const what = `a text with its number on each of ${PAGES} pages, CPU`;
  const ratioRow = (name: string, beside: readonly number[]): Row => ({
    what: `${what}, beside ${name}`,
    ours: show(median(samples.ours), "ms"),
    beside: show(median(beside), "ms"),
    measured: spreadOf(samples.ours.map((ms, round) => ms / (beside[round] ?? Number.NaN))),
    unit: "ratio",
    bar: undefined,
  });
  return [
    cpuRow(what, samples.ours),
    ratioRow("@libpdf/core (subsetFonts)", samples.libpdf),
    ratioRow("qpdf --overlay (the same text on all)", samples.qpdf),
  ];
}

const cpuRow = (what: string, ours: readonly number[]): Row => ({
  what,
  ours: show(median(ours), "ms"),
  beside: "",
  measured: spreadOf(ours),
  unit: "ms",
  bar: { kind: "at most", value: CPU_BAR_MS, judge: "median" },
});

/** Writes a page with one line of text and the mark, and returns its path. */
async function stampOf(directory: string, driver: Driver<WatermarkTask, WatermarkCost>): Promise<string> {
  const [blank, stamp] = [join(directory, "blank.pdf"), join(directory, "stamp.pdf")];
  await writeTinyDocument(blank);
  await driver.run({ tool: "ours", input: blank, output: stamp, text: LATIN });
  return stamp;
}

async function scriptsRow(
  { directory, rounds }: Run,
  driver: Driver<WatermarkTask, WatermarkCost>,
  input: string,
): Promise<Row> {
  const task = { tool: "ours", input, output: join(directory, "marked.pdf"), text: FIVE_SCRIPTS } as const;
  const { ours } = await inTurn(rounds, { ours: async () => (await driver.run(task)).cpuMs });
  return cpuRow(`a text in five scripts with its number on each of ${PAGES} pages, CPU`, ours);
}

/** Compares the size with that of the same document, rewritten without a mark: writing alone makes it smaller. */
async function addedRow({ directory }: Run, driver: Driver<WatermarkTask, WatermarkCost>, input: string): Promise<Row> {
  const output = join(directory, "measured.pdf");
  const bytesBy = async (tool: WatermarkTask["tool"]): Promise<number> => {
    await driver.run({ tool, input, output, text: LATIN });
    return (await stat(output)).size;
  };
  const added = ((await bytesBy("ours")) - (await bytesBy("unmarked"))) / MEBIBYTE;
  const addedByLibpdf = ((await bytesBy("libpdf")) - (await stat(input)).size) / MEBIBYTE;
  return {
    what: `bytes that a text with its number adds to ${PAGES} pages, beside @libpdf/core`,
    ours: show(added, "MB"),
    beside: show(addedByLibpdf, "MB"),
    measured: spreadOf([added]),
    unit: "MB",
    bar: { kind: "at most", value: ADDED_BAR_MB, judge: "median" },
  };
}

async function callRow({ directory, rounds }: Run): Promise<Row> {
  const file = join(directory, "tiny.pdf");
  await writeTinyDocument(file);
  const fields = { text: "Page {{page}} of {{total_pages}}", position: "diagonal" };
  const what = "a text on one page, a whole call, p50";
  return wholeCallRow(rounds, { what, path: WATERMARK, file, fields, barMs: CALL_BAR_MS });
}
