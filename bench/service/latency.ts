import { join } from "node:path";
import { writeIllustratedDocument, writeTinyDocument } from "../documents/documents.ts";
import { timeProgram } from "../measuring/anchors.ts";
import { Client, multipartBody } from "../measuring/client.ts";
import { median, type Row, show, spreadOf } from "../measuring/report.ts";
import { inTurn } from "../measuring/rounds.ts";
import { startBenchService } from "../measuring/service.ts";

const PASSWORD = "correct horse";
/** The shape of a document of 1 MB: 32 pages, each with a picture of 31 kB. */
const MEGABYTE = { pages: 32, imageSide: 176 };
const REQUESTS = 40;
const PROGRAM_RUNS = 10;

/** Measures how long one caller waits for a small piece of work when there are no other calls. */
export async function latencyRows(run: { directory: string; rounds: number }): Promise<Row[]> {
  const encrypted = await encryptedDocument(run.directory);
  const tiny = join(run.directory, "tiny.pdf");
  await writeTinyDocument(tiny);
  await using service = await startBenchService();
  using client = new Client(service);
  const unlocking = "/api/v1/pdf/remove-password";
  const rendering = "/api/v1/convert/pdf-to-image";
  const unlock = await multipartBody({ path: unlocking, file: encrypted, fields: { password: PASSWORD } });
  const render = await multipartBody({ path: rendering, file: tiny, fields: { dpi: "72" } });
  const output = join(run.directory, "beside");
  const decrypt = ["--decrypt", `--password=${PASSWORD}`, encrypted, output];
  const draw = ["draw", "-q", "-r", "72", "-F", "png", "-o", output, tiny];
  const times = await inTurn(run.rounds, {
    unlock: () => medianOf(REQUESTS, async () => (await client.post(unlocking, unlock)).elapsedMs),
    qpdf: () => medianOf(PROGRAM_RUNS, () => timeProgram("qpdf", decrypt)),
    render: () => medianOf(REQUESTS, async () => (await client.post(rendering, render)).elapsedMs),
    mutool: () => medianOf(PROGRAM_RUNS, () => timeProgram("mutool", draw)),
  });
  return [
    latencyRow("unlocking 1 MB of AES-256, p50, beside qpdf", { ours: times.unlock, beside: times.qpdf, barMs: 25 }),
    latencyRow("smallest request (a line at 72 dpi), p50, beside mutool", {
      ours: times.render,
      beside: times.mutool,
      barMs: 12,
    }),
  ];
}

async function encryptedDocument(directory: string): Promise<string> {
  const plain = join(directory, "megabyte.pdf");
  const encrypted = join(directory, "megabyte-encrypted.pdf");
  await writeIllustratedDocument(plain, MEGABYTE);
  await timeProgram("qpdf", ["--encrypt", PASSWORD, PASSWORD, "256", "--", plain, encrypted]);
  return encrypted;
}

async function medianOf(times: number, measure: () => Promise<number>): Promise<number> {
  const values: number[] = [];
  for (let time = 0; time < times; time += 1) {
    values.push(await measure());
  }
  return median(values);
}

function latencyRow(what: string, run: { ours: number[]; beside: number[]; barMs: number }): Row {
  return {
    what,
    ours: show(median(run.ours), "ms"),
    beside: show(median(run.beside), "ms"),
    measured: spreadOf(run.ours),
    unit: "ms",
    bar: { kind: "at most", value: run.barMs, judge: "median" },
  };
}
