import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { descendants } from "../../src/engines/pool/testing/processes.ts";
import { allPages, newClient, UNKNOWN } from "./accounts.ts";
import { toImages } from "./client.ts";
import { letterPages } from "./documents.ts";
import { EventStream } from "./events.ts";
import { cancel, endlessJob, jobOf, jobPath, submitted, untilFinal } from "./jobs.ts";
import { fixture } from "./programs.ts";
import { expectOk } from "./reply.ts";
import { startService } from "./running-service.ts";
import { commonService, type Service, withService } from "./service.ts";

/* Contract, section 6: the stream of a job's events. */

const service = commonService({ keepsResults: true });
const plain = fixture("four-colours.pdf");
const NAMES = ["state", "progress", "done"];

const open = (id: string, options: Parameters<typeof EventStream.open>[2] = {}): Promise<EventStream> =>
  EventStream.open(service(), jobPath(id, "/events"), options);

const hasDone = (stream: EventStream): boolean => stream.events.some(({ event }) => event === "done");

test("a stream reports states, progress and the end, with increasing ids, and ends", async () => {
  const count = 30;
  const id = await submitted(service(), { file: letterPages(count), fields: allPages(count, 300) });
  const stream = await open(id);
  expect(stream.status).toBe(200);
  expect(stream.headers["content-type"]).toMatch(/^text\/event-stream/);
  expect(stream.headers["cache-control"]).toMatch(/no-store|no-cache/);
  expect(await stream.until(hasDone)).toBe(true);
  expect(await stream.until(({ ended }) => ended), "the stream ends after done").toBe(true);
  const names = stream.events.map(({ event }) => event);
  expect(names.filter((name) => !NAMES.includes(name))).toEqual([]);
  expect(names.filter((name) => name === "done")).toHaveLength(1);
  expect(names.at(-1)).toBe("done");
  expect(names).toContain("progress");
  const ids = stream.events.map((event) => Number(event.id));
  for (const [index, one] of ids.entries()) {
    expect(Number.isInteger(one)).toBe(true);
    expect(one).toBeGreaterThan(ids[index - 1] ?? -1);
  }
  expect(stream.events.at(-1)?.data).toMatchObject({ job_id: id, status: "complete" });
});

test("the stream of a job that has ended says so at once", async () => {
  const id = await submitted(service());
  await untilFinal(service(), id);
  const stream = await open(id);
  expect(await stream.until(hasDone)).toBe(true);
  expect(await stream.until(({ ended }) => ended)).toBe(true);
  expect(stream.events.at(-1)?.data).toMatchObject({ job_id: id, status: "complete" });
});

test("cancelling ends the stream with done", async () => {
  const id = await endlessJob(service());
  const stream = await open(id);
  expect(await stream.until(({ events }) => events.length > 0)).toBe(true);
  await cancel(service(), id);
  expect(await stream.until(hasDone)).toBe(true);
  expect(stream.events.at(-1)?.data).toMatchObject({ status: "cancelled" });
});

test("Last-Event-ID resumes: only what came after it", async () => {
  const count = 30;
  const id = await submitted(service(), { file: letterPages(count), fields: allPages(count, 300) });
  const first = await open(id);
  expect(await first.until(({ events }) => events.length >= 2)).toBe(true);
  const [lastSeen] = first.events.slice(-1);
  first.close();
  const second = await open(id, { lastEventId: String(lastSeen?.id) });
  expect(await second.until(hasDone)).toBe(true);
  const ids = second.events.map((event) => Number(event.id));
  expect(Math.min(...ids)).toBeGreaterThan(Number(lastSeen?.id));
  expect(second.events.filter(({ event }) => event === "done")).toHaveLength(1);
});

test("after the last event nothing is reported again", async () => {
  const id = await submitted(service());
  await untilFinal(service(), id);
  const whole = await open(id);
  expect(await whole.until(hasDone)).toBe(true);
  const again = await open(id, { lastEventId: String(whole.events.at(-1)?.id) });
  expect([200, 204]).toContain(again.status);
  expect(await again.until(({ ended }) => ended)).toBe(true);
  expect(again.events).toEqual([]);
});

test.each(["nonsense", "-1", "99999999999999999999", "1.5"])(
  "Last-Event-ID %s is no error of the service",
  async (lastEventId) => {
    const id = await submitted(service());
    await untilFinal(service(), id);
    const stream = await open(id, { lastEventId });
    expect(stream.status).toBeLessThan(500);
    stream.close();
  },
);

test("several clients follow one job, and one that stops reading or leaves does not disturb the others", async () => {
  const { key } = await newClient(service(), 100);
  const id = await endlessJob(service(), { key });
  const streams = await Promise.all(Array.from({ length: 20 }, () => open(id, { key })));
  for (const stream of streams.slice(0, 10)) {
    stream.close();
  }
  expectOk(await toImages(service(), plain, { dpi: 72 }));
  expect((await jobOf(service(), id, key)).status).toBe("processing");
  await cancel(service(), id, key);
  for (const stream of streams.slice(10)) {
    expect(await stream.until(hasDone)).toBe(true);
  }
});

test("a stream asks for a key, and for a job of one's own", async () => {
  const id = await submitted(service());
  const foreign = await newClient(service(), 0);
  expect((await open(id, { key: "no-such-key" })).status).toBe(401);
  expect((await open(id, { key: foreign.key })).status).toBe(404);
  expect((await open(UNKNOWN.job)).status).toBe(404);
  await untilFinal(service(), id);
});

// These have services of their own and one of them waits for the clock, so they run in parallel.
test.concurrent("a comment comes every 15 seconds", async () => {
  await withService({}, async (own) => {
    const id = await endlessJob(own);
    const stream = await EventStream.open(own, jobPath(id, "/events"));
    const before = stream.comments.length;
    // The engines are stopped: the job goes on waiting for them, and takes no processor time from others.
    signalAll(await descendants(own.pid), "SIGSTOP");
    expect(await stream.until(({ comments }) => comments.length > before, { withinMs: 25_000 })).toBe(true);
    stream.close();
    signalAll(await descendants(own.pid), "SIGCONT");
    await cancel(own, id);
  });
});

test.concurrent("open streams take no operation's place", async () => {
  await withService({ QUIRE_CONCURRENCY: "1", QUIRE_WORKERS: "2" }, async (own) => {
    const id = await endlessJob(own);
    const stream = await EventStream.open(own, jobPath(id, "/events"));
    expectOk(await toImages(own, plain, { dpi: 72 }));
    stream.close();
    await cancel(own, id);
  });
});

test.concurrent("open streams and long polls do not keep the service from ending", async () => {
  const own = await startService({}, { keepsResults: true });
  const id = await endlessJob(own);
  const stream = await EventStream.open(own, jobPath(id, "/events"));
  const polled = poll(own, id);
  await stream.until(({ events }) => events.length > 0);
  await sleep(200);
  // `stop` fails unless the service ends by itself in less time than it waits for work that goes on.
  await own.stop();
  expect(await stream.until(({ ended }) => ended)).toBe(true);
  await polled;
});

function signalAll(pids: readonly number[], signal: "SIGSTOP" | "SIGCONT"): void {
  for (const pid of pids) {
    process.kill(pid, signal);
  }
}

/** Waits for a job by one long poll, which the service may answer or close when it shuts down. */
async function poll(own: Service, id: string): Promise<void> {
  await fetch(`${own.baseUrl}${jobPath(id, "?wait=30")}`, { headers: { "x-api-key": own.key } }).then(
    (reply) => reply.arrayBuffer(),
    () => undefined,
  );
}
