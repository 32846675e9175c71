import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { moneyOf, newClient } from "../api/accounts.ts";
import { letterPages } from "../api/documents.ts";
import { resultOf, submitted, untilFinal, untilJob } from "../api/jobs.ts";
import { expectOk } from "../api/reply.ts";
import { completedBy, hasPostgres, killMachine, startTopology } from "./topology.ts";

/* Workers that are lost: their jobs are done by others, once. */

/** Half a minute of work, so that it goes on while others start. */
const LONG = { file: letterPages(150), fields: { start_page: 1, end_page: 150, dpi: 300 } } as const;

test.skipIf(!hasPostgres)(
  "the job of a worker that is killed is done within a minute by another, and charged once",
  { timeout: 240_000 },
  async () => {
    const topology = await startTopology();
    const api = await topology.api();
    const first = await topology.worker(["pdf"]);
    const { key, accountId } = await newClient(api, 100);
    const id = await submitted(api, { ...LONG, key });
    await untilJob(api, id, { key, is: ({ progress }) => progress.pages_done > 0 });
    const second = await topology.worker(["pdf"]);
    await killMachine(first);
    const killedAt = Date.now();
    await untilJob(api, id, { key, is: ({ attempts }) => attempts === 2 });
    const resumedMs = Date.now() - killedAt;
    console.info(`The job of a killed worker was taken up again after ${resumedMs} ms.`);
    const job = await untilFinal(api, id, key);
    expect(job).toMatchObject({ status: "complete", attempts: 2 });
    expect(resumedMs).toBeLessThan(60_000);
    expect(await completedBy(second, "pdf-to-image")).toBe(1);
    expect(await moneyOf(api, accountId)).toEqual([100 - job.credits.charged, 0, 100 - job.credits.charged]);
    expectOk(await resultOf(api, id, key));
  },
);

test.skipIf(!hasPostgres)(
  "a worker that is cut off from the database while it works delivers nothing twice",
  { timeout: 300_000 },
  async () => {
    const topology = await startTopology();
    const api = await topology.api();
    const { proxy, settings } = await topology.wayToDatabase();
    const first = await topology.worker(["pdf"], settings);
    const { key, accountId } = await newClient(api, 100);
    const id = await submitted(api, { ...LONG, key });
    await untilJob(api, id, { key, is: ({ progress }) => progress.pages_done > 0 });
    const second = await topology.worker(["pdf"]);
    proxy.cut();
    await sleep(40_000);
    const job = await untilFinal(api, id, key);
    expect(job).toMatchObject({ status: "complete", attempts: 2 });
    const before = expectOk(await resultOf(api, id, key));
    proxy.mend();
    await expect.poll(async () => (await fetch(`${first.baseUrl}/health/ready`)).status, { timeout: 20_000 }).toBe(200);
    // It works on again: its own result of the first job was thrown away.
    const other = await submitted(api, { key });
    await untilFinal(api, other, key);
    await sleep(2000);
    expect((await completedBy(first, "pdf-to-image")) + (await completedBy(second, "pdf-to-image"))).toBe(2);
    expect(expectOk(await resultOf(api, id, key)).body.equals(before.body)).toBe(true);
    const spent = job.credits.charged + 1;
    expect(await moneyOf(api, accountId)).toEqual([100 - spent, 0, 100 - spent]);
  },
);
