import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { TimeBudget } from "../../../kernel/timing/work.ts";
import type { HandedDocument, Paper, Printer, PrintJob, PrintWarning, Waiting, WebPage } from "../../chromium/port.ts";

export const A4: Paper = {
  widthPt: 595.28,
  heightPt: 841.89,
  marginsPt: { top: 36, right: 36, bottom: 36, left: 36 },
  scale: 1,
  prefersCssPageSize: true,
  printsBackground: true,
  isSinglePage: false,
  pageRanges: "",
};

const WAITING: Waiting = { until: "load", delayMs: 0, timeoutMs: 20_000 };

/** The parts of a job that a test sets; the rest is as plain as it can be. */
export interface Wanted extends Partial<Omit<PrintJob, "source" | "paper" | "waiting" | "failsOn">> {
  readonly html?: string;
  readonly source?: HandedDocument | WebPage;
  readonly assets?: Readonly<Record<string, string | Buffer>>;
  readonly baseUrl?: string;
  readonly paper?: Partial<Paper>;
  readonly waiting?: Partial<Waiting>;
  readonly failsOn?: Partial<PrintJob["failsOn"]>;
}

export interface Printed {
  readonly path: string;
  readonly warnings: readonly PrintWarning[];
}

/** A printer that prints documents into a separate directory. */
export interface DocumentPrinter extends AsyncDisposable {
  readonly print: (wanted: Wanted) => Promise<Printed>;
  readonly webPage: (url: string, more?: Partial<WebPage>) => WebPage;
}

export async function documentPrinter(printer: Printer): Promise<DocumentPrinter> {
  const directory = await mkdtemp(join(tmpdir(), "quire-print-"));
  let count = 0;
  return {
    async print(wanted) {
      count += 1;
      const stem = join(directory, String(count));
      const source = wanted.source ?? (await handedDocument(stem, wanted));
      const output = `${stem}.pdf`;
      const { warnings } = await printer.print(jobOf(wanted, source, output));
      return { path: output, warnings };
    },
    webPage: (url, more) => ({ kind: "url", url, headers: {}, cookies: [], ...more }),
    [Symbol.asyncDispose]: () => rm(directory, { recursive: true }),
  };
}

async function handedDocument(stem: string, { html = "", assets = {}, baseUrl }: Wanted): Promise<HandedDocument> {
  await writeFile(`${stem}.html`, html);
  const names = Object.keys(assets);
  await Promise.all(names.map((name, index) => writeFile(`${stem}-${index}`, assets[name] ?? "")));
  const paths = new Map(names.map((name, index) => [name, `${stem}-${index}`]));
  return { kind: "document", path: `${stem}.html`, baseUrl, assets: paths };
}

function jobOf(wanted: Wanted, source: HandedDocument | WebPage, output: string): PrintJob {
  return {
    css: "",
    media: "print",
    mediaFeatures: {},
    runsScript: true,
    isTagged: true,
    hasOutline: true,
    fitsFigures: false,
    maxBytes: 100_000_000,
    signal: new AbortController().signal,
    engineTime: new TimeBudget(60_000),
    ...wanted,
    source,
    output,
    paper: { ...A4, ...wanted.paper },
    waiting: { ...WAITING, ...wanted.waiting },
    failsOn: { httpError: false, resourceError: false, consoleError: false, ...wanted.failsOn },
  };
}

const run = promisify(execFile);

/** Returns the text that Poppler reads, in reading order and without layout. */
export async function textOf({ path }: Printed): Promise<string> {
  const { stdout } = await run("pdftotext", ["-raw", path, "-"]);
  return stdout.replaceAll("\f", "\n").trim();
}

/** Returns the values that `pdfinfo` prints, by its names. */
export async function informationOf({ path }: Printed): Promise<ReadonlyMap<string, string>> {
  const { stdout } = await run("pdfinfo", [path]);
  return new Map(stdout.split("\n").map((line) => [line.split(":")[0] ?? "", line.replace(/^[^:]*:\s*/, "")]));
}

export async function pageCount(printed: Printed): Promise<number> {
  return Number((await informationOf(printed)).get("Pages"));
}

/** Checks a document by `qpdf`, and throws its complaints. */
export async function expectSound({ path }: Printed): Promise<void> {
  await run("qpdf", ["--check", path]);
}

/** Returns the colour of a pixel of a page at 72 per inch, as three components of 0 to 255. */
export async function pixelOf({ path }: Printed, page: number, x: number, y: number): Promise<readonly number[]> {
  const box = ["-x", String(x), "-y", String(y), "-W", "1", "-H", "1"];
  const options = { encoding: "buffer" as const };
  const { stdout } = await run("pdftoppm", ["-r", "72", "-f", String(page), "-l", String(page), ...box, path], options);
  return [...stdout.subarray(-3)];
}
