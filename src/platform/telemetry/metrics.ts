import { createHash, timingSafeEqual } from "node:crypto";
import { BlockList, isIPv6 } from "node:net";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { Counter, collectDefaultMetrics, Gauge, Histogram, type OpenMetricsContentType, Registry } from "prom-client";
import { Failure } from "../../kernel/failure.ts";
import { WORK_CLASSES } from "../../kernel/work-class.ts";
import type { JobCounts } from "../store/job-store.ts";
import type { Store } from "../store/store.ts";
import { observeOccurrences, observeSteps } from "./observed-metrics.ts";
import { addConnectionMetrics, addDiskMetrics } from "./resource-metrics.ts";

/** The engine processes of one class at this moment. */
export interface PoolState {
  /** The name of the class. */
  readonly pool: string;
  /** The number of processes that are up. */
  readonly workers: number;
  /** The number of processes that have a task. */
  readonly busy: number;
  /** The number of tasks that wait for a process. */
  readonly queued: number;
  /** The number of processes replaced since the start, for whatever reason. */
  readonly restarts: number;
}

/** The webhook deliveries that are on their way at this moment. */
export interface WebhookState {
  readonly pending: number;
  /** When the oldest delivery was due, in milliseconds of Unix time; null when none waits. */
  readonly oldestDueAt: number | null;
}

/** One attempt to deliver a webhook. */
interface WebhookAttempted {
  readonly event: string;
  /** The state of the delivery after the attempt; after `retry` another attempt follows. */
  readonly outcome: "delivered" | "retry" | "failed";
  readonly seconds: number;
}

/** An operation that has been done and charged. */
export interface DeliveredWork {
  readonly operation: string;
  readonly mode: "request" | "job";
  readonly pages: number;
  readonly credits: number;
}

/** A request that has been answered. */
interface FinishedRequest {
  /**
   * The template of the route, such as `/api/v1/jobs/:id`; undefined when no route matched. It is never a path that a
   * client wrote.
   */
  readonly route: string | undefined;
  readonly method: string;
  readonly status: number;
  readonly seconds: number;
}

export interface Metrics {
  requestFinished(request: FinishedRequest): void;
  workDelivered(work: DeliveredWork): void;
  /** Counts a page that was done for a job on which another node works. */
  pageHelped(page: { readonly operation: string }): void;
  webhookAttempted(attempted: WebhookAttempted): void;
  /**
   * Adds `GET /metrics` in the OpenMetrics text format, and counts the requests of `app` that are being answered. With
   * `token` the request must carry it as `Authorization: Bearer`; without, it must come from this machine or a private
   * network. Others are answered 404.
   */
  register(app: FastifyInstance, options: { readonly token?: string | undefined }): void;
}

/**
 * Creates the metrics. Labels hold classes of processes, route templates, methods and statuses: bounded sets, and
 * nothing of a document or a key.
 */
