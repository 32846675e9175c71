import { release, type } from "node:os";
import { resolve } from "node:path";
import type { EngineState } from "./engines/engines.ts";
import type { EnginePool } from "./engines/pool/pool.ts";
import { Failure } from "./kernel/failure.ts";
import type { Limits } from "./kernel/limits.ts";
import { withoutTrailing } from "./kernel/trailing.ts";
import { operations } from "./operations/index.ts";
import { bootstrapKeyWarning } from "./platform/auth/bootstrap-key.ts";
import { createCallers } from "./platform/auth/callers.ts";
import { openFirstKey } from "./platform/auth/first-account.ts";
import { agreeOnPepper, configuredPepper } from "./platform/auth/pepper.ts";
import { FreeDisk } from "./platform/blobs/free-disk.ts";
import { createJobInputs } from "./platform/blobs/job-inputs.ts";
import { openBlobs } from "./platform/blobs/open-blobs.ts";
import { createResultFiles } from "./platform/blobs/result-files.ts";
import { TaskDirectories } from "./platform/blobs/task-directories.ts";
import { type AccountBounds, accountBoundsOf } from "./platform/config/account-bounds.ts";
import { compatibilityOf } from "./platform/config/compatibility.ts";
import type { Config } from "./platform/config/config.ts";
import { limitsOf } from "./platform/config/limits.ts";
import { s3Settings } from "./platform/config/s3.ts";
import { settingsInForce } from "./platform/config/settings-in-force.ts";
import { createMetering } from "./platform/credits/metering.ts";
import { RetryQueue } from "./platform/credits/retry-queue.ts";
import { createEgress, type Egress } from "./platform/egress/egress.ts";
import { createHealth } from "./platform/health/health.ts";
import type { SystemFacts } from "./platform/health/system-facts.ts";
import { toProblem } from "./platform/http/lifecycle/problem.ts";
import { jobObject } from "./platform/http/resources/jobs/job-object.ts";
import { createJobs } from "./platform/jobs/job-service.ts";
import { StartFailure, startStep } from "./platform/start-failure.ts";
import { openConfiguredStore, placeOfStore } from "./platform/store/configured-store.ts";
import { newId } from "./platform/store/ids.ts";
import type { ConfiguredKey } from "./platform/store/key-store.ts";
import { LeaseKeeper } from "./platform/store/lease-keeper.ts";
import type { Migrated } from "./platform/store/sqlite/schema.ts";
import type { Store } from "./platform/store/store.ts";
import { createLog, type Log } from "./platform/telemetry/log.ts";
import { createMetrics, type PoolState as PoolGauges } from "./platform/telemetry/metrics.ts";
import { WebhookDeliverer } from "./platform/webhooks/deliverer.ts";
import { createEngines, type RunningEngines } from "./running-engines.ts";
import { version } from "./version.ts";

/** Wiring: the one place that gives the platform its engines (running-engines.ts) and its operations. */

export interface Service {
  /** The base address, such as `http://127.0.0.1:8080`. */
  readonly address: string;
  /** A sentence that says how engine processes are kept apart. */
  readonly isolation: string;
  /** Resolves with a sentence that says how HTML is printed, and what stands around documents. */
  readonly printing: Promise<string>;
  /** The API key, when this start made it. */
  readonly newApiKey: string | undefined;
  /** Resolves, with the reason in one line, when only another process can go on with the data. */
  readonly lost: Promise<string>;
  /** What the start found that the operator should know, in sentences. */
  readonly notices: readonly string[];
  /** Returns the engines that do not work, or not fully, and why. */
  lacking(): readonly EngineState[];
  /** Finishes accepted requests, then ends everything; `atOnce` stops them. `reason` is for the log, such as SIGTERM. */
  close(options?: { readonly atOnce?: boolean; readonly reason?: string }): Promise<void>;
}

interface StartOptions {
  /** What is doubtful about the settings, for the log. */
  readonly warnings?: readonly string[];
  /** Called with the stages that requests and jobs have reached, for tests that stop the service there. */
  readonly onMilestone?: (milestone: string) => void;
}

/**
 * Starts the service. What had begun is ended again when the start fails.
 * @throws ConfigError, StartFailure
 */
export async function startService(config: Config, options: StartOptions = {}): Promise<Service> {
  await using begun = new AsyncDisposableStack();
  const service = await start(config, options, begun);
  const running = begun.move();
  return {
    ...service,
    async close(closing) {
      try {
        await service.close(closing);
      } finally {
        await running.disposeAsync();
      }
    },
  };
}

