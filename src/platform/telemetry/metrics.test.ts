import * as http from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { fastify } from "fastify";
import { expect, onTestFinished, test } from "vitest";
import { Failure } from "../../kernel/failure.ts";
import { beginStep, occurred } from "../../kernel/observation.ts";
import type { Store } from "../store/store.ts";
import { createMetrics, type PoolState } from "./metrics.ts";

const idle: PoolState = { pool: "pdf", workers: 2, busy: 0, queued: 0, restarts: 0 };

type JobState = Awaited<ReturnType<Store["jobs"]["counts"]>>;

const noJobs: JobState = { pending: 0, processing: 0, oldestPendingAt: null, classes: [] };

interface Parts {
  readonly token?: string;
  readonly poolStates?: () => readonly PoolState[];
  readonly jobState?: () => Promise<JobState>;
}

function service({ token, poolStates = () => [idle], jobState = () => Promise.resolve(noJobs) }: Parts = {}) {
  const metrics = createMetrics({
    poolStates,
    jobState,
    webhookState: () => Promise.resolve({ pending: 0, oldestDueAt: null }),
    connections: () => [{ use: "queries", max: 4, open: 3, busy: 1, waiting: 2 }],
    dataDirectory: tmpdir(),
    now: Date.now,
  });
  const app = fastify({ trustProxy: "192.0.2.1" });
  app.setErrorHandler((error, _request, reply) =>
    reply.code(404).send({ code: error instanceof Failure ? error.code : "unexpected" }),
  );
  metrics.register(app, { token });
  onTestFinished(async () => {
    metrics[Symbol.dispose]();
    await app.close();
  });
  return { app, metrics };
}

/** Parses the samples of an exposition: `name{labels}` -> value. */
const samples = (exposition: string) =>
  new Map(
    exposition
      .split("\n")
      .filter((line) => line !== "" && !line.startsWith("#"))
      .map((line) => [line.slice(0, line.lastIndexOf(" ")), Number(line.slice(line.lastIndexOf(" ") + 1))] as const),
  );

test("requests are counted by route, method and status, and timed by status class", async () => {
  const { app, metrics } = service();
  metrics.requestFinished({ route: "/api/v1/pdf/merge", method: "POST", status: 200, seconds: 0.3 });
  metrics.requestFinished({ route: "/api/v1/pdf/merge", method: "POST", status: 200, seconds: 4 });
  metrics.requestFinished({ route: "/api/v1/pdf/merge", method: "POST", status: 422, seconds: 0.01 });

  const read = samples((await app.inject("/metrics")).body);

  const labels = 'route="/api/v1/pdf/merge",method="POST"';
  expect(read.get(`quire_http_requests_total{${labels},status="200"}`)).toBe(2);
  expect(read.get(`quire_http_requests_total{${labels},status="422"}`)).toBe(1);
  expect(read.get(`quire_http_request_duration_seconds_count{${labels},status_class="2xx"}`)).toBe(2);
  expect(read.get(`quire_http_request_duration_seconds_sum{${labels},status_class="2xx"}`)).toBeCloseTo(4.3);
  expect(read.get(`quire_http_request_duration_seconds_bucket{le="0.5",${labels},status_class="2xx"}`)).toBe(1);
});

test("what a client makes up does not become a label", async () => {
  const { app, metrics } = service();
  for (let index = 0; index < 50; index += 1) {
    metrics.requestFinished({ route: undefined, method: `VERB${index}`, status: 404, seconds: 0.001 });
  }
  const read = samples((await app.inject("/metrics")).body);
  const requests = [...read].filter(([name]) => name.startsWith("quire_http_requests_total"));
  expect(requests).toEqual([['quire_http_requests_total{route="none",method="other",status="404"}', 50]]);
});

