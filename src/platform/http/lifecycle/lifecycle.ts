import { Readable } from "node:stream";
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from "fastify";
import { Failure } from "../../../kernel/failure.ts";
import { enterStep, observed, type StepFacts } from "../../../kernel/observation.ts";
import type { Caller, Callers } from "../../auth/callers.ts";
import type { WrongKeyDelay } from "../../auth/wrong-key-delay.ts";
import { addressGroup } from "../../rate-limit/client-address.ts";
import type { KeyScope } from "../../store/key-store.ts";
import type { Log } from "../../telemetry/log.ts";
import type { Metrics } from "../../telemetry/metrics.ts";
import { ClientGone } from "../body/body.ts";
import { wantsForm, wantsJson, wrongContentType } from "../body/content-type.ts";
import type { Activity } from "./activity.ts";
import { type AdmissionRules, admitOperation, admitRead } from "./admission.ts";
import { preflightHeaders } from "./cors.ts";
import { type DrainLimits, drainBody, slowClientLimits } from "./drain.ts";
import { type Access, Exchange, type Identity, type Windows } from "./exchange.ts";
import { type KnownRoute, nearestRoute } from "./nearest-route.ts";
import { type Problem, toProblem } from "./problem.ts";
import { traceparentFrom } from "./request-id.ts";
import { reportExchange } from "./request-log.ts";
import type { StandardHeaders } from "./response-headers.ts";

declare module "fastify" {
  interface FastifyRequest {
    exchange: Exchange;
  }
  interface FastifyContextConfig {
    access?: Access;
    /** The scopes of which any one is enough; absent: any key may use the route. */
    scopes?: readonly KeyScope[];
  }
}

export interface LifecycleDeps {
  readonly callers: Callers;
  /** Returns the credits that a caller has left. */
  readonly creditsOf: (caller: Caller) => number;
  readonly windows: Windows;
  readonly wrongKeyDelay: WrongKeyDelay;
  readonly admission: AdmissionRules;
  readonly standardHeaders: StandardHeaders;
  readonly drainLimits: DrainLimits;
  readonly activity: Activity;
  readonly metrics: Metrics;
  readonly log: Log;
}

/** Registers what happens to every request, whatever its route: admission, headers, errors, the end. */
export function registerLifecycle(app: FastifyInstance, deps: LifecycleDeps): void {
  app.decorateRequest("exchange");
  const routes: KnownRoute[] = [];
  app.addHook("onRoute", ({ method, url }) => {
    routes.push(...[method].flat().map((each) => ({ method: each, path: url })));
  });
  // Bodies are read by their routes, not by Fastify.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", (_request, _payload, done) => done(null));

  app.addHook("onRequest", (request, reply, done) => observeRequest(request, reply, done));
  app.addHook("onRequest", async (request, reply) => {
    await begin(request, reply, deps);
    await observed("admission", {}, () => admit(app, { request, reply, deps }, routes));
    return reply.sent ? reply : undefined;
  });
  app.addHook("onSend", (request, reply, payload, done) => {
    finishHead(request, reply, deps);
    request.exchange.releasePlace();
    releaseSlotWith(payload, request.exchange);
    done(null, payload);
  });
  app.setNotFoundHandler((request) => {
    throw notFound(request, routes);
  });
  app.setErrorHandler((error: FastifyError, request, reply) => answerError(error, { request, reply, deps }));
}

/** Has all that is done for a request belong to it, until its answer has been sent or its client has gone. */
function observeRequest(request: FastifyRequest, { raw }: FastifyReply, next: () => void): void {
  const facts: StepFacts = {
    method: request.method,
    route: request.routeOptions.url,
    request_id: request.id,
    traceparent: traceparentFrom(request.headers),
  };
  const end = enterStep("request", facts, next);
  raw.once("close", () => {
    facts["status"] = raw.statusCode;
    end();
  });
}

/** Answers what Fastify refuses before any hook runs: a path that cannot be decoded. */
export async function answerFrameworkError(error: FastifyError, open: Answering): Promise<void> {
  const { request, reply, deps } = open;
  await begin(request, reply, deps);
  finishHead(request, reply, deps);
  answerError(new Failure("malformed_request", "The path of the request is not valid.", { cause: error }), open);
}

interface Answering {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly deps: LifecycleDeps;
}

