import type { Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { type FastifyBaseLogger, type FastifyInstance, type FastifyRequest, fastify } from "fastify";
import type { Engines } from "../../engines/engines.ts";
import type { Limits } from "../../kernel/limits.ts";
import { FairPlaces } from "../../kernel/timing/fair-places.ts";
import { withoutTrailing } from "../../kernel/trailing.ts";
import type { Operation } from "../../operations/operation.ts";
import type { Callers } from "../auth/callers.ts";
import { WrongKeyDelay } from "../auth/wrong-key-delay.ts";
import type { BlobStore } from "../blobs/blob-store.ts";
import type { FreeDisk } from "../blobs/free-disk.ts";
import { openRequestParts, type RequestParts } from "../blobs/request-parts.ts";
import type { ResultFiles } from "../blobs/result-files.ts";
import type { TaskDirectories } from "../blobs/task-directories.ts";
import type { AccountBounds } from "../config/account-bounds.ts";
import { entriesOf } from "../config/addresses.ts";
import { compatibilityOf } from "../config/compatibility.ts";
import type { Config } from "../config/config.ts";
import { serviceLimitsOf } from "../config/limits.ts";
import { requestPlaces } from "../config/queue-bounds.ts";
import type { ChargeDeps } from "../credits/charge.ts";
import type { Metering } from "../credits/metering.ts";
import type { RetryQueue } from "../credits/retry-queue.ts";
import type { Health } from "../health/health.ts";
import type { SystemFacts } from "../health/system-facts.ts";
import type { Jobs } from "../jobs/jobs.ts";
import { Concurrency } from "../rate-limit/concurrency.ts";
import { FixedWindows } from "../rate-limit/fixed-windows.ts";
import { ownCounts, type RequestCounts } from "../rate-limit/request-counts.ts";
import { sharedCounts } from "../rate-limit/shared-counts.ts";
import type { Store } from "../store/store.ts";
import type { Log } from "../telemetry/log.ts";
import type { Metrics } from "../telemetry/metrics.ts";
import { TEMPLATE_BOUNDS } from "../templates/template-library.ts";
import type { JudgeUrl } from "../webhooks/webhook-url.ts";
import { registerConsole } from "./console/console.ts";
import { acceptExpectations } from "./body/expect-continue.ts";
import { Activity } from "./lifecycle/activity.ts";
import { boundChunks } from "./lifecycle/chunks.ts";
import { createParserErrorHandler } from "./lifecycle/client-error.ts";
import { boundConnections, type ConnectionBounds } from "./lifecycle/connections.ts";
import { createCors } from "./lifecycle/cors.ts";
import { drainLimits } from "./lifecycle/drain.ts";
import { answerFrameworkError, type LifecycleDeps, registerLifecycle } from "./lifecycle/lifecycle.ts";
import { LoadShedding } from "./lifecycle/load-shedding.ts";
import { answerInTurn } from "./lifecycle/pipelining.ts";
import { requestIdFrom } from "./lifecycle/request-id.ts";
import { silentRequestLog } from "./lifecycle/request-log.ts";
import { createStandardHeaders } from "./lifecycle/response-headers.ts";
import { registerServiceRoutes } from "./lifecycle/service-routes.ts";
import { listen } from "./listen.ts";
import { registerDocs } from "./openapi/docs.ts";
import { Guides } from "./openapi/guides.ts";
import { openApiDocument } from "./openapi/openapi.ts";
import { registerEstimate } from "./operation/estimate-route.ts";
import { type OperationDeps, registerOperation } from "./operation/operation-route.ts";
import { registerPreview } from "./operation/template-preview.ts";
import { type ResourceDeps, registerResource } from "./resource/resource-route.ts";
import { resources } from "./resources/resources.ts";

export interface HttpServerDeps {
  readonly config: Config;
  readonly limits: Limits;
  readonly version: string;
  readonly operations: readonly Operation[];
  readonly engines: Engines;
  readonly health: Health;
  /** Returns what an administrator is shown of the machine and the engines. */
  describeSystem(): SystemFacts;
  /** Returns how long a request that found no place should wait. */
  retryAfterSeconds(): number;
  readonly store: Store;
  readonly callers: Callers;
  readonly pepper: Buffer;
  /** The name by which the store knows this process. */
  readonly instance: string;
  readonly jobs: Jobs;
  readonly handing?: OperationDeps["handing"];
  readonly tasks: TaskDirectories;
  readonly blobs: BlobStore;
  readonly results: ResultFiles;
  readonly metering: Metering;
  readonly accountBounds: AccountBounds;
  readonly freeDisk: Pick<FreeDisk, "isLow">;
  readonly retryQueue: RetryQueue;
  /** Judges the addresses that events are to be sent to. */
  readonly judgeUrl: JudgeUrl;
  readonly metrics: Metrics;
  readonly log: Log;
  readonly onMilestone?: OperationDeps["onMilestone"];
  /** The time over which the rate of an upload is averaged; 10 s when absent. */
  readonly uploadRateWindowMs?: number;
}

export interface HttpServer {
  /** Begins to take connections; resolves to the base address, with the port that was found free. */
  listen(): Promise<string>;
  /**
   * Has readiness say that the service goes, and after QUIRE_SHUTDOWN_DELAY_MS refuses new operations, lets accepted
   * requests end within QUIRE_SHUTDOWN_TIMEOUT_MS, stops what is left, and closes every connection. Resolves when no request
   * works any more. Nothing is waited for `atOnce`.
   */
  close(options?: { readonly atOnce?: boolean | undefined }): Promise<void>;
  readonly app: FastifyInstance;
}

/** Creates the HTTP side of the service: one route per operation, and the service's own resources. */
export async function createHttpServer(deps: HttpServerDeps): Promise<HttpServer> {
  const { config } = deps;
  const activity = new Activity();
  const lifecycle = lifecycleDeps(deps, activity);
  const refuseUnreadable = createParserErrorHandler(lifecycle);
  const app = createApp(deps, lifecycle, refuseUnreadable);
  boundConnections(app.server, connectionBounds(config));
  acceptExpectations(app.server);
  answerInTurn(app.server);
  boundChunks(app.server);
  // This is not a proxy: a tunnel is refused with an answer, like a request that the parser cannot read, not by
  // silence.
  app.server.on("connect", (_request, socket) => refuseUnreadable(new Error("CONNECT"), socket));
  registerLifecycle(app, lifecycle);
  const requestParts = openRequestParts(deps.blobs, {
    retentionMs: config.QUIRE_RESULT_RETENTION_SECONDS * 1000,
    now: deps.store.now,
  });
  app.addHook("onClose", () => requestParts.close());
  registerRoutes(app, deps, { ...lifecycle, requestParts });
  await app.ready();
  return {
    app,
    listen: () => listen(app, config),
    close: ({ atOnce = false } = {}) =>
      shutDown(app, activity, {
        delayMs: atOnce ? 0 : config.QUIRE_SHUTDOWN_DELAY_MS,
        timeoutMs: atOnce ? 0 : config.QUIRE_SHUTDOWN_TIMEOUT_MS,
      }),
  };
}

const MAX_CONNECTIONS = 2000;
const MAX_HEADERS_MS = 60_000;
const MAX_IDLE_MS = 72_000;
const TIMEOUT_CHECK_MS = 1000;
const UPLOAD_RATE_WINDOW_MS = 10_000;

function lifecycleDeps(deps: HttpServerDeps, activity: Activity): LifecycleDeps {
  const { config, limits, version, callers, metering, metrics, log } = deps;
  const places = new FairPlaces(requestPlaces(config));
  const windows = (name: string) =>
    new FixedWindows({ name, windowSeconds: config.QUIRE_RATE_WINDOW_SECONDS, now: deps.store.now });
  return {
    callers,
    creditsOf: ({ account }) => metering.creditsOf(account),
    metrics,
    log,
    activity,
    wrongKeyDelay: new WrongKeyDelay(),
    windows: {
      operations: windows("operations"),
      reads: windows("reads"),
      anonymous: windows("anonymous"),
      anonymousLimit: config.QUIRE_RATE_LIMIT_ANONYMOUS,
    },
    admission: {
      counts: countsOf(deps),
      places,
      shedding: new LoadShedding(places),
      isDiskLow: () => deps.freeDisk.isLow,
      retryAfterSeconds: () => deps.retryAfterSeconds(),
      isShuttingDown: () => activity.isShuttingDown,
    },
    standardHeaders: createStandardHeaders({ cors: createCors(config.QUIRE_CORS_ORIGINS), version }),
    drainLimits: drainLimits(limits.uploadBytes),
  };
}

const countsOf = ({ store, instance, retryQueue }: HttpServerDeps): RequestCounts =>
  store.isShared
    ? sharedCounts({ store: store.admission, instance, attempt: (task) => retryQueue.attempt(task) })
    : ownCounts(new Concurrency());

const headersTimeoutOf = ({ QUIRE_REQUEST_TIMEOUT_MS }: Config): number =>
  Math.min(MAX_HEADERS_MS, QUIRE_REQUEST_TIMEOUT_MS);

const connectionBounds = (config: Config): ConnectionBounds => ({
  total: MAX_CONNECTIONS,
  perAddress: config.QUIRE_CONNECTIONS_PER_ADDRESS || Number.POSITIVE_INFINITY,
  trustedProxies: entriesOf(config.QUIRE_TRUSTED_PROXIES),
  headersTimeoutMs: headersTimeoutOf(config),
  keepAliveTimeoutMs: MAX_IDLE_MS,
});

function createApp(
  { config, log }: HttpServerDeps,
  lifecycle: LifecycleDeps,
  clientErrorHandler: (error: Error, socket: Socket) => void,
): FastifyInstance {
  const requestTimeout = config.QUIRE_REQUEST_TIMEOUT_MS;
  const proxies = entriesOf(config.QUIRE_TRUSTED_PROXIES);
  const loggerInstance: FastifyBaseLogger = log;
  return fastify({
    loggerInstance,
    logController: silentRequestLog(),
    genReqId: ({ headers }) => requestIdFrom(headers),
    trustProxy: proxies.length > 0 && [...proxies],
    requestTimeout,
    http: {
      requestTimeout,
      headersTimeout: headersTimeoutOf(config),
      connectionsCheckingInterval: TIMEOUT_CHECK_MS,
      // The host header is checked in lifecycle.ts, with the service's own answer.
      requireHostHeader: false,
    },
    routerOptions: { ignoreTrailingSlash: true },
    // A shutdown answers by itself; see shutDown.
    return503OnClosing: false,
    forceCloseConnections: true,
    frameworkErrors: (error, request, reply) => {
      void answerFrameworkError(error, { request, reply, deps: lifecycle });
    },
    clientErrorHandler,
  });
}

/** What the routes of operations share in addition to what the server is given. */
interface Shared extends Pick<LifecycleDeps, "activity" | "admission"> {
  readonly requestParts: RequestParts;
}

function registerRoutes(app: FastifyInstance, deps: HttpServerDeps, shared: Shared): void {
  const { activity } = shared;
  const { config, limits, version, operations, metrics } = deps;
  metrics.register(app, { token: config.QUIRE_METRICS_TOKEN });
  const console = config.QUIRE_CONSOLE === "on" ? registerConsole(app) : undefined;
  registerServiceRoutes(app, {
    version,
    health: deps.health,
    isShuttingDown: () => activity.isLeaving,
    retryAfterSeconds: () => deps.retryAfterSeconds(),
    sendConsole: console && ((request, reply) => console.send(request, reply)),
  });
  const publicUrl = config.QUIRE_PUBLIC_URL;
  registerDocs(app, {
    describe: (sampleUrl) => openApiDocument({ operations, version, limits, publicUrl, sampleUrl }),
    baseUrlOf: baseUrls(publicUrl),
    guides: new Guides(operations),
    hasConsole: console !== undefined,
  });
  const operationDeps = operationDepsOf(deps, shared);
  for (const operation of operations) {
    registerOperation(app, operation, operationDeps);
  }
  registerPreview(app, operations, operationDeps);
  registerEstimate(app, operations, operationDeps);
  const resourceDeps = resourceDepsOf(deps, operationDeps);
  for (const declared of resources) {
    registerResource(app, declared, resourceDeps);
  }
}

function operationDepsOf(deps: HttpServerDeps, { activity, admission, requestParts }: Shared): OperationDeps {
  const { config, engines, limits, tasks, jobs, pepper, metrics, onMilestone } = deps;
  return {
    engines,
    limits,
    compatibility: compatibilityOf(config),
    tasks,
    activity,
    admission,
    bodyRules: bodyRulesOf(deps),
    judgeUrl: deps.judgeUrl,
    enforcePermissions: config.QUIRE_ENFORCE_PERMISSIONS,
    chargeDeps: chargeDepsOf(deps, requestParts),
    jobs,
    handing: deps.handing,
    templates: deps.store.templates,
    pepper,
    metrics,
    baseUrlOf: baseUrls(config.QUIRE_PUBLIC_URL),
    onMilestone,
  };
}

function resourceDepsOf(deps: HttpServerDeps, { bodyRules, baseUrlOf, activity }: OperationDeps): ResourceDeps {
  const { config, store, jobs, operations, limits, metering, pepper, results, instance, engines } = deps;
  const storeServices = { store, jobs, metering, pepper, judgeUrl: deps.judgeUrl, now: store.now };
  const defaults = {
    rateLimit: config.QUIRE_RATE_LIMIT,
    readRateLimit: config.QUIRE_RATE_LIMIT_READS,
    concurrency: config.QUIRE_CONCURRENCY,
  };
  return {
    services: {
      ...storeServices,
      operations,
      limits,
      defaults,
      serviceLimits: serviceLimitsOf(config),
      engines,
      accountBounds: deps.accountBounds,
      templateBounds: { ...TEMPLATE_BOUNDS, maxStoredBytes: deps.accountBounds.storedBytes },
      describeSystem: () => deps.describeSystem(),
    },
    results,
    instance,
    bodyRules,
    baseUrlOf,
    goingDown: activity.goingDown,
  };
}

const bodyRulesOf = ({ config, uploadRateWindowMs }: HttpServerDeps) => ({
  minBytesPerSecond: config.QUIRE_MIN_UPLOAD_BYTES_PER_SECOND,
  rateWindowMs: uploadRateWindowMs ?? UPLOAD_RATE_WINDOW_MS,
});

const chargeDepsOf = (
  { config, store, results, metering, retryQueue, instance, accountBounds }: HttpServerDeps,
  requestParts: RequestParts,
): ChargeDeps => ({
  store,
  results,
  metering,
  retryQueue,
  instance,
  requestParts,
  retentionMs: config.QUIRE_RESULT_RETENTION_SECONDS * 1000,
  maxStoredBytes: accountBounds.storedBytes,
  now: store.now,
});

/** Returns the address that clients use, for absolute links: as configured, or else as the request came. */
function baseUrls(publicUrl: string | undefined): (request: FastifyRequest) => string {
  const configured = publicUrl === undefined ? undefined : withoutTrailing(publicUrl, "/");
  return ({ protocol, host }) => configured ?? `${protocol}://${host}`;
}

// Work that is stopped answers and ends soon; a shutdown does not wait for it longer than this, twice.
const MAX_STOPPING_MS = 2000;

/**
 * Shuts the service down. It keeps answering until accepted requests are done: the health check informs balancers, and
 * new operations are refused, after the time that balancers need to learn of it.
 */
async function shutDown(
  app: FastifyInstance,
  activity: Activity,
  { delayMs, timeoutMs }: { readonly delayMs: number; readonly timeoutMs: number },
): Promise<void> {
  activity.announceShutdown();
  if (delayMs > 0) {
    await delay(delayMs);
  }
  activity.beginShutdown();
  if (!(await activity.idle(timeoutMs))) {
    activity.stopWork();
    await activity.idle(MAX_STOPPING_MS);
  }
  await app.close();
  await activity.idle(MAX_STOPPING_MS);
}