/** Starts everything; `begun` gets what ends it, the last that was begun first. */
async function start(
  config: Config,
  { onMilestone, warnings = [] }: StartOptions,
  begun: AsyncDisposableStack,
): Promise<Service> {
  const log = createLog(config.QUIRE_LOG_LEVEL);
  let hasStarted = false;
  // What is begun first is ended last.
  begun.defer(() => {
    if (hasStarted) {
      log.info("the service has stopped");
    }
  });
  for (const warning of warnings) {
    log.warn(warning);
  }
  // A setting with which the service cannot start is reported before anything runs.
  const egress = createEgress(config);
  const s3 = s3Settings(config);
  const keyWarning = bootstrapKeyWarning(config);
  if (keyWarning !== undefined) {
    log.warn(keyWarning);
  }
  const { QUIRE_DATA_DIR: dataDirectory } = config;
  const inDirectory = <Result>(step: () => Promise<Result>) =>
    startStep(`The data directory ${resolve(dataDirectory)} cannot be used`, step);
  const tasks = await inDirectory(() => TaskDirectories.open(dataDirectory));
  begun.defer(() => tasks.close());
  const blobs = await inDirectory(() => openBlobs(dataDirectory, s3));
  const instance = newId.instance();
  const lost = Promise.withResolvers<string>();
  const [
    { engines, pools, printing, engineStates, queueStates, createHttpServer },
    { store, pepper, printOnce, notices },
  ] = await inDirectory(() =>
    bothBegun(begun, openStore(config, { instance, log, onLost: lost.resolve }), startEngines(config, { log, egress })),
  );
  const results = createResultFiles(blobs);
  const limits = limitsOf(config);
  const accountBounds = accountBoundsOf(config);
  const freeDisk = new FreeDisk({ path: config.QUIRE_DATA_DIR, floorBytes: config.QUIRE_MIN_FREE_DISK_BYTES });
  await freeDisk.look();
  const retryQueue = new RetryQueue((error) => {
    log.warn({ err: error }, "the store refuses what a request has to give back; it is tried again");
  });
  begun.defer(() => retryQueue.close());
  const metrics = createMetrics({
    poolStates: () => Object.entries(pools).map(([name, pool]) => poolGauges(name, pool)),
    jobState: () => store.jobs.counts(),
    webhookState: () => store.webhooks.counts(),
  });
  const jobs = createJobs({
    store,
    inputs: createJobInputs(blobs),
    results,
    sharesBlobs: blobs.isShared,
    tasks,
    operations,
    execution: { engines, limits, compatibility: compatibilityOf(config) },
    instance,
    concurrency: config.QUIRE_JOB_CONCURRENCY || 4 * pools.pdf.state().size,
    maxPending: config.QUIRE_MAX_PENDING_JOBS,
    accountBounds,
    timeoutMs: config.QUIRE_JOB_TIMEOUT_MS,
    engineTimeMs: config.QUIRE_JOB_ENGINE_TIMEOUT_MS,
    retentionMs: config.QUIRE_RESULT_RETENTION_SECONDS * 1000,
    problemOf: (thrown) => toProblem(thrown, { requestId: "", retryAfterSeconds: 1 }),
    log,
    now: store.now,
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
    now: store.now,
    random: Math.random,
    onAttempt: (made) => metrics.webhookAttempted(made),
  });
  const server = await createHttpServer({
    config,
    limits,
    version,
    operations,
    engines,
    health: createHealth({ store, blobs, dataDirectory, scarceBytes: limits.uploadBytes, engineStates, log }),
    describeSystem: () => systemFacts(config, { pools, engineStates, queueStates }),
    metrics,
    retryAfterSeconds: () => pools.pdf.retryAfterSeconds(),
    store,
    callers: createCallers(store, { pepper, bounds: boundsOf(config, limits, accountBounds) }),
    pepper,
    instance,
    jobs,
    tasks,
    blobs,
    results,
    accountBounds,
    freeDisk,
    metering: createMetering(config.QUIRE_METERING === "on"),
    retryQueue,
    judgeUrl: (url) => egress.refusalOf(new URL(url))?.message,
    onMilestone,
    log,
  });
  begun.defer(() => webhooks.stop());
  begun.defer(() => jobs.stop());
  begun.defer(() => server.close({ atOnce: true }));
  await Promise.all([jobs.start(), pools.pdf.ready()]);
  const address = await startStep(
    `The service cannot listen on ${config.QUIRE_HOST}, port ${config.QUIRE_PORT} (QUIRE_HOST, QUIRE_PORT)`,
    () => server.listen(),
  );
  webhooks.start();
  hasStarted = true;
  log.info({ version, address, instance }, "the service has started");
  const lacking = () => engineStates().filter(({ state }) => state === "degraded" || state === "unavailable");
  void printing.then(() => {
    for (const { name, state, detail } of lacking()) {
      log.warn({ engine: name, state, cause: detail }, "an engine is not ready");
    }
  });
  return {
    address,
    notices,
    lacking,
    isolation: pools.pdf.state().sandbox.sentence,
    printing,
    newApiKey: printOnce,
    lost: lost.promise,
    // Requests end first, however long they may go on; the rest is what was begun.
    close: (closing) => {
      log.info({ reason: closing?.reason }, "the service is stopping: requests that were accepted are finished");
      return server.close(closing);
    },
  };
}

