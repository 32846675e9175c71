import { isIP, type Socket } from "node:net";
import { availableParallelism } from "node:os";
import { type FastifyBaseLogger, type FastifyInstance, type FastifyRequest, fastify } from "fastify";
import type { EngineState, Engines } from "../../engines/ports.ts";
import type { Limits } from "../../kernel/limits.ts";
import type { Operation } from "../../operations/operation.ts";
import type { Callers } from "../auth/callers.ts";
import type { ResultFiles } from "../blobs/result-files.ts";
import type { TaskDirectories } from "../blobs/task-directories.ts";
import { compatibilityOf } from "../config/compatibility.ts";
import { type Config, ConfigError } from "../config/config.ts";
import type { Deferred } from "../credits/deferred.ts";
import type { Metering } from "../credits/metering.ts";
import type { TicketParts } from "../credits/ticket.ts";
import type { Jobs } from "../jobs/jobs.ts";
import { FixedWindows } from "../rate-limit/fixed-windows.ts";
import { OperationSlots } from "../rate-limit/operation-slots.ts";
import type { Store } from "../store/store.ts";
import { TEMPLATE_BOUNDS } from "../templates/template-library.ts";
import type { Log } from "../telemetry/log.ts";
import type { Metrics } from "../telemetry/metrics.ts";
import type { JudgeUrl } from "../webhooks/webhook-url.ts";
import { Activity } from "./activity.ts";
import { createParserErrorHandler } from "./client-error.ts";
import { createCors } from "./cors.ts";
import { registerDocs } from "./docs.ts";
import { drainLimits } from "./drain.ts";
import { acceptExpectations } from "./expect-continue.ts";
import { answerFrameworkError, type LifecycleParts, registerLifecycle } from "./lifecycle.ts";
import { registerEstimate } from "./estimate-route.ts";
import { openApiDocument } from "./openapi.ts";
import { type OperationParts, registerOperation } from "./operation-route.ts";
import { requestIdFrom } from "./request-id.ts";
import { silentRequestLog } from "./request-log.ts";
import { createStandardHeaders } from "./response-headers.ts";
import { type ResourceParts, registerResource } from "./resource-route.ts";
import { resources } from "./resources.ts";
import { registerServiceRoutes } from "./service-routes.ts";
import { registerPreview } from "./template-preview.ts";

export interface HttpServerParts {
  readonly config: Config;
  readonly limits: Limits;
  readonly version: string;
  readonly operations: readonly Operation[];
  readonly engines: Engines;
  engineStates(): readonly EngineState[];
  /** How long a request that found no place should wait. */
  retryAfterSeconds(): number;
  readonly store: Store;
  readonly callers: Callers;
  readonly pepper: Buffer;
  /** This process, to the store. */
  readonly instance: string;
  readonly jobs: Jobs;
  readonly tasks: TaskDirectories;
  readonly results: ResultFiles;
  readonly metering: Metering;
  readonly deferred: Deferred;
  /** Of addresses that events are to be sent to. */
  readonly judgeUrl: JudgeUrl;
  readonly metrics: Metrics;
  readonly log: Log;
  readonly onMilestone?: OperationParts["onMilestone"];
  /** Over how long the rate of an upload is averaged; 10 s when absent. */
  readonly uploadRateWindowMs?: number;
}

export interface HttpServer {
  /** Begins to take connections; the base address, with the port that was found free. */
  listen(): Promise<string>;
  /**
   * Refuses new operations, lets accepted requests end within QUIRE_SHUTDOWN_TIMEOUT_MS, stops what is left, and closes
   * every connection. Ends when no request works any more.
   */
  close(): Promise<void>;
  readonly app: FastifyInstance;
}

/** The HTTP face of the service: one route per operation, and what the service tells of itself. */
export async function createHttpServer(parts: HttpServerParts): Promise<HttpServer> {
  const { config } = parts;
  const activity = new Activity();
  const lifecycle = lifecycleParts(parts, activity);
  const refuseUnreadable = createParserErrorHandler(lifecycle);
  const app = createApp(parts, lifecycle, refuseUnreadable);
  app.server.maxConnections = MAX_CONNECTIONS;
  acceptExpectations(app.server);
  // This is no proxy: a tunnel is refused like what the parser cannot read, not by silence.
  app.server.on("connect", (_request, socket) => refuseUnreadable(new Error("CONNECT"), socket));
  registerLifecycle(app, lifecycle);
  registerRoutes(app, parts, activity);
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

function lifecycleParts(parts: HttpServerParts, activity: Activity): LifecycleParts {
  const { config, limits, version, callers, metering, metrics, log } = parts;
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
      retryAfterSeconds: () => parts.retryAfterSeconds(),
      isShuttingDown: () => activity.isShuttingDown,
    },
    standardHeaders: createStandardHeaders({ cors: createCors(config.QUIRE_CORS_ORIGINS), version }),
    drainLimits: drainLimits(limits.uploadBytes),
  };
}

