import { expect, test } from "vitest";
import { moneyOf, newClient, spend } from "../api/accounts.ts";
import { cancel, endlessJob, submitted, untilFinal } from "../api/jobs.ts";
import { errorBody, expectOk } from "../api/reply.ts";
import { hasPostgres, startTopology } from "./topology.ts";

/* A database that is stopped and started again while nodes run. */

test.skipIf(!hasPostgres)(
  "without its database a node says so at once, and goes on when it is back",
  { timeout: 180_000 },
  async () => {
    // The endless job takes one engine process.
    const topology = await startTopology({ QUIRE_WORKERS: "2" });
    const [api, worker] = await Promise.all([topology.api(), topology.worker(["pdf"])]);
    const { key, accountId } = await newClient(api, 100);
    const inWork = await endlessJob(api, { key });
    await topology.database.stop();
    const stoppedAt = Date.now();
    const refused = await spend(api, key);
    const refusedMs = Date.now() - stoppedAt;
    expect([refused.status, errorBody(refused).code]).toEqual([503, "storage_unavailable"]);
    const readyOf = async ({ baseUrl }: typeof api): Promise<number> => (await fetch(`${baseUrl}/health/ready`)).status;
    await expect.poll(() => Promise.all([readyOf(api), readyOf(worker)]), { timeout: 10_000 }).toEqual([503, 503]);

    await topology.database.start();
    const startedAt = Date.now();
    await expect.poll(() => Promise.all([readyOf(api), readyOf(worker)]), { timeout: 10_000 }).toEqual([200, 200]);
    expectOk(await spend(api, key));
    const job = await submitted(api, { key });
    expect(await untilFinal(api, job, key)).toMatchObject({ status: "complete", attempts: 1 });
    const resumedMs = Date.now() - startedAt;
    console.info(`Refused after ${refusedMs} ms; a job was done ${resumedMs} ms after the database had come back.`);
    expect(refusedMs).toBeLessThan(5000);
    expect(resumedMs).toBeLessThan(10_000);
    // What was in work went on.
    expectOk(await cancel(api, inWork, key));
    expect(await moneyOf(api, accountId)).toEqual([98, 0, 98]);
  },
);