async function begin(request: FastifyRequest, reply: FastifyReply, deps: LifecycleDeps): Promise<void> {
  const { creditsOf, windows, activity, metrics } = deps;
  const exchange = new Exchange({
    requestId: request.id,
    headers: request.headers,
    address: request.ip,
    access: accessTo(request),
    identity: await identify(request, deps),
    windows,
    creditsOf,
  });
  request.exchange = exchange;
  const open = { exchange, request: request.raw, response: reply.raw };
  activity.begin(open);
  const end = (): void => {
    reportExchange(open, request, metrics);
    void exchange.work
      .catch(() => {
        // Whatever went wrong has been answered, or there is no one to answer.
      })
      .then(() => {
        exchange.end();
        activity.end(open);
      });
  };
  if (reply.raw.destroyed) {
    end();
  } else {
    reply.raw.once("close", end);
  }
}

/**
 * Looks up the presented key. A key that cannot be looked up is reported where a key is needed, and nowhere else. The store
 * is not asked where no key is needed, and late for an address that has used up its window on wrong keys, unless the key
 * was accepted before: who shares the address with an attacker goes on working.
 */
async function identify(
  request: FastifyRequest,
  { callers, windows, wrongKeyDelay }: LifecycleDeps,
): Promise<Identity> {
  const { "x-api-key": presented } = request.headers;
  if (typeof presented !== "string" || (!request.is404 && accessTo(request) === "public")) {
    return { kind: "refused", code: "missing_api_key" };
  }
  const address = addressGroup(request.ip);
  const isUsedUp = windows.anonymous.peek(address, windows.anonymousLimit).remaining === 0;
  if (isUsedUp && !callers.wasAccepted(presented) && !(await wrongKeyDelay.pass(address))) {
    return { kind: "refused", code: "invalid_api_key" };
  }
  try {
    return await callers.lookUp(presented);
  } catch (error) {
    return { kind: "failed", error };
  }
}

/** Returns the access to a route; one below /api/ without a setting needs a key. */
function accessTo({ routeOptions, is404 }: FastifyRequest): Access {
  const path = routeOptions.url ?? "";
  return is404 ? "public" : (routeOptions.config.access ?? (path.startsWith("/api/") ? "read" : "public"));
}

/** Admits a request or refuses it: steps 1 to 5 of the order of checks (contract §2). */
async function admit(
  app: FastifyInstance,
  { request, reply, deps }: Answering,
  routes: readonly KnownRoute[],
): Promise<void> {
  // RFC 9112 §3.2 requires this answer. Node's own check is off, because its answer lacks our headers.
  if (request.raw.httpVersion === "1.1" && request.headers.host === undefined) {
    throw new Failure("malformed_request", "The request has no Host header.");
  }
  checkHost(request);
  checkFraming(request);
  if (request.is404) {
    answerUnrouted(app, { request, reply }, routes);
    return;
  }
  const access = accessTo(request);
  const { scopes = [] } = request.routeOptions.config;
  if (access === "operation") {
    await admitOperation(request.exchange, request, { scopes, rules: deps.admission });
  } else if (access === "read") {
    await admitRead(request.exchange, request, { scopes, rules: deps.admission });
  }
}

/** RFC 9110, 7.2, without what no name of a host has: a name or an IPv4 address, or an IPv6 address in brackets; a port. */
const HOST = /^(?:[\w.~%-]{1,255}|\[[\da-f:.]{2,45}\])(?::\d{0,5})?$/i;

/** Refuses what is no host, since links are made from it: what was sent, and what a trusted proxy says was sent. */
function checkHost({ raw, host }: FastifyRequest): void {
  const sent = raw.rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === "host");
  if (sent.length > 1) {
    throw new Failure("malformed_request", "The request has more than one Host header.");
  }
  const { host: own } = raw.headers;
  if ([own, host].some((each) => each !== undefined && each !== "" && !HOST.test(each))) {
    throw new Failure("malformed_request", "The Host header of the request names no host.");
  }
}

/**
 * Refuses framing that a proxy in front of the service may understand otherwise than Node's parser: RFC 9112 §6.1 has
 * chunks for HTTP/1.1 alone, and wants other codings, which stay in the body here, refused where they are not known.
 */
