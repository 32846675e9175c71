import { existsSync } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { timeProgram } from "../measuring/anchors.ts";
import { Client, multipartBody } from "../measuring/client.ts";
import { costOf } from "../measuring/process-cost.ts";
import { cpuMsOf } from "../measuring/process-tree.ts";
import { median, type Row, show, spreadOf } from "../measuring/report.ts";
import { inTurn } from "../measuring/rounds.ts";
import { type BenchService, startBenchService } from "../measuring/service.ts";

/** The manual of gnuplot 5.4.4, as Debian 12 has it: 311 pages, 1.3 MB, with links and an outline. */
const BOOK = "/usr/share/doc/gnuplot/gnuplot.pdf";
const PASSWORD = "correct horse";
const PAGE_DPI = 150;
const SCAN_DPI = 300;

interface Run {
  readonly directory: string;
  readonly rounds: number;
}

/** A call whose whole time is compared with that of a program on the same file. */
interface Work {
  readonly what: string;
  readonly path: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly file: string;
  /** Returns the program and its arguments, given the folder that it writes to. */
  readonly program: (output: string) => readonly [string, ...string[]];
  readonly wallBar: number;
  readonly cpuBar?: number;
  /** The number of calls of which a sample is the mean, for short ones. */
  readonly calls?: number;
}

/** Measures whole calls with a real book, over HTTP, beside native programs. Returns no rows where the book is missing. */
export async function bookRows(run: Run): Promise<Row[]> {
  if (!existsSync(BOOK)) {
    console.error(`The rows about a book are left out: ${BOOK} is in Debian's package gnuplot-doc.`);
    return [];
  }
  await using service = await startBenchService();
  using client = new Client(service);
  const rows: Row[] = [];
  for (const work of await worksWith(run.directory)) {
    rows.push(...(await workRows(run, service, client, work)));
  }
  return rows;
}

async function worksWith(directory: string): Promise<Work[]> {
  const locked = join(directory, "book-locked.pdf");
  await timeProgram("qpdf", ["--encrypt", PASSWORD, PASSWORD, "256", "--", BOOK, locked]);
  const scan = join(directory, "book-page");
  const onePage = ["-f", "20", "-l", "20", "-singlefile"];
  await timeProgram("pdftoppm", ["-r", String(SCAN_DPI), "-gray", "-png", ...onePage, BOOK, scan]);
  return [
    {
      what: "a book of 311 pages split into pages, beside qpdf --split-pages",
      path: "/api/v1/pdf/split",
      fields: { mode: "pages" },
      file: BOOK,
      program: (output) => ["qpdf", "--split-pages", BOOK, join(output, "page.pdf")],
      wallBar: 0.8,
    },
    {
      what: "text of the book as it stands on the page, beside pdftotext -layout",
      path: "/api/v1/convert/pdf-to-text",
      fields: { output: "file" },
      file: BOOK,
      program: (output) => ["pdftotext", "-layout", BOOK, join(output, "book.txt")],
      wallBar: 1.2,
      cpuBar: 2.4,
    },
    {
      what: "the book unlocked, beside qpdf --decrypt",
      path: "/api/v1/pdf/remove-password",
      fields: { password: PASSWORD },
      file: locked,
      program: (output) => ["qpdf", "--decrypt", `--password=${PASSWORD}`, locked, join(output, "book.pdf")],
      wallBar: 0.8,
      calls: 10,
    },
    {
      what: `a page of the book as JPEG at ${PAGE_DPI} dpi, beside pdftoppm`,
      path: "/api/v1/convert/pdf-to-image",
      fields: { start_page: "20", end_page: "20", dpi: String(PAGE_DPI), image_format: "JPEG" },
      file: BOOK,
      program: (output) => {
        const options = ["-jpeg", "-jpegopt", "quality=85", "-r", String(PAGE_DPI), ...onePage];
        return ["pdftoppm", ...options, BOOK, join(output, "page")];
      },
      wallBar: 0.6,
      calls: 10,
    },
    {
      what: `a clean page at ${SCAN_DPI} dpi by the simple engine, beside tesseract`,
      path: "/api/v1/ocr/extract/simple",
      fields: { languages: "eng" },
      file: `${scan}.png`,
      program: (output) => ["tesseract", `${scan}.png`, join(output, "page"), "-l", "eng"],
      wallBar: 1,
    },
  ];
}

interface Cost {
  readonly elapsedMs: number;
  readonly cpuMs: number;
}

async function workRows({ directory, rounds }: Run, service: BenchService, client: Client, work: Work): Promise<Row[]> {
  const { what, path, file, fields, program, wallBar, cpuBar, calls = 1 } = work;
  const body = await multipartBody({ path, file, fields });
  const output = join(directory, "beside");
  const { ours, native } = await inTurn<"ours" | "native", Cost>(rounds, {
    ours: () =>
      meanOf(calls, async () => {
        const before = cpuMsOf([service.pid]);
        const { elapsedMs } = await client.post(path, body);
        return { elapsedMs, cpuMs: cpuMsOf([service.pid]) - before };
      }),
    native: () =>
      meanOf(calls, async () => {
        await rm(output, { recursive: true, force: true });
        await mkdir(output);
        const [name, ...parameters] = program(output);
        const { elapsedMs, cpuSeconds } = await costOf(name, parameters);
        return { elapsedMs, cpuMs: cpuSeconds * 1000 };
      }),
  });
  const row = (kind: string, of: (cost: Cost) => number, bar: number | undefined): Row => ({
    what: `${what}, ${kind}`,
    ours: show(median(ours.map(of)), "ms"),
    beside: show(median(native.map(of)), "ms"),
    measured: spreadOf(ours.map((cost, round) => of(cost) / of(native[round] ?? NO_COST))),
    unit: "ratio",
    bar: bar === undefined ? undefined : { kind: "at most", value: bar, judge: "median" },
  });
  return [row("wall", ({ elapsedMs }) => elapsedMs, wallBar), row("CPU", ({ cpuMs }) => cpuMs, cpuBar)];
}

const NO_COST: Cost = { elapsedMs: Number.NaN, cpuMs: Number.NaN };

async function meanOf(calls: number, measure: () => Promise<Cost>): Promise<Cost> {
  let [elapsedMs, cpuMs] = [0, 0];
  for (let call = 0; call < calls; call += 1) {
    const cost = await measure();
    elapsedMs += cost.elapsedMs / calls;
    cpuMs += cost.cpuMs / calls;
  }
  return { elapsedMs, cpuMs };
}
