import { availableParallelism } from "node:os";
import { resolve } from "node:path";
import { createUnpacker } from "./engines/archive/unpacker.ts";
import { createAssembler } from "./engines/assembly/assembler.ts";
import { type ChromiumPrinter, createPrinter } from "./engines/chromium/printer.ts";
import { createCosFacts } from "./engines/cos/facts.ts";
import { createComposer } from "./engines/documents/composer.ts";
import { createImageExtractor } from "./engines/images/extractor.ts";
import { createPdfiumRasterizer } from "./engines/pdfium/rasterizer.ts";
import { createWorkerPool, type EnginePool } from "./engines/pool/pool.ts";
import type { Sandbox } from "./engines/pool/probe.ts";
import type { EngineState, Engines } from "./engines/ports.ts";
import { createFinisher } from "./engines/printed/finisher.ts";
import { createQpdfEncryption } from "./engines/qpdf/encryption.ts";
import { createQpdfRepair } from "./engines/qpdf/repair.ts";
import { fontState } from "./engines/typeset/script-coverage.ts";
import { createWatermarker } from "./engines/watermark/watermarker.ts";
import type { Limits } from "./kernel/limits.ts";
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
import { Deferred } from "./platform/credits/deferred.ts";
import { createMetering } from "./platform/credits/metering.ts";
import { createEgress, type Egress } from "./platform/egress/egress.ts";
import { toProblem } from "./platform/http/problem.ts";
import { createJobs } from "./platform/jobs/job-service.ts";
import { newId } from "./platform/store/ids.ts";
import { openSqliteStore } from "./platform/store/sqlite/sqlite-store.ts";
import type { Store } from "./platform/store/store.ts";
import { createLog, type Log } from "./platform/telemetry/log.ts";
import { createMetrics, type PoolState as PoolGauges } from "./platform/telemetry/metrics.ts";
import { version } from "./version.ts";

/** Wiring: the one place that knows which engine stands behind a port, and that gives the platform its operations. */

export interface Service {
  /** Base address, as `http://127.0.0.1:8080`. */
  readonly address: string;
  /** How engine processes are kept apart, in a sentence. */
  readonly isolation: string;
  /** The API key, when this start made it. */
  readonly newApiKey: string | undefined;
  /** Finishes accepted requests, then ends everything. */
  close(): Promise<void>;
}

/** `onMilestone` is told where requests and jobs are on their way; for tests that stop the service there. */
export async function startService(
  config: Config,
  { onMilestone }: { readonly onMilestone?: (milestone: string) => void } = {},
): Promise<Service> {
  const log = createLog(config.QUIRE_LOG_LEVEL);
  // A setting that it cannot start with is told before anything runs.
  const egress = createEgress(config);
  const tasks = await TaskDirectories.open(config.QUIRE_DATA_DIR);
  const instance = newId.instance();
  const [
    { engines, pool, documentPool, printer, close: closeEngines, createHttpServer },
    { store, pepper, printOnce },
  ] = await Promise.all([startEngines(config, { log, egress }), openBooks(config, instance)]);
  const results = await openResultFiles(config.QUIRE_DATA_DIR);
  const limits = limitsOf(config);
  const deferred = new Deferred((error) => {
    log.warn({ err: error }, "the store refuses what a request has to give back; trying on");
  });
  const metrics = createMetrics({
    poolStates: () => [poolGauges("pdf", pool), poolGauges("documents", documentPool)],
    jobState: () => store.jobs.counts(),
  });
  const jobs = createJobs({
    store,
    inputs: await openJobInputs(config.QUIRE_DATA_DIR),
    results,
    tasks,
    operations,
    execution: { engines, limits, compatibility: compatibilityOf(config) },
    instance,
    concurrency: config.QUIRE_JOB_CONCURRENCY || 4 * pool.state().size,
    maxPending: config.QUIRE_MAX_PENDING_JOBS,
    timeoutMs: config.QUIRE_JOB_TIMEOUT_MS,
    engineTimeMs: config.QUIRE_JOB_ENGINE_TIMEOUT_MS,
    retentionMs: config.QUIRE_RESULT_RETENTION_SECONDS * 1000,
    problemOf: (thrown) => toProblem(thrown, { requestId: "", retryAfterSeconds: 1 }),
    log,
    now: Date.now,
    onWork: (work) => metrics.workDelivered(work),
    onMilestone,
  });
  const server = await createHttpServer({
    config,
    limits,
    version,
    operations,
    engines,
    engineStates: () => [stateOf(pool), documentState(documentPool), printerState(printer), fontState()],
    metrics,
    retryAfterSeconds: () => pool.retryAfterSeconds(),
    store,
    callers: createCallers(store, { pepper, bounds: boundsOf(config, limits) }),
    pepper,
    instance,
    jobs,
    tasks,
    results,
    metering: createMetering(config.QUIRE_METERING === "on"),
    deferred,
    onMilestone,
    log,
  });
  await Promise.all([jobs.start(), pool.ready()]);
  const address = await server.listen();
  return {
    address,
    isolation: pool.state().sandbox.sentence,
    newApiKey: printOnce,
    async close() {
      await server.close();
      await jobs.stop();
      await closeEngines();
      deferred.close();
      await store.close();
      await tasks.close();
    },
  };
}

