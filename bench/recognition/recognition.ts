import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { median, type Row, show, spreadOf } from "../measuring/report.ts";
import { inTurn } from "../measuring/rounds.ts";
import { startBenchService } from "../measuring/service.ts";
import { type Engine, type Item, Reader } from "./recognition-reader.ts";
import { scannedDocument } from "./scanned-document.ts";

const MEGABYTE = 1_000_000;
const SECOND_MS = 1000;
const MEMORY_EVERY_MS = 100;
const PAGES_OF_A_KIND = 2;
const CLEAN_PAGES = 8;
/** The kinds of damage that OCRmyPDF corrects; two pages of each are read. */
const BAD_KINDS = ["skew", "rot90", "rot180", "shadow", "combo", "noise"];

interface Run {
  readonly directory: string;
  readonly rounds: number;
}

/**
 * Measures the recognition of scanned pages over HTTP: CPU time and memory of the service with all of its processes,
 * compared with Tesseract by itself and OCRmyPDF on the same images. Returns no rows without the corpora.
 */
export async function recognitionRows(run: Run): Promise<Row[]> {
  const corpora = process.env.QUIRE_TEST_CORPORA;
  if (corpora === undefined) {
    return [];
  }
  const items = await itemsOf(corpora);
  await using service = await startBenchService();
  using reader = new Reader(service, corpora);
  const clean = items.filter(({ cond, dpi }) => cond === "clean" && dpi === 200).slice(0, CLEAN_PAGES);
  await reader.read("advanced", clean[0] as Item);
  return [
    await cpuRow(run, reader, "simple", { what: "a clean page of 200 dpi", items: clean, mostSeconds: 1.5 }),
    await cpuRow(run, reader, "advanced", { what: "a page, of all kinds", items: someOfEach(items), mostSeconds: 2.1 }),
    ...(await twoCoreRows(run, reader, clean)),
    ...(await ocrmypdfRows(run, reader, items)),
  ];
}

async function itemsOf(corpora: string): Promise<readonly Item[]> {
  const manifest: { items: Item[] } = JSON.parse(await readFile(join(corpora, "ocr/manifest.json"), "utf8"));
  return manifest.items.filter(({ drop }) => drop === undefined);
}

const someOfEach = (items: readonly Item[]): Item[] =>
  Object.values(Object.groupBy(items, ({ cond }) => cond)).flatMap((kind = []) => kind.slice(0, PAGES_OF_A_KIND));

interface Task {
  readonly what: string;
  readonly items: readonly Item[];
  readonly mostSeconds: number;
}

async function cpuRow({ rounds }: Run, reader: Reader, engine: Engine, task: Task): Promise<Row> {
  const perPage = (seconds: number): number => seconds / task.items.length;
  const samples = await inTurn(
    rounds,
    {
      ours: async () => {
        const before = reader.cpuMs();
        for (const item of task.items) {
          await reader.read(engine, item);
        }
        return perPage((reader.cpuMs() - before) / SECOND_MS);
      },
      tesseract: async () => {
        let seconds = 0;
        for (const item of task.items) {
          seconds += (await reader.plain(item)).cpuSeconds;
        }
        return perPage(seconds);
      },
    },
    { warmsUp: false },
  );
  return {
    what: `${engine} recognition of ${task.what}, CPU of all processes, beside tesseract --psm 3`,
    ours: show(median(samples.ours), "s"),
    beside: show(median(samples.tesseract), "s"),
    measured: spreadOf(samples.ours),
    unit: "s",
    bar: { kind: "at most", value: task.mostSeconds, judge: "median" },
  };
}

/** Measures how pages of one document are read in parallel. */
async function twoCoreRows({ directory, rounds }: Run, reader: Reader, items: readonly Item[]): Promise<Row[]> {
  const document = join(directory, "scanned.pdf");
  await writeFile(document, await scannedDocument(items.map((item) => reader.pathOf(item.image))));
  const cores: number[] = [];
  const megabytes: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const restingBytes = reader.memoryBytes();
    let most = restingBytes;
    const timer = setInterval(() => {
      most = Math.max(most, reader.memoryBytes());
    }, MEMORY_EVERY_MS);
    const before = reader.cpuMs();
    const elapsedMs = await reader.readFile("advanced", document, "eng").finally(() => clearInterval(timer));
    cores.push((reader.cpuMs() - before) / elapsedMs);
    megabytes.push((most - restingBytes) / MEGABYTE / PAGES_AT_ONCE);
  }
  const rowOf = (what: string, samples: readonly number[], unit: "ratio" | "MB", bar: Row["bar"]): Row => ({
    what: `advanced recognition of ${items.length} pages of one document, ${what}`,
    ours: show(median(samples), unit),
    beside: "",
    measured: spreadOf(samples),
    unit,
    bar,
  });
  return [
    rowOf("seconds of CPU in a second", cores, "ratio", { kind: "at least", value: 1.6, judge: "median" }),
    rowOf("memory for each page in work", megabytes, "MB", { kind: "at most", value: 350, judge: "worst" }),
  ];
}

const PAGES_AT_ONCE = 2;

interface Scorer {
  readonly cer: (truth: string, text: string) => number;
}

/** Compares OCRmyPDF, with everything that it does for a bad page, with our pipeline. */
async function ocrmypdfRows({ directory }: Run, reader: Reader, items: readonly Item[]): Promise<Row[]> {
  const scorerPath = fileURLToPath(new URL("../../../shared/score/ocr/score.mjs", import.meta.url));
  if (!existsSync("/usr/bin/ocrmypdf") || !existsSync(scorerPath)) {
    return [];
  }
  const { cer } = (await import(scorerPath)) as Scorer;
  const rows: Row[] = [];
  const seconds = { ours: 0, theirs: 0 };
  for (const kind of BAD_KINDS) {
    const pages = items.filter(({ cond, order_scored }) => cond === kind && order_scored).slice(0, PAGES_OF_A_KIND);
    const errors = { ours: 0, theirs: 0 };
    for (const item of pages) {
      const truth: { text: string } = JSON.parse(await readFile(reader.pathOf(item.truth), "utf8"));
      const before = reader.cpuMs();
      errors.ours += cer(truth.text, await reader.read("advanced", item)) / pages.length;
      seconds.ours += (reader.cpuMs() - before) / SECOND_MS;
      const sidecar = join(directory, "sidecar.txt");
      seconds.theirs += (await reader.byOcrmypdf(item, sidecar, join(directory, "ocrmypdf.pdf"))).cpuSeconds;
      errors.theirs += cer(truth.text, await readFile(sidecar, "utf8")) / pages.length;
    }
    rows.push(besideRow(`character errors of ${kind}, %`, errors.ours * 100, errors.theirs * 100, 1));
  }
  return [...rows, besideRow("CPU of all these pages, s", seconds.ours, seconds.theirs, 0.5)];
}

const besideRow = (what: string, ours: number, theirs: number, most: number): Row => ({
  what: `advanced recognition beside OCRmyPDF --rotate-pages --deskew --clean: ${what}`,
  ours: ours.toFixed(2),
  beside: theirs.toFixed(2),
  measured: spreadOf([ours / theirs]),
  unit: "ratio",
  bar: { kind: "at most", value: most, judge: "median" },
});
