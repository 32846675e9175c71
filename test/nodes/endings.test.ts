import { expect, test } from "vitest";
import { moneyOf, newClient, spend } from "../api/accounts.ts";
import { PDF_TO_IMAGE, upload } from "../api/client.ts";
import { letterPages } from "../api/documents.ts";
import { resultOf, submit, submitted, untilFinal } from "../api/jobs.ts";
import { expectFailure, expectOk } from "../api/reply.ts";
import { hasPostgres, startTopology } from "./topology.ts";

/* Nodes that are asked to end while they work, and a store of files that is away, on several nodes. */

const PAGES = 10;
const WORK = { file: letterPages(PAGES), fields: { start_page: 1, end_page: PAGES, dpi: 150 } } as const;

test.skipIf(!hasPostgres)(
  "of nodes that are asked to end no accepted request fails, and jobs go on elsewhere with the same attempt",
  { timeout: 240_000 },
  async () => {
    const topology = await startTopology({ QUIRE_SHUTDOWN_TIMEOUT_MS: "60000" });
    const [staying, leaving] = [await topology.api(), await topology.api()];
    const leavingWorker = await topology.worker(["pdf"]);
    const { key, accountId } = await newClient(staying, 1000);
    const requests = Array.from({ length: 8 }, () => upload(leaving, { path: PDF_TO_IMAGE, ...WORK, key }));
    const jobs = await Promise.all(Array.from({ length: 8 }, () => submitted(staying, { ...WORK, key })));
    await expect.poll(async () => (await moneyOf(staying, accountId))[1], { interval: 20 }).toBeGreaterThan(8);
    const stopped = Promise.all([leaving.stop(), leavingWorker.stop()]);
    await topology.worker(["pdf"]);
    for (const reply of await Promise.all(requests)) {
      expectOk(reply);
    }
    await stopped;
    const ends = await Promise.all(jobs.map((id) => untilFinal(staying, id, key)));
    expect(ends.map(({ status, attempts }) => [status, attempts])).toEqual(ends.map(() => ["complete", 1]));
    const [balance, held] = await moneyOf(staying, accountId);
    expect([balance, held]).toEqual([1000 - 16, 0]);
  },
);

test.skipIf(!hasPostgres)(
  "without its store of files what needs it is refused and not charged, jobs wait, and all goes on when it is back",
  { timeout: 240_000 },
  async () => {
    const topology = await startTopology();
    const [api, worker] = await Promise.all([topology.api(), topology.worker(["pdf"])]);
    const { key, accountId } = await newClient(api, 100);
    const done = await submitted(api, { key });
    expect(await untilFinal(api, done, key)).toMatchObject({ status: "complete" });
    const waiting = await submitted(api, { ...WORK, key });
    await topology.stopBlobs();
    expectFailure(await submit(api, { key }), 503, "storage_unavailable");
    expectFailure(await resultOf(api, done, key), 503, "storage_unavailable");
    // A synchronous request without an Idempotency-Key needs no store of files.
    expectOk(await spend(api, key));
    const readyOf = async ({ baseUrl }: typeof api): Promise<number> => (await fetch(`${baseUrl}/health/ready`)).status;
    await expect.poll(() => Promise.all([readyOf(api), readyOf(worker)]), { timeout: 30_000 }).toEqual([503, 503]);

    await topology.startBlobs();
    const backAt = Date.now();
    await expect.poll(() => Promise.all([readyOf(api), readyOf(worker)]), { timeout: 30_000 }).toEqual([200, 200]);
    expect(await untilFinal(api, waiting, key)).toMatchObject({ status: "complete", credits: { charged: 1 } });
    console.info(`With the store of files back, a job that had waited was done after ${Date.now() - backAt} ms.`);
    expectOk(await resultOf(api, done, key));
    expect(await moneyOf(api, accountId)).toEqual([97, 0, 97]);
  },
);
