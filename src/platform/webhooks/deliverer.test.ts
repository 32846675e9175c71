import { Webhook } from "standardwebhooks";
import { expect, test, vi } from "vitest";
import { OutboundFailure } from "../egress/outbound-failure.ts";
import { httpListener, internet, PUBLIC } from "../egress/testing/loopback.ts";
import {
  claimed,
  claimOf,
  completeWith,
  failedWith,
  HERE,
  jsonAnswer,
  newJob,
  submitted,
} from "../store/conformance/scene.ts";
import type { MadeAttempt } from "./deliverer.ts";
import { hangs, openBench, type Receiver, START } from "./testing/delivery-bench.ts";

const HOUR = 3_600_000;

const answers =
  (status: number, headers: Record<string, string> = {}, body: string | null = "no"): Receiver =>
  () =>
    new Response(body, { status, headers });

const bodyOf = (type: string, { id }: { readonly id: string }, status: string, base: string) => ({
  type,
  timestamp: "2026-11-15T12:00:00.250Z",
  data: { job_id: id, status, status_url: `${base}/jobs/${id}` },
});

/** Moves the clock from one attempt to the next until there are no more; returns when the attempts were made. */
async function runOut({ clock, store, received }: Awaited<ReturnType<typeof openBench>>, settle: () => Promise<void>) {
  for (let dueAt = await store.webhooks.nextDueAt(); dueAt !== null; dueAt = await store.webhooks.nextDueAt()) {
    clock.now = Math.max(clock.now, dueAt);
    await settle();
  }
  return received.map(({ at }) => at - START);
}

test("an event arrives signed, and says what it is of", async () => {
  const bench = await openBench();
  const { id, secret } = await bench.endpoint();
  const delivery = await bench.test(id);
  const made: MadeAttempt[] = [];
  await bench.deliverer({ onAttempt: (one) => made.push(one) }).settled();
  const [received, ...none] = bench.received;
  expect(none).toEqual([]);
  expect(received).toMatchObject({ url: "https://receiver.example/hook", method: "POST" });
  expect(received?.headers).toEqual({
    "content-type": "application/json",
    "user-agent": "Quire/9.9.9",
    "webhook-id": delivery.id,
    "webhook-timestamp": String(Math.floor(START / 1000)),
    "webhook-signature": expect.stringMatching(/^v1,\S{44}$/),
  });
  vi.useFakeTimers({ now: START, toFake: ["Date"] });
  const verified = new Webhook(secret).verify(received?.body ?? "", received?.headers ?? {});
  vi.useRealTimers();
  expect(verified).toEqual({ type: "webhook.test", timestamp: "2026-11-15T12:00:00.250Z", data: { endpoint_id: id } });
  expect(await bench.find(delivery.id)).toMatchObject({ state: "delivered", attempts: [{ status: 204, error: null }] });
  expect(made).toMatchObject([{ event: "webhook.test", outcome: "delivered" }]);
});

test("the end of a job goes to the endpoint and to the request's URL, with the job as it is", async () => {
  const bench = await openBench();
  await bench.endpoint();
  const webhookUrl = "https://request.example/";
  await submitted(bench.store, newJob(bench.accountId, { webhookUrl, baseUrl: "https://pdf.example" }));
  await submitted(bench.store, newJob(bench.accountId, { webhookUrl }));
  const [one, two] = [await claimed(bench.store), await claimed(bench.store)];
  const finish = { message: "Over.", now: START };
  await bench.store.jobs.finish({ ...claimOf(one, HERE), ...finish, outcome: completeWith(jsonAnswer) });
  await bench.store.jobs.finish({ ...claimOf(two, HERE), ...finish, outcome: failedWith });
  await bench.deliverer().settled();
  const bodies = bench.received.map(({ url, body }) => [new URL(url).hostname, JSON.parse(body)]);
  const [complete, failed] = [
    bodyOf("job.complete", one, "complete", "https://pdf.example"),
    bodyOf("job.failed", two, "failed", "https://fallback.example"),
  ];
  expect(bodies).toHaveLength(4);
  for (const [host, body] of [
    ["receiver.example", complete],
    ["request.example", complete],
    ["receiver.example", failed],
    ["request.example", failed],
  ]) {
    expect(bodies).toContainEqual([host, body]);
  }
  // Both deliveries to URLs of requests are signed with one secret, which was made for the first.
  const secrets = await bench.store.webhooks.accountSecrets({ accountId: bench.accountId, sealed: "", now: START });
  expect(secrets).toMatchObject([{ expiresAt: null }]);
  expect(secrets[0]?.sealed).not.toBe("");
});

