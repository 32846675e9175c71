import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type FakeProvider, startFakeProvider } from "../../src/engines/vision/testing/fake-provider.ts";
import { CONTENT_TYPE, multipartBody } from "../measuring/client.ts";
import { cpuMsOf } from "../measuring/process-tree.ts";
import { median, type Row, show, spreadOf } from "../measuring/report.ts";
import { type BenchService, startBenchService } from "../measuring/service.ts";
import { memoryOf } from "../service/memory.ts";
import type { Item } from "./recognition-reader.ts";
import { scannedDocument } from "./scanned-document.ts";

const PAGES = 200;
const LATENCY_MS = 1000;
const CONCURRENCY = 4;
const LEAST_SHARE = 0.9;
const MOST_GROWTH_MB = 16;
const MEGABYTE = 1_000_000;
const SECOND_MS = 1000;
const LOOK_EVERY_MS = 500;

/**
 * Measures a scanned document read by a model provider that takes a second for each page: how much of the provider's
 * capacity is used, and whether memory grows with the pages. Returns no rows without the corpora.
 */
export async function visionRows({ directory, rounds }: { directory: string; rounds: number }): Promise<Row[]> {
  const corpora = process.env.QUIRE_TEST_CORPORA;
  if (corpora === undefined) {
    return [];
  }
  const { image, truth } = await cleanPage(join(corpora, "ocr"));
  const document = join(directory, "scanned-200.pdf");
  await writeFile(document, await scannedDocument([image], PAGES));
  await using provider = await startFakeProvider({ gate: () => sleep(LATENCY_MS), answer: () => truth });
  await using service = await startBenchService(settingsFor(provider));
  const runs: Run[] = [];
  for (let round = 0; round < rounds; round += 1) {
    runs.push(await read(service, document));
  }
  const shares = runs.map(({ pagesPerSecond }) => pagesPerSecond / CONCURRENCY);
  const growth = runs.map(({ growthMegabytes }) => growthMegabytes);
  return [
    {
      what: `vision OCR of ${PAGES} scanned pages, ${CONCURRENCY} at once at a provider that takes 1 s, pages per second`,
      ours: `${median(runs.map(({ pagesPerSecond }) => pagesPerSecond)).toFixed(2)}/s`,
      beside: `${CONCURRENCY.toFixed(2)}/s at most`,
      measured: spreadOf(shares),
      unit: "ratio",
      bar: { kind: "at least", value: LEAST_SHARE, judge: "median" },
    },
    {
      what: "the same, CPU of all processes for a page",
      ours: show(median(runs.map(({ cpuSecondsPerPage }) => cpuSecondsPerPage)), "s"),
      beside: "",
      measured: spreadOf(runs.map(({ cpuSecondsPerPage }) => cpuSecondsPerPage)),
      unit: "s",
      bar: undefined,
    },
    {
      what: "the same, memory of the HTTP process in the last quarter above the second one",
      ours: show(median(growth), "MB"),
      beside: "",
      measured: spreadOf(growth),
      unit: "MB",
      bar: { kind: "at most", value: MOST_GROWTH_MB, judge: "median" },
    },
  ];
}

/** Returns a clean page of the corpus and its text. */
async function cleanPage(directory: string): Promise<{ readonly image: string; readonly truth: string }> {
  const manifest: { items: Item[] } = JSON.parse(await readFile(join(directory, "manifest.json"), "utf8"));
  const item = manifest.items.find(
    ({ cond, dpi, lang, drop }) => cond === "clean" && dpi === 200 && lang === "en" && !drop,
  );
  if (item === undefined) {
    throw new Error("The corpus has no clean page.");
  }
  const { text }: { text: string } = JSON.parse(await readFile(join(directory, item.truth), "utf8"));
  return { image: join(directory, item.image), truth: text };
}

const settingsFor = ({ baseUrl }: FakeProvider): Readonly<Record<string, string>> => ({
  QUIRE_VISION_PROVIDER: "openai-compatible",
  QUIRE_VISION_BASE_URL: baseUrl,
  QUIRE_VISION_MODEL_ACCURATE: "reader",
  QUIRE_VISION_CONCURRENCY: String(CONCURRENCY),
});

interface Run {
  readonly pagesPerSecond: number;
  readonly cpuSecondsPerPage: number;
  readonly growthMegabytes: number;
}

interface JobState {
  readonly job_id: string;
  readonly status: string;
  readonly started_at: string;
  readonly completed_at: string;
  readonly progress: { readonly pages_done: number };
}

async function read(service: BenchService, file: string): Promise<Run> {
  const path = "/api/v1/ocr/extract/vision";
  const beforeMs = cpuMsOf([service.pid]);
  const body = await multipartBody({ path, file, fields: {} });
  const { job_id } = await ask<JobState>(service, path, { method: "POST", body, type: CONTENT_TYPE });
  const quarters: number[][] = [[], [], [], []];
  let job = await ask<JobState>(service, `/api/v1/jobs/${job_id}`);
  while (job.status === "pending" || job.status === "processing") {
    const quarter = Math.min(3, Math.floor((4 * job.progress.pages_done) / PAGES));
    quarters[quarter]?.push((await memoryOf(service.pid)).residentBytes);
    await sleep(LOOK_EVERY_MS);
    job = await ask<JobState>(service, `/api/v1/jobs/${job_id}`);
  }
  if (job.status !== "complete") {
    throw new Error(`The document was not read: ${JSON.stringify(job)}`);
  }
  const seconds = (Date.parse(job.completed_at) - Date.parse(job.started_at)) / SECOND_MS;
  const [, second = [], , last = []] = quarters;
  return {
    pagesPerSecond: PAGES / seconds,
    cpuSecondsPerPage: (cpuMsOf([service.pid]) - beforeMs) / SECOND_MS / PAGES,
    growthMegabytes: (median(last) - median(second)) / MEGABYTE,
  };
}

async function ask<Answer>(
  { port, key }: BenchService,
  path: string,
  { method = "GET", body, type = "text/plain" }: { method?: string; body?: Buffer; type?: string } = {},
): Promise<Answer> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    headers: { "x-api-key": key, "content-type": type },
    ...(body !== undefined && { body: new Uint8Array(body) }),
  });
  if (!response.ok) {
    throw new Error(`${method} ${path} was answered ${response.status}: ${await response.text()}`);
  }
  return (await response.json()) as Answer;
}
