import { expect, test } from "vitest";
import { as, call, type List, moneyOf, newClient } from "./accounts.ts";
import { slowPage } from "./documents.ts";
import { endlessJob, jobOf, jobPath, submit, untilFinal } from "./jobs.ts";
import { expectFailure, type Reply } from "./reply.ts";
import { commonService } from "./service.ts";

/* Contract, section 5: idempotency of requests that submit jobs. */

const service = commonService({ keepsResults: true });
const newName = (): string => crypto.randomUUID();
const withName = (name: string) => ({ headers: { "idempotency-key": name } });
const isReplay = (reply: Reply): boolean => reply.headers["idempotency-replayed"] === "true";

test("a job is submitted once", async () => {
  const { key, accountId } = await newClient(service(), 10);
  const name = newName();
  const first = await submit(service(), { key, ...withName(name) });
  const again = await submit(service(), { key, ...withName(name) });
  expect([first.status, again.status, isReplay(first), isReplay(again)]).toEqual([202, 202, false, true]);
  const [one, two] = [first, again].map((reply) => as<{ job_id: string }>(reply, 202).job_id);
  expect(two).toBe(one);
  expect(again.headers["location"]).toBe(first.headers["location"]);
  const job = await untilFinal(service(), String(one), key);
  expect(job.status).toBe("complete");
  expect(isReplay(await submit(service(), { key, ...withName(name) }))).toBe(true);
  expect(await moneyOf(service(), accountId)).toEqual([9, 0, 9]);
});

test("20 submissions at once make one job", async () => {
  const { key, accountId } = await newClient(service(), 10);
  const name = newName();
  const replies = await Promise.all(Array.from({ length: 20 }, () => submit(service(), { key, ...withName(name) })));
  for (const reply of replies.filter(({ status }) => status !== 202)) {
    expectFailure(reply, 409, "idempotency_in_progress");
  }
  const { items } = as<List<{ job_id: string }>>(await call(service(), "GET", "/api/v1/jobs", { key }));
  expect(items).toHaveLength(1);
  await untilFinal(service(), String(items[0]?.job_id), key);
  expect(await moneyOf(service(), accountId)).toEqual([9, 0, 9]);
});

test("a job whose result was deleted is done again by its submission, and not charged again", async () => {
  const { key, accountId } = await newClient(service(), 10);
  const name = newName();
  const { job_id } = as<{ job_id: string }>(await submit(service(), { key, ...withName(name) }), 202);
  await untilFinal(service(), job_id, key);
  expect((await call(service(), "DELETE", jobPath(job_id), { key })).status).toBe(204);
  const again = await submit(service(), { key, ...withName(name) });
  expect(isReplay(again)).toBe(false);
  const next = as<{ job_id: string }>(again, 202).job_id;
  expect(next).not.toBe(job_id);
  const job = await untilFinal(service(), next, key);
  expect([job.status, job.credits]).toEqual(["complete", { held: 0, charged: 0 }]);
  expect(await moneyOf(service(), accountId)).toEqual([9, 0, 9]);
});

test("a job that was cancelled before it cost anything is submitted again like any other", async () => {
  const { key, accountId } = await newClient(service(), 10);
  const name = newName();
  const id = await endlessJob(service(), { key, ...withName(name) });
  await call(service(), "DELETE", jobPath(id), { key });
  const again = await submit(service(), { key, file: slowPage(), ...withName(name) });
  const next = as<{ job_id: string }>(again, 202).job_id;
  expect([isReplay(again), next === id]).toEqual([false, false]);
  await call(service(), "DELETE", jobPath(next), { key });
  expect(await moneyOf(service(), accountId)).toEqual([10, 0, 10]);
});

test("while a job runs its submission is already answered: the replay is the 202", async () => {
  const { key } = await newClient(service(), 10);
  const name = newName();
  const id = await endlessJob(service(), { key, ...withName(name) });
  const again = await submit(service(), { key, file: slowPage(), ...withName(name) });
  expect([again.status, isReplay(again), as<{ job_id: string }>(again, 202).job_id]).toEqual([202, true, id]);
  await call(service(), "DELETE", jobPath(id), { key });
  expect((await jobOf(service(), id, key)).status).toBe("cancelled");
});