test("a receiver that fails is asked ten times over 76 hours, always with the same id, and then no more", async () => {
  const bench = await openBench();
  const { id } = await bench.endpoint();
  bench.receivers.set("receiver.example", answers(500, {}, "broken"));
  const delivery = await bench.test(id);
  const deliverer = bench.deliverer();
  await deliverer.settled();
  const times = await runOut(bench, () => deliverer.settled());
  // 5 s, 5 min, 30 min; then 2, 5, 10, 14, 20 and 24 hours: each after the one before.
  const delaysS = [0, 5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400];
  expect(times).toEqual(
    delaysS.map((_, index) => 1000 * delaysS.slice(0, index + 1).reduce((sum, delay) => sum + delay)),
  );
  expect(new Set(bench.received.map(({ headers }) => headers["webhook-id"]))).toEqual(new Set([delivery.id]));
  expect(new Set(bench.received.map(({ body }) => body)).size).toBe(1);
  expect(new Set(bench.received.map(({ headers }) => headers["webhook-timestamp"])).size).toBe(10);
  expect(await bench.find(delivery.id)).toMatchObject({
    state: "failed",
    reason: "exhausted",
    nextAttemptAt: null,
    attempts: Array.from({ length: 10 }, () => ({ status: 500, error: null, response: "broken" })),
  });
});

test("a receiver that is down for a day is notified when it is up again", async () => {
  const bench = await openBench();
  const { id } = await bench.endpoint();
  bench.receivers.set("receiver.example", ({ at }) => new Response("", { status: at < START + 24 * HOUR ? 500 : 200 }));
  const delivery = await bench.test(id);
  const deliverer = bench.deliverer();
  await deliverer.settled();
  const times = await runOut(bench, () => deliverer.settled());
  expect(times.length).toBe(8);
  expect(await bench.find(delivery.id)).toMatchObject({ state: "delivered", reason: null, step: 8 });
});

test.each([301, 302, 307, 400, 404, 429, 503])("status %d is a failure, and is tried again", async (status) => {
  const bench = await openBench();
  const { id } = await bench.endpoint();
  bench.receivers.set("receiver.example", answers(status, { location: "https://elsewhere.example/" }));
  const delivery = await bench.test(id);
  await bench.deliverer().settled();
  expect(bench.received.map(({ url }) => url)).toEqual(["https://receiver.example/hook"]);
  expect(await bench.find(delivery.id)).toMatchObject({
    state: "pending",
    nextAttemptAt: START + 5000,
    attempts: [{ status }],
  });
});

test("Retry-After puts the next attempt off", async () => {
  const bench = await openBench();
  const { id } = await bench.endpoint();
  bench.receivers.set("receiver.example", answers(429, { "retry-after": "3600" }));
  const delivery = await bench.test(id);
  await bench.deliverer().settled();
  expect(await bench.find(delivery.id)).toMatchObject({ nextAttemptAt: START + HOUR });
});

test("410 ends a delivery and disables its endpoint", async () => {
  const bench = await openBench();
  const { id } = await bench.endpoint();
  bench.receivers.set("receiver.example", answers(410));
  const delivery = await bench.test(id);
  await bench.deliverer().settled();
  expect(await bench.find(delivery.id)).toMatchObject({ state: "failed", reason: "gone" });
  expect(await bench.store.webhooks.find({ accountId: bench.accountId, id })).toMatchObject({
    enabled: false,
    disabledReason: "gone",
  });
});

test("an address that may not be reached fails at once, and says why", async () => {
  const bench = await openBench();
  const { id } = await bench.endpoint();
  bench.receivers.set("receiver.example", () => {
    throw OutboundFailure.blocked("not_public", "receiver.example");
  });
  const delivery = await bench.test(id);
  await bench.deliverer().settled();
  expect(await bench.find(delivery.id)).toMatchObject({
    state: "failed",
    reason: "blocked",
    attempts: [{ status: null, error: expect.stringContaining("receiver.example is not a public host") }],
  });
});

test.each([
  ["http://evil.test/", "not_public"],
  ["http://rebinding.test/", "not_public"],
  ["https://mixed.test/", "not_public"],
  ["http://public.test:22/", "port"],
])("%s is found out when it is dialled: nothing is sent there", async (url, reason) => {
  const bench = await openBench();
  const inside = await httpListener();
  const world = internet({
    names: {
      "evil.test": ["127.0.0.1"],
      "rebinding.test": { turns: [["127.0.0.1"], [PUBLIC[0]]] },
      "mixed.test": [PUBLIC[0], "10.0.0.1"],
      "public.test": [PUBLIC[0]],
    },
    ports: { 80: inside.port, 443: inside.port },
  });
  const { id } = await bench.endpoint(url);
  const delivery = await bench.test(id);
  await bench.deliverer({ fetch: world.egress.webFetch() }).settled();
  const found = await bench.find(delivery.id);
  expect(found).toMatchObject({ state: "failed", reason: "blocked", step: 1 });
  expect(found?.attempts[0]?.error).toContain(reason === "port" ? "only ports 80, 443" : "is not a public host");
  expect([inside.hits, world.dialled]).toEqual([[], []]);
});

