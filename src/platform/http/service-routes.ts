import type { FastifyInstance } from "fastify";
import type { EngineState } from "../../engines/ports.ts";
import { Failure } from "../../kernel/failure.ts";
import type { Limits } from "../../kernel/limits.ts";
import { sendJson } from "./json-answer.ts";
import { toProblem } from "./problem.ts";

export interface ServiceParts {
  readonly version: string;
  readonly limits: Limits;
  /** The bounds per key and minute that hold where a key has none of its own. */
  readonly rates: { readonly operations: number; readonly reads: number; readonly concurrency: number };
  engineStates(): readonly EngineState[];
  isShuttingDown(): boolean;
  retryAfterSeconds(): number;
}

/** Health, limits and the front door: what the service tells of itself. */
export function registerServiceRoutes(app: FastifyInstance, parts: ServiceParts): void {
  const { version } = parts;
  const alive = { status: "ok", version };
  const open = { config: { access: "public" } } as const;
  app.get("/", open, (_request, reply) =>
    sendJson(reply, { name: "Quire", version, docs: "/docs", openapi: "/openapi.json", health: "/health/ready" }),
  );
  app.get("/health", open, (_request, reply) => sendJson(reply, alive));
  app.get("/health/live", open, (_request, reply) => sendJson(reply, alive));
  app.get("/health/ready", open, (request, reply) => {
    const engines = parts.engineStates();
    const status = readiness(engines, parts.isShuttingDown());
    const state = { status, version, engines };
    if (status === "ready") {
      return sendJson(reply, state);
    }
    // An error like any other, with the state beside it.
    const problem = toProblem(notReady(status), {
      requestId: request.id,
      retryAfterSeconds: parts.retryAfterSeconds(),
    });
    void reply.code(problem.status).headers(problem.headers);
    return sendJson(reply, { ...problem.members, ...state });
  });
  const limits = limitsBody(parts);
  app.get("/api/v1/limits", { config: { access: "read" } }, (_request, reply) => sendJson(reply, limits));
}

function readiness(
  engines: readonly EngineState[],
  isShuttingDown: boolean,
): "ready" | "unavailable" | "shutting_down" {
  if (isShuttingDown) {
    return "shutting_down";
  }
  return engines.some(({ state }) => state === "unavailable") ? "unavailable" : "ready";
}

const notReady = (status: "unavailable" | "shutting_down"): Failure =>
  status === "shutting_down"
    ? new Failure("shutting_down", "The service is going down.")
    : new Failure("engine_unavailable", "An engine is missing; `engines` says which.");

/** `GET /api/v1/limits` (contract §11): units last in the names. */
const limitsBody = ({ limits, rates }: ServiceParts): object => ({
  upload_bytes: limits.uploadBytes,
  files: limits.files,
  fields: limits.fields,
  field_bytes: limits.fieldBytes,
  pages_per_document: limits.pagesPerDocument,
  image_pixels: limits.imagePixels,
  archive_bytes: limits.archiveBytes,
  sync_timeout_ms: limits.syncTimeoutMs,
  engine_time_ms: limits.engineTimeMs,
  requests_per_minute: rates.operations,
  reads_per_minute: rates.reads,
  concurrency: rates.concurrency,
});
