import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { as, call, type List, newClient, UNKNOWN } from "./accounts.ts";
import { REMOVE_PASSWORD } from "./client.ts";
import { cancel, endlessJob, type JobObject, jobOf, jobPath, ONE_AT_A_TIME, submitted, untilFinal } from "./jobs.ts";
import { fixture } from "./programs.ts";
import { expectFailure, expectFault } from "./reply.ts";
import { sharedService } from "./service.ts";

/* Contract, section 6: reading jobs, waiting for them, and the list of them. */

const service = sharedService(ONE_AT_A_TIME, { keepsResults: true });
const plain = fixture("four-colours.pdf");

const ended = async (submission: Parameters<typeof submitted>[1] = {}): Promise<string> => {
  const id = await submitted(service(), submission);
  await untilFinal(service(), id, submission?.key ?? service().key);
  return id;
};

test("unknown ids, and such as are no ids, are 404 on every route", async () => {
  for (const id of [UNKNOWN.job, "nonsense", "job_", "..%2f..%2fetc", "%00", "job_%27%20OR%201=1"]) {
    expectFailure(await call(service(), "GET", jobPath(id)), 404, "not_found");
    expectFailure(await call(service(), "GET", jobPath(id, "/result")), 404, "not_found");
    expectFailure(await call(service(), "GET", jobPath(id, "/events")), 404, "not_found");
    expectFailure(await call(service(), "POST", jobPath(id, "/cancel")), 404, "not_found");
    expectFailure(await call(service(), "DELETE", jobPath(id)), 404, "not_found");
  }
});

test("a long poll answers when the job changes", async () => {
  const id = await endlessJob(service());
  const polled = untilFinal(service(), id);
  const single = call(service(), "GET", jobPath(id, "?wait=30"));
  await sleep(300);
  await cancel(service(), id);
  expect((await polled).status).toBe("cancelled");
  expect((await single).status).toBe(200);
});

test("a long poll of a job that does not change answers with the job as it is", async () => {
  const working = await endlessJob(service());
  const waiting = await submitted(service());
  const reply = await call(service(), "GET", jobPath(waiting, "?wait=1"));
  expect([as<JobObject>(reply).status, reply.headers["retry-after"]]).toEqual(["pending", "2"]);
  await cancel(service(), waiting);
  await cancel(service(), working);
});

test("a long poll of a final job answers at once", async () => {
  const id = await ended();
  const polls = Array.from({ length: 20 }, () => call(service(), "GET", jobPath(id, "?wait=30")));
  // One after the other, or without waiting at all, they would take longer than the test may.
  for (const reply of await Promise.all(polls)) {
    expect(as<JobObject>(reply).status).toBe("complete");
  }
});

test.each(["wait=31", "wait=-1", "wait=x", "wait=", "wait=1.5"])("?%s is a fault of the query", async (query) => {
  const id = await ended();
  expectFault(await call(service(), "GET", jobPath(id, `?${query}`)), { loc: ["query", "wait"] });
});

test("a client that goes away during a long poll disturbs no other", async () => {
  const id = await endlessJob(service());
  const away = new AbortController();
  const polls = Array.from({ length: 10 }, () =>
    fetch(`${service().baseUrl}${jobPath(id, "?wait=30")}`, {
      headers: { "x-api-key": service().key },
      signal: away.signal,
    }).catch(() => undefined),
  );
  await sleep(200);
  away.abort();
  await Promise.all(polls);
  expect((await jobOf(service(), id)).status).toBe("processing");
  await cancel(service(), id);
});

test("the list has own jobs, newest first, by state, operation, limit and cursor", async () => {
  const { key } = await newClient(service(), 100);
  const list = async (query = ""): Promise<List<JobObject>> =>
    as(await call(service(), "GET", `/api/v1/jobs${query}`, { key }));
  expect(await list()).toEqual({ items: [], next_cursor: null });
  const images = [await ended({ key }), await ended({ key })];
  const unlocked = await ended({ key, path: REMOVE_PASSWORD, file: plain, fields: { password: "" } });
  const working = await endlessJob(service(), { key });
  const waiting = await submitted(service(), { key });
  const ids = async (query: string): Promise<string[]> => (await list(query)).items.map(({ job_id }) => job_id);
  expect(await ids("")).toEqual([waiting, working, unlocked, ...images.toReversed()]);
  expect(await ids("?status=complete")).toEqual([unlocked, ...images.toReversed()]);
  expect(await ids("?status=pending")).toEqual([waiting]);
  expect(await ids("?status=processing")).toEqual([working]);
  expect(await ids("?status=failed")).toEqual([]);
  expect(await ids("?operation=remove-password")).toEqual([unlocked]);
  expect(await ids("?operation=pdf-to-image&status=complete")).toEqual(images.toReversed());
  const first = await list("?limit=2");
  expect(first.items.map(({ job_id }) => job_id)).toEqual([waiting, working]);
  const second = await list(`?limit=2&cursor=${encodeURIComponent(String(first.next_cursor))}`);
  expect(second.items.map(({ job_id }) => job_id)).toEqual([unlocked, images[1]]);
  const third = await list(`?limit=2&cursor=${encodeURIComponent(String(second.next_cursor))}`);
  expect([third.items.map(({ job_id }) => job_id), third.next_cursor]).toEqual([[images[0]], null]);
  const [newest] = first.items;
  expect(newest).toEqual(await jobOf(service(), waiting, key));
  await cancel(service(), waiting, key);
  await cancel(service(), working, key);
  expect(await ids("?status=cancelled")).toEqual([waiting, working]);
});

test.each(["status=done", "status=", "limit=0", "limit=-1", "limit=x", "limit=1000000", "operation="])(
  "a list of %s is a fault of the query",
  async (query) => {
    expectFault(await call(service(), "GET", `/api/v1/jobs?${query}`), { loc: ["query", query.replace(/=.*/, "")] });
  },
);

test.each(["nonsense", "%00", "job_zzzzzzzzzzzz", "'--"])(
  "a cursor that was not given out is no error of the service: %s",
  async (cursor) => {
    const reply = await call(service(), "GET", `/api/v1/jobs?cursor=${cursor}`);
    expect([200, 422]).toContain(reply.status);
  },
);
