import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fastify } from "fastify";
import { onTestFinished } from "vitest";
import type { Engines } from "../../../../engines/engines.ts";
import { Failure } from "../../../../kernel/failure.ts";
import { createCallers } from "../../../auth/callers.ts";
import { issueSecret } from "../../../auth/key-issuing.ts";
import { openLocalBlobs } from "../../../blobs/local/local-blobs.ts";
import { createResultFiles } from "../../../blobs/result-files.ts";
import { accountBoundsOf } from "../../../config/account-bounds.ts";
import { readConfig } from "../../../config/config.ts";
import { serviceLimitsOf } from "../../../config/limits.ts";
import { settingsInForce } from "../../../config/settings-in-force.ts";
import { createMetering } from "../../../credits/metering.ts";
import type { SystemFacts } from "../../../health/system-facts.ts";
import type { Account } from "../../../store/account-store.ts";
import { newId } from "../../../store/ids.ts";
import type { KeyMode, KeyScope } from "../../../store/key-store.ts";
import { openSqliteStore } from "../../../store/sqlite/sqlite-store.ts";
import { TEMPLATE_BOUNDS } from "../../../templates/template-library.ts";
import { JSON_BODY_BYTES } from "../../body/json/json-body.ts";
import { drainBody, drainLimits } from "../../lifecycle/drain.ts";
import type { Exchange } from "../../lifecycle/exchange.ts";
import { toProblem } from "../../lifecycle/problem.ts";
import type { Resource, Services } from "../../resource/resource.ts";
import { registerResource } from "../../resource/resource-route.ts";
import { resources } from "../resources.ts";
import { jobsInMemory } from "./jobs-in-memory.ts";

const limits = {
  uploadBytes: 104_857_600,
  jsonBytes: 104_857_600,
  files: 200,
  fields: 100,
  fieldBytes: 1_048_576,
  pagesPerDocument: 5000,
  ocrPagesPerDocument: 5000,
  visionPagesPerDocument: 5000,
  imagePixels: 100_000_000,
  archiveBytes: 2_147_483_648,
  syncTimeoutMs: 60_000,
  engineTimeMs: 25_000,
};
const baseUrlOf = (): string => "https://pdf.example";
const accountBounds = accountBoundsOf(readConfig({}));
const defaults = { rateLimit: 120, readRateLimit: 600, concurrency: 8 };

const recognizer = { languages: () => ["chi_sim", "deu"] } as unknown as Engines["recognizer"];

const systemFacts: SystemFacts = {
  versions: { quire: "9.9.9" },
  settings: settingsInForce(readConfig({ QUIRE_BOOTSTRAP_API_KEY: "a-secret-of-tests" })),
  engines: [{ name: "chromium", state: "degraded", detail: "There is no Chromium." }],
  queues: [{ name: "pdf", workers: 2, busy: 1, waiting: 0, limit: 200, restarts: 3 }],
  fonts: { folder: null, coverage: "2 of 3 scripts can be written" },
  isolation: { tier: "plain", walls: ["landlock"], sentence: "Engine processes are confined by Landlock." },
};

/** A composer that accepts every template except those with a block that has no name. */
const checkingComposer = {
  checkTemplate: ({ snapshot }: Parameters<Engines["composer"]["checkTemplate"]>[0]): Promise<void> =>
    snapshot.content.includes("{{#}}")
      ? Promise.reject(new Failure("template_error", "Line 1: a block has no name."))
      : Promise.resolve(),
} as unknown as Engines["composer"];

/** The time of the clock in these tests unless they move it. */
export const START = Date.UTC(2030, 4, 15, 12, 0, 0, 123);

/**
 * Starts the routes of resources over their own store, with keys and scopes checked and nothing else around them. The
 * service ends with the test.
 */
