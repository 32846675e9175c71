import { resolve } from "node:path";
import type { EngineState, Engines } from "../engines/engines.ts";
import type { Limits } from "../kernel/limits.ts";
import { WORK_CLASSES, type WorkClass } from "../kernel/work-class.ts";
import { operations } from "../operations/index.ts";
import type { BlobStore } from "../platform/blobs/blob-store.ts";
import { claimBlobs } from "../platform/blobs/database-id.ts";
import { FreeDisk } from "../platform/blobs/free-disk.ts";
import { createJobInputs } from "../platform/blobs/job-inputs.ts";
import { openBlobs } from "../platform/blobs/open-blobs.ts";
import { createPageResults } from "../platform/blobs/page-results.ts";
import { createResultFiles, type ResultFiles } from "../platform/blobs/result-files.ts";
import { TaskDirectories } from "../platform/blobs/task-directories.ts";
import { accountBoundsOf } from "../platform/config/account-bounds.ts";
import { compatibilityOf } from "../platform/config/compatibility.ts";
import type { Config } from "../platform/config/config.ts";
import { limitsOf } from "../platform/config/limits.ts";
import { s3Settings } from "../platform/config/s3.ts";
import { createEgress, type Egress } from "../platform/egress/egress.ts";
import { createHealth } from "../platform/health/health.ts";
import { toProblem } from "../platform/http/lifecycle/problem.ts";
import type { JobDeps } from "../platform/jobs/job-deps.ts";
import { createJobs } from "../platform/jobs/job-service.ts";
import { startStep } from "../platform/start-failure.ts";
import { newId } from "../platform/store/ids.ts";
import type { Store } from "../platform/store/store.ts";
import { createLog, type Log } from "../platform/telemetry/log.ts";
import { createMetrics, type Metrics } from "../platform/telemetry/metrics.ts";
import { createEngines } from "../running-engines.ts";
import { version } from "../version.ts";
import { openHanding } from "./handing.ts";
import { helpPlaces, jobPlaces } from "./job-places.ts";
import { openStore } from "./open-store.ts";
import { poolGauges } from "./system-facts.ts";

export interface StartOptions {
  /** What is doubtful about the settings, for the log. */
  readonly warnings?: readonly string[];
  /** Called with the stages that requests and jobs have reached, for tests that stop the service there. */
  readonly onMilestone?: (milestone: string) => void;
}

/** What a node is to do. */
interface Role<Server> {
  /** Whether it answers requests. */
  readonly answersRequests: boolean;
  /** The classes of jobs that it works on. */
  readonly classes: readonly WorkClass[];
  /** The classes of work that it has engines for; absent: all. */
  readonly engineClasses?: readonly WorkClass[] | undefined;
  /** Loads its HTTP side, half of the program, while the first engine process starts. */
  readonly loadServer: () => Promise<Server>;
}

/** What all nodes have, whatever they do: store, blobs, engines and jobs. Its members are those of `openNode`. */
export type Node<Server> = Awaited<ReturnType<typeof openNode<Server>>>;

/**
 * Opens what a node works with; nothing of it takes requests or jobs yet. `begun` gets what ends it, the last that was begun
 * first.
 * @throws ConfigError, StartFailure
 */
export async function openNode<Server>(
  config: Config,
  role: Role<Server>,
  { warnings = [], onMilestone, begun }: StartOptions & { readonly begun: AsyncDisposableStack },
) {
  const log = createLog(config.QUIRE_LOG_LEVEL);
  for (const warning of warnings) {
    log.warn(warning);
  }
  // A setting with which the service cannot start is reported before anything runs.
  const egress = createEgress(config);
  const s3 = s3Settings(config);
  const { QUIRE_DATA_DIR: dataDirectory } = config;
  const inDirectory = <Result>(step: () => Promise<Result>) =>
    startStep(`The data directory ${resolve(dataDirectory)} cannot be used`, step);
  const tasks = await inDirectory(() => TaskDirectories.open(dataDirectory));
  begun.defer(() => tasks.close());
  const blobs = await inDirectory(() => openBlobs(dataDirectory, s3));
  const instance = newId.instance();
  const lost = Promise.withResolvers<string>();
  const storeDeps = { instance, log, onLost: lost.resolve, needsKeys: role.answersRequests };
  const [{ server, ...running }, { store, keys }] = await inDirectory(() =>
    bothBegun(begun, openStore(config, storeDeps), startEngines(config, { log, egress, ...role })),
  );
  if (s3 !== undefined) {
    await claimBlobs(blobs, { store, place: `s3://${s3.bucket}/${s3.prefix}` });
  }
  const limits = limitsOf(config);
  const freeDisk = new FreeDisk({ path: dataDirectory, floorBytes: config.QUIRE_MIN_FREE_DISK_BYTES });
  await freeDisk.look();
  await traced(config, { instance, begun });
  const metrics = createMetrics({
    poolStates: () => Object.entries(running.pools).map(([name, pool]) => poolGauges(name, pool)),
    jobState: () => store.jobs.counts(),
    webhookState: () => store.webhooks.counts(),
    connections: () => store.connections(),
    dataDirectory,
    now: store.now,
  });
  begun.use(metrics);
  const { engineStates, engines } = running;
  const health = createHealth({ store, blobs, dataDirectory, scarceBytes: limits.uploadBytes, engineStates, log });
  const shared = { log, tasks, instance, store, blobs, results: createResultFiles(blobs), limits, metrics, freeDisk };
  const deps = jobDeps(config, { ...shared, engines, classes: role.classes });
  const jobs = createJobs({ ...deps, onMilestone });
  const handing = openHanding(config, deps, role.engineClasses ?? WORK_CLASSES);
  begun.defer(() => handing.stop());
  return { ...shared, ...running, egress, lost: lost.promise, keys, server, jobs, health, handing };
}

