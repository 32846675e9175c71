import { expect, test } from "vitest";
import { allPages, as, type Client, call, chargedBy, type List, moneyOf, newClient } from "./accounts.ts";
import { readArchive } from "./archive.ts";
import { toImages } from "./client.ts";
import { letterPages, slowPage } from "./documents.ts";
import {
  cancel,
  endlessJob,
  type JobObject,
  jobOf,
  ONE_AT_A_TIME,
  resultOf,
  submit,
  submitted,
  untilFinal,
  untilJob,
} from "./jobs.ts";
import { fixture } from "./programs.ts";
import { expectFailure, expectOk } from "./reply.ts";
import { expectNothingLeftBehind, onOneDirectory, type Service } from "./service.ts";

/* Contract, section 6: jobs and credits outlive the process that works on them. */

/** Numbers of pages of the jobs; the first job is long enough to be interrupted in the middle. */
const PAGES = [40, 10, 1] as const;
const plain = fixture("four-colours.pdf");
const imagesOf = (pages: number) => ({ file: letterPages(pages), fields: allPages(pages, 300) });
/** Prices of the jobs in credits: 1 per 5 pages started. */
const PRICES = [8, 2, 1] as const;
const LEFT = 100 - 8 - 2 - 1;

/** Submits the jobs and waits until one is in progress, with some pages done, while two wait; returns their ids. */
async function inTheMiddle(service: Service, { key }: Client): Promise<readonly string[]> {
  const working = await submitted(service, { ...imagesOf(PAGES[0]), key });
  const waiting = [await submitted(service, { ...imagesOf(PAGES[1]), key }), await submitted(service, { key })];
  // Polled often and not by a long poll: the job may be done a second or two after its first page.
  const pagesDone = async () => (await jobOf(service, working, key)).progress.pages_done;
  await expect.poll(pagesDone, { interval: 20, timeout: 60_000 }).toBeGreaterThan(0);
  return [working, ...waiting];
}

async function expectAllDone(
  service: Service,
  { key, accountId }: Client,
  ids: readonly string[],
): Promise<JobObject[]> {
  const jobs = [];
  for (const id of ids) {
    jobs.push(await untilFinal(service, id, key));
  }
  expect(jobs.map(({ status }) => status)).toEqual(["complete", "complete", "complete"]);
  expect(jobs.map(({ credits }) => credits)).toEqual(PRICES.map((charged) => ({ held: 0, charged })));
  const [first, second, third] = await Promise.all(ids.map((id) => resultOf(service, id, key)));
  expect([first, second].map((reply) => reply && readArchive(expectOk(reply).body).length)).toEqual(PAGES.slice(0, 2));
  expect(third && expectOk(third).headers["content-type"]).toBe("image/png");
  expect(await moneyOf(service, accountId)).toEqual([LEFT, 0, LEFT]);
  return jobs;
}

test("SIGTERM in the middle of jobs: the next process completes them, each is charged once", {
  timeout: 180_000,
}, async () => {
  await onOneDirectory(async (start) => {
    const first = await start(ONE_AT_A_TIME);
    const client = await newClient(first, 100);
    const ids = await inTheMiddle(first, client);
    await first.stop();
    const second = await start(ONE_AT_A_TIME);
    const jobs = await expectAllDone(second, client, ids);
    // A process that shuts down in order gives its attempt back.
    expect(jobs.map(({ attempts }) => attempts)).toEqual([1, 1, 1]);
    expect(jobs.map(({ job_id }) => job_id)).toEqual(ids);
    await expectNothingLeftBehind(second);
    await second.stop();
  });
});

test("SIGKILL in the middle of jobs: the same, with one attempt more", { timeout: 180_000 }, async () => {
  await onOneDirectory(async (start) => {
    const first = await start(ONE_AT_A_TIME);
    const client = await newClient(first, 100);
    const ids = await inTheMiddle(first, client);
    await first.kill();
    const second = await start(ONE_AT_A_TIME);
    const jobs = await expectAllDone(second, client, ids);
    expect(jobs.map(({ attempts }) => attempts)).toEqual([2, 1, 1]);
    await expectNothingLeftBehind(second);
    await second.stop();
  });
});

