import { expect, test } from "vitest";
import { as, call, moneyOf, newClient } from "./accounts.ts";
import {
  cancel,
  endlessJob,
  type JobObject,
  jobOf,
  jobPath,
  ONE_AT_A_TIME,
  resultOf,
  submitted,
  untilFinal,
} from "./jobs.ts";
import { expectFailure, expectOk } from "./reply.ts";
import { sharedService } from "./service.ts";

/* Contract, section 6: cancelling jobs and deleting their results. */

const service = sharedService(ONE_AT_A_TIME, { keepsResults: true });
const RFC_3339_UTC = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/;

const ended = async (submission: Parameters<typeof submitted>[1] = {}): Promise<string> => {
  const id = await submitted(service(), submission);
  await untilFinal(service(), id, submission?.key ?? service().key);
  return id;
};

test("a pending job is cancelled", async () => {
  const { key, accountId } = await newClient(service(), 10);
  const working = await endlessJob(service(), { key });
  const waiting = await submitted(service(), { key });
  const cancelled = as<JobObject>(await cancel(service(), waiting, key));
  expect(cancelled).toMatchObject({ job_id: waiting, status: "cancelled", credits: { held: 0, charged: 0 } });
  expect(await moneyOf(service(), accountId)).toEqual([10, 1, 9]);
  expectFailure(await resultOf(service(), waiting, key), 409, "job_cancelled");
  expectFailure(await cancel(service(), waiting, key), 409, "job_not_cancellable");
  await cancel(service(), working, key);
});

test("the answer to a cancellation states the credits that were given back", async () => {
  const { key } = await newClient(service(), 10);
  const [first, second] = [await endlessJob(service(), { key }), await submitted(service(), { key })];
  const cancelled = await cancel(service(), second, key);
  const deleted = await call(service(), "DELETE", jobPath(first), { key });
  const reported = [cancelled, deleted].map(({ status, headers }) => [status, headers["x-credits-remaining"]]);
  expect(reported).toEqual([
    [200, "9"],
    [200, "10"],
  ]);
});

test("a job in work is cancelled, and its place is free", async () => {
  const { key, accountId } = await newClient(service(), 10);
  const working = await endlessJob(service(), { key });
  expect(as<JobObject>(await cancel(service(), working, key)).status).toBe("cancelled");
  expect(await moneyOf(service(), accountId)).toEqual([10, 0, 10]);
  const id = await submitted(service(), { key });
  expect((await untilFinal(service(), id, key)).status).toBe("complete");
  const cancelled = await jobOf(service(), working, key);
  expect([cancelled.status, cancelled.completed_at]).toEqual(["cancelled", expect.stringMatching(RFC_3339_UTC)]);
  expectFailure(await resultOf(service(), working, key), 409, "job_cancelled");
});

test("DELETE cancels what has not ended: 200 with the job", async () => {
  const working = await endlessJob(service());
  const waiting = await submitted(service());
  for (const id of [waiting, working]) {
    const reply = as<JobObject>(await call(service(), "DELETE", jobPath(id)));
    expect([reply.job_id, reply.status]).toEqual([id, "cancelled"]);
  }
});

test("a complete job cannot be cancelled", async () => {
  const id = await ended();
  expectFailure(await cancel(service(), id), 409, "job_not_cancellable");
  expect((await jobOf(service(), id)).status).toBe("complete");
  expectOk(await resultOf(service(), id));
});

test("DELETE of a complete job deletes its result: 204, then 410; the record says expired", async () => {
  const { key, accountId } = await newClient(service(), 5);
  const id = await ended({ key });
  const gone = await call(service(), "DELETE", jobPath(id), { key });
  expect([gone.status, gone.body.length]).toEqual([204, 0]);
  expectFailure(await resultOf(service(), id, key), 410, "result_expired");
  expect(await jobOf(service(), id, key)).toMatchObject({ status: "complete", expired: true, credits: { charged: 1 } });
  expect((await call(service(), "DELETE", jobPath(id), { key })).status).toBe(204);
  expect(await moneyOf(service(), accountId)).toEqual([4, 0, 4]);
});

test("cancelling many jobs while they end leaves no hold and no half charge", async () => {
  const { key, accountId } = await newClient(service(), 100);
  const ids = await Promise.all(Array.from({ length: 15 }, () => submitted(service(), { key })));
  await Promise.all(ids.map((id) => cancel(service(), id, key)));
  const jobs = await Promise.all(ids.map((id) => untilFinal(service(), id, key)));
  const charged = jobs.filter(({ status }) => status === "complete").length;
  expect(jobs.map(({ credits }) => credits.charged).reduce((sum, one) => sum + one, 0)).toBe(charged);
  expect(await moneyOf(service(), accountId)).toEqual([100 - charged, 0, 100 - charged]);
});
