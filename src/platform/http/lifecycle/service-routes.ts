import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { Failure } from "../../../kernel/failure.ts";
import type { Health, PartStates } from "../../health/health.ts";
import { prefersHtml } from "./accept.ts";
import { sendJson } from "./json-answer.ts";
import { toProblem } from "./problem.ts";

export interface ServiceRouteDeps {
  readonly version: string;
  readonly health: Health;
  isShuttingDown(): boolean;
  retryAfterSeconds(): number;
  /** Sends the page of the web console; undefined where there is none. */
  readonly sendConsole?: ((request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>) | undefined;
}

const open = { config: { access: "public" } } as const;

/** Registers the health checks and the root resource, which report on the service itself. */
export function registerServiceRoutes(app: FastifyInstance, deps: ServiceRouteDeps): void {
  const { version } = deps;
  const links = { docs: "/docs", openapi: "/openapi.json", health: "/health/ready" };
  app.get("/", open, (request, reply) => {
    void reply.header("vary", "accept");
    if (!prefersHtml(request.headers.accept)) {
      return sendJson(reply, { name: "Quire", version, ...links });
    }
    return deps.sendConsole === undefined ? reply.redirect(links.docs) : deps.sendConsole(request, reply);
  });
  app.get("/health", open, (_request, reply) => sendJson(reply, { status: "ok", version }));
  registerHealth(app, deps);
}

/** Registers the checks of whether the process lives and whether it is ready, which every node has. */
export function registerHealth(app: FastifyInstance, deps: ServiceRouteDeps): void {
  const alive = { status: "ok", version: deps.version };
  app.get("/health/live", open, (_request, reply) => sendJson(reply, alive));
  app.get("/health/ready", open, async (request, reply) => {
    const parts = await deps.health.parts();
    const failure = deps.isShuttingDown() ? SHUTTING_DOWN : missingOf(parts);
    if (failure === undefined) {
      return sendJson(reply, { status: "ready", ...parts });
    }
    // The answer is an error like any other, with the state added.
    const status = failure === SHUTTING_DOWN ? "shutting_down" : "unavailable";
    const problem = toProblem(failure, { requestId: request.id, retryAfterSeconds: deps.retryAfterSeconds() });
    void reply.code(problem.status).headers(problem.headers);
    return sendJson(reply, { ...problem.members, status, ...parts });
  });
}

const SHUTTING_DOWN = new Failure("shutting_down", "The service is shutting down.");

/** Returns what says which part the service cannot work without; undefined when none is missing. */
function missingOf({ store, disk, engines }: PartStates): Failure | undefined {
  if (store === "unavailable" || disk === "unavailable") {
    return new Failure("storage_unavailable", "The service cannot write; `store` and `disk` show where.");
  }
  return engines.some(({ state }) => state === "unavailable")
    ? new Failure("engine_unavailable", "An engine is missing; `engines` shows which.")
    : undefined;
}
