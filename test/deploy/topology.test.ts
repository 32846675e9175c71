import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { call, newClient } from "../api/accounts.ts";
import { OCR_SIMPLE } from "../api/client.ts";
import { letterPages } from "../api/documents.ts";
import { type JobObject, submitted, untilFinal, untilJob } from "../api/jobs.ts";
import { json } from "../api/reply.ts";
import { numberedPages } from "../api/scans.ts";
import type { Service } from "../api/service.ts";
import { hasPostgres } from "../nodes/topology.ts";
import { type RunningFile, startScaledFile } from "./compose/nodes-of-file.ts";

/* deploy/compose.scaled.yaml as it is, run without Docker. */

const canRun = hasPostgres && existsSync("/usr/bin/caddy");
if (!canRun) {
  process.stderr.write("The test of deploy/compose.scaled.yaml is left out: it needs PostgreSQL and Caddy.\n");
}

const TEXT_TO_PDF = "/api/v1/convert/text-to-pdf";

test.skipIf(!canRun)(
  "the scaled file: both API nodes answer, each class has its worker, and nodes are replaced without a failed request",
  { timeout: 600_000 },
  async () => {
    const home = mkdtempSync(join(tmpdir(), "quire-compose-"));
    onTestFinished(() => rmSync(home, { recursive: true, force: true }));
    const began = Date.now();
    const file = await startScaledFile(home);
    onTestFinished(() => file.end());
    const proxy = serviceAt(file);
    const { key } = await newClient(proxy, 1000, { rate_limit: 100_000 });
    const say = (what: string): void => console.info(`${Math.round((Date.now() - began) / 1000)} s: ${what}`);
    say("all services are healthy");

    await expectBothAnswer(file, proxy, key);
    const long = await expectWorkers(file, proxy, key);
    say("jobs of each class have been done by the worker of that class");

    // The worker is lost in the middle of a job, and started again as `restart` has it.
    await serviceOf(file, "worker-pdf").kill();
    await serviceOf(file, "worker-pdf").start();

    const client = keepAsking(proxy, key);
    for (const name of ["api-1", "api-2"]) {
      // oxlint-disable-next-line eslint/no-await-in-loop -- one after the other
      await serviceOf(file, name).stop();
      // oxlint-disable-next-line eslint/no-await-in-loop
      await serviceOf(file, name).start();
    }
    const answers = await client.end();
    say(`both API nodes have been replaced; ${answers.length} requests meanwhile`);
    expect(answers.filter((answer) => answer !== 200)).toEqual([]);
    expect(answers.length).toBeGreaterThan(20);

    expect(await untilFinal(proxy, long, key)).toMatchObject({ status: "complete", attempts: 2 });
    say("the job of the lost worker is done");
  },
);

const serviceOf = ({ services }: RunningFile, name: string) => {
  const service = services[name];
  expect(service, name).toBeDefined();
  return service as NonNullable<typeof service>;
};

/** The proxy, as tests see a service. */
const serviceAt = ({ baseUrl, key }: RunningFile): Service => ({
  baseUrl,
  port: Number(new URL(baseUrl).port),
  key,
  pid: 0,
  dataDirectory: "",
  restingEntries: [],
  keepsResults: true,
});

/** Returns how many operations a node has done, by its own metrics. */
async function doneBy(file: RunningFile, name: string, what: string): Promise<number> {
  const metrics = await (await fetch(`http://127.0.0.1:${serviceOf(file, name).port}/metrics`)).text();
  return Number(new RegExp(`^quire_operations_total\\{${what}\\} (\\d+)$`, "m").exec(metrics)?.[1] ?? 0);
}

async function expectBothAnswer(file: RunningFile, proxy: Service, key: string): Promise<void> {
  const done = () =>
    Promise.all(["api-1", "api-2"].map((name) => doneBy(file, name, 'operation="text-to-pdf",mode="request"')));
  await expect
    .poll(
      async () => {
        const replies = await Promise.all(
          Array.from({ length: 4 }, () => call(proxy, "POST", TEXT_TO_PDF, { value: { text: "Hello" }, key })),
        );
        expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
        return Math.min(...(await done()));
      },
      { timeout: 60_000 },
    )
    .toBeGreaterThan(0);
}

/** Has a job of each class done; returns a long one that is in work. */
async function expectWorkers(file: RunningFile, proxy: Service, key: string): Promise<string> {
  const text = await call(proxy, "POST", `${TEXT_TO_PDF}?async=true`, { value: { text: "Hello" }, key });
  const jobs = {
    "worker-browser": ["text-to-pdf", (json(text) as JobObject).job_id],
    "worker-pdf": ["pdf-to-image", await submitted(proxy, { key })],
    "worker-ocr": [
      "ocr-extract-simple",
      await submitted(proxy, { path: OCR_SIMPLE, file: numberedPages(1), fields: {}, key }),
    ],
  } as const;
  for (const [worker, [operation, id]] of Object.entries(jobs)) {
    // oxlint-disable-next-line eslint/no-await-in-loop
    expect(await untilFinal(proxy, id, key)).toMatchObject({ status: "complete", operation });
    // oxlint-disable-next-line eslint/no-await-in-loop
    expect(await doneBy(file, worker, `operation="${operation}",mode="job"`), worker).toBe(1);
  }
  const fields = { start_page: 1, end_page: 150, dpi: 300 };
  const long = await submitted(proxy, { file: letterPages(150), fields, key });
  await untilJob(proxy, long, { key, is: ({ progress }) => progress.pages_done > 0 });
  return long;
}

/** Sends operations and reads, two at a time, until it is ended; returns the status of each answer, 0 for none. */
function keepAsking(proxy: Service, key: string): { end(): Promise<readonly number[]> } {
  const statuses: number[] = [];
  const over = new AbortController();
  const ask = async (send: () => Promise<number>): Promise<void> => {
    while (!over.signal.aborted) {
      // oxlint-disable-next-line eslint/no-await-in-loop
      statuses.push(await send().catch(() => 0));
      // oxlint-disable-next-line eslint/no-await-in-loop
      await sleep(100);
    }
  };
  const fetched = async (path: string, init: RequestInit): Promise<number> => {
    const response = await fetch(`${proxy.baseUrl}${path}`, init);
    await response.arrayBuffer();
    return response.status;
  };
  const headers = { "x-api-key": key, "content-type": "application/json" };
  const asking = Promise.all([
    ask(() => fetched(TEXT_TO_PDF, { method: "POST", headers, body: JSON.stringify({ text: "Hello" }) })),
    ask(() => fetched("/api/v1/limits", { headers })),
  ]);
  return {
    async end() {
      over.abort();
      await asking;
      return statuses;
    },
  };
}