test("a job whose process is lost three times has failed, and is not charged", { timeout: 180_000 }, async () => {
  await onOneDirectory(async (start) => {
    let service = await start();
    const client = await newClient(service, 5);
    const id = await endlessJob(service, { key: client.key });
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      const job = await untilJob(service, id, { key: client.key, is: ({ status }) => status === "processing" });
      expect(job.attempts).toBe(attempt);
      await service.kill();
      service = await start();
    }
    const job = await untilFinal(service, id, client.key);
    expect(job).toMatchObject({ status: "failed", error: { status: 500, code: "internal_error" } });
    expectFailure(await resultOf(service, id, client.key), 500, "internal_error");
    expect(await moneyOf(service, client.accountId)).toEqual([5, 0, 5]);
    await expectNothingLeftBehind(service);
    await service.stop();
  });
});

test("what was finished, cancelled and remembered is the same after a restart", { timeout: 120_000 }, async () => {
  await onOneDirectory(async (start) => {
    const first = await start();
    const { key, accountId } = await newClient(first, 10);
    const done = await submitted(first, { key });
    const complete = await untilFinal(first, done, key);
    const result = expectOk(await resultOf(first, done, key));
    const gone = await endlessJob(first, { key });
    await cancel(first, gone, key);
    const headers = { "idempotency-key": "over-the-restart" };
    const accepted = await submit(first, { key, headers });
    const { job_id } = as<JobObject>(accepted, 202);
    await untilFinal(first, job_id, key);
    await first.stop();

    const second = await start();
    const after = await jobOf(second, done, key);
    // The addresses are those that the client used.
    expect({ ...after, status_url: "", result_url: "" }).toEqual({ ...complete, status_url: "", result_url: "" });
    const again = expectOk(await resultOf(second, done, key));
    expect([again.body.equals(result.body), chargedBy(again)]).toEqual([true, 1]);
    expect((await jobOf(second, gone, key)).status).toBe("cancelled");
    const replayed = await submit(second, { key, headers });
    expect([replayed.status, replayed.headers["idempotency-replayed"]]).toEqual([202, "true"]);
    expect(as<JobObject>(replayed, 202).job_id).toBe(job_id);
    const { items } = as<List<JobObject>>(await call(second, "GET", "/api/v1/jobs", { key }));
    expect(items.map((job) => job.job_id)).toEqual([job_id, gone, done]);
    expect(await moneyOf(second, accountId)).toEqual([8, 0, 8]);
    await second.stop();
  });
});

test("a request that was lost with its process holds nothing afterwards, and may be sent again", {
  timeout: 120_000,
}, async () => {
  await onOneDirectory(async (start) => {
    const first = await start();
    const { key, accountId } = await newClient(first, 5);
    const form = new FormData();
    form.set("file", new Blob([new Uint8Array(slowPage())]), "endless.pdf");
    const headers = { "x-api-key": key, "idempotency-key": "lost" };
    const lost = fetch(`${first.baseUrl}/api/v1/convert/pdf-to-image`, { method: "POST", headers, body: form }).catch(
      () => undefined,
    );
    for (let attempt = 0; attempt < 200 && (await moneyOf(first, accountId))[1] === 0; attempt += 1) {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    expect(await moneyOf(first, accountId)).toEqual([5, 1, 4]);
    await first.kill();
    await lost;
    const second = await start();
    expect(await moneyOf(second, accountId)).toEqual([5, 0, 5]);
    const retry = await call(second, "GET", "/api/v1/account", { key });
    expect(retry.headers["x-credits-remaining"]).toBe("5");
    expectOk(await toImages({ ...second, key }, plain, { dpi: 72 }));
    await second.stop();
  });
});
