import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { writeDocumentWithAttachment, writeTextDocument, writeTinyDocument } from "../documents/documents.ts";
import { Client, multipartBody, type Upload } from "../measuring/client.ts";
import { type Row, show, spreadOf } from "../measuring/report.ts";
import { startBenchService } from "../measuring/service.ts";

const MEBIBYTE = 1024 ** 2;
const UPLOAD_BYTES = 200 * MEBIBYTE;
const PAGES = 300;
const WARM_UP_REQUESTS = 50;
const BAR_MB = 64;
const RENDERING = "/api/v1/convert/pdf-to-image";

/** Measures by how much large work raises the memory of the HTTP process above that after a warm-up. */
export async function memoryRows(run: { directory: string; rounds: number }): Promise<Row[]> {
  const large = join(run.directory, "large.pdf");
  const long = join(run.directory, "long.pdf");
  await writeDocumentWithAttachment(large, UPLOAD_BYTES);
  await writeTextDocument(long, { pages: PAGES, seed: 2 });
  return [
    await memoryRow("a 200 MB upload, memory of the HTTP process above warm", run, {
      path: RENDERING,
      file: large,
      fields: { dpi: "72" },
    }),
    await memoryRow(`${PAGES} pages as a ZIP, memory of the HTTP process above warm`, run, {
      path: RENDERING,
      file: long,
      fields: { start_page: "1", end_page: String(PAGES) },
    }),
  ];
}

async function memoryRow(what: string, run: { directory: string; rounds: number }, upload: Upload): Promise<Row> {
  await using service = await startBenchService();
  using client = new Client(service);
  await warmUp(client, run.directory);
  const warm = (await memoryOf(service.pid)).residentBytes;
  const raisedMb: number[] = [];
  for (let round = 0; round < run.rounds; round += 1) {
    await resetPeak(service.pid);
    await client.postStreamed(upload);
    raisedMb.push(((await memoryOf(service.pid)).peakBytes - warm) / MEBIBYTE);
  }
  const measured = spreadOf(raisedMb);
  return {
    what,
    ours: show(measured.median, "MB"),
    beside: `${show(warm / MEBIBYTE, "MB")} warm`,
    measured,
    unit: "MB",
    bar: { kind: "at most", value: BAR_MB, judge: "worst" },
  };
}

async function warmUp(client: Client, directory: string): Promise<void> {
  const tiny = join(directory, "tiny.pdf");
  await writeTinyDocument(tiny);
  const body = await multipartBody({ path: RENDERING, file: tiny, fields: { start_page: "1", end_page: "1" } });
  for (let request = 0; request < WARM_UP_REQUESTS; request += 1) {
    await client.post(RENDERING, body);
  }
}

export async function memoryOf(pid: number): Promise<{ residentBytes: number; peakBytes: number }> {
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  const kilobytes = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, "m").exec(status)?.[1]);
  return { residentBytes: kilobytes("VmRSS") * 1024, peakBytes: kilobytes("VmHWM") * 1024 };
}

/** Resets the peak (VmHWM) that the kernel counts; proc(5), /proc/pid/clear_refs. */
async function resetPeak(pid: number): Promise<void> {
  await writeFile(`/proc/${pid}/clear_refs`, "5");
}