test("each engine pool is asked at each reading", async () => {
  let state = idle;
  const { app } = service({ poolStates: () => [state, { ...idle, pool: "documents" }] });
  await app.inject("/metrics");
  state = { pool: "pdf", workers: 3, busy: 2, queued: 7, restarts: 4 };
  const read = samples((await app.inject("/metrics")).body);
  expect(read.get('quire_engine_workers{pool="pdf"}')).toBe(3);
  expect(read.get('quire_engine_workers_busy{pool="pdf"}')).toBe(2);
  expect(read.get('quire_engine_queue_depth{pool="pdf"}')).toBe(7);
  expect(read.get('quire_engine_restarts_total{pool="pdf"}')).toBe(4);
  expect(read.get('quire_engine_workers{pool="documents"}')).toBe(2);
  expect(read.get('quire_engine_restarts_total{pool="documents"}')).toBe(0);
});

test("jobs are counted by class, and how long the oldest of each has waited", async () => {
  let state = noJobs;
  const { app } = service({ jobState: () => Promise.resolve(state) });
  const before = samples((await app.inject("/metrics")).body);
  expect(before.get('quire_jobs_oldest_pending_seconds{class="ocr"}')).toBe(0);
  const ocr = { pending: 5, processing: 2, oldestPendingAt: Date.now() - 60_000 };
  state = { ...ocr, classes: [{ ...ocr, workClass: "ocr" }] };
  const read = samples((await app.inject("/metrics")).body);
  const jobs = ["pending", "processing"].map((each) => read.get(`quire_jobs_${each}{class="ocr"}`));
  expect(jobs).toEqual([5, 2]);
  expect(read.get('quire_jobs_pending{class="pdf"}')).toBe(0);
  expect(read.get('quire_jobs_oldest_pending_seconds{class="ocr"}')).toBeGreaterThanOrEqual(60);
});

test("steps of the work are timed, and what occurs is counted, until the metrics are disposed of", async () => {
  const { app, metrics } = service();
  beginStep("engine task", { pool: "pdf", method: "cos.facts" })();
  beginStep("engine task", { pool: "pdf", method: "cos.facts" })(new Error("It failed."));
  beginStep("engine wait", { pool: "pdf" })();
  beginStep("store", { transaction: "hold" })();
  beginStep("store", { transaction: "read" })();
  const facts = { method: "PUT", status: 503 };
  beginStep("s3 request", facts)();
  occurred({ kind: "retry", of: "s3" });
  occurred({ kind: "lease", outcome: "renewed" });
  occurred({ kind: "takeover", leases: 1, jobs: 3 });
  const read = samples((await app.inject("/metrics")).body);
  const found = Object.fromEntries(
    [
      'quire_engine_task_duration_seconds_count{pool="pdf",outcome="done"}',
      'quire_engine_task_duration_seconds_count{pool="pdf",outcome="failed"}',
      'quire_engine_wait_duration_seconds_count{pool="pdf"}',
      'quire_store_duration_seconds_count{kind="write",outcome="done"}',
      'quire_store_duration_seconds_count{kind="read",outcome="done"}',
      'quire_s3_requests_total{method="PUT",status="503"}',
      'quire_retries_total{of="s3"}',
      'quire_lease_renewals_total{outcome="renewed"}',
      "quire_leases_taken_over_total",
    ].map((name) => [name, read.get(name)]),
  );
  expect(found).toEqual(Object.fromEntries(Object.keys(found).map((name) => [name, 1])));
  expect(read.get("quire_jobs_taken_over_total")).toBe(3);
  expect(read.get("quire_lease_age_seconds")).toBeLessThan(60);
  expect(read.get("quire_disk_free_bytes")).toBeGreaterThan(0);
  expect(read.get('quire_database_waiting{use="queries"}')).toBe(2);
  metrics[Symbol.dispose]();
  occurred({ kind: "retry", of: "s3" });
  expect(samples((await app.inject("/metrics")).body).get('quire_retries_total{of="s3"}')).toBe(1);
});

