import { loadavg } from "node:os";
import { join } from "node:path";
import { ACCESS_KEY, BUCKET, startS3Server } from "../../src/platform/blobs/testing/s3-server.ts";
import { postgresPrograms, startPostgresServer } from "../../src/platform/store/postgres/testing/postgres-server.ts";
import { writeTextDocument } from "../documents/documents.ts";
import { CONTENT_TYPE, multipartBody } from "../measuring/client.ts";
import { median, type Row, spreadOf } from "../measuring/report.ts";
import { inTurn } from "../measuring/rounds.ts";
import { type BenchService, startBenchService } from "../measuring/service.ts";

const WORKERS = 3;
const OCR = "/api/v1/ocr/extract/simple";
const BAR = 0.9;
const SECOND_MS = 1000;

/** The documents of a round by their pages: one that all workers share, and two that keep them from it. */
const DOCUMENTS = [24, 12, 12] as const;
const PAGES = DOCUMENTS.reduce((sum, pages) => sum + pages, 0);

/**
 * Measures the reading of documents by two API nodes and three workers over PostgreSQL and an S3 store, beside one node
 * with as many OCR processes, all on this machine. Returns no rows without PostgreSQL.
 */
export async function nodeRows(run: { directory: string; rounds: number }): Promise<Row[]> {
  if (postgresPrograms() === undefined) {
    return [];
  }
  const bodies = await Promise.all(
    DOCUMENTS.map(async (pages, index) => {
      const file = join(run.directory, `pages-${index}.pdf`);
      await writeTextDocument(file, { pages, seed: index + 1 });
      return await multipartBody({ path: OCR, file, fields: {} });
    }),
  );
  await using one = await startBenchService({ QUIRE_OCR_WORKERS: String(WORKERS), QUIRE_WORKERS: "2" });
  await using nodes = await startNodes();
  const loads: number[] = [];
  const rates = await inTurn(run.rounds, {
    nodes: () => pagesPerSecond(nodes.apis, bodies),
    one: () => {
      loads.push(loadavg()[0] ?? 0);
      return pagesPerSecond([one], bodies);
    },
  });
  console.info(`Load averages while nodes were measured: ${loads.map((load) => load.toFixed(1)).join(", ")}.`);
  return [
    {
      what: `${PAGES} pages of OCR in ${DOCUMENTS.length} jobs: two API nodes and ${WORKERS} workers, beside one node with ${WORKERS} OCR processes`,
      ours: `${median(rates.nodes).toFixed(2)} pages/s`,
      beside: `${median(rates.one).toFixed(2)} pages/s`,
      measured: spreadOf(rates.nodes.map((rate, round) => rate / (rates.one[round] ?? Number.NaN))),
      unit: "ratio",
      bar: { kind: "at least", value: BAR, judge: "median" },
    },
  ];
}

interface Nodes extends AsyncDisposable {
  readonly apis: readonly BenchService[];
}

async function startNodes(): Promise<Nodes> {
  await using begun = new AsyncDisposableStack();
  const database = await startPostgresServer();
  begun.defer(() => database.remove());
  const s3 = await startS3Server();
  begun.defer(() => s3.remove());
  const settings = {
    QUIRE_DATABASE_URL: await database.createDatabase(),
    QUIRE_KEY_PEPPER: "a secret that the nodes of the bench share",
    QUIRE_S3_ENDPOINT: `http://127.0.0.1:${s3.port}`,
    QUIRE_S3_BUCKET: BUCKET,
    QUIRE_S3_ACCESS_KEY_ID: ACCESS_KEY,
    QUIRE_S3_SECRET_ACCESS_KEY: ACCESS_KEY,
    QUIRE_OCR_WORKERS: "1",
    QUIRE_WORKERS: "1",
    QUIRE_JOBS: "off",
    QUIRE_CLASSES: "none",
  };
  const key = `bench-${crypto.randomUUID()}`;
  const apis: BenchService[] = [];
  for (const _ of Array.from({ length: 2 })) {
    // One after the other: the first makes the key.
    apis.push(begun.use(await startBenchService(settings, { key })));
  }
  for (const _ of Array.from({ length: WORKERS })) {
    begun.use(await startBenchService(settings, { key, command: ["worker", "--classes", "ocr"] }));
  }
  const running = begun.move();
  return { apis, [Symbol.asyncDispose]: () => running.disposeAsync() };
}

/** Submits every document as a job, to one API node after the other, and waits until all have been read. */
async function pagesPerSecond(apis: readonly BenchService[], bodies: readonly Buffer[]): Promise<number> {
  const startedMs = performance.now();
  await Promise.all(
    bodies.map(async (body, index) => {
      const api = apis[index % apis.length];
      if (api !== undefined) {
        await readDocument(api, body);
      }
    }),
  );
  return (PAGES * SECOND_MS) / (performance.now() - startedMs);
}

async function readDocument({ port, key }: BenchService, body: Buffer): Promise<void> {
  const base = `http://127.0.0.1:${port}`;
  const ask = async (path: string, init: RequestInit = {}): Promise<{ job_id: string; status: string }> => {
    const response = await fetch(`${base}${path}`, {
      ...init,
      headers: { "x-api-key": key, ...(init.body !== undefined && { "content-type": CONTENT_TYPE }) },
    });
    if (!response.ok) {
      throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
    }
    return (await response.json()) as { job_id: string; status: string };
  };
  let job = await ask(`${OCR}?async=true`, { method: "POST", body: Uint8Array.from(body) });
  while (job.status === "pending" || job.status === "processing") {
    job = await ask(`/api/v1/jobs/${job.job_id}?wait=30`);
  }
  if (job.status !== "complete") {
    throw new Error(`A document was not read: ${JSON.stringify(job)}`);
  }
}
