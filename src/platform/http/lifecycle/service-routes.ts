import type { FastifyInstance } from "fastify";
import type { EngineState } from "../../../engines/engines.ts";
import { Failure } from "../../../kernel/failure.ts";
import { sendJson } from "./json-answer.ts";
import { toProblem } from "./problem.ts";

export interface ServiceRouteDeps {
  readonly version: string;
  engineStates(): readonly EngineState[];
  isShuttingDown(): boolean;
  retryAfterSeconds(): number;
}

/** Registers the health checks and the root resource, which report on the service itself. */
export function registerServiceRoutes(app: FastifyInstance, deps: ServiceRouteDeps): void {
  const { version } = deps;
  const alive = { status: "ok", version };
  const open = { config: { access: "public" } } as const;
  app.get("/", open, (_request, reply) =>
    sendJson(reply, { name: "Quire", version, docs: "/docs", openapi: "/openapi.json", health: "/health/ready" }),
  );
  app.get("/health", open, (_request, reply) => sendJson(reply, alive));
  app.get("/health/live", open, (_request, reply) => sendJson(reply, alive));
  app.get("/health/ready", open, (request, reply) => {
    const engines = deps.engineStates();
    const status = readiness(engines, deps.isShuttingDown());
    const state = { status, version, engines };
    if (status === "ready") {
      return sendJson(reply, state);
    }
    // The answer is an error like any other, with the state added.
    const problem = toProblem(notReady(status), {
      requestId: request.id,
      retryAfterSeconds: deps.retryAfterSeconds(),
    });
    void reply.code(problem.status).headers(problem.headers);
    return sendJson(reply, { ...problem.members, ...state });
  });
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
    ? new Failure("shutting_down", "The service is shutting down.")
    : new Failure("engine_unavailable", "An engine is missing; `engines` shows which.");
