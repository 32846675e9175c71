import { writeFile } from "node:fs/promises";
import { Agent, request } from "node:http";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { findChromium } from "../../src/engines/chromium/browser/find-chromium.ts";
import type { Printer, PrintJob } from "../../src/engines/chromium/port.ts";
import { createPrinter } from "../../src/engines/chromium/printer.ts";
import { TimeBudget } from "../../src/kernel/timing/work.ts";
import { createEgress } from "../../src/platform/egress/egress.ts";
import { type BareChromium, type BarePage, startBareChromium } from "../../test/egress/bare-chromium.ts";
import { childrenOf, cpuMsOf, proportionalBytesOf } from "../measuring/process-tree.ts";
import { median, type Row, show, spreadOf } from "../measuring/report.ts";
import { inTurn } from "../measuring/rounds.ts";
import { type BenchService, startBenchService } from "../measuring/service.ts";
import { invoice, mixedDocument, scriptedInvoice, tableOf } from "./printing-documents.ts";

const MEGABYTE = 1_000_000;
const MEBIBYTE = 1024 ** 2;
const INVOICES = 60;
const SCRIPTED_INVOICES = 15;
const CLIENTS = 4;
const LOAD_MS = 5000;
const PATH = "/api/v1/convert/html-to-pdf";
const CPU_BAR = 1.3;
const SCRIPTED_CPU_BAR = 1.2;
/** The browser of Debian's package chromium, which is in none of our lists of packages. */
const FULL_CHROMIUM = "/usr/lib/chromium/chromium";
const FULL_BROWSER_BAR = 15;
const RATE_BAR = 60;
const TABLE_BAR_MB = 0.1;
const RECOVERY_BAR_S = 2;
const GROWTH_BAR = 1.15;
const FALLEN_BAR = 1.1;

interface Run {
  readonly directory: string;
  readonly rounds: number;
}

/**
 * Measures what printing costs compared with the least that the same browser can be asked to do. Returns no rows
 * without a Chromium.
 */
export async function printingRows(run: Run): Promise<Row[]> {
  if (findChromium() === undefined) {
    return [];
  }
  return [...(await costRows(run)), ...(await serviceRows(run)), await recoveryRow(run), ...(await memoryRows(run))];
}

/**
 * Measures the CPU time per document: of the browser with all of its processes, and of this process, which drives it.
 */
async function costRows({ directory, rounds }: Run): Promise<Row[]> {
  await using ours = await startPrinter(directory);
  await using bare = await startBareChromium();
  const warmPage = await bare.openPage();
  const warm = await inTurn(rounds, {
    ours: cost(ours.pids(), INVOICES, (number) => ours.print(invoice(number))),
    bare: cost([bare.pid], INVOICES, (number) => printBare(warmPage, invoice(number))),
  });
  const fresh = await inTurn(rounds, {
    ours: cost(ours.pids(), SCRIPTED_INVOICES, (number) => ours.print(scriptedInvoice(number))),
    bare: cost([bare.pid], SCRIPTED_INVOICES, (number) => printFresh(bare, scriptedInvoice(number))),
  });
  const navigated = await inTurn(rounds, {
    bare: cost([bare.pid], SCRIPTED_INVOICES, (number) => printNavigated(bare, scriptedInvoice(number))),
  });
  return [
    costRow("an invoice without script, CPU of all processes, beside the same browser driven barely", warm, CPU_BAR),
    costRow("an invoice with script, CPU of all processes, beside a bare context for each", fresh, SCRIPTED_CPU_BAR),
    // A document has a separate origin only where the page navigates to it, which costs a process.
    costRow(
      "the same beside a bare context that goes to the document",
      { ours: fresh.ours, bare: navigated.bare },
      undefined,
    ),
    costRow(
      "an invoice without script, CPU, beside a bare context for each in the same headless shell",
      { ours: warm.ours, bare: fresh.bare },
      undefined,
    ),
    ...(await fullBrowserRows(warm.ours, rounds)),
  ];
}

/**
 * Measures a new page for each document in the full browser, which is what other services do. Returns no row where
 * there is none.
 */
async function fullBrowserRows(ours: number[], rounds: number): Promise<Row[]> {
  if (findChromium(FULL_CHROMIUM) === undefined) {
    return [];
  }
  await using full = await startBareChromium(FULL_CHROMIUM);
  const { bare } = await inTurn(rounds, {
    bare: cost([full.pid], SCRIPTED_INVOICES, (number) => printNavigated(full, invoice(number))),
  });
  return [costRow("the same beside a page for each in the full Chromium", { ours, bare }, 1 / FULL_BROWSER_BAR)];
}

