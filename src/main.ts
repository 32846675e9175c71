import { resolve } from "node:path";
import type { EnginePool } from "./engines/pool/pool.ts";
import type { Limits } from "./kernel/limits.ts";
import { systemClock } from "./kernel/timing/clock.ts";
import { operations } from "./operations/index.ts";
import { createCallers } from "./platform/auth/callers.ts";
import { openFirstKey } from "./platform/auth/first-account.ts";
import { openPepper } from "./platform/auth/pepper.ts";
import { openJobInputs } from "./platform/blobs/job-inputs.ts";
import { openResultFiles } from "./platform/blobs/result-files.ts";
import { TaskDirectories } from "./platform/blobs/task-directories.ts";
import { compatibilityOf } from "./platform/config/compatibility.ts";
import type { Config } from "./platform/config/config.ts";
import { limitsOf } from "./platform/config/limits.ts";
import { createMetering } from "./platform/credits/metering.ts";
import { RetryQueue } from "./platform/credits/retry-queue.ts";
import { createEgress, type Egress } from "./platform/egress/egress.ts";
import { toProblem } from "./platform/http/lifecycle/problem.ts";
import { jobObject } from "./platform/http/resources/jobs/job-object.ts";
import { createJobs } from "./platform/jobs/job-service.ts";
import { newId } from "./platform/store/ids.ts";
import { openSqliteStore } from "./platform/store/sqlite/sqlite-store.ts";
import type { Store } from "./platform/store/store.ts";
import { createLog, type Log } from "./platform/telemetry/log.ts";
import { createMetrics, type PoolState as PoolGauges } from "./platform/telemetry/metrics.ts";
import { WebhookDeliverer } from "./platform/webhooks/deliverer.ts";
import { createEngines } from "./running-engines.ts";
import { version } from "./version.ts";
import { withoutTrailing } from "./kernel/trailing.ts";

/** Wiring: the one place that gives the platform its engines (running-engines.ts) and its operations. */

export interface Service {
  /** The base address, such as `http://127.0.0.1:8080`. */
  readonly address: string;
  /** A sentence that says how engine processes are kept apart. */
  readonly isolation: string;
  /** The API key, when this start made it. */
  readonly newApiKey: string | undefined;
  /** Finishes accepted requests, then ends everything. */
  close(): Promise<void>;
}

/**
 * Starts the service; `onMilestone` is called with the stages that requests and jobs have reached, for tests that stop
 * the service there.
 */
export async function startService(
  config: Config,
  { onMilestone }: { readonly onMilestone?: (milestone: string) => void } = {},
): Promise<Service> {
  const log = createLog(config.QUIRE_LOG_LEVEL);
  // A setting with which the service cannot start is reported before anything runs.
  const egress = createEgress(config);
  const tasks = await TaskDirectories.open(config.QUIRE_DATA_DIR);
  const instance = newId.instance();
  const [{ engines, pools, engineStates, close: closeEngines, createHttpServer }, { store, pepper, printOnce }] =
    await Promise.all([startEngines(config, { log, egress }), openStore(config, instance)]);
  const results = await openResultFiles(config.QUIRE_DATA_DIR);
  const limits = limitsOf(config);
  const retryQueue = new RetryQueue((error) => {
    log.warn({ err: error }, "the store refuses what a request has to give back; it is tried again");
  });
  const metrics = createMetrics({
    poolStates: () => Object.entries(pools).map(([name, pool]) => poolGauges(name, pool)),
    jobState: () => store.jobs.counts(),
    webhookState: () => store.webhooks.counts(),
  });
  const jobs = createJobs({
    store,
    inputs: await openJobInputs(config.QUIRE_DATA_DIR),
    results,
    tasks,
    operations,
    execution: { engines, limits, compatibility: compatibilityOf(config) },
    instance,
    concurrency: config.QUIRE_JOB_CONCURRENCY || 4 * pools.pdf.state().size,
    maxPending: config.QUIRE_MAX_PENDING_JOBS,
    timeoutMs: config.QUIRE_JOB_TIMEOUT_MS,
    engineTimeMs: config.QUIRE_JOB_ENGINE_TIMEOUT_MS,
    retentionMs: config.QUIRE_RESULT_RETENTION_SECONDS * 1000,
    problemOf: (thrown) => toProblem(thrown, { requestId: "", retryAfterSeconds: 1 }),
    log,
    now: systemClock.now,
    onWork: (work) => metrics.workDelivered(work),
    onMilestone,
  });
  const webhooks = new WebhookDeliverer({
    store,
    fetch: egress.webFetch(),
    pepper,
    instance,
    version,
    describeJob: jobObject,
    baseUrl: withoutTrailing(config.QUIRE_PUBLIC_URL ?? "", "/"),
    creditsLow: config.QUIRE_CREDITS_LOW || null,
    log,
    now: systemClock.now,
    random: Math.random,
    onAttempt: (made) => metrics.webhookAttempted(made),
  });
  const server = await createHttpServer({
    config,
    limits,
    version,
    operations,
    engines,
    engineStates,
    metrics,
    retryAfterSeconds: () => pools.pdf.retryAfterSeconds(),
    store,
    callers: createCallers(store, { pepper, bounds: boundsOf(config, limits) }),
    pepper,
    instance,
    jobs,
    tasks,
    results,
    metering: createMetering(config.QUIRE_METERING === "on"),
    retryQueue,
    judgeUrl: (url) => egress.refusalOf(new URL(url))?.message,
    onMilestone,
    log,
  });
  await Promise.all([jobs.start(), pools.pdf.ready()]);
  const address = await server.listen();
  webhooks.start();
  return {
    address,
    isolation: pools.pdf.state().sandbox.sentence,
    newApiKey: printOnce,
    async close() {
      await server.close();
      await jobs.stop();
      await webhooks.stop();
      await closeEngines();
      retryQueue.close();
      await store.close();
      await tasks.close();
    },
  };
}

/** Starts the engines, and loads the HTTP side, half of the program, while the first engine process starts. */
async function startEngines(config: Config, deps: { readonly log: Log; readonly egress: Egress }) {
  const started = await createEngines(config, deps);
  const { createHttpServer } = await import("./platform/http/server.ts");
  return { ...started, createHttpServer };
}

const MAX_ATTEMPTS = 3;

/** Opens the store, recovers what an earlier process left in it, and opens the first account with its key. */
async function openStore(
  config: Config,
  instance: string,
): Promise<{ readonly store: Store; readonly pepper: Buffer; readonly printOnce?: string }> {
  const pepper = await openPepper(config.QUIRE_DATA_DIR);
  const store = await openSqliteStore({ path: resolve(config.QUIRE_DATA_DIR, "quire.db"), writer: "thread" });
  const now = Date.now();
  await store.recover({ instance, maxAttempts: MAX_ATTEMPTS, now });
  return { store, pepper, ...(await openFirstKey(config, { store, pepper, now })) };
}

const boundsOf = (config: Config, limits: Limits) => ({
  rateLimit: config.QUIRE_RATE_LIMIT,
  readRateLimit: config.QUIRE_RATE_LIMIT_READS,
  concurrency: config.QUIRE_CONCURRENCY,
  limits,
});

function poolGauges(name: string, pool: EnginePool): PoolGauges {
  const { idle, busy, waiting, restarts } = pool.state();
  return { pool: name, workers: idle + busy, busy, queued: waiting, restarts };
}