test("delivered work is counted with its pages and credits", async () => {
  const { app, metrics } = service();
  metrics.workDelivered({ operation: "merge", mode: "request", pages: 3, credits: 1 });
  metrics.workDelivered({ operation: "merge", mode: "job", pages: 40, credits: 2 });
  const read = samples((await app.inject("/metrics")).body);
  expect(read.get('quire_operations_total{operation="merge",mode="job"}')).toBe(1);
  expect(read.get('quire_pages_total{operation="merge"}')).toBe(43);
  expect(read.get('quire_credits_charged_total{operation="merge"}')).toBe(3);
});

test("the answer is OpenMetrics text with the process's own figures", async () => {
  const { app } = service();
  const answer = await app.inject("/metrics");
  expect(answer.headers["content-type"]).toBe("application/openmetrics-text; version=1.0.0; charset=utf-8");
  expect(answer.body).toMatch(/# EOF\n?$/);
  expect(answer.body).toContain("# TYPE quire_engine_restarts counter\n");
  expect(samples(answer.body).get("process_resident_memory_bytes")).toBeGreaterThan(1e6);
});

test("a request counts as in flight until it is answered or its client leaves", async () => {
  const { app } = service();
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  app.get("/slow", (_request, reply) => {
    reply.hijack();
    begin();
  });
  await app.listen({ port: 0, host: "127.0.0.1" });
  const { port } = app.server.address() as AddressInfo;
  const inFlight = async () =>
    samples(await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()).get("quire_http_requests_in_flight");

  // The request that reads the metrics is itself in flight.
  expect(await inFlight()).toBe(1);
  const slow = http.request({ port, host: "127.0.0.1", path: "/slow" }).on("error", () => undefined);
  slow.end();
  await begun;
  expect(await inFlight()).toBe(2);
  slow.destroy();
  await expect.poll(inFlight).toBe(1);
});

const status = async (
  { app }: ReturnType<typeof service>,
  request: { remoteAddress?: string; headers?: Record<string, string> },
) => (await app.inject({ url: "/metrics", ...request })).statusCode;

test.for([
  ["127.0.0.1", 200],
  ["::1", 200],
  ["10.1.2.3", 200],
  ["172.31.255.255", 200],
  ["192.168.0.9", 200],
  ["::ffff:10.1.2.3", 200],
  ["fd12::1", 200],
  ["fe80::1%eth0", 200],
  ["172.32.0.1", 404],
  ["203.0.113.7", 404],
  ["::ffff:203.0.113.7", 404],
  ["2001:db8::1", 404],
] as const)("without a token %s is answered %i", async ([remoteAddress, expected]) => {
  expect(await status(service(), { remoteAddress })).toBe(expected);
});

test("without a token the client behind a trusted proxy decides", async () => {
  const app = service();
  const from = (client: string) => status(app, { remoteAddress: "192.0.2.1", headers: { "x-forwarded-for": client } });
  expect(await from("10.0.0.8")).toBe(200);
  expect(await from("203.0.113.7")).toBe(404);
});

test.for(["x-forwarded-for", "forwarded", "x-real-ip"])(
  "without a token a proxy that is not trusted opens nothing by being local (%s)",
  async (header) => {
    const headers = { [header]: "10.0.0.8" };
    expect(await status(service(), { remoteAddress: "127.0.0.1", headers })).toBe(404);
  },
);

test("with a token only its bearer reads, from wherever", async () => {
  const app = service({ token: "s3cret" });
  const bearing = (authorization: string) => status(app, { remoteAddress: "203.0.113.7", headers: { authorization } });
  expect(await bearing("Bearer s3cret")).toBe(200);
  expect(await bearing("bearer s3cret")).toBe(200);
  expect(await bearing("Bearer s3cre")).toBe(404);
  expect(await bearing("s3cret")).toBe(404);
  expect(await status(app, { remoteAddress: "127.0.0.1" })).toBe(404);
});