/** Returns the CPU time of one document, in milliseconds: that of `pids` and that of this process. */
const cost = (pids: readonly number[], documents: number, print: (number: number) => Promise<unknown>) => async () => {
  const before = cpuMsOf(pids);
  const own = process.cpuUsage();
  for (let number = 0; number < documents; number += 1) {
    await print(number);
  }
  const { user, system } = process.cpuUsage(own);
  return (cpuMsOf(pids) - before + (user + system) / 1000) / documents;
};

const costRow = (what: string, samples: { ours: number[]; bare: number[] }, value: number | undefined): Row => ({
  what,
  ours: show(median(samples.ours), "ms"),
  beside: show(median(samples.bare), "ms"),
  measured: spreadOf(samples.ours.map((ms, round) => ms / (samples.bare[round] ?? Number.NaN))),
  unit: "ratio",
  bar: value === undefined ? undefined : { kind: "at most", value, judge: "median" },
});

async function serviceRows({ rounds }: Run): Promise<Row[]> {
  await using service = await startBenchService();
  await invoicesPerSecond(service);
  const rates: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    rates.push(await invoicesPerSecond(service));
  }
  const agent = new Agent();
  const table = await post(service, agent, { html: tableOf(200) });
  agent.destroy();
  const megabytes = spreadOf([table.length / MEGABYTE]);
  return [
    {
      what: `invoices from ${CLIENTS} clients`,
      ours: show(median(rates), "per second"),
      beside: "",
      measured: spreadOf(rates),
      unit: "per second",
      bar: { kind: "at least", value: RATE_BAR, judge: "median" },
    },
    {
      what: "a tagged table of 200 rows, bytes",
      ours: show(megabytes.median, "MB"),
      beside: "",
      measured: megabytes,
      unit: "MB",
      bar: { kind: "at most", value: TABLE_BAR_MB, judge: "worst" },
    },
  ];
}

/** Measures the time from the end of the browser, with all of its processes, to the next document. */
async function recoveryRow({ directory, rounds }: Run): Promise<Row> {
  await using ours = await startPrinter(directory);
  const seconds: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    await ours.print(invoice(round));
    const startedMs = performance.now();
    ours.pids().forEach((pid) => process.kill(pid, "SIGKILL"));
    await ours.print(invoice(round));
    seconds.push((performance.now() - startedMs) / 1000);
  }
  return {
    what: "the next document after the browser was killed",
    ours: show(median(seconds), "s"),
    beside: "",
    measured: spreadOf(seconds),
    unit: "s",
    bar: { kind: "at most", value: RECOVERY_BAR_S, judge: "worst" },
  };
}

const FIRST_DOCUMENTS = 100;
const MANY_DOCUMENTS = 1000;
/**
 * The number of documents for which a page is kept, so that none is replaced before the many are printed, and all soon
 * after.
 */
const DOCUMENTS_PER_PAGE = 450;
const MORE_DOCUMENTS = 400;
/** The time in which renderers that are no longer needed end by themselves. */
const SETTLE_MS = 3000;

/** Measures the memory of the browser with all of its processes, when nothing is printed. */
async function memoryRows({ directory }: Run): Promise<Row[]> {
  await using ours = await startPrinter(directory, DOCUMENTS_PER_PAGE);
  let printed = 0;
  const memoryAfter = async (documents: number): Promise<number> => {
    const next = async (): Promise<void> => {
      while (printed < documents) {
        printed += 1;
        await ours.print(mixedDocument(printed));
      }
    };
    await Promise.all([next(), next()]);
    await sleep(SETTLE_MS);
    return proportionalBytesOf(ours.pids());
  };
  const first = await memoryAfter(FIRST_DOCUMENTS);
  const many = await memoryAfter(MANY_DOCUMENTS);
  const replaced = await memoryAfter(MANY_DOCUMENTS + MORE_DOCUMENTS);
  const row = (what: string, bytes: number, value: number): Row => ({
    what,
    ours: show(bytes / MEBIBYTE, "MB"),
    beside: show(first / MEBIBYTE, "MB"),
    measured: spreadOf([bytes / first]),
    unit: "ratio",
    bar: { kind: "at most", value, judge: "worst" },
  });
  return [
    row(
      `memory of the browser after ${MANY_DOCUMENTS} documents, beside that after ${FIRST_DOCUMENTS}`,
      many,
      GROWTH_BAR,
    ),
    row(`the same when its pages have been replaced, beside that after ${FIRST_DOCUMENTS}`, replaced, FALLEN_BAR),
  ];
}

