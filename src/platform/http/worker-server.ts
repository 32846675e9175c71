import { type FastifyBaseLogger, fastify } from "fastify";
import { Failure } from "../../kernel/failure.ts";
import type { Config } from "../config/config.ts";
import type { Health } from "../health/health.ts";
import type { Log } from "../telemetry/log.ts";
import type { Metrics } from "../telemetry/metrics.ts";
import { sendJson } from "./lifecycle/json-answer.ts";
import { toProblem } from "./lifecycle/problem.ts";
import { requestIdFrom } from "./lifecycle/request-id.ts";
import { silentRequestLog } from "./lifecycle/request-log.ts";
import { registerHealth } from "./lifecycle/service-routes.ts";
import { listen } from "./listen.ts";

interface WorkerServerDeps {
  readonly config: Config;
  readonly version: string;
  readonly health: Health;
  readonly metrics: Pick<Metrics, "register">;
  readonly log: Log;
}

interface WorkerServer {
  /** Begins to take connections; resolves to the base address. */
  listen(): Promise<string>;
  /** Has readiness say that the worker ends. */
  beginShutdown(): void;
  close(): Promise<void>;
}

const REQUEST_MS = 10_000;
const MAX_CONNECTIONS = 100;

/**
 * Creates the HTTP side of a worker: whether it lives, whether it is ready, and its metrics. It knows no keys, and reads no
 * body.
 */
export async function createWorkerServer({ config, version, health, metrics, log }: WorkerServerDeps) {
  const loggerInstance: FastifyBaseLogger = log;
  let isShuttingDown = false;
  const app = fastify({
    loggerInstance,
    logController: silentRequestLog(),
    genReqId: ({ headers }) => requestIdFrom(headers),
    requestTimeout: REQUEST_MS,
    bodyLimit: 1,
    return503OnClosing: false,
    forceCloseConnections: true,
  });
  app.server.maxConnections = MAX_CONNECTIONS;
  app.setErrorHandler((error, request, reply) => {
    const problem = toProblem(error, { requestId: request.id, retryAfterSeconds: 1 });
    return sendJson(reply.code(problem.status).headers(problem.headers), problem.members);
  });
  app.setNotFoundHandler(() => {
    throw new Failure("not_found", "A worker answers /health/live, /health/ready and /metrics, and nothing else.");
  });
  metrics.register(app, { token: config.QUIRE_METRICS_TOKEN });
  registerHealth(app, { version, health, isShuttingDown: () => isShuttingDown, retryAfterSeconds: () => 1 });
  await app.ready();
  const server: WorkerServer = {
    listen: () => listen(app, config),
    beginShutdown: () => {
      isShuttingDown = true;
    },
    close: () => app.close(),
  };
  return server;
}
