import { join } from "node:path";
import { extractCorpus, isCutOff, pathOf } from "../../test/extraction/corpus.ts";
import { Client } from "../measuring/client.ts";
import { peakBelow } from "../measuring/driver-processes.ts";
import { median, type Row, show, spreadOf } from "../measuring/report.ts";
import { startBenchService } from "../measuring/service.ts";
import { memoryOf } from "../service/memory.ts";
import { writeBook } from "./extraction-books.ts";
import { peerRows } from "./extraction-scores.ts";

const MEBIBYTE = 1024 ** 2;
const MARKDOWN = "/api/v1/convert/pdf-to-markdown";
const MEMORY_PAGES = [200, 1000, 5000];
/** The bar for the memory of an engine process, however many pages a document has. */
const MEMORY_BAR_MB = 600;
/** The most rounds of the measurement of memory: a document of 5,000 pages takes a minute. */
const MEMORY_ROUNDS_MAX = 2;
const MEMORY_EVERY_MS = 100;

interface Run {
  readonly directory: string;
  readonly rounds: number;
}

/**
 * Measures the extraction of text and structure over HTTP: its quality and its CPU time, compared with other rule-based
 * programs on the same files in the same run, and memory. Returns no rows without the
 * corpora and their scorer; nothing is compared without the packages of bench/peers.
 */
export async function extractionRows(run: Run): Promise<Row[]> {
  const corpora = process.env.QUIRE_TEST_CORPORA;
  const corpus = extractCorpus(corpora, "extract");
  const real = extractCorpus(corpora, "extract-real");
  if (corpus === undefined || real === undefined) {
    return [];
  }
  const sources = [corpus, real].flatMap((set) =>
    set.documents
      .filter((document) => document.scanned !== true && !isCutOff(document))
      .map((document) => ({ path: pathOf(set, document), pages: document.pages })),
  );
  const book = async (pages: number): Promise<string> => {
    const path = join(run.directory, `book-${pages}.pdf`);
    await writeBook(path, sources, pages);
    return path;
  };
  return [...(await peerRows(run, corpus)), ...(await memoryRows(run, book))];
}

/** Measures memory, each document in a separate service: a process never forgets its peak. */
async function memoryRows({ rounds }: Run, book: (pages: number) => Promise<string>): Promise<Row[]> {
  const rows: Row[] = [];
  for (const pages of MEMORY_PAGES) {
    const file = await book(pages);
    const samples: { readonly engineMb: number; readonly serverMb: number; readonly seconds: number }[] = [];
    for (let round = 0; round < Math.min(rounds, MEMORY_ROUNDS_MAX); round += 1) {
      samples.push(await memoryOfConversion(file));
    }
    const engine = samples.map(({ engineMb }) => engineMb);
    const [server, seconds] = [
      median(samples.map(({ serverMb }) => serverMb)),
      median(samples.map((sample) => sample.seconds)),
    ];
    rows.push({
      what: `Markdown of ${pages.toLocaleString("en")} pages, memory of the engine process`,
      ours: show(median(engine), "MB"),
      beside: `${show(server, "MB")} HTTP process; ${show(seconds, "s")}`,
      measured: spreadOf(engine),
      unit: "MB",
      bar: { kind: "at most", value: MEMORY_BAR_MB, judge: "worst" },
    });
  }
  return rows;
}

async function memoryOfConversion(file: string) {
  await using service = await startBenchService({ QUIRE_WORKERS: "1" });
  using client = new Client(service);
  // The memory is read all the time: a process that has become large is replaced when its work is done.
  let peakBytes = 0;
  const timer = setInterval(() => {
    peakBytes = Math.max(peakBytes, peakBelow(service.pid));
  }, MEMORY_EVERY_MS);
  const startedMs = performance.now();
  await client.postStreamed({ path: MARKDOWN, file, fields: { output: "file" } }).finally(() => clearInterval(timer));
  return {
    engineMb: peakBytes / MEBIBYTE,
    serverMb: (await memoryOf(service.pid)).peakBytes / MEBIBYTE,
    seconds: (performance.now() - startedMs) / 1000,
  };
}