/** Starts the printer with the settings of the service. */
async function startPrinter(directory: string, documentsPerPage?: number) {
  const others = new Set(childrenOf(process.pid));
  const outbound = await createEgress({ QUIRE_OUTBOUND: "on", QUIRE_OUTBOUND_ALLOW: "" }).startProxy();
  const printer = createPrinter({
    pages: 2,
    queueLimit: 100,
    sandbox: "auto",
    uid: 65_322,
    proxy: {
      url: `http://127.0.0.1:${outbound.port}`,
      openBudget: () => outbound.openBudget({ maxBytes: 1e8, maxRequests: 1000, timeMs: 60_000 }),
    },
    memoryBytes: 1.5 * 2 ** 30,
    documentsPerPage,
    log: () => undefined,
  });
  await printer.ready();
  const pids = (): readonly number[] => childrenOf(process.pid).filter((pid) => !others.has(pid));
  let count = 0;
  return {
    pids,
    print: (html: string) => {
      count += 1;
      return printDocument(printer, join(directory, `printed-${count % 10}`), html);
    },
    async [Symbol.asyncDispose]() {
      await printer.close();
      await outbound.close();
    },
  };
}

async function printDocument(printer: Printer, stem: string, html: string): Promise<void> {
  await writeFile(`${stem}.html`, html);
  await printer.print(jobFor(`${stem}.html`, `${stem}.pdf`));
}

const jobFor = (path: string, output: string): PrintJob => ({
  source: { kind: "document", path, assets: new Map() },
  css: "",
  paper: {
    widthPt: 595.28,
    heightPt: 841.89,
    marginsPt: { top: 36, right: 36, bottom: 36, left: 36 },
    scale: 1,
    prefersCssPageSize: true,
    printsBackground: true,
    isSinglePage: false,
    pageRanges: "",
  },
  media: "print",
  mediaFeatures: {},
  runsScript: true,
  waiting: { until: "load", delayMs: 0, timeoutMs: 30_000 },
  failsOn: { httpError: false, resourceError: false, consoleError: false },
  isTagged: true,
  hasOutline: true,
  fitsFigures: false,
  maxBytes: 100_000_000,
  output,
  signal: new AbortController().signal,
  engineTime: new TimeBudget(60_000),
});

const BARE_OPTIONS = {
  paperWidth: 8.27,
  paperHeight: 11.69,
  preferCSSPageSize: true,
  printBackground: true,
  generateTaggedPDF: true,
  generateDocumentOutline: true,
};

async function printBare(page: BarePage, html: string): Promise<number> {
  await page.call("Page.setDocumentContent", { frameId: page.frameId, html });
  const { data } = await page.call<{ data: string }>("Page.printToPDF", BARE_OPTIONS);
  return Buffer.from(data, "base64").length;
}

async function printFresh(browser: BareChromium, html: string): Promise<void> {
  const page = await browser.openPage();
  await printBare(page, html);
  await page.close();
}

async function printNavigated(browser: BareChromium, html: string): Promise<void> {
  const page = await browser.openPage();
  await page.call("Page.navigate", { url: `data:text/html;charset=utf-8,${encodeURIComponent(html)}` });
  await page.call("Runtime.evaluate", {
    expression: "document.readyState === 'complete' || new Promise((resolve) => addEventListener('load', resolve))",
    awaitPromise: true,
  });
  await page.call("Page.printToPDF", BARE_OPTIONS);
  await page.close();
}

/**
 * Returns the number of invoices per second over as many connections as there are clients, each of which sends one
 * invoice after the other.
 */
async function invoicesPerSecond(service: BenchService): Promise<number> {
  const agent = new Agent({ keepAlive: true });
  const startedMs = performance.now();
  let done = 0;
  const client = async (own: number): Promise<void> => {
    for (let number = own; performance.now() - startedMs < LOAD_MS; number += CLIENTS) {
      await post(service, agent, { html: invoice(number) });
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, (_, own) => client(own)));
  const elapsedMs = performance.now() - startedMs;
  agent.destroy();
  return (done * 1000) / elapsedMs;
}

/**
 * Sends one document.
 * @throws when the answer is not a PDF
 */
function post({ port, key }: BenchService, agent: Agent, parameters: object): Promise<Buffer> {
  const body = Buffer.from(JSON.stringify(parameters));
  const headers = { "X-API-Key": key, "Content-Type": "application/json", "Content-Length": body.length };
  return new Promise((resolve, reject) => {
    const sink = request({ host: "127.0.0.1", port, path: PATH, method: "POST", agent, headers }, (response) => {
      buffer(response).then((answer) => {
        if (response.statusCode === 200) {
          resolve(answer);
        } else {
          reject(new Error(`${PATH} answered ${response.statusCode}: ${answer.toString("utf8").slice(0, 500)}`));
        }
      }, reject);
    });
    sink.on("error", reject).end(body);
  });
}
