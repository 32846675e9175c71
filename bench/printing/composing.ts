import { Agent, request } from "node:http";
import { buffer } from "node:stream/consumers";
import { findChromium } from "../../src/engines/chromium/browser/find-chromium.ts";
import { cpuMsOf, proportionalBytesOf } from "../measuring/process-tree.ts";
import { median, type Row, show, spreadOf } from "../measuring/report.ts";
import { inTurn } from "../measuring/rounds.ts";
import { type BenchService, startBenchService } from "../measuring/service.ts";
import { markdownOfTenPages, orders, plainText } from "./composing-documents.ts";
import { type PeerDocument, type Peers, startPeers } from "./composing-peers.ts";
import type { PdfmakeTask } from "./pdfmake-driver.ts";

const MEGABYTE = 1_000_000;
const SECOND_MS = 1000;
const CONVERT = "/api/v1/convert";
const MEMORY_EVERY_MS = 250;
/** The number of documents that a browser prints before small documents are measured. */
const WARM_UP = 10;

interface Job {
  readonly what: string;
  readonly path: string;
  readonly body: object;
}

/** A document that takes a fraction of a second. */
interface SmallJob extends Job {
  /** The number of documents over which its time is averaged: the system counts in steps of 10 ms. */
  readonly documents: number;
  readonly bars: { readonly cpuMs: number; readonly wallMs?: number; readonly megabytes?: number };
  /** The same document for other programs. */
  readonly peers: { readonly html: PeerDocument; readonly pdfmake?: PdfmakeTask };
}

const PAGE_OF_TEXT: SmallJob = {
  what: "a page of text",
  path: `${CONVERT}/text-to-pdf`,
  body: { text: plainText(2400) },
  documents: 40,
  bars: { cpuMs: 25 },
  peers: { html: "text", pdfmake: { characters: 2400 } },
};
const TEN_PAGES: SmallJob = {
  what: "ten pages of Markdown with code and tables",
  path: `${CONVERT}/markdown-to-pdf`,
  body: { markdown: markdownOfTenPages() },
  documents: 10,
  bars: { cpuMs: 170, wallMs: 130 },
  peers: { html: "markdown" },
};
const REPORT: SmallJob = {
  what: "a report of 200 rows",
  path: `${CONVERT}/json-to-pdf`,
  body: { json_data: orders(200) },
  documents: 10,
  bars: { cpuMs: 150, wallMs: 110, megabytes: 0.1 },
  peers: { html: "report", pdfmake: { rows: 200 } },
};
const LONG_TEXT: Job = {
  what: "5 MB of text in sections, with page numbers",
  path: `${CONVERT}/text-to-pdf`,
  body: { text: plainText(5 * MEGABYTE), show_page_numbers: true },
};
const LONG_REPORT: Job = {
  what: "a report of 20,000 rows in sections, with page numbers",
  path: `${CONVERT}/json-to-pdf`,
  body: { json_data: orders(20_000), show_page_numbers: true },
};

/**
 * Measures the CPU time and memory of the service with all of its processes, the browser's included, for documents that
 * are composed before they are printed. Returns no rows without a Chromium.
 */
export async function composingRows({ rounds }: { readonly rounds: number }): Promise<Row[]> {
  if (findChromium() === undefined) {
    return [];
  }
  await using peers = await startPeers();
  return [
    ...(await smallDocuments(rounds, peers)),
    ...(await longRows(LONG_TEXT, { rounds, peers }, {})),
    ...(await longRows(LONG_REPORT, { rounds, peers }, { cpuSeconds: 12, megabytes: 1200, pdfmake: { rows: 20_000 } })),
  ];
}

async function smallDocuments(rounds: number, peers: Peers): Promise<Row[]> {
  await using service = await startBenchService();
  using connection = new Connection(service);
  const run = { connection, rounds, peers };
  return [
    ...(await smallRows(run, PAGE_OF_TEXT)),
    ...(await smallRows(run, TEN_PAGES)),
    ...(await smallRows(run, REPORT)),
  ];
}

interface Run {
  readonly connection: Connection;
  readonly rounds: number;
  readonly peers: Peers;
}