function createApp(
  { config, log }: HttpServerParts,
  lifecycle: LifecycleParts,
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
      // Checked in lifecycle.ts, with an answer of our own.
      requireHostHeader: false,
    },
    routerOptions: { ignoreTrailingSlash: true },
    // A shutdown answers by itself; see shutDown.
    return503OnClosing: false,
    forceCloseConnections: true,
    frameworkErrors: (error, request, reply) => {
      void answerFrameworkError(error, { request, reply, parts: lifecycle });
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

function registerRoutes(app: FastifyInstance, parts: HttpServerParts, activity: Activity): void {
  const { config, limits, version, operations, metrics } = parts;
  metrics.register(app, { token: config.QUIRE_METRICS_TOKEN });
  registerServiceRoutes(app, {
    version,
    engineStates: () => parts.engineStates(),
    isShuttingDown: () => activity.isShuttingDown,
    retryAfterSeconds: () => parts.retryAfterSeconds(),
  });
  registerDocs(app, () => openApiDocument({ operations, version, limits, publicUrl: config.QUIRE_PUBLIC_URL }));
  const operationParts = operationPartsOf(parts, activity);
  for (const operation of operations) {
    registerOperation(app, operation, operationParts);
  }
  registerPreview(app, operations, operationParts);
  registerEstimate(app, operations, operationParts);
  const resourceParts = resourcePartsOf(parts, operationParts);
  for (const declared of resources) {
    registerResource(app, declared, resourceParts);
  }
}

function operationPartsOf(parts: HttpServerParts, activity: Activity): OperationParts {
  const { config, engines, limits, tasks, jobs, pepper, metrics, onMilestone } = parts;
  return {
    engines,
    limits,
    compatibility: compatibilityOf(config),
    tasks,
    activity,
    bodyRules: bodyRulesOf(parts),
    judgeUrl: parts.judgeUrl,
    enforcePermissions: config.QUIRE_ENFORCE_PERMISSIONS,
    ticketParts: ticketPartsOf(parts),
    jobs,
    templates: parts.store.templates,
    pepper,
    metrics,
    baseUrlOf: baseUrls(config.QUIRE_PUBLIC_URL),
    onMilestone,
  };
}

function resourcePartsOf(parts: HttpServerParts, { bodyRules, baseUrlOf, activity }: OperationParts): ResourceParts {
  const { config, store, jobs, operations, limits, metering, pepper, results, instance, engines } = parts;
  const books = { store, jobs, metering, pepper, judgeUrl: parts.judgeUrl, now: Date.now };
  const defaults = {
    rateLimit: config.QUIRE_RATE_LIMIT,
    readRateLimit: config.QUIRE_RATE_LIMIT_READS,
    concurrency: config.QUIRE_CONCURRENCY,
  };
  return {
    services: { ...books, operations, limits, defaults, engines, templateBounds: TEMPLATE_BOUNDS },
    results,
    instance,
    bodyRules,
    baseUrlOf,
    goingDown: activity.goingDown,
  };
}

const bodyRulesOf = ({ config, uploadRateWindowMs }: HttpServerParts) => ({
  minBytesPerSecond: config.QUIRE_MIN_UPLOAD_BYTES_PER_SECOND,
  rateWindowMs: uploadRateWindowMs ?? UPLOAD_RATE_WINDOW_MS,
});

const ticketPartsOf = ({ config, store, results, metering, deferred, instance }: HttpServerParts): TicketParts => ({
  store,
  results,
  metering,
  deferred,
  instance,
  retentionMs: config.QUIRE_RESULT_RETENTION_SECONDS * 1000,
  now: Date.now,
});

/** The address that clients use, for absolute links: as configured, else as the request came. */
function baseUrls(publicUrl: string | undefined): (request: FastifyRequest) => string {
  const configured = publicUrl?.replace(/\/+$/, "");
  return ({ protocol, host }) => configured ?? `${protocol}://${host}`;
}

// What is stopped answers and ends soon; a shutdown does not wait for it longer than this, twice.
const MAX_STOPPING_MS = 2000;

/** The server keeps answering until accepted requests are done: health tells balancers, new operations are refused. */
async function shutDown(app: FastifyInstance, activity: Activity, timeoutMs: number): Promise<void> {
  activity.beginShutdown();
  if (!(await activity.idle(timeoutMs))) {
    activity.stopWork();
    await activity.idle(MAX_STOPPING_MS);
  }
  await app.close();
  await activity.idle(MAX_STOPPING_MS);
}