/** The engines, and the HTTP side: half of the program, which is loaded while the first engine process starts. */
async function startEngines(config: Config, parts: { readonly log: Log; readonly egress: Egress }) {
  const started = await createEngines(config, parts);
  const { createHttpServer } = await import("./platform/http/server.ts");
  return { ...started, createHttpServer };
}

const MAX_ATTEMPTS = 3;

/** The store, after whatever an earlier process left in it, and the first account with its key. */
async function openBooks(
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

/** The engines by themselves: what the service, the command line and the benches share. */
export interface RunningEngines extends AsyncDisposable {
  readonly engines: Engines;
  readonly pool: EnginePool;
  /** Of the class `documents`. */
  readonly documentPool: EnginePool;
  readonly printer: ChromiumPrinter;
  readonly close: () => Promise<void>;
}

export async function createEngines(
  config: Config,
  { log = createLog("silent"), egress = createEgress(config) }: { readonly log?: Log; readonly egress?: Egress } = {},
): Promise<RunningEngines> {
  const [pool, { printer, closePrinter }] = await Promise.all([
    startPool(config, log),
    startPrinter(config, { log, egress }),
  ]);
  const documentPool = await openDocumentPool(config, log, pool.state().sandbox);
  const close = async (): Promise<void> => {
    await closePrinter();
    await documentPool.close();
    await pool.close();
  };
  return {
    pool,
    documentPool,
    printer,
    engines: {
      facts: createCosFacts(pool),
      rasterizer: createPdfiumRasterizer(pool),
      encryption: createQpdfEncryption(pool),
      repair: createQpdfRepair(pool),
      assembler: createAssembler(pool),
      images: createImageExtractor(pool),
      watermarker: createWatermarker(pool),
      unpacker: createUnpacker(pool),
      composer: createComposer(documentPool),
      printer,
      finisher: createFinisher(pool, `Quire ${version}`),
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

const pdfWorkers = (config: Config): number => config.QUIRE_WORKERS || availableParallelism();

function startPool(config: Config, log: Log): Promise<EnginePool> {
  const { QUIRE_PDFIUM: build, QUIRE_PDFIUM_LIBRARY: libraryPath, QUIRE_SANDBOX: sandbox } = config;
  return createWorkerPool({
    entry: resolve(import.meta.dirname, "engines/pdf-worker.ts"),
    size: pdfWorkers(config),
    queueLimit: config.QUIRE_QUEUE_LIMIT,
    slotsDirectory: resolve(config.QUIRE_DATA_DIR, "slots"),
    tier: sandbox === "auto" ? undefined : sandbox,
    memoryBytes: config.QUIRE_WORKER_MEMORY_BYTES,
    fileBytes: config.QUIRE_MAX_ARCHIVE_BYTES,
    tasksPerWorker: config.QUIRE_WORKER_TASKS,
    growthBytes: config.QUIRE_WORKER_MEMORY_BYTES / 2,
    readOnlyPaths: libraryPath === undefined ? [] : [libraryPath],
    firstWorkerUid: config.QUIRE_WORKER_UID_FIRST,
    settings: { build, libraryPath },
    log: (event) => log.info({ pool: "pdf", ...event }),
  });
}

/** HTML that is longer is not printed either. */
const MAX_SECTION_BYTES = 2 ** 29;

/** Processes apart from those that read PDF: they run what callers' templates say. None starts before it is needed. */
function openDocumentPool(config: Config, log: Log, sandbox: Sandbox): Promise<EnginePool> {
  return createWorkerPool({
    entry: resolve(import.meta.dirname, "engines/documents-worker.ts"),
    size: config.QUIRE_DOCUMENT_WORKERS,
    startsWhenNeeded: true,
    sandbox,
    queueLimit: config.QUIRE_QUEUE_LIMIT,
    slotsDirectory: resolve(config.QUIRE_DATA_DIR, "document-slots"),
    memoryBytes: config.QUIRE_WORKER_MEMORY_BYTES,
    fileBytes: MAX_SECTION_BYTES,
    tasksPerWorker: config.QUIRE_WORKER_TASKS,
    growthBytes: config.QUIRE_WORKER_MEMORY_BYTES / 2,
    firstWorkerUid: config.QUIRE_WORKER_UID_FIRST + pdfWorkers(config),
    log: (event) => log.info({ pool: "documents", ...event }),
  });
}

/** What one document may take of the network; it is printed long before this time is over. */
const PAGE_LIMITS = { maxBytes: 200_000_000, maxRequests: 2000, timeMs: 120_000 };

/** The browser, whose only way out is a proxy of the service's own. */
async function startPrinter(config: Config, { log, egress }: { readonly log: Log; readonly egress: Egress }) {
  const proxy = await egress.startProxy();
  const tier = config.QUIRE_CHROMIUM_TIER;
  const printer = createPrinter({
    program: config.QUIRE_CHROMIUM,
    pages: config.QUIRE_CHROMIUM_PAGES,
    queueLimit: config.QUIRE_QUEUE_LIMIT,
    sandbox: config.QUIRE_CHROMIUM_SANDBOX,
    tier: tier === "auto" ? undefined : tier,
    uid: config.QUIRE_CHROMIUM_UID,
    proxy: { url: `http://127.0.0.1:${proxy.port}`, openBudget: () => proxy.openBudget(PAGE_LIMITS) },
    memoryBytes: config.QUIRE_CHROMIUM_MEMORY_BYTES,
    log: (event) => log.info(event),
  });
  const closePrinter = async (): Promise<void> => {
    await printer.close();
    await proxy.close();
  };
  return { printer, closePrinter };
}

/** Without a browser the service does all else that it does: it is not to be taken out of use. */
function printerState(printer: ChromiumPrinter): EngineState {
  const { state, detail } = printer.state();
  return { name: "chromium", state: state === "unavailable" ? "degraded" : state, detail };
}

/** Without them the service still does all that begins with a PDF or with HTML. */
function documentState(pool: EnginePool): EngineState {
  const { size, unneeded, idle, busy, failing } = pool.state();
  const detail = `${idle + busy} of ${size} processes are up; ${unneeded} have not been needed`;
  return { name: "documents", state: failing > 0 ? "degraded" : "ready", detail };
}

function stateOf(pool: EnginePool): EngineState {
  const { sandbox, size, idle, busy, failing } = pool.state();
  const state = failing === size ? "unavailable" : failing > 0 ? "degraded" : "ready";
  return { name: "pdf", state, detail: `${idle + busy} of ${size} processes are up; ${sandbox.tier}` };
}

function poolGauges(name: string, pool: EnginePool): PoolGauges {
  const { idle, busy, waiting, restarts } = pool.state();
  return { pool: name, workers: idle + busy, busy, queued: waiting, restarts };
}