test("a receiver in the world is reached, and one that is not there is tried again", async () => {
  const bench = await openBench();
  const { port, requests } = await httpListener();
  const fetch = internet({ names: { "public.test": [PUBLIC[0]] }, ports: { 80: port } }).egress.webFetch();
  const there = await bench.test((await bench.endpoint("http://public.test/hook?a=1")).id);
  const missing = await bench.test((await bench.endpoint("http://missing.test/")).id);
  await bench.deliverer({ fetch }).settled();
  expect(requests[0]).toMatchObject({ method: "POST", url: "/hook?a=1" });
  expect(requests[0]?.headers).toMatchObject({ "webhook-id": there.id, "user-agent": "Quire/9.9.9" });
  expect(await bench.find(there.id)).toMatchObject({ state: "delivered", attempts: [{ response: "reached" }] });
  expect(await bench.find(missing.id)).toMatchObject({
    state: "pending",
    attempts: [{ status: null, error: expect.stringContaining("its name has no address") }],
  });
});

test("a receiver that does not answer is given up, and tried again", async () => {
  const bench = await openBench();
  const { id } = await bench.endpoint();
  bench.receivers.set("receiver.example", hangs);
  const delivery = await bench.test(id);
  await bench.deliverer({ timeoutMs: 50 }).settled();
  expect(await bench.find(delivery.id)).toMatchObject({
    state: "pending",
    attempts: [{ status: null, error: "There was no answer within 0.05 s.", response: null }],
  });
});

test("of a huge or endless answer the beginning is kept, and the status has decided", async () => {
  const bench = await openBench();
  const { id } = await bench.endpoint();
  let pulled = 0;
  const endless = () =>
    new ReadableStream({
      pull: (controller) => {
        pulled += 1;
        controller.enqueue(Buffer.alloc(16_384, pulled === 1 ? "é" : "x"));
      },
    });
  bench.receivers.set("receiver.example", () => new Response(endless(), { status: 200 }));
  const delivery = await bench.test(id);
  await bench.deliverer().settled();
  expect(pulled).toBeLessThanOrEqual(6);
  const found = await bench.find(delivery.id);
  expect(found).toMatchObject({ state: "delivered", attempts: [{ status: 200 }] });
  expect(found?.attempts[0]?.response).toBe("é".repeat(1000));
});

test("a body that never ends does not undo a success", async () => {
  const bench = await openBench();
  const { id } = await bench.endpoint();
  bench.receivers.set(
    "receiver.example",
    (_, signal) =>
      new Response(
        new ReadableStream({
          start: (controller) => {
            controller.enqueue(Buffer.from("begun"));
            signal.addEventListener("abort", () => controller.error(signal.reason));
          },
        }),
      ),
  );
  const delivery = await bench.test(id);
  await bench.deliverer({ timeoutMs: 50 }).settled();
  expect(await bench.find(delivery.id)).toMatchObject({ state: "delivered", attempts: [{ response: "begun" }] });
});

test("slow hosts do not hold others up; a host is asked twice at a time, all hosts eight times", async () => {
  const bench = await openBench();
  let [most, now] = [0, 0];
  const open: (() => void)[] = [];
  const waits: Receiver = async () => {
    now += 1;
    most = Math.max(most, now);
    await new Promise<void>((resolve) => open.push(resolve));
    now -= 1;
    return new Response(null, { status: 204 });
  };
  for (const host of ["a", "b", "c", "d", "e"]) {
    bench.receivers.set(`${host}.example`, waits);
  }
  const slow = await bench.endpoint("https://a.example/");
  const quick = await bench.endpoint("https://quick.example/");
  for (let queued = 0; queued < 50; queued++) {
    await bench.test(slow.id);
  }
  const last = await bench.test(quick.id);
  const deliverer = bench.deliverer();
  await deliverer.wake();
  await expect.poll(async () => (await bench.find(last.id))?.state).toBe("delivered");
  expect([now, bench.received.length]).toEqual([2, 3]);
  for (const [host, accountId] of [
    ["b", bench.accountId],
    ["c", await bench.otherAccount()],
    ["d", await bench.otherAccount()],
    ["e", await bench.otherAccount()],
  ] as const) {
    const { id } = await bench.endpoint(`https://${host}.example/`, accountId);
    await bench.test(id, accountId);
    await bench.test(id, accountId);
  }
  await deliverer.wake();
  await expect.poll(() => now).toBe(8);
  const settled = deliverer.settled();
  const opening = setInterval(() => open.splice(0).forEach((resolve) => resolve()), 1);
  await settled;
  clearInterval(opening);
  expect([most, bench.received.length]).toEqual([8, 59]);
});

