import { isIP, type Socket } from "node:net";
import { availableParallelism } from "node:os";
import { type FastifyBaseLogger, type FastifyInstance, type FastifyRequest, fastify } from "fastify";
import type { EngineState, Engines } from "../../engines/engines.ts";
import type { Limits } from "../../kernel/limits.ts";
import { systemClock } from "../../kernel/timing/clock.ts";
import type { Operation } from "../../operations/operation.ts";
import type { Callers } from "../auth/callers.ts";
import type { ResultFiles } from "../blobs/result-files.ts";
import type { TaskDirectories } from "../blobs/task-directories.ts";
import { compatibilityOf } from "../config/compatibility.ts";
import { type Config, ConfigError } from "../config/config.ts";
import type { ChargeDeps } from "../credits/charge.ts";
import type { Metering } from "../credits/metering.ts";
import type { RetryQueue } from "../credits/retry-queue.ts";
import type { Jobs } from "../jobs/jobs.ts";
import { FixedWindows } from "../rate-limit/fixed-windows.ts";
import { OperationSlots } from "../rate-limit/operation-slots.ts";
import type { Store } from "../store/store.ts";
import type { Log } from "../telemetry/log.ts";
import type { Metrics } from "../telemetry/metrics.ts";
import { TEMPLATE_BOUNDS } from "../templates/template-library.ts";
import type { JudgeUrl } from "../webhooks/webhook-url.ts";
import { acceptExpectations } from "./body/expect-continue.ts";
import { Activity } from "./lifecycle/activity.ts";
import { createParserErrorHandler } from "./lifecycle/client-error.ts";
import { createCors } from "./lifecycle/cors.ts";
import { drainLimits } from "./lifecycle/drain.ts";
import { answerFrameworkError, type LifecycleDeps, registerLifecycle } from "./lifecycle/lifecycle.ts";
import { requestIdFrom } from "./lifecycle/request-id.ts";
import { silentRequestLog } from "./lifecycle/request-log.ts";
import { createStandardHeaders } from "./lifecycle/response-headers.ts";
import { registerServiceRoutes } from "./lifecycle/service-routes.ts";
import { registerDocs } from "./openapi/docs.ts";
import { openApiDocument } from "./openapi/openapi.ts";
import { registerEstimate } from "./operation/estimate-route.ts";
import { type OperationDeps, registerOperation } from "./operation/operation-route.ts";
import { registerPreview } from "./operation/template-preview.ts";
import { type ResourceDeps, registerResource } from "./resource/resource-route.ts";
import { resources } from "./resources/resources.ts";
import { withoutTrailing } from "../../kernel/trailing.ts";

export interface HttpServerDeps {
  readonly config: Config;
  readonly limits: Limits;
  readonly version: string;
  readonly operations: readonly Operation[];
  readonly engines: Engines;
  engineStates(): readonly EngineState[];
  /** Returns how long a request that found no place should wait. */
  retryAfterSeconds(): number;
  readonly store: Store;
  readonly callers: Callers;
  readonly pepper: Buffer;
  /** The name by which the store knows this process. */
  readonly instance: string;
  readonly jobs: Jobs;
  readonly tasks: TaskDirectories;
  readonly results: ResultFiles;
  readonly metering: Metering;
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
   * Refuses new operations, lets accepted requests end within QUIRE_SHUTDOWN_TIMEOUT_MS, stops what is left, and closes
   * every connection. Resolves when no request works any more.
   */
  close(): Promise<void>;
  readonly app: FastifyInstance;
}

/** Creates the HTTP side of the service: one route per operation, and the service's own resources. */
export async function createHttpServer(deps: HttpServerDeps): Promise<HttpServer> {
  const { config } = deps;
  const activity = new Activity();
  const lifecycle = lifecycleDeps(deps, activity);
  const refuseUnreadable = createParserErrorHandler(lifecycle);
  const app = createApp(deps, lifecycle, refuseUnreadable);
  app.server.maxConnections = MAX_CONNECTIONS;
  acceptExpectations(app.server);
  // This is not a proxy: a tunnel is refused with an answer, like a request that the parser cannot read, not by
  // silence.
  app.server.on("connect", (_request, socket) => refuseUnreadable(new Error("CONNECT"), socket));
  registerLifecycle(app, lifecycle);
  registerRoutes(app, deps, activity);
  await app.ready();
  return {
    app,
    listen: () => app.listen({ host: config.QUIRE_HOST, port: config.QUIRE_PORT }),
    close: () => shutDown(app, activity, config.QUIRE_SHUTDOWN_TIMEOUT_MS),
  };
}

const MAX_CONNECTIONS = 2000;
const MAX_HEADERS_MS = 60_000;
const TIMEOUT_CHECK_MS = 1000;
const UPLOAD_RATE_WINDOW_MS = 10_000;