export async function resourceService(
  changes: Partial<Services> & { readonly declared?: readonly Resource[]; readonly goingDown?: AbortSignal } = {},
) {
  const { declared = resources, goingDown = new AbortController().signal, ...changed } = changes;
  const directory = await mkdtemp(join(tmpdir(), "quire-resources-"));
  const store = await openSqliteStore({ path: join(directory, "quire.db"), writer: "inline" });
  const pepper = Buffer.alloc(32, 7);
  const clock = { now: START };
  const services: Services = {
    store,
    jobs: jobsInMemory().service,
    operations: [],
    limits,
    defaults,
    serviceLimits: serviceLimitsOf(readConfig({})),
    metering: createMetering(true),
    pepper,
    engines: { composer: checkingComposer, recognizer },
    accountBounds,
    templateBounds: TEMPLATE_BOUNDS,
    describeSystem: () => systemFacts,
    judgeUrl: (url) => (new URL(url).hostname === "10.0.0.1" ? "10.0.0.1 is not a public host." : undefined),
    now: () => clock.now,
    ...changed,
  };
  const callers = createCallers(store, {
    pepper,
    bounds: { ...defaults, account: accountBounds, limits },
    now: () => clock.now,
  });
  const app = fastify({ routerOptions: { ignoreTrailingSlash: true } });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", (_request, _payload, done) => done(null));
  app.decorateRequest("exchange");
  app.addHook("onRequest", async (request) => {
    const lookup = await callers.lookUp(String(request.headers["x-api-key"] ?? ""));
    const caller = lookup.kind === "accepted" ? lookup.caller : undefined;
    const exchange = { requestId: request.id, figures: {}, caller, creditsRemaining: 0, work: Promise.resolve() };
    // These are the members that the routes need.
    request.exchange = exchange as unknown as Exchange;
    if (lookup.kind === "refused") {
      throw new Failure(lookup.code, "The key is not accepted.");
    }
    const { scopes = [] } = request.routeOptions.config;
    if (scopes.length > 0 && !scopes.some((scope) => lookup.caller.may(scope))) {
      throw new Failure("insufficient_scope", "The key may not be used for this.");
    }
  });
  app.addHook("onSend", (request, reply, payload, done) => {
    void reply.header("x-credits-remaining", String(request.exchange.creditsRemaining));
    if (!request.raw.complete) {
      drainBody(request.raw, reply.raw, drainLimits(JSON_BODY_BYTES));
    }
    done(null, payload);
  });
  app.setErrorHandler((error, request, reply) => {
    if (!(error instanceof Failure)) {
      failures.push(error);
    }
    const problem = toProblem(error, { requestId: request.id, retryAfterSeconds: 1 });
    return reply.code(problem.status).headers(problem.headers).send(problem.body);
  });
  const failures: unknown[] = [];
  const bodyRules = { minBytesPerSecond: 0, rateWindowMs: 1000 };
  const results = createResultFiles(await openLocalBlobs(directory));
  for (const one of declared) {
    registerResource(app, one, { services, results, instance: "inst_test", bodyRules, baseUrlOf, goingDown });
  }
  const url = await app.listen({ host: "127.0.0.1", port: 0 });
  onTestFinished(async () => {
    await app.close();
    await store.close();
    await rm(directory, { recursive: true });
  });

  const newAccount = (name = "Acme", credits = 0): Promise<Account> =>
    store.accounts.create({ id: newId.account(), name, credits, by: null, now: clock.now });

  /** Makes a key that works, and returns its id and a way to ask with it. */
  const newCaller = async (
    account: Account,
    { mode = "live", scopes = ["*"] }: { readonly mode?: KeyMode; readonly scopes?: readonly KeyScope[] } = {},
  ) => {
    const { secret, onFile } = issueSecret(mode, pepper);
    const id = newId.key();
    const bounds = { rateLimit: null, concurrency: null, expiresAt: null, allowedAddresses: null, createdBy: null };
    const key = { id, accountId: account.id, name: "test", mode, scopes, ...bounds, secret: onFile, now: clock.now };
    await store.keys.create(key);
    return { keyId: id, secret, accountId: account.id, ask: askWith(secret) };
  };

  const askWith =
    (secret: string) =>
    async (
      request: `${"GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE"} ${string}`,
      body?: unknown,
      headers: Record<string, string> = {},
    ) => {
      const [method = "", path = ""] = request.split(" ");
      const response = await fetch(`${url}/api/v1${path}`, {
        method,
        headers: { "x-api-key": secret, ...(body !== undefined && { "content-type": "application/json" }), ...headers },
        ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
      });
      const text = await response.text();
      // The body may be anything; expectations say what it is.
      return {
        status: response.status,
        headers: response.headers,
        body: text === "" ? undefined : Object(JSON.parse(text)),
      };
    };

  return { url, store, clock, failures, directory, newAccount, newCaller, askWith };
}

/** Returns the faults that a 422 reports, and where. */
export const faultsOf = (answer: { readonly body: { readonly detail: unknown } }): unknown =>
  Array.isArray(answer.body.detail) ? answer.body.detail.map(({ type, loc }) => [type, ...loc]) : answer.body.detail;