function checkFraming({ raw: { httpVersion, headers } }: FastifyRequest): void {
  const coding = headers["transfer-encoding"];
  if (coding !== undefined && (httpVersion !== "1.1" || coding.trim().toLowerCase() !== "chunked")) {
    throw new Failure(
      "malformed_request",
      "The Transfer-Encoding of the request is not taken: it takes chunked alone, and that in HTTP/1.1.",
    );
  }
}

const METHODS: readonly HTTPMethods[] = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"];

/** Answers a path that no route answers, or only routes of other methods. */
function answerUnrouted(
  app: FastifyInstance,
  { request, reply }: Pick<Answering, "request" | "reply">,
  routes: readonly KnownRoute[],
): void {
  const [path = "/"] = request.url.split("?", 1);
  const allowed = METHODS.filter((method) => app.findRoute({ method, url: path }) !== null);
  if (allowed.length === 0) {
    throw notFound(request, routes);
  }
  const methods = allowed.join(", ");
  void reply.header("allow", methods);
  if (request.method !== "OPTIONS") {
    const advice = allowed.join() === "POST" ? " With curl -F or -d make a request a POST." : "";
    throw new Failure(
      "method_not_allowed",
      `This path does not accept ${request.method}; it accepts ${methods}.${advice}`,
    );
  }
  void reply.code(204).headers(preflightHeaders(methods)).send();
}

/** Returns the failure of a path that no route has; it names the nearest one. */
function notFound({ method, url }: FastifyRequest, routes: readonly KnownRoute[]): Failure {
  const [path = ""] = url.split("?", 1);
  const route = nearestRoute({ method, path }, routes);
  const shown = PLAIN_PATH.test(path) ? path : "this path";
  const hint =
    route === undefined ? "GET /openapi.json lists all paths." : `Did you mean ${route.method} ${route.path}?`;
  return new Failure("not_found", `There is nothing at ${shown}. ${hint}`);
}

/** A path that can be repeated in a message as it is. */
const PLAIN_PATH = /^[\w./~%:@-]{1,100}$/;

/** Sets the headers that every answer has, and drains a body that no route will read. */
function finishHead(
  request: FastifyRequest,
  reply: FastifyReply,
  { standardHeaders, drainLimits }: LifecycleDeps,
): void {
  const { exchange, raw } = request;
  void reply.headers(standardHeaders(exchange.responseState));
  if (accessTo(request) === "operation" && !reply.hasHeader("x-credits-charged")) {
    void reply.header("x-credits-charged", "0");
  }
  if (!raw.readableEnded && hasBody(request)) {
    const isTooSlow = exchange.figures.code === "request_timeout";
    drainBody(raw, reply.raw, isTooSlow ? slowClientLimits(drainLimits) : drainLimits);
  }
}

/**
 * Releases the slot before the last bytes of the answer are written, since a client that has its whole answer may use
 * its slot again at once.
 */
function releaseSlotWith(payload: unknown, exchange: Exchange): void {
  if (payload instanceof Readable) {
    payload.once("end", () => exchange.releaseSlot());
  } else {
    exchange.releaseSlot();
  }
}

const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers["transfer-encoding"] !== undefined || (headers["content-length"] ?? "0") !== "0";

function answerError(error: unknown, { request, reply, deps }: Answering): void {
  const problem = problemOf(error, request, deps);
  const isClientGone = error instanceof ClientGone;
  if (problem.code === "internal_error" && !isClientGone) {
    request.log.error({ err: error }, "internal error");
  }
  if (isClientGone || reply.raw.destroyed) {
    void reply.hijack();
    reply.raw.destroy();
    return;
  }
  request.exchange.figures.code = problem.code;
  void reply.code(problem.status).headers(problem.headers).send(problem.body);
}

function problemOf(error: unknown, request: FastifyRequest, { admission }: LifecycleDeps): Problem {
  const { exchange } = request;
  const context = { requestId: exchange.requestId, retryAfterSeconds: admission.retryAfterSeconds() };
  // Fastify looks at the Content-Type before the route does.
  const isContentType = error instanceof Error && "code" in error && error.code === "FST_ERR_CTP_INVALID_MEDIA_TYPE";
  return toProblem(isContentType ? unreadableType(request) : error, context);
}

/** Returns the error of a Content-Type that Fastify cannot read at all. */
const unreadableType = (request: FastifyRequest): Failure =>
  wrongContentType(accessTo(request) === "operation" ? wantsForm : wantsJson, request.headers["content-type"]);
