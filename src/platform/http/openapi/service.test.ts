import { Ajv2020 } from "ajv/dist/2020.js";
import { fastify } from "fastify";
import { expect, onTestFinished, test } from "vitest";
import { Failure, type FailureCode } from "../../../kernel/failure.ts";
import type { Health, PartStates } from "../../health/health.ts";
import { InvalidRequest, itemFor } from "../body/validation.ts";
import { statusOf, toProblem } from "../lifecycle/problem.ts";
import { registerServiceRoutes, type ServiceRouteDeps } from "../lifecycle/service-routes.ts";
import { openApiDocument } from "./openapi.ts";

/* Checks of the API description against the code that answers. */

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

const schemas = new Ajv2020();
const document = openApiDocument({ operations: [], version: "1.2.3", limits });
schemas.addVocabulary(Object.keys(document));
schemas.addSchema({ ...document, $id: "api" });

/** Returns what is wrong with `body` by the schema, and which members the schema does not know. */
function faultsOf(schema: string, body: object): readonly string[] {
  const validate = schemas.getSchema(`api#/components/schemas/${schema}`);
  if (validate === undefined) {
    return [`no schema ${schema}`];
  }
  const faults = validate(body) === true ? [] : [schemas.errorsText(validate.errors)];
  const known = Object.keys(Object(Object(validate.schema).properties));
  return [...faults, ...Object.keys(body).filter((member) => !known.includes(member))];
}

const healthOf = (changes: Partial<PartStates>): Health => ({
  parts: () =>
    Promise.resolve({ store: "ready", disk: "ready", engines: [{ name: "pdf", state: "ready" }], ...changes }),
});

function service(parts: Partial<ServiceRouteDeps> = {}) {
  const app = fastify();
  registerServiceRoutes(app, {
    version: "1.2.3",
    health: healthOf({}),
    isShuttingDown: () => false,
    retryAfterSeconds: () => 1,
    ...parts,
  });
  onTestFinished(() => app.close());
  return app;
}

test.for([
  ["/", "FrontDoor"],
  ["/health", "Health"],
  ["/health/live", "Health"],
  ["/health/ready", "Readiness"],
] as const)("%s answers what the description calls %s", async ([url, schema]) => {
  expect(faultsOf(schema, (await service().inject(url)).json())).toEqual([]);
});

test("browsers are sent from the root to the page", async () => {
  const accept = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";
  const answer = await service().inject({ url: "/", headers: { accept } });
  expect([answer.statusCode, answer.headers["location"], answer.headers["vary"]]).toEqual([302, "/docs", "accept"]);
  expect((await service().inject({ url: "/", headers: { accept: "*/*" } })).statusCode).toBe(200);
});

test("readiness answers what the description says, with a part missing and at the end", async () => {
  const answers = [
    [{ health: healthOf({ engines: [{ name: "pdf", state: "unavailable" }] }) }, "engine_unavailable", "unavailable"],
    [{ health: healthOf({ store: "unavailable" }) }, "storage_unavailable", "unavailable"],
    [{ health: healthOf({ disk: "unavailable" }) }, "storage_unavailable", "unavailable"],
    [{ isShuttingDown: () => true }, "shutting_down", "shutting_down"],
  ] as const;
  for (const [parts, code, status] of answers) {
    const answer = await service(parts).inject("/health/ready");
    expect(answer.statusCode).toBe(503);
    expect(answer.json()).toMatchObject({ code, status });
    expect(faultsOf("Readiness", answer.json())).toEqual([]);
  }
});

const SCHEMAS: Readonly<Record<number, string>> = {
  400: "BadRequestError",
  401: "UnauthorizedError",
  402: "InsufficientCreditsError",
  403: "ForbiddenError",
  404: "NotFoundError",
  408: "RequestTimeoutError",
  409: "ConflictError",
  410: "GoneError",
  412: "PreconditionFailedError",
  413: "PayloadTooLargeError",
  422: "HTTPValidationError",
  429: "RateLimitExceededError",
  500: "InternalServerError",
  503: "ServiceUnavailableError",
};

const bodyOf = (thrown: unknown): object =>
  JSON.parse(String(toProblem(thrown, { requestId: "req_1", retryAfterSeconds: 1 }).body));

test("every failure has the body that the description gives its status", () => {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of a constant
  const codes = Object.keys(statusOf) as FailureCode[];
  const described = codes.filter((code) => SCHEMAS[statusOf[code]] !== undefined);
  expect(codes.filter((code) => !described.includes(code))).toEqual(["method_not_allowed", "headers_too_large"]);
  for (const code of described) {
    const failure = new Failure(code, "What failed.", { facts: { limitBytes: 5, required: 3, available: 2 } });
    expect(faultsOf(String(SCHEMAS[statusOf[code]]), bodyOf(failure))).toEqual([]);
  }
});

test("the list of a request's faults is what the description says", () => {
  const fault = {
    type: "less_than_equal",
    message: "Input should be less than or equal to 1",
    context: { le: 1 },
  } as const;
  const items = [
    itemFor(fault, ["body", "opacity"], "1.5"),
    itemFor({ type: "missing", message: "Field required" }, ["body", "files", 0]),
  ];
  const body = bodyOf(new InvalidRequest(items));
  expect(faultsOf("HTTPValidationError", body)).toEqual([]);
  expect(items.flatMap((item) => faultsOf("ValidationError", item))).toEqual([]);
});
