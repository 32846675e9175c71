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
/** The number of documents over which the time of a small one is averaged: the system counts in steps of 10 ms. */
const MANY = 40;
const MEMORY_EVERY_MS = 250;
/** The number of documents that a browser prints before small documents are measured. */
const WARM_UP = 10;

interface Job {
  readonly what: string;
  readonly path: string;
  readonly body: object;
}

const PAGE_OF_TEXT: Job = { what: "a page of text", path: `${CONVERT}/text-to-pdf`, body: { text: plainText(2400) } };
const TEN_PAGES: Job = {
  what: "ten pages of Markdown with code and tables",
  path: `${CONVERT}/markdown-to-pdf`,
  body: { markdown: markdownOfTenPages() },
};
const REPORT: Job = {
  what: "a report of 200 rows",
  path: `${CONVERT}/json-to-pdf`,
  body: { json_data: orders(200) },
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
  return [
    ...(await smallDocuments(rounds)),
    ...(await longRows(LONG_TEXT, rounds, {})),
    ...(await longRows(LONG_REPORT, rounds, { cpuSeconds: 12, megabytes: 1200, pdfmake: { rows: 20_000 } })),
  ];
}

async function smallDocuments(rounds: number): Promise<Row[]> {
  await using service = await startBenchService();
  using connection = new Connection(service);
  await using peers = await startPeers();
  const run = { connection, rounds, peers };
  return [
    ...(await smallRows(run, PAGE_OF_TEXT, { cpuMs: 25 }, { weasyprint: "text", pdfmake: { characters: 2400 } })),
    ...(await smallRows(run, TEN_PAGES, { cpuMs: 170 }, { weasyprint: "markdown" })),
    ...(await smallRows(run, REPORT, { cpuMs: 150, megabytes: 0.1 }, { weasyprint: "report", pdfmake: { rows: 200 } })),
  ];
}

interface Run {
  readonly connection: Connection;
  readonly rounds: number;
  readonly peers: Peers;
}

async function smallRows(
  { connection, rounds, peers }: Run,
  job: Job,
  bars: { readonly cpuMs: number; readonly megabytes?: number },
  beside: { readonly weasyprint: PeerDocument; readonly pdfmake?: PdfmakeTask },
): Promise<Row[]> {
  for (let count = 0; count < WARM_UP; count += 1) {
    await connection.post(job);
  }
  let bytes = 0;
  const { weasyprint } = peers;
  const { pdfmake } = beside;
  const samples = await inTurn<string, number>(rounds, {
    ours: async () => {
      const before = connection.cpuMs();
      for (let count = 0; count < MANY; count += 1) {
        bytes = await connection.post(job);
      }
      return (connection.cpuMs() - before) / MANY;
    },
    ...(pdfmake && { "pdfmake (untagged)": () => peers.pdfmake(pdfmake) }),
    ...(weasyprint && { "WeasyPrint (a process for each)": () => weasyprint(beside.weasyprint) }),
  });
  const { ours = [], ...others } = samples;
  const what = `${job.what}, CPU of all processes`;
  return [
    rowOf(what, ours, "ms", bars.cpuMs),
    ...Object.entries(others).map(([name, theirs]) => besideRow(`${what}, beside ${name}`, ours, theirs)),
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
  rounds: number,
  bars: { readonly cpuSeconds?: number; readonly megabytes?: number; readonly pdfmake?: PdfmakeTask },
): Promise<Row[]> {
  const cpuSeconds: number[] = [];
  const theirSeconds: number[] = [];
  await using peers = await startPeers();
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
