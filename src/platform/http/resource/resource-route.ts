import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { assert } from "../../../kernel/assert.ts";
import type { Warning } from "../../../kernel/failure.ts";
import { withoutTrailing } from "../../../kernel/trailing.ts";
import type { Answer } from "../../execution/execution.ts";
import type { ReadableResults } from "../../execution/kept-answers.ts";
import { warningsHeader } from "../../execution/warnings.ts";
import { fingerprintOf, normalizedFields, originOf } from "../../idempotency/idempotency.ts";
import { plainAddress } from "../../rate-limit/client-address.ts";
import type { BodyRules } from "../body/body.ts";
import { normalizedQuery } from "../body/query.ts";
import { sendAnswer } from "../lifecycle/answer.ts";
import { answerOnce } from "../lifecycle/answer-once.ts";
import { watchClient } from "../lifecycle/client-watch.ts";
import { sendEvents } from "./event-stream.ts";
import type { Resource, ResourceAnswer, Services } from "./resource.ts";
import { type BoundRequest, bindRequest } from "./resource-request.ts";

export interface ResourceDeps {
  readonly services: Services;
  readonly results: ReadableResults;
  /** The name by which the store knows this process. */
  readonly instance: string;
  readonly bodyRules: Omit<BodyRules, "limitBytes">;
  /** Returns the base address as the client knows it, without a slash at its end. */
  baseUrlOf(request: FastifyRequest): string;
  /** Aborted when the service begins to go down: nothing waits for events any more. */
  readonly goingDown: AbortSignal;
}

/** Registers the route of a resource. Keys, windows and scopes are checked before it, by the route's config. */
export function registerResource(app: FastifyInstance, resource: Resource, deps: ResourceDeps): void {
  app.route({
    method: resource.method,
    url: resource.path,
    config: { access: "read", scopes: resource.scopes },
    handler: (request, reply) => {
      const work = answer(resource, deps, { request, reply });
      request.exchange.work = work;
      return work;
    },
  });
}

interface Exchanged {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

async function answer(resource: Resource, deps: ResourceDeps, exchanged: Exchanged): Promise<void> {
  const bound = await bindRequest(resource, exchanged, deps.bodyRules);
  using client = watchClient(exchanged.reply.raw, deps.goingDown);
  const idempotencyKey = idempotencyKeyOf(exchanged.request);
  const asked = { resource, deps, bound, signal: client.signal };
  if (idempotencyKey === undefined) {
    await send(await handle(asked, exchanged, undefined), bound.warnings, exchanged, client.signal);
  } else {
    await sendAnswer(exchanged.reply, await handleOnce(asked, exchanged, idempotencyKey));
  }
}

/** Returns the Idempotency-Key, whose form was checked before; on methods other than POST it has no meaning. */
function idempotencyKeyOf({ method, headers }: FastifyRequest): string | undefined {
  const key = headers["idempotency-key"];
  return method === "POST" && typeof key === "string" ? key : undefined;
}

interface Asked {
  readonly resource: Resource;
  readonly deps: ResourceDeps;
  readonly bound: BoundRequest;
  readonly signal: AbortSignal;
}

const callerOf = ({ exchange: { caller } }: FastifyRequest) => {
  assert(caller !== undefined, "a resource is asked for with a key");
  return caller;
};

async function handle(
  { resource, deps, bound, signal }: Asked,
  { request }: Exchanged,
  origin: string | undefined,
): Promise<ResourceAnswer> {
  const { "last-event-id": lastEventId, "if-match": ifMatch, "if-none-match": ifNoneMatch } = request.headers;
  const caller = callerOf(request);
  const author = {
    kind: "key",
    keyId: caller.key.id,
    accountId: caller.account.id,
    requestId: request.exchange.requestId,
    address: plainAddress(request.ip),
  } as const;
  const answered = await resource.handle(
    {
      caller,
      path: pathParameters(request),
      query: bound.query,
      body: bound.body,
      baseUrl: deps.baseUrlOf(request),
      origin,
      preconditions: { ifMatch, ifNoneMatch },
      lastEventId: typeof lastEventId === "string" ? lastEventId : undefined,
      signal,
    },
    { ...deps.services, store: deps.services.store.attributedTo(author) },
  );
  if (answered.kind === "json" && answered.creditsRemaining !== undefined) {
    request.exchange.creditsRemaining = answered.creditsRemaining;
  }
  return answered;
}

const pathParameters = ({ params }: FastifyRequest): Record<string, string> =>
  Object.fromEntries(Object.entries(Object(params)).map(([name, value]) => [name, String(value)]));

function handleOnce(asked: Asked, exchanged: Exchanged, idempotencyKey: string): Promise<Answer> {
  const { services, results, instance } = asked.deps;
  const { pepper } = services;
  const { request } = exchanged;
  const [path = ""] = request.url.split("?", 1);
  const accountId = callerOf(request).account.id;
  const content = {
    method: request.method,
    // The same route can also be reached with a slash at its end.
    path: withoutTrailing(path, "/"),
    query: normalizedQuery(request.url),
    fields: normalizedFields(asked.bound.sent, asked.bound.body),
    files: [],
  };
  const repeatable = { accountId, idempotencyKey, fingerprint: fingerprintOf(content, pepper) };
  return answerOnce(
    { ...repeatable, apiKey: String(request.headers["x-api-key"]) },
    { store: services.store.idempotency, results, pepper, instance, now: () => services.now() },
    async () => {
      const answered = await handle(asked, exchanged, originOf(repeatable, { pepper, now: services.now() }));
      assert(answered.kind !== "events", "events are read, not posted");
      return {
        answer: answerFrom(answered, asked.bound.warnings),
        isSecret: answered.kind === "json" && answered.isSecret === true,
      };
    },
  );
}

async function send(
  answered: ResourceAnswer,
  warnings: readonly Warning[],
  { request, reply }: Exchanged,
  signal: AbortSignal,
): Promise<void> {
  if (answered.kind === "events") {
    await sendEvents(reply, answered.events, signal);
    return;
  }
  if (answered.kind !== "kept") {
    await sendAnswer(reply, answerFrom(answered, warnings));
    return;
  }
  let isWhole = false;
  try {
    const { closed } = await sendAnswer(reply, answerFrom(answered, warnings));
    isWhole = await closed;
  } finally {
    await answered.ended?.(isWhole && request.method !== "HEAD");
  }
}

/** Returns the resource's answer with the headers that the resource need not know of. */
function answerFrom(answered: Exclude<ResourceAnswer, { kind: "events" }>, warnings: readonly Warning[]): Answer {
  const headers = {
    "cache-control": "no-store",
    ...(warnings.length > 0 && { "x-warnings": warningsHeader(warnings) }),
  };
  switch (answered.kind) {
    case "json":
      return {
        status: answered.status,
        headers: { ...headers, ...answered.headers, "content-type": "application/json" },
        body: { kind: "json", value: answered.value },
      };
    case "nothing":
      return { status: 204, headers, body: { kind: "none" } };
    case "not_modified":
      return { status: 304, headers: { ...headers, ...answered.headers }, body: { kind: "none" } };
    case "kept":
      return { ...answered.answer, headers: { ...headers, ...answered.answer.headers } };
  }
}