test("an account with many hosts that never answer leaves others their turn", async () => {
  const bench = await openBench();
  const others = [await bench.otherAccount(), await bench.otherAccount()];
  for (let number = 0; number < 20; number++) {
    bench.receivers.set(`host${number}.example`, hangs);
    await bench.test((await bench.endpoint(`https://host${number}.example/`)).id);
  }
  const last = await Promise.all(
    others.map(async (accountId) => {
      const { id } = await bench.endpoint("https://quick.example/", accountId);
      return { accountId, id: (await bench.test(id, accountId)).id };
    }),
  );
  const deliverer = bench.deliverer();
  await deliverer.wake();
  for (const { accountId, id } of last) {
    await expect.poll(async () => (await bench.find(id, accountId))?.state).toBe("delivered");
  }
  expect(bench.received.filter(({ url }) => url.includes("host"))).toHaveLength(4);
});

test("what is under way when the service goes down is sent again by the next one, under the same id", async () => {
  const bench = await openBench();
  const { id } = await bench.endpoint();
  bench.receivers.set("receiver.example", hangs);
  const delivery = await bench.test(id);
  const first = bench.deliverer();
  await first.wake();
  await expect.poll(() => bench.received.length).toBe(1);
  await first.stop();
  expect(await bench.find(delivery.id)).toMatchObject({ state: "pending", step: 0, attempts: [] });
  bench.receivers.clear();
  await bench.deliverer().settled();
  expect(bench.received.map(({ headers }) => headers["webhook-id"])).toEqual([delivery.id, delivery.id]);
  expect(await bench.find(delivery.id)).toMatchObject({ state: "delivered", step: 1 });
});

test("what was written down before a process ended is sent once by the next one", async () => {
  const bench = await openBench();
  const webhookUrl = "https://request.example/";
  await submitted(bench.store, newJob(bench.accountId, { webhookUrl }));
  const job = await claimed(bench.store);
  const finish = { ...claimOf(job), message: "Over.", now: START };
  await bench.store.jobs.finish({ ...finish, outcome: completeWith(jsonAnswer) });
  // One process was lost before it sent anything, another one while it sent it.
  const lost = await bench.store.webhooks.claim({
    instance: "inst_lost",
    exceptHosts: [],
    exceptAccounts: [],
    now: START,
  });
  await bench.deliverer().settled();
  expect(bench.received).toEqual([]);
  await bench.store.recover({ instance: "inst_next", isAlone: true, maxAttempts: 3, now: START });
  await bench.deliverer({ instance: "inst_next" }).settled();
  await bench.deliverer().settled();
  expect(bench.received.map(({ url, headers }) => [url, headers["webhook-id"]])).toEqual([[webhookUrl, lost?.id]]);
});

test("an endpoint that is deleted while it is asked stays deleted, and its delivery ended", async () => {
  const bench = await openBench();
  const { id } = await bench.endpoint();
  const removal = { accountId: bench.accountId, id, now: START };
  bench.receivers.set("receiver.example", async () => {
    await bench.store.webhooks.remove(removal);
    return new Response(null, { status: 500 });
  });
  const delivery = await bench.test(id);
  const deliverer = bench.deliverer();
  await deliverer.settled();
  await runOut(bench, () => deliverer.settled());
  expect(bench.received).toHaveLength(1);
  expect(await bench.find(delivery.id)).toMatchObject({ state: "failed", reason: "endpoint_deleted" });
});

test("low credits are noticed, once", async () => {
  const bench = await openBench();
  await bench.endpoint();
  const { accountId, store } = bench;
  await store.accounts.adjust({ accountId, amount: -2000, reason: "test", by: null, now: START });
  const deliverer = bench.deliverer({ creditsLow: 9000 });
  await deliverer.settled();
  bench.clock.now += 60_000;
  await deliverer.settled();
  const expected = { account_id: bench.accountId, balance: 8000, threshold: 9000 };
  expect(bench.received.map(({ body }) => JSON.parse(body))).toMatchObject([{ type: "credits.low", data: expected }]);
});

test("a secret that another pepper sealed signs nothing: nothing is sent, and nothing is lost", async () => {
  const bench = await openBench();
  const { id } = await bench.endpoint();
  const delivery = await bench.test(id);
  await bench.deliverer({ pepper: Buffer.alloc(32, 6) }).settled();
  expect(bench.received).toEqual([]);
  expect(await bench.find(delivery.id)).toMatchObject({ state: "pending", nextAttemptAt: START + 60_000 });
});
