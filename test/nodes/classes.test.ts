import { expect, test } from "vitest";
import { call, moneyOf, newClient } from "../api/accounts.ts";
import { OCR_SIMPLE, PDF_TO_IMAGE, upload } from "../api/client.ts";
import { letterPages, slowPage } from "../api/documents.ts";
import {
  cancel,
  endlessJob,
  type JobObject,
  jobOf,
  jobPath,
  resultOf,
  submitted,
  untilFinal,
  untilJob,
} from "../api/jobs.ts";
import { expectFailure, expectOk, json } from "../api/reply.ts";
import { numberedPages } from "../api/scans.ts";
import { IS_FULL } from "../running/sampling.ts";
import { completedBy, hasPostgres, startTopology } from "./topology.ts";

/* Two nodes that answer requests, and workers of different classes. */

const isInWork = ({ status }: JobObject): boolean => status === "processing";

/**
 * What one node does others are told at once. Nodes that look for it once an hour alone would not start a job before the
 * test has timed out, and a caller who waits on another node would hear of each end after all of the wait.
 */
const SELDOM = { QUIRE_POLL_MS: "3600000" };
const WAIT_SECONDS = 30;
const TOLD_JOBS = 5;

test.skipIf(!hasPostgres)(
  "jobs of each class end on a worker of that class, told at once, and are read from any node",
  { timeout: TOLD_JOBS * WAIT_SECONDS * 1000 },
  async () => {
    const topology = await startTopology(SELDOM);
    const one = await topology.api();
    const [two, printing, reading] = await Promise.all([
      topology.api(),
      topology.worker(["pdf", "browser"]),
      // A worker needs no secret of the keys.
      topology.worker(["ocr"], { QUIRE_KEY_PEPPER: "" }),
    ]);
    expect(reading.output()).not.toContain("API key");
    const { key, accountId } = await newClient(one, 100);
    const text = await call(one, "POST", "/api/v1/convert/text-to-pdf?async=true", { value: { text: "Hello" }, key });
    const ids = {
      "text-to-pdf": (json(text) as JobObject).job_id,
      "pdf-to-image": await submitted(one, { key }),
      "ocr-extract-simple": await submitted(two, { path: OCR_SIMPLE, file: numberedPages(1), fields: {}, key }),
    };
    for (const [operation, id] of Object.entries(ids)) {
      expect(await untilFinal(two, id, key)).toMatchObject({ status: "complete", operation, attempts: 1 });
      const [here, there] = [expectOk(await resultOf(one, id, key)), expectOk(await resultOf(two, id, key))];
      expect(here.body.equals(there.body)).toBe(true);
    }
    const done = async (operation: string) => [
      await completedBy(printing, operation),
      await completedBy(reading, operation),
    ];
    expect(await done("text-to-pdf")).toEqual([1, 0]);
    expect(await done("pdf-to-image")).toEqual([1, 0]);
    expect(await done("ocr-extract-simple")).toEqual([0, 1]);
    expect((await moneyOf(two, accountId))[1]).toBe(0);

    for (let count = 0; count < TOLD_JOBS; count += 1) {
      const id = await submitted(one, { key });
      const ended = expectOk(await call(two, "GET", jobPath(id, `?wait=${WAIT_SECONDS}`), { key }));
      expect(json(ended)).toMatchObject({ status: "complete" });
    }

    // A worker shows how it is, and nothing else.
    const statusOf = async (path: string): Promise<number> => (await fetch(`${reading.baseUrl}${path}`)).status;
    const paths = ["/health/live", "/health/ready", "/metrics", "/", "/health", "/api/v1/jobs", "/openapi.json"];
    expect(await Promise.all(paths.map(statusOf))).toEqual([200, 200, 200, 404, 404, 404, 404]);
  },
);

test.runIf(hasPostgres && IS_FULL)(
  "what one node cancels another stops; a worker that ends gives its jobs back",
  { timeout: 180_000 },
  async () => {
    const topology = await startTopology({ ...SELDOM, QUIRE_JOB_CONCURRENCY: "1" });
    const api = await topology.api();
    const first = await topology.worker(["pdf"]);
    const { key, accountId } = await newClient(api, 100);
    const endless = await endlessJob(api, { key });
    const next = await submitted(api, { file: slowPage(), key });
    expectOk(await cancel(api, endless, key));
    // The one place of the worker is free again.
    await untilJob(api, next, { key, is: isInWork });

    await first.stop();
    expect(await jobOf(api, next, key)).toMatchObject({ status: "pending", attempts: 0 });
    await topology.worker(["pdf"]);
    expect(await untilJob(api, next, { key, is: isInWork })).toMatchObject({ attempts: 1 });
    expectOk(await cancel(api, next, key));
    expect(await moneyOf(api, accountId)).toEqual([100, 0, 100]);
  },
);

test.runIf(hasPostgres && IS_FULL)(
  "rate limits and the concurrency of accounts are exact over two nodes",
  { timeout: 120_000 },
  async () => {
    const topology = await startTopology({ QUIRE_ACCOUNT_CONCURRENCY: "5", QUIRE_WORKERS: "2" });
    const one = await topology.api();
    const nodes = [one, await topology.api()] as const;
    const nodeOf = (index: number) => nodes[index % 2 === 0 ? 0 : 1];
    const limited = await newClient(one, 100, { rate_limit: 50 });
    const clients = Array.from({ length: 32 }, async (_, index) => {
      const statuses: number[] = [];
      for (let count = 0; count < 4; count += 1) {
        const reply = await call(nodeOf(index + count), "POST", "/api/v1/convert/text-to-pdf", {
          value: {},
          key: limited.key,
        });
        statuses.push(reply.status);
      }
      return statuses;
    });
    const statuses = (await Promise.all(clients)).flat();
    expect([statuses.length, statuses.filter((status) => status !== 429).length]).toEqual([128, 50]);

    const { key } = await newClient(one, 1000);
    const file = letterPages(40);
    const fields = { start_page: 1, end_page: 40, dpi: 150 };
    const replies = await Promise.all(
      Array.from({ length: 32 }, (_, index) => upload(nodeOf(index), { path: PDF_TO_IMAGE, file, fields, key })),
    );
    const refused = replies.filter(({ status }) => status === 429);
    refused.forEach((reply) => expectFailure(reply, 429, "too_many_concurrent"));
    expect(replies.length - refused.length).toBe(5);
  },
);