export function createMetrics({
  poolStates,
  jobState,
  webhookState,
  connections,
  dataDirectory,
  now,
}: {
  readonly poolStates: () => readonly PoolState[];
  readonly jobState: Store["jobs"]["counts"];
  readonly webhookState: () => Promise<WebhookState>;
  readonly connections: Store["connections"];
  /** The directory whose file system is watched. */
  readonly dataDirectory: string;
  readonly now: () => number;
}): Metrics & Disposable {
  const registry = new Registry<OpenMetricsContentType>();
  registry.setContentType(Registry.OPENMETRICS_CONTENT_TYPE);
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  addPoolMetrics(registry, poolStates);
  addJobMetrics(registry, { jobState, now });
  const webhooks = webhookMetrics(registry, { webhookState, now });
  addDiskMetrics(registry, dataDirectory);
  addConnectionMetrics(registry, connections);
  const observing = [observeSteps(registry), observeOccurrences(registry)];
  const work = workCounters(registry);
  const requests = new Counter({
    name: "quire_http_requests",
    help: "Requests that have been answered.",
    labelNames: ["route", "method", "status"],
    registers,
  });
  const durations = new Histogram({
    name: "quire_http_request_duration_seconds",
    help: "Time from the head of a request to the end of its answer.",
    labelNames: ["route", "method", "status_class"],
    buckets: DURATION_BUCKETS_SECONDS,
    registers,
  });
  const inFlight = new Gauge({
    name: "quire_http_requests_in_flight",
    help: "Requests that have begun and are not yet answered.",
    registers,
  });

  return {
    [Symbol.dispose]: () => observing.forEach((each) => each[Symbol.dispose]()),

    workDelivered({ operation, mode, pages, credits }) {
      work.deliveries.inc({ operation, mode });
      work.pages.inc({ operation }, pages);
      work.credits.inc({ operation }, credits);
    },

    pageHelped({ operation }) {
      work.helped.inc({ operation });
    },

    webhookAttempted({ event, outcome, seconds }) {
      webhooks.attempts.inc({ event, outcome });
      webhooks.durations.observe({ outcome }, seconds);
    },

    requestFinished({ route = "none", method: rawMethod, status, seconds }) {
      const method = METHODS.has(rawMethod) ? rawMethod : "other";
      requests.inc({ route, method, status });
      durations.observe({ route, method, status_class: `${Math.floor(status / 100)}xx` }, seconds);
    },

    register(app, { token }) {
      app.addHook("onRequest", (_request, reply, done) => {
        inFlight.inc();
        // A client that goes away closes the answer without finishing it.
        reply.raw.once("close", () => inFlight.dec());
        done();
      });
      app.get("/metrics", async (request, reply) => {
        if (token === undefined ? !isLocal(request) : !carriesToken(request, token)) {
          throw new Failure("not_found", NOT_FOR_THIS_CLIENT);
        }
        const text = await registry.metrics();
        return reply.type(registry.contentType).header("cache-control", "no-store").send(text);
      });
    },
  };
}

// From a health check to a conversion that uses all of its time.
const DURATION_BUCKETS_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300];

// A client may send any word as a method.
const METHODS: ReadonlySet<string> = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

const NOT_FOR_THIS_CLIENT =
  "Metrics need the token of QUIRE_METRICS_TOKEN or, if none is set, a client with a loopback or private address.";

function addPoolMetrics(registry: Registry<OpenMetricsContentType>, poolStates: () => readonly PoolState[]): void {
  const labelNames = ["pool"] as const;
  const gauge = (name: string, help: string, read: (state: PoolState) => number) =>
    new Gauge({
      name,
      help,
      labelNames,
      registers: [],
      collect() {
        for (const state of poolStates()) {
          this.set({ pool: state.pool }, read(state));
        }
      },
    });
  const restarts = new Counter({
    name: "quire_engine_restarts",
    help: "Engine processes replaced since the start.",
    labelNames,
    registers: [],
    collect() {
      this.reset();
      for (const { pool, restarts: count } of poolStates()) {
        this.inc({ pool }, count);
      }
    },
  });
  registry.registerMetric(
    gauge("quire_engine_workers", "Engine processes that are running.", ({ workers }) => workers),
  );
  registry.registerMetric(
    gauge("quire_engine_workers_busy", "Engine processes that are working on a task.", ({ busy }) => busy),
  );
  registry.registerMetric(
    gauge("quire_engine_queue_depth", "Tasks that are waiting for an engine process.", ({ queued }) => queued),
  );
  registry.registerMetric(restarts);
}

interface JobQueues {
  readonly jobState: Store["jobs"]["counts"];
  readonly now: () => number;
}

function addJobMetrics(registry: Registry<OpenMetricsContentType>, { jobState, now }: JobQueues): void {
  const gauge = (name: string, help: string, read: (counts: JobCounts) => number) =>
    new Gauge({
      name,
      help,
      labelNames: ["class"],
      registers: [registry],
      async collect() {
        const { classes } = await jobState();
        for (const workClass of WORK_CLASSES) {
          this.set({ class: workClass }, read(classes.find((each) => each.workClass === workClass) ?? NO_JOBS));
        }
      },
    });
  gauge("quire_jobs_pending", "Jobs that are waiting, by class.", ({ pending }) => pending);
  gauge("quire_jobs_processing", "Jobs that are in work, by class.", ({ processing }) => processing);
  gauge(
    "quire_jobs_oldest_pending_seconds",
    "How long the oldest waiting job of the class has waited; 0 when none waits.",
    ({ oldestPendingAt }) => (oldestPendingAt === null ? 0 : Math.max(0, now() - oldestPendingAt) / 1000),
  );
}

