import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { as, call, chargedBy, moneyOf, newClient, newKey, spend } from "./accounts.ts";
import { send, toImages } from "./client.ts";
import {
  cancel,
  endlessJob,
  type JobObject,
  jobOf,
  jobPath,
  ONE_AT_A_TIME,
  resultOf,
  submit,
  submitted,
  untilFinal,
} from "./jobs.ts";
import { filesWith, fixture } from "./programs.ts";
import { expectFailure, expectFault, expectOk, faults } from "./reply.ts";
import { sharedService, withService } from "./service.ts";

/* Contract, section 6: how long results are kept, and the bounds of jobs. */

/**
 * Whether this is the full run, which has the tests that wait for a minute; src/platform/jobs tests the same with a
 * clock of the tests.
 */
const full = process.env.QUIRE_TEST_FULL === "1";
const service = sharedService(ONE_AT_A_TIME, { keepsResults: true });
const plain = fixture("four-colours.pdf");
const locked = fixture("locked-aes-256.pdf");

const ended = async (submission: Parameters<typeof submitted>[1] = {}): Promise<string> => {
  const id = await submitted(service(), submission);
  await untilFinal(service(), id, submission?.key ?? service().key);
  return id;
};

test.each(["60", "2592000"])("retention_seconds=%s is how long the result is kept", async (seconds) => {
  const inField = await ended({ fields: { dpi: 72, retention_seconds: seconds } });
  const inQuery = await ended({ query: `async=true&retention_seconds=${seconds}` });
  for (const id of [inField, inQuery]) {
    const { completed_at, expires_at } = await jobOf(service(), id);
    expect(Date.parse(String(expires_at)) - Date.parse(String(completed_at))).toBe(Number(seconds) * 1000);
    const reply = expectOk(await resultOf(service(), id));
    expect(reply.headers).not.toHaveProperty("x-warnings");
  }
});

test.each(["59", "1", "-1", "2592001", "0.5", "long"])("retention_seconds=%s is a fault", async (seconds) => {
  const field = await submit(service(), { fields: { dpi: 72, retention_seconds: seconds } });
  expectFault(field, { loc: ["body", "retention_seconds"] });
  const query = await submit(service(), { query: `async=true&retention_seconds=${seconds}` });
  expectFault(query, { loc: ["query", "retention_seconds"] });
});

test("retention_seconds=0: the result goes with its first download, which HEAD is not", async () => {
  const id = await ended({ fields: { dpi: 72, retention_seconds: 0 } });
  expect((await send(service(), { method: "HEAD", path: jobPath(id, "/result") })).status).toBe(200);
  expect(expectOk(await resultOf(service(), id)).headers["content-type"]).toBe("image/png");
  const job = await untilExpired(id);
  expect([job.status, job.expired]).toEqual(["complete", true]);
  expectFailure(await resultOf(service(), id), 410, "result_expired");
});

test.runIf(full)(
  "a result lasts as long as was asked, then it is 410 and its record expired",
  { timeout: 200_000 },
  async () => {
    const { key } = await newClient(service(), 5);
    const id = await ended({ key, fields: { dpi: 72, retention_seconds: 60 } });
    expectOk(await resultOf(service(), id, key));
    const { expires_at } = await jobOf(service(), id, key);
    await sleep(Math.max(0, Date.parse(String(expires_at)) - Date.now()) + 1000);
    expectFailure(await resultOf(service(), id, key), 410, "result_expired");
    expect(await jobOf(service(), id, key)).toMatchObject({ status: "complete", expired: true, expires_at });
  },
);

async function untilExpired(id: string): Promise<JobObject> {
  for (let attempt = 0; attempt < 100 && !(await jobOf(service(), id)).expired; attempt += 1) {
    await sleep(50);
  }
  return jobOf(service(), id);
}

test("a submission has an operation's place until its 202, a job none", async () => {
  await withService({ ...ONE_AT_A_TIME, QUIRE_CONCURRENCY: "1" }, async (own) => {
    const first = await endlessJob(own);
    const second = await submitted(own);
    expectOk(await spend(own, own.key));
    await cancel(own, second);
    await cancel(own, first);
  });
});