/**
 * Waits for the store and the engines, which are begun together. When one of them fails, the other is waited for and
 * ended.
 */
async function bothBegun<Opened extends AsyncDisposable, Started extends AsyncDisposable>(
  begun: AsyncDisposableStack,
  opening: Promise<Opened>,
  starting: Promise<Started>,
): Promise<readonly [Started, Opened]> {
  const [opened, started] = await Promise.allSettled([opening, starting]);
  if (opened.status === "fulfilled") {
    begun.use(opened.value);
  }
  if (started.status === "fulfilled") {
    begun.use(started.value);
  }
  return [await starting, await opening];
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
  { instance, log, onLost }: { readonly instance: string; readonly log: Log; readonly onLost: (why: string) => void },
): Promise<OpenedStore> {
  const pepper = await configuredPepper(config);
  try {
    await using begun = new AsyncDisposableStack();
    const onTrouble = (error: Error): void => log.error({ err: error }, "the store's thread has died; it is replaced");
    const onMigrated = ({ from, to }: Migrated): void =>
      log.info({ from, to }, "the database has been brought to a newer version of its schema");
    const store = await openConfiguredStore(config, { writer: "thread", onTrouble, onLost, onMigrated });
    begun.defer(() => store.close());
    if (store.isShared) {
      await agreeOnPepper(store, pepper);
    }
    const leases = new LeaseKeeper({ store, instance, maxAttempts: MAX_ATTEMPTS, log });
    await leases.start();
    begun.defer(() => leases.stop());
    const { printOnce, configured } = await openFirstKey(config, { store, pepper, now: store.now() });
    const opened = begun.move();
    const notices = configured === undefined ? [] : configuredKeyNotices(configured, log);
    return { store, pepper, printOnce, notices, [Symbol.asyncDispose]: () => opened.disposeAsync() };
  } catch (error) {
    if (error instanceof Failure && error.code === "storage_unavailable") {
      throw new StartFailure(`The database ${placeOfStore(config)} cannot be used: ${reasonOf(error.cause)}`, {
        cause: error,
      });
    }
    throw error;
  }
}

interface OpenedStore extends AsyncDisposable {
  readonly store: Store;
  readonly pepper: Buffer;
  readonly printOnce: string | undefined;
  readonly notices: readonly string[];
}

/** Logs what became of the configured key, by its id alone; returns what the operator should know about it. */
function configuredKeyNotices({ key, change }: ConfiguredKey, log: Log): readonly string[] {
  const facts = { key: key.id, account: key.accountId };
  switch (change) {
    case "unchanged":
      return [];
    case "made":
      log.info(facts, "the key of QUIRE_BOOTSTRAP_API_KEY has been made");
      return [];
    case "replaced": {
      log.info(facts, "QUIRE_BOOTSTRAP_API_KEY has another value: the key has been replaced");
      return ["QUIRE_BOOTSTRAP_API_KEY has another value than at the start before, which no longer works as a key."];
    }
    case "revoked": {
      const notice = `QUIRE_BOOTSTRAP_API_KEY is the value of key ${key.id}, which was revoked and stays so: set another one.`;
      log.warn(facts, notice);
      return [notice];
    }
  }
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

function systemFacts(
  config: Config,
  { pools, engineStates, queueStates }: Pick<RunningEngines, "pools" | "engineStates" | "queueStates">,
): SystemFacts {
  const engines = engineStates();
  const { tier, walls, sentence } = pools.pdf.state().sandbox;
  return {
    versions: {
      quire: version,
      node: process.versions.node,
      sqlite: process.versions.sqlite ?? "",
      system: `${type()} ${release()}`,
    },
    settings: settingsInForce(config),
    engines,
    queues: queueStates(),
    fonts: {
      folder: config.QUIRE_FONTS_DIR ?? null,
      coverage: engines.find(({ name }) => name === "fonts")?.detail ?? "",
    },
    isolation: { tier, walls, sentence },
  };
}

const boundsOf = (config: Config, limits: Limits, account: AccountBounds) => ({
  rateLimit: config.QUIRE_RATE_LIMIT,
  readRateLimit: config.QUIRE_RATE_LIMIT_READS,
  concurrency: config.QUIRE_CONCURRENCY,
  account,
  limits,
});

function poolGauges(name: string, pool: EnginePool): PoolGauges {
  const { idle, busy, waiting, restarts } = pool.state();
  return { pool: name, workers: idle + busy, busy, queued: waiting, restarts };
}
