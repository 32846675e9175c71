import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { descendants } from "../../src/engines/pool/testing/processes.ts";
import { timeProgram } from "../measuring/anchors.ts";
import { Client, multipartBody, multipartBodyOfMany } from "../measuring/client.ts";
import { peakBelow } from "../measuring/driver-processes.ts";
import { type Row, show, spreadOf } from "../measuring/report.ts";
import { startBenchService } from "../measuring/service.ts";
import { memoryOf } from "./memory.ts";

/** The manual of gnuplot 5.4.4, as Debian 12 has it: 311 pages, 1.3 MB. */
const BOOK = "/usr/share/doc/gnuplot/gnuplot.pdf";
const PAGES = [1, 30, 311];
const MEBIBYTE = 1024 ** 2;

/** The operations on one document, with the fields that have them do all of it. */
const OPERATIONS: Readonly<
  Record<string, { readonly path: string; readonly fields: (pages: number) => Record<string, string> }>
> = {
  "drawing at 72 dpi": {
    path: "/api/v1/convert/pdf-to-image",
    fields: (pages) => ({ dpi: "72", start_page: "1", end_page: String(pages) }),
  },
  "text in its layout": { path: "/api/v1/convert/pdf-to-text", fields: () => ({ output: "file" }) },
  Markdown: { path: "/api/v1/convert/pdf-to-markdown", fields: () => ({ output: "file" }) },
  "split into pages": { path: "/api/v1/pdf/split", fields: () => ({ mode: "pages" }) },
  watermark: { path: "/api/v1/pdf/watermark", fields: () => ({ text: "Draft {page}" }) },
  "PDF/A validation": { path: "/api/v1/pdf/validate-pdfa", fields: () => ({ profile: "2b" }) },
};
const MERGING = "/api/v1/pdf/merge";

/**
 * Measures the peak memory of the largest engine process, and of the HTTP process, for each operation by the number of
 * pages. Returns no rows where the book is missing.
 */
export async function peakRows({ directory }: { readonly directory: string }): Promise<Row[]> {
  if (!existsSync(BOOK)) {
    console.error(`The rows about memory by size are left out: ${BOOK} is in Debian's package gnuplot-doc.`);
    return [];
  }
  const files: Sized[] = [];
  for (const pages of PAGES) {
    const file = join(directory, `first-${pages}.pdf`);
    await timeProgram("qpdf", ["--empty", "--pages", BOOK, `1-${pages}`, "--", file]);
    files.push({ pages, file });
  }
  const rows: Row[] = [];
  for (const [name, { path, fields }] of Object.entries(OPERATIONS)) {
    const bodyOf = ({ file, pages }: Sized) => multipartBody({ path, file, fields: fields(pages) });
    rows.push(...(await rowsOf(name, path, { files, bodyOf })));
  }
  const twice = ({ file }: Sized) => multipartBodyOfMany([file, file]);
  rows.push(...(await rowsOf("two such files merged", MERGING, { files, bodyOf: twice })));
  return rows;
}

interface Sized {
  readonly pages: number;
  readonly file: string;
}

/** Measures one operation with a service of its own, small documents first: a process keeps memory that it had. */
async function rowsOf(
  name: string,
  path: string,
  { files, bodyOf }: { readonly files: readonly Sized[]; readonly bodyOf: (file: Sized) => Promise<Buffer> },
): Promise<Row[]> {
  await using service = await startBenchService();
  using client = new Client(service);
  const rows: Row[] = [];
  for (const each of files) {
    const body = await bodyOf(each);
    await resetPeaks(service.pid);
    await client.post(path, body);
    const engineMb = peakBelow(service.pid) / MEBIBYTE;
    const { peakBytes } = await memoryOf(service.pid);
    rows.push({
      what: `${name}, ${each.pages} pages, peak memory of the engine process`,
      ours: show(engineMb, "MB"),
      beside: `${show(peakBytes / MEBIBYTE, "MB")} HTTP process`,
      measured: spreadOf([engineMb]),
      unit: "MB",
      bar: undefined,
    });
  }
  return rows;
}

/** Resets the peaks (VmHWM) that the kernel counts; proc(5), /proc/pid/clear_refs. */
async function resetPeaks(service: number): Promise<void> {
  const processes = [service, ...(await descendants(service))];
  await Promise.all(processes.map((pid) => writeFile(`/proc/${pid}/clear_refs`, "5")));
}