test("above QUIRE_MAX_PENDING_JOBS: 429 queue_full, and nothing is held", async () => {
  await withService({ ...ONE_AT_A_TIME, QUIRE_MAX_PENDING_JOBS: "1" }, async (own) => {
    const { key, accountId } = await newClient(own, 10);
    const working = await endlessJob(own, { key });
    const waiting = await submitted(own, { key });
    const refused = await submit(own, { key });
    expectFailure(refused, 429, "queue_full");
    expect(refused.headers["x-credits-charged"] ?? "0").toBe("0");
    expect(await moneyOf(own, accountId)).toEqual([10, 2, 8]);
    await cancel(own, waiting, key);
    const next = await submitted(own, { key });
    await cancel(own, next, key);
    await cancel(own, working, key);
  });
});

test("reads of jobs have the window of reads, submissions that of operations", async () => {
  const settings = { QUIRE_RATE_LIMIT: "40", QUIRE_RATE_LIMIT_READS: "90" };
  await withService(
    settings,
    async (own) => {
      const reply = await submit(own);
      expect(reply.headers["x-ratelimit-limit"]).toBe("40");
      const { job_id } = as<JobObject>(reply, 202);
      await untilFinal(own, job_id);
      const replies = [
        await call(own, "GET", jobPath(job_id)),
        await resultOf(own, job_id),
        await call(own, "GET", "/api/v1/jobs"),
        await cancel(own, job_id),
        await call(own, "DELETE", jobPath(job_id)),
      ];
      expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 409, 204]);
      expect(replies.map(({ headers }) => headers["x-ratelimit-limit"])).toEqual(Array(5).fill("90"));
    },
    { keepsResults: true },
  );
});

test("a job goes on when the key that submitted it is deleted", async () => {
  const { key, accountId } = await newClient(service(), 10);
  const second = await newKey(service(), {}, key);
  const working = await endlessJob(service(), { key });
  const waiting = await submitted(service(), { key: second.key });
  await call(service(), "DELETE", `/api/v1/keys/${second.key_id}`, { key });
  await cancel(service(), working, key);
  expect((await untilFinal(service(), waiting, key)).status).toBe("complete");
  expectOk(await resultOf(service(), waiting, key));
  expect(await moneyOf(service(), accountId)).toEqual([9, 0, 9]);
});

test("a test key's job costs nothing", async () => {
  const { key, accountId } = await newClient(service(), 0, { mode: "test" });
  const id = await submitted(service(), { key });
  expect(await untilFinal(service(), id, key)).toMatchObject({ status: "complete", credits: { held: 0, charged: 0 } });
  const result = expectOk(await resultOf(service(), id, key));
  expect(chargedBy(result)).toBe(0);
  expect(await moneyOf(service(), accountId)).toEqual([0, 0, 0]);
});

test("jobs of one account do not keep those of another waiting", async () => {
  await withService(
    { QUIRE_JOB_CONCURRENCY: "2", QUIRE_WORKERS: "3" },
    async (own) => {
      const [busy, quick] = [await newClient(own, 100), await newClient(own, 100)];
      const working = [await endlessJob(own, { key: busy.key }), await endlessJob(own, { key: busy.key })];
      const next = await submitted(own, { key: busy.key });
      const other = await submitted(own, { key: quick.key });
      // One of two places becomes free; the busy account still has the other one.
      await cancel(own, String(working[0]), busy.key);
      const late = await untilFinal(own, next, busy.key);
      const early = await untilFinal(own, other, quick.key);
      expect(Date.parse(String(early.started_at))).toBeLessThanOrEqual(Date.parse(String(late.started_at)));
      await cancel(own, String(working[1]), busy.key);
    },
    { keepsResults: true },
  );
});

test("what a job was given is deleted when it ends: its password is nowhere on the disk", async () => {
  const password = "open sesame";
  const id = await ended({ file: locked, fields: { password, dpi: 72 } });
  for (let attempt = 0; attempt < 100 && filesWith(password, service().dataDirectory) !== ""; attempt += 1) {
    await sleep(50);
  }
  expect(filesWith(password, service().dataDirectory)).toBe("");
  expect((await call(service(), "GET", jobPath(id))).body.toString()).not.toContain(password);
});

test("faults of the query and of the form are reported together", async () => {
  const reply = await submit(service(), { query: "async=maybe", fields: { dpi: 1 } });
  expectFailure(reply, 422, "validation_error");
  expect(faults(reply).map(({ loc }) => loc)).toEqual(
    expect.arrayContaining([
      ["query", "async"],
      ["body", "dpi"],
    ]),
  );
});

test("synchronous requests go on beside jobs", async () => {
  const id = await endlessJob(service());
  expectOk(await toImages(service(), plain, { dpi: 72 }));
  await cancel(service(), id);
});
