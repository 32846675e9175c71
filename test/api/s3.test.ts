import { expect, onTestFinished, test } from "vitest";
import { type FaultProxy, startFaultProxy } from "../../src/platform/blobs/testing/fault-proxy.ts";
import { ACCESS_KEY, BUCKET, type S3Server, startS3Server } from "../../src/platform/blobs/testing/s3-server.ts";
import { allPages, chargedBy, moneyOf, newClient } from "./accounts.ts";
import { readArchive } from "./archive.ts";
import { PDF_TO_IMAGE, send, toImages, upload } from "./client.ts";
import { letterPages } from "./documents.ts";
import { jobOf, jobPath, ONE_AT_A_TIME, resultOf, submit, submitted, untilFinal } from "./jobs.ts";
import { fixture } from "./programs.ts";
import { expectFailure, expectOk } from "./reply.ts";
import { expectNothingLeftBehind, onOneDirectory, type Settings, withService } from "./service.ts";

/* Results and inputs of jobs in an S3 store: what is promised of them is the same as with the data directory. */

const plain = fixture("four-colours.pdf");

interface Store {
  readonly server: S3Server;
  readonly proxy: FaultProxy;
  readonly settings: Settings;
}

/** Starts an S3 store with a proxy before it; both end with the test. */
async function startStore(): Promise<Store> {
  const server = await startS3Server();
  const proxy = await startFaultProxy(server.port);
  onTestFinished(async () => {
    await proxy.close();
    await server.remove();
  });
  return { server, proxy, settings: settingsFor(proxy.port) };
}

const settingsFor = (port: number): Settings => ({
  QUIRE_S3_ENDPOINT: `http://127.0.0.1:${port}`,
  QUIRE_S3_BUCKET: BUCKET,
  QUIRE_S3_ACCESS_KEY_ID: ACCESS_KEY,
  QUIRE_S3_SECRET_ACCESS_KEY: ACCESS_KEY,
  QUIRE_S3_PREFIX: "quire/tests",
});

/** Returns the keys of all objects but the one that says whose they are. */
const objectsOf = async ({ server }: Store): Promise<string[]> =>
  (await server.files())
    .flatMap((name) => /^(.+)\._S3rver_object$/.exec(name)?.[1] ?? [])
    .filter((key) => key !== "quire/tests/database-id");

test("a job's result is kept in the store, read as ever, and deleted from it", async () => {
  const store = await startStore();
  await withService(store.settings, async (service) => {
    const { key, accountId } = await newClient(service, 100);
    const now = expectOk(await upload(service, { path: PDF_TO_IMAGE, file: plain, fields: { dpi: 72 }, key }));
    const id = await submitted(service, { key, file: plain, fields: { dpi: 72 } });
    await untilFinal(service, id, key);
    expect(await objectsOf(store)).toEqual([expect.stringMatching(/^quire\/tests\/results\/[0-9a-f]{32}$/)]);
    const result = expectOk(await resultOf(service, id, key));
    expect(result.body.equals(now.body)).toBe(true);
    // The whole is a valid answer to a request for a range, and the one that the service gives.
    const path = jobPath(id, "/result");
    const ranged = expectOk(await send(service, { path, key, headers: { range: "bytes=10-19" } }));
    expect(ranged.body.equals(now.body)).toBe(true);
    const head = await send(service, { method: "HEAD", path, key });
    expect([head.status, head.headers["content-length"], head.body.length]).toEqual([200, String(now.body.length), 0]);
    expect((await send(service, { method: "DELETE", path: jobPath(id), key })).status).toBe(204);
    expectFailure(await resultOf(service, id, key), 410, "result_expired");
    expect(await objectsOf(store)).toEqual([]);
    expect(await moneyOf(service, accountId)).toEqual([98, 0, 98]);
  });
});

test("large results come as streams, and repetitions from the store", async () => {
  const store = await startStore();
  await withService(store.settings, async (service) => {
    const { key, accountId } = await newClient(service, 100);
    const request = {
      path: PDF_TO_IMAGE,
      file: letterPages(40),
      fields: allPages(40, 150),
      headers: { "idempotency-key": "again" },
      key,
    };
    const first = expectOk(await upload(service, request));
    expect(first.body.length).toBeGreaterThan(512 * 1024);
    const again = expectOk(await upload(service, request));
    expect([again.headers["idempotency-replayed"], chargedBy(again)]).toEqual(["true", 0]);
    expect(again.body.equals(first.body)).toBe(true);
    expect(await moneyOf(service, accountId)).toEqual([96, 0, 96]);
  });
});