const NO_JOBS: JobCounts = { pending: 0, processing: 0, oldestPendingAt: null };

interface WebhookQueue {
  readonly webhookState: () => Promise<WebhookState>;
  readonly now: () => number;
}

function webhookMetrics(registry: Registry<OpenMetricsContentType>, { webhookState, now }: WebhookQueue) {
  const registers = [registry];
  const gauge = (name: string, help: string, read: (state: WebhookState) => number) =>
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        this.set(read(await webhookState()));
      },
    });
  gauge("quire_webhooks_pending", "Webhook deliveries that are pending.", ({ pending }) => pending);
  gauge(
    "quire_webhooks_overdue_seconds",
    "How long the oldest overdue webhook delivery has been due; 0 when none is.",
    ({ oldestDueAt }) => (oldestDueAt === null ? 0 : Math.max(0, now() - oldestDueAt) / 1000),
  );
  return {
    attempts: new Counter({
      name: "quire_webhook_attempts",
      help: "Attempts to deliver a webhook.",
      labelNames: ["event", "outcome"],
      registers,
    }),
    durations: new Histogram({
      name: "quire_webhook_attempt_duration_seconds",
      help: "Time from the start of an attempt to its end.",
      labelNames: ["outcome"],
      buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15],
      registers,
    }),
  };
}

function workCounters(registry: Registry<OpenMetricsContentType>) {
  const registers = [registry];
  return {
    deliveries: new Counter({
      name: "quire_operations",
      help: "Operations that were delivered, at once or as jobs.",
      labelNames: ["operation", "mode"],
      registers,
    }),
    pages: new Counter({
      name: "quire_pages",
      help: "Pages of the documents that delivered operations worked on.",
      labelNames: ["operation"],
      registers,
    }),
    helped: new Counter({
      name: "quire_helped_pages",
      help: "Pages that this node has done for jobs on which other nodes work.",
      labelNames: ["operation"],
      registers,
    }),
    credits: new Counter({
      name: "quire_credits_charged",
      help: "Credits charged.",
      labelNames: ["operation"],
      registers,
    }),
  };
}

const LOCAL_ADDRESSES = new BlockList();
LOCAL_ADDRESSES.addSubnet("127.0.0.0", 8);
LOCAL_ADDRESSES.addAddress("::1", "ipv6");
// RFC 1918, RFC 4193 and the link-local networks.
LOCAL_ADDRESSES.addSubnet("10.0.0.0", 8);
LOCAL_ADDRESSES.addSubnet("172.16.0.0", 12);
LOCAL_ADDRESSES.addSubnet("192.168.0.0", 16);
LOCAL_ADDRESSES.addSubnet("169.254.0.0", 16);
LOCAL_ADDRESSES.addSubnet("fc00::", 7, "ipv6");
LOCAL_ADDRESSES.addSubnet("fe80::", 10, "ipv6");

const FORWARDING_HEADERS = ["forwarded", "x-forwarded-for", "x-real-ip"];

function isLocal({ ip, ips, headers }: FastifyRequest): boolean {
  // A proxy that is not trusted hides the client: its own address, often loopback, says nothing about who asks.
  const isForwarded = FORWARDING_HEADERS.some((name) => headers[name] !== undefined);
  const clientIsKnown = !isForwarded || (ips !== undefined && ips.length > 1);
  return clientIsKnown && LOCAL_ADDRESSES.check(ip, isIPv6(ip) ? "ipv6" : "ipv4");
}

function carriesToken({ headers }: FastifyRequest, token: string): boolean {
  const given = /^Bearer +(\S+)$/i.exec(headers.authorization ?? "")?.[1];
  return given !== undefined && timingSafeEqual(digest(given), digest(token));
}

const digest = (text: string): Buffer => createHash("sha256").update(text).digest();