/** Traces what the node does where the settings name a collector; the packages for that are loaded only then. */
async function traced(
  { QUIRE_OTLP_ENDPOINT: endpoint, QUIRE_OTLP_TOKEN: token }: Config,
  { instance, begun }: { readonly instance: string; readonly begun: AsyncDisposableStack },
): Promise<void> {
  if (endpoint !== undefined) {
    const { startTracing } = await import("../platform/telemetry/tracing.ts");
    begun.use(await startTracing({ endpoint, token, instance, version }));
  }
}

interface JobParts {
  readonly log: Log;
  readonly tasks: TaskDirectories;
  readonly instance: string;
  readonly store: Store;
  readonly blobs: BlobStore;
  readonly results: ResultFiles;
  readonly limits: Limits;
  readonly metrics: Metrics;
  readonly freeDisk: FreeDisk;
  readonly engines: Engines;
  readonly classes: readonly WorkClass[];
}

function jobDeps(config: Config, { blobs, limits, metrics, engines, classes, ...parts }: JobParts): JobDeps {
  return {
    ...parts,
    inputs: createJobInputs(blobs),
    pageResults: createPageResults(blobs),
    sharesBlobs: blobs.isShared,
    operations,
    execution: { engines, limits, compatibility: compatibilityOf(config) },
    places: jobPlaces(config, classes),
    helpPlaces: helpPlaces(config),
    pollMs: config.QUIRE_POLL_MS,
    maxPending: config.QUIRE_MAX_PENDING_JOBS,
    accountBounds: accountBoundsOf(config),
    timeoutMs: config.QUIRE_JOB_TIMEOUT_MS,
    engineTimeMs: config.QUIRE_JOB_ENGINE_TIMEOUT_MS,
    retentionMs: config.QUIRE_RESULT_RETENTION_SECONDS * 1000,
    problemOf: (thrown) => toProblem(thrown, { requestId: "", retryAfterSeconds: 1 }),
    now: parts.store.now,
    onWork: (work) => metrics.workDelivered(work),
    onHelp: (page) => metrics.pageHelped(page),
  };
}

/** Returns the engines that do not work, or not fully, and why. */
export const lackingOf = ({ engineStates }: { readonly engineStates: () => readonly EngineState[] }) =>
  engineStates().filter(({ state }) => state === "degraded" || state === "unavailable");

/** Logs which engines do not work, once the browser has been tried. */
export function logLacking(node: {
  readonly engineStates: () => readonly EngineState[];
  readonly printing: Promise<string>;
  readonly log: Log;
}): void {
  void node.printing.then(() => {
    for (const { name, state, detail } of lackingOf(node)) {
      node.log.warn({ engine: name, state, cause: detail }, "an engine is not ready");
    }
  });
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

async function startEngines<Server>(
  config: Config,
  {
    log,
    egress,
    loadServer,
    engineClasses,
  }: Pick<Role<Server>, "loadServer" | "engineClasses"> & { readonly log: Log; readonly egress: Egress },
) {
  const launched = Promise.withResolvers<void>();
  const starting = createEngines(config, { log, egress, classes: engineClasses, onLaunch: launched.resolve });
  // What is loaded keeps this process from launching another, so it comes after the launch.
  await Promise.race([launched.promise, starting]);
  const [started, server] = await Promise.all([starting, loadServer()]);
  return { ...started, server };
}
