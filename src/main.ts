import { availableParallelism } from "node:os";
import { resolve } from "node:path";
import { createPdfiumFacts } from "./engines/pdfium/facts.ts";
import { createPdfiumRasterizer } from "./engines/pdfium/rasterizer.ts";
import { createWorkerPool, type EnginePool } from "./engines/pool/pool.ts";
import type { EngineState, Engines } from "./engines/ports.ts";
import { createQpdfEncryption } from "./engines/qpdf/encryption.ts";
import { createQpdfRepair } from "./engines/qpdf/repair.ts";
import type { Limits } from "./kernel/limits.ts";
import { operations } from "./operations/index.ts";
import { openBootstrapKey } from "./platform/auth/bootstrap-key.ts";
import { TaskDirectories } from "./platform/blobs/task-directories.ts";
import type { Config } from "./platform/config/config.ts";
import { createHttpServer } from "./platform/http/server.ts";
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

export async function startService(config: Config): Promise<Service> {
  const log = createLog(config.QUIRE_LOG_LEVEL);
  const tasks = await TaskDirectories.open(config.QUIRE_DATA_DIR);
  const [{ keys, printOnce }, { engines, pool }] = await Promise.all([
    openBootstrapKey(config),
    createEngines(config, log),
  ]);
  const server = await createHttpServer({
    config,
    limits: limitsOf(config),
    version,
    operations,
    engines,
    engineStates: () => [stateOf(pool)],
    metrics: createMetrics({ poolState: () => poolGauges(pool) }),
    retryAfterSeconds: () => pool.retryAfterSeconds(),
    keys,
    tasks,
    log,
  });
  const address = await server.listen();
  return {
    address,
    isolation: pool.state().sandbox.sentence,
    newApiKey: printOnce,
    async close() {
      await server.close();
      await pool.close();
      await tasks.close();
    },
  };
}

/** The engines by themselves: what the service, the command line and the benches share. */
export async function createEngines(
  config: Config,
  log: Log = createLog("silent"),
): Promise<{ engines: Engines; pool: EnginePool } & AsyncDisposable> {
  const { QUIRE_PDFIUM: build, QUIRE_PDFIUM_LIBRARY: libraryPath, QUIRE_SANDBOX: sandbox } = config;
  const pool = await createWorkerPool({
    entry: resolve(import.meta.dirname, "engines/pdf-worker.ts"),
    size: config.QUIRE_WORKERS || availableParallelism(),
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
    log: (event) => log.info(event),
  });
  return {
    pool,
    engines: {
      facts: createPdfiumFacts(pool),
      rasterizer: createPdfiumRasterizer(pool),
      encryption: createQpdfEncryption(pool),
      repair: createQpdfRepair(pool),
    },
    [Symbol.asyncDispose]: () => pool.close(),
  };
}

const limitsOf = (config: Config): Limits => ({
  uploadBytes: config.QUIRE_MAX_UPLOAD_BYTES,
  files: 200,
  fields: 100,
  fieldBytes: 1024 * 1024,
  pagesPerDocument: config.QUIRE_MAX_PAGES,
  imagePixels: config.QUIRE_MAX_IMAGE_PIXELS,
  archiveBytes: config.QUIRE_MAX_ARCHIVE_BYTES,
  syncTimeoutMs: config.QUIRE_SYNC_TIMEOUT_MS,
  engineTimeMs: config.QUIRE_ENGINE_TIMEOUT_MS,
});

function stateOf(pool: EnginePool): EngineState {
  const { sandbox, size, idle, busy, failing } = pool.state();
  const state = failing === size ? "unavailable" : failing > 0 ? "degraded" : "ready";
  return { name: "pdf", state, detail: `${idle + busy} of ${size} processes are up; ${sandbox.tier}` };
}

function poolGauges(pool: EnginePool): PoolGauges {
  const { idle, busy, waiting, restarts } = pool.state();
  return { workers: idle + busy, busy, queued: waiting, restarts };
}
