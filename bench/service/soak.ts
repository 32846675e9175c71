import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { descendants } from "../../src/engines/pool/testing/processes.ts";
import { writeTinyDocument } from "../documents/documents.ts";
import { CONTENT_TYPE, multipartBody } from "../measuring/client.ts";
import { median, type Row, show, spreadOf } from "../measuring/report.ts";
import { type BenchService, startBenchService } from "../measuring/service.ts";
import { memoryOf } from "./memory.ts";

const REQUESTS = 10_000;
const FIRST = 1000;
const LANES = 8;
const RENDERING = "/api/v1/convert/pdf-to-image";
const MEBIBYTE = 1024 ** 2;
const GROWTH_BAR = 1.1;
/** Time for the garbage collector, and for engine processes that are replaced. */
const REST_MS = 5000;
const SAMPLES = 5;
/** Descriptors come and go with connections and timers. */
const SPARE_DESCRIPTORS = 10;

/**
 * Sends ten thousand mixed requests (drawn, as jobs, refused, read) and compares the memory of the HTTP process with that
 * after the first thousand.
 * @throws Error when descriptors, processes or temporary files are left
 */
export async function soakRows({ directory }: { readonly directory: string }): Promise<Row[]> {
  const tiny = join(directory, "tiny.pdf");
  await writeTinyDocument(tiny);
  const form = await multipartBody({ path: RENDERING, file: tiny, fields: { dpi: "72" } });
  const wrong = await multipartBody({ path: RENDERING, file: tiny, fields: { dpi: "72", page_number: "9" } });
  await using service = await startBenchService({ QUIRE_WORKER_TASKS: "500", QUIRE_RATE_LIMIT_READS: "100000000" });
  await send(service, FIRST, { form, wrong });
  const before = await stateOf(service);
  await send(service, REQUESTS - FIRST, { form, wrong });
  const after = await stateOf(service);
  const left = [
    after.descriptors > before.descriptors + SPARE_DESCRIPTORS ? `${after.descriptors} descriptors` : "",
    after.processes > before.processes ? `${after.processes} processes` : "",
    after.tasks > 0 ? `${after.tasks} temporary directories` : "",
  ].filter((each) => each !== "");
  if (left.length > 0) {
    throw new Error(`After ${REQUESTS} requests there are ${left.join(", ")}; before: ${JSON.stringify(before)}.`);
  }
  const growth = after.bytes / before.bytes;
  return [
    {
      what: `memory of the HTTP process after ${REQUESTS} mixed requests, of that after ${FIRST}`,
      ours: show(after.bytes / MEBIBYTE, "MB"),
      beside: show(before.bytes / MEBIBYTE, "MB"),
      measured: spreadOf([growth]),
      unit: "ratio",
      bar: { kind: "at most", value: GROWTH_BAR, judge: "median" },
    },
  ];
}

async function send(service: BenchService, count: number, bodies: { readonly form: Buffer; readonly wrong: Buffer }) {
  const base = `http://127.0.0.1:${service.port}`;
  const headers = { "x-api-key": service.key };
  const post = (path: string, body: Buffer) =>
    fetch(`${base}${path}`, { method: "POST", headers: { ...headers, "content-type": CONTENT_TYPE }, body });
  const kinds: readonly { readonly status: number; readonly ask: () => Promise<Response> }[] = [
    { status: 200, ask: () => post(RENDERING, bodies.form) },
    { status: 202, ask: () => post(`${RENDERING}?async=true`, bodies.form) },
    { status: 400, ask: () => post(RENDERING, bodies.wrong) },
    { status: 200, ask: () => fetch(`${base}/api/v1/jobs?limit=5`, { headers }) },
    { status: 401, ask: () => fetch(`${base}/api/v1/account`, { headers: { "x-api-key": "no-such-key" } }) },
  ];
  let sent = 0;
  const lanes = Array.from({ length: LANES }, async () => {
    while (sent < count) {
      const kind = kinds[sent % kinds.length];
      sent += 1;
      const response = await kind?.ask();
      await response?.arrayBuffer();
      // The address of a wrong key is bounded: its refusal is as good.
      if (response?.status !== kind?.status && response?.status !== 429) {
        throw new Error(`A request was answered ${response?.status}, not ${kind?.status}.`);
      }
    }
  });
  await Promise.all(lanes);
}

interface State {
  readonly bytes: number;
  readonly descriptors: number;
  readonly processes: number;
  readonly tasks: number;
}

/** Returns what a service at rest has; its memory is the median of some seconds. */
async function stateOf({ pid }: BenchService): Promise<State> {
  await sleep(REST_MS);
  const bytes: number[] = [];
  for (let sample = 0; sample < SAMPLES; sample += 1) {
    bytes.push((await memoryOf(pid)).residentBytes);
    await sleep(1000);
  }
  const environment = await readFile(`/proc/${pid}/environ`, "utf8");
  const data = /(?:^|\0)QUIRE_DATA_DIR=([^\0]+)/.exec(environment)?.[1] ?? "";
  return {
    bytes: median(bytes),
    descriptors: (await readdir(`/proc/${pid}/fd`)).length,
    processes: (await descendants(pid)).length,
    tasks: (await readdir(join(data, "tasks"))).length,
  };
}