test("a job whose process is killed in the middle is completed by the next one", { timeout: 120_000 }, async () => {
  const store = await startStore();
  await onOneDirectory(async (start) => {
    const first = await start({ ...ONE_AT_A_TIME, ...store.settings });
    const { key, accountId } = await newClient(first, 100);
    const id = await submitted(first, { file: letterPages(40), fields: allPages(40, 300), key });
    const pagesDone = async () => (await jobOf(first, id, key)).progress.pages_done;
    await expect.poll(pagesDone, { interval: 20, timeout: 60_000 }).toBeGreaterThan(0);
    await first.kill();
    expect((await objectsOf(store)).toSorted()).toEqual([
      `quire/tests/jobs/${id}.input-1`,
      `quire/tests/jobs/${id}.request.json`,
    ]);
    const second = await start({ ...ONE_AT_A_TIME, ...store.settings });
    expect(await untilFinal(second, id, key)).toMatchObject({ status: "complete", attempts: 2 });
    expect(readArchive(expectOk(await resultOf(second, id, key)).body)).toHaveLength(40);
    expect(await moneyOf(second, accountId)).toEqual([92, 0, 92]);
    await expect.poll(() => objectsOf(store)).toHaveLength(1);
    await expectNothingLeftBehind(second);
    await second.stop();
  });
});

test("while the store is down nothing is accepted that needs it, nothing charged, and it recovers by itself", {
  timeout: 120_000,
}, async () => {
  const store = await startStore();
  await withService({ ...ONE_AT_A_TIME, ...store.settings }, async (service) => {
    const { key, accountId } = await newClient(service, 100);
    const done = await submitted(service, { key });
    await untilFinal(service, done, key);
    const working = await submitted(service, { file: letterPages(20), fields: allPages(20, 300), key });
    await expect.poll(async () => (await jobOf(service, working, key)).progress.pages_done).toBeGreaterThan(0);
    await store.proxy.close();

    for (let round = 0; round < 2; round += 1) {
      const startedMs = performance.now();
      const refused = await submit(service, { key });
      expectFailure(refused, 503, "storage_unavailable");
      expect([chargedBy(refused), refused.headers["retry-after"]]).toEqual([0, expect.stringMatching(/^\d+$/)]);
      expect(performance.now() - startedMs).toBeLessThan(5000);
    }
    const headers = { "idempotency-key": "down" };
    const kept = { path: PDF_TO_IMAGE, file: plain, fields: { dpi: 72 }, headers, key };
    expectFailure(await upload(service, kept), 503, "storage_unavailable");
    expectFailure(await resultOf(service, done, key), 503, "storage_unavailable");
    expectFailure(await send(service, { path: "/health/ready", key: null }), 503, "storage_unavailable");
    expect(await moneyOf(service, accountId)).toEqual([99, 4, 95]);
    // What needs no store goes on.
    expectOk(await toImages(service, plain, { dpi: 72 }));

    const again = await startFaultProxy(store.server.port, store.proxy.port);
    onTestFinished(() => again.close());
    expect(await untilFinal(service, working, key)).toMatchObject({ status: "complete", attempts: 1 });
    expect(readArchive(expectOk(await resultOf(service, working, key)).body)).toHaveLength(20);
    expectOk(await resultOf(service, done, key));
    expect(chargedBy(expectOk(await upload(service, kept)))).toBe(1);
    await untilFinal(service, await submitted(service, { key }), key);
    await expect.poll(async () => (await send(service, { path: "/health/ready", key: null })).status).toBe(200);
    expect(await moneyOf(service, accountId)).toEqual([93, 0, 93]);
    // The inputs go a moment after the end of their job.
    const inputs = async () => (await objectsOf(store)).filter((name) => name.includes("/jobs/"));
    await expect.poll(inputs).toEqual([]);
  });
});