function lifecycleDeps(deps: HttpServerDeps, activity: Activity): LifecycleDeps {
  const { config, limits, version, callers, metering, metrics, log } = deps;
  const workers = config.QUIRE_WORKERS === 0 ? availableParallelism() : config.QUIRE_WORKERS;
  const windows = () => new FixedWindows({ windowSeconds: config.QUIRE_RATE_WINDOW_SECONDS });
  return {
    callers,
    creditsOf: ({ account }) => metering.creditsOf(account),
    metrics,
    log,
    activity,
    windows: {
      operations: windows(),
      reads: windows(),
      anonymous: windows(),
      anonymousLimit: config.QUIRE_RATE_LIMIT_ANONYMOUS,
    },
    admission: {
      slots: new OperationSlots({ maxTotal: workers + config.QUIRE_QUEUE_LIMIT }),
      retryAfterSeconds: () => deps.retryAfterSeconds(),
      isShuttingDown: () => activity.isShuttingDown,
    },
    standardHeaders: createStandardHeaders({ cors: createCors(config.QUIRE_CORS_ORIGINS), version }),
    drainLimits: drainLimits(limits.uploadBytes),
  };
}

function createApp(
  { config, log }: HttpServerDeps,
  lifecycle: LifecycleDeps,
  clientErrorHandler: (error: Error, socket: Socket) => void,
): FastifyInstance {
  const requestTimeout = config.QUIRE_REQUEST_TIMEOUT_MS;
  const loggerInstance: FastifyBaseLogger = log;
  return fastify({
    loggerInstance,
    logController: silentRequestLog(),
    genReqId: ({ headers }) => requestIdFrom(headers),
    trustProxy: trustedProxies(config.QUIRE_TRUSTED_PROXIES),
    requestTimeout,
    http: {
      requestTimeout,
      headersTimeout: Math.min(MAX_HEADERS_MS, requestTimeout),
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

function trustedProxies(list: string): string[] | false {
  const proxies = list.split(",").flatMap((entry) => entry.trim() || []);
  const wrong = proxies.find((entry) => !isAddressOrNetwork(entry));
  if (wrong !== undefined) {
    throw new ConfigError(`QUIRE_TRUSTED_PROXIES: '${wrong}' is neither an address nor a network such as 10.0.0.0/8.`);
  }
  return proxies.length > 0 ? proxies : false;
}

function isAddressOrNetwork(text: string): boolean {
  const [address = "", prefix, ...rest] = text.split("/");
  const bits = isIP(address) === 4 ? 32 : 128;
  return (
    isIP(address) !== 0 &&
    rest.length === 0 &&
    (prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= bits))
  );
}

function registerRoutes(app: FastifyInstance, deps: HttpServerDeps, activity: Activity): void {
  const { config, limits, version, operations, metrics } = deps;
  metrics.register(app, { token: config.QUIRE_METRICS_TOKEN });
  registerServiceRoutes(app, {
    version,
    engineStates: () => deps.engineStates(),
    isShuttingDown: () => activity.isShuttingDown,
    retryAfterSeconds: () => deps.retryAfterSeconds(),
  });
  registerDocs(app, () => openApiDocument({ operations, version, limits, publicUrl: config.QUIRE_PUBLIC_URL }));
  const operationDeps = operationDepsOf(deps, activity);
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

function operationDepsOf(deps: HttpServerDeps, activity: Activity): OperationDeps {
  const { config, engines, limits, tasks, jobs, pepper, metrics, onMilestone } = deps;
  return {
    engines,
    limits,
    compatibility: compatibilityOf(config),
    tasks,
    activity,
    bodyRules: bodyRulesOf(deps),
    judgeUrl: deps.judgeUrl,
    enforcePermissions: config.QUIRE_ENFORCE_PERMISSIONS,
    chargeDeps: chargeDepsOf(deps),
    jobs,
    templates: deps.store.templates,
    pepper,
    metrics,
    baseUrlOf: baseUrls(config.QUIRE_PUBLIC_URL),
    onMilestone,
  };
}

function resourceDepsOf(deps: HttpServerDeps, { bodyRules, baseUrlOf, activity }: OperationDeps): ResourceDeps {
  const { config, store, jobs, operations, limits, metering, pepper, results, instance, engines } = deps;
  const storeServices = { store, jobs, metering, pepper, judgeUrl: deps.judgeUrl, now: systemClock.now };
  const defaults = {
    rateLimit: config.QUIRE_RATE_LIMIT,
    readRateLimit: config.QUIRE_RATE_LIMIT_READS,
    concurrency: config.QUIRE_CONCURRENCY,
  };
  return {
    services: { ...storeServices, operations, limits, defaults, engines, templateBounds: TEMPLATE_BOUNDS },
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

const chargeDepsOf = ({ config, store, results, metering, retryQueue, instance }: HttpServerDeps): ChargeDeps => ({
  store,
  results,
  metering,
  retryQueue,
  instance,
  retentionMs: config.QUIRE_RESULT_RETENTION_SECONDS * 1000,
  now: systemClock.now,
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
 * new operations are refused.
 */
async function shutDown(app: FastifyInstance, activity: Activity, timeoutMs: number): Promise<void> {
  activity.beginShutdown();
  if (!(await activity.idle(timeoutMs))) {
    activity.stopWork();
    await activity.idle(MAX_STOPPING_MS);
  }
  await app.close();
  await activity.idle(MAX_STOPPING_MS);
}