async function smallRows(
  { connection, rounds, peers }: Run,
  { bars, peers: beside, ...job }: SmallJob,
): Promise<Row[]> {
  for (let count = 0; count < WARM_UP; count += 1) {
    await connection.post(job);
  }
  let bytes = 0;
  const cpuMs: number[] = [];
  const { weasyprint } = peers;
  const { pdfmake } = beside;
  const { ours, chromium, ...others } = await inTurn<string, number>(rounds, {
    ours: async () => {
      const before = connection.cpuMs();
      const times: number[] = [];
      for (let count = 0; count < job.documents; count += 1) {
        const startedMs = performance.now();
        bytes = await connection.post(job);
        times.push(performance.now() - startedMs);
      }
      cpuMs.push((connection.cpuMs() - before) / job.documents);
      return median(times);
    },
    chromium: async () => {
      const times: number[] = [];
      for (let count = 0; count < job.documents; count += 1) {
        times.push(await peers.chromium(beside.html));
      }
      return median(times);
    },
    ...(pdfmake && { "pdfmake (untagged)": () => peers.pdfmake(pdfmake) }),
    ...(weasyprint && { "WeasyPrint (a process for each)": () => weasyprint(beside.html) }),
  });
  // The first round warms up.
  const cpu = cpuMs.slice(-rounds);
  const time = `${job.what}, time over HTTP`;
  const what = `${job.what}, CPU of all processes`;
  return [
    rowOf(time, ours ?? [], "ms", bars.wallMs),
    besideRow(
      `${time}, beside Chromium's own for the same HTML, tagged, in a page that stays`,
      ours ?? [],
      chromium ?? [],
    ),
    rowOf(what, cpu, "ms", bars.cpuMs),
    ...Object.entries(others).map(([name, theirs]) => besideRow(`${what}, beside ${name}`, cpu, theirs)),
    ...(bars.megabytes === undefined ? [] : [rowOf(`${job.what}, size`, [bytes / MEGABYTE], "MB", bars.megabytes)]),
  ];
}

const besideRow = (what: string, ours: readonly number[], theirs: readonly number[], unit: "ms" | "s" = "ms"): Row => ({
  what,
  ours: show(median(ours), unit),
  beside: show(median(theirs), unit),
  measured: spreadOf(ours.map((ms, round) => ms / (theirs[round] ?? Number.NaN))),
  unit: "ratio",
  bar: undefined,
});

/** Measures long documents, each in a separate service, whose memory is what this document takes. */
async function longRows(
  job: Job,
  { rounds, peers }: Omit<Run, "connection">,
  bars: { readonly cpuSeconds?: number; readonly megabytes?: number; readonly pdfmake?: PdfmakeTask },
): Promise<Row[]> {
  const cpuSeconds: number[] = [];
  const theirSeconds: number[] = [];
  const megabytes: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    await using service = await startBenchService();
    using connection = new Connection(service);
    const before = connection.cpuMs();
    let most = 0;
    const timer = setInterval(() => {
      most = Math.max(most, proportionalBytesOf([service.pid]));
    }, MEMORY_EVERY_MS);
    await connection.post(job).finally(() => clearInterval(timer));
    cpuSeconds.push((connection.cpuMs() - before) / SECOND_MS);
    megabytes.push(most / MEGABYTE);
    if (bars.pdfmake !== undefined) {
      theirSeconds.push((await peers.pdfmake(bars.pdfmake)) / SECOND_MS);
    }
  }
  return [
    rowOf(`${job.what}, CPU of all processes`, cpuSeconds, "s", bars.cpuSeconds),
    ...(bars.pdfmake === undefined
      ? []
      : [besideRow(`${job.what}, CPU, beside pdfmake (untagged)`, cpuSeconds, theirSeconds, "s")]),
    rowOf(`${job.what}, memory of all processes`, megabytes, "MB", bars.megabytes),
  ];
}

const rowOf = (what: string, samples: readonly number[], unit: "ms" | "s" | "MB", most: number | undefined): Row => ({
  what,
  ours: show(median(samples), unit),
  beside: "",
  measured: spreadOf(samples),
  unit,
  bar: most === undefined ? undefined : { kind: "at most", value: most, judge: "median" },
});

/** A connection to a service, kept open. */
class Connection implements Disposable {
  readonly #service: BenchService;
  readonly #agent = new Agent({ keepAlive: true });

  constructor(service: BenchService) {
    this.#service = service;
  }

  [Symbol.dispose](): void {
    this.#agent.destroy();
  }

  /** Returns the CPU time of the service with all of its processes, since it started. */
  cpuMs(): number {
    return cpuMsOf([this.#service.pid]);
  }

  /**
   * Sends a document and returns the size of the PDF.
   * @throws when the answer is not a PDF
   */
  post({ path, body }: Job): Promise<number> {
    const { port, key } = this.#service;
    const sent = Buffer.from(JSON.stringify(body));
    const headers = { "X-API-Key": key, "Content-Type": "application/json", "Content-Length": sent.length };
    const options = { host: "127.0.0.1", port, path, method: "POST", agent: this.#agent, headers };
    return new Promise((resolve, reject) => {
      const sink = request(options, (response) => {
        buffer(response).then((answer) => {
          if (response.statusCode === 200) {
            resolve(answer.length);
          } else {
            reject(new Error(`${path} answered ${response.statusCode}: ${answer.toString("utf8").slice(0, 500)}`));
          }
        }, reject);
      });
      sink.on("error", reject).end(sent);
    });
  }
}
