import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { moneyOf, newClient } from "../api/accounts.ts";
import { PDF_TO_IMAGE, upload } from "../api/client.ts";
import { letterPages } from "../api/documents.ts";
import { resultOf, submitted, untilFinal, untilJob } from "../api/jobs.ts";
import { errorBody, expectOk } from "../api/reply.ts";
import { ALLOWED, newEndpoint, receiver, untilReceived } from "../api/webhooks.ts";
import { hasPostgres, startTopology } from "./topology.ts";

/* Nodes that are cut off from the database for two minutes while they work, as when a cable is pulled. */

const CUT_MS = 120_000;
/** Work that goes on when the way is cut: a job of a minute, and a request of half a minute that begins right before. */
const JOB = { file: letterPages(300), fields: { start_page: 1, end_page: 300, dpi: 300 } } as const;
const REQUEST = { file: letterPages(150), fields: { start_page: 1, end_page: 150, dpi: 300 } } as const;

test.skipIf(!hasPostgres)(
  "what a worker and an API node do while they are cut off is delivered, told and charged once, by others",
  { timeout: 600_000 },
  async () => {
    const topology = await startTopology({
      ...ALLOWED,
      QUIRE_SYNC_TIMEOUT_MS: "300000",
      QUIRE_ENGINE_TIMEOUT_MS: "300000",
    });
    const { proxy, settings } = await topology.wayToDatabase();
    const api = await topology.api();
    const [cutApi, cutWorker] = [await topology.api(settings), await topology.worker(["pdf"], settings)];
    const { key, accountId } = await newClient(api, 10_000);
    const hook = await receiver();
    await newEndpoint(api, key, { url: hook.url, events: ["job.complete", "job.failed"] });
    const job = await submitted(api, { ...JOB, key });
    await untilJob(api, job, { key, is: ({ progress }) => progress.pages_done > 0 });
    const [, heldForJob] = await moneyOf(api, accountId);
    await topology.worker(["pdf"]);
    const request = { path: PDF_TO_IMAGE, ...REQUEST, key, headers: { "idempotency-key": "once" } };
    const lost = upload(cutApi, request);
    // Both hold credits: the request is in work.
    await expect.poll(async () => (await moneyOf(api, accountId))[1], { interval: 50 }).toBeGreaterThan(heldForJob);
    const cutAt = Date.now();
    proxy.cut();

    // The client asks another node, as soon as that may take the request over.
    let repeated = await upload(api, request);
    while (repeated.status === 409 || repeated.status === 503) {
      // What the cut node had locked in the database stays so until that gives it up.
      expect(["idempotency_in_progress", "storage_unavailable"]).toContain(errorBody(repeated).code);
      await sleep(2000);
      repeated = await upload(api, request);
    }
    const answeredMs = Date.now() - cutAt;
    expectOk(repeated);
    const ended = await untilFinal(api, job, key);
    expect(ended).toMatchObject({ status: "complete", attempts: 2 });
    const result = expectOk(await resultOf(api, job, key));
    await sleep(Math.max(0, CUT_MS - (Date.now() - cutAt)));
    expect(errorBody(await lost)).toMatchObject({ code: "storage_unavailable" });
    proxy.mend();

    const readyOf = async ({ baseUrl }: typeof api): Promise<number> => (await fetch(`${baseUrl}/health/ready`)).status;
    await expect
      .poll(() => Promise.all([readyOf(cutApi), readyOf(cutWorker)]), { timeout: 30_000 })
      .toEqual([200, 200]);
    // What they still want to write they write now.
    await sleep(10_000);
    expect(expectOk(await resultOf(cutApi, job, key)).body.equals(result.body)).toBe(true);
    const replayed = expectOk(await upload(cutApi, request));
    expect(replayed.headers["idempotency-replayed"]).toBe("true");
    expect(replayed.body.equals(repeated.body)).toBe(true);
    const price = Number(repeated.headers["x-credits-charged"]);
    const spent = ended.credits.charged + price;
    expect(await moneyOf(api, accountId)).toEqual([10_000 - spent, 0, 10_000 - spent]);
    const told = await untilReceived(hook, 1);
    expect(told.map(({ body }) => [body.type, body.data.job_id])).toEqual([["job.complete", job]]);
    console.info(`A request of a node that was cut off was answered by another after ${answeredMs} ms.`);
  },
);
