import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, test } from "vitest";
import { resourceSchemas, resources } from "../resources/resources.ts";
import { resourceService } from "../resources/testing/resource-service.ts";
import { errorResponseComponents, errorSchemas } from "./errors.ts";
import { headerComponents } from "./headers.ts";
import { RESOURCE_TAGS, resourceBodySchemas, resourcePaths } from "./resources.ts";

/* The description as a client gets it. */
const described: { paths: Record<string, Record<string, Record<string, unknown>>>; components: object } = JSON.parse(
  JSON.stringify({
    paths: resourcePaths(resources, {
      baseUrl: "https://pdf.example",
      resultTypes: ["application/json", "application/pdf"],
    }),
    components: {
      schemas: { ...resourceBodySchemas(resources), ...resourceSchemas, ...errorSchemas },
      responses: errorResponseComponents,
      headers: headerComponents,
    },
  }),
);

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null;
const resolve = (reference: string): unknown =>
  reference
    .replace(/^#\//, "")
    .split("/")
    .reduce((inner: unknown, name) => (isObject(inner) ? inner[name] : undefined), described);

function references(value: unknown): readonly string[] {
  if (!isObject(value)) {
    return [];
  }
  const own = typeof value["$ref"] === "string" ? [value["$ref"]] : [];
  return [...own, ...Object.values(value).flatMap(references)];
}

const ajv = new Ajv2020({ formats: { "date-time": true, date: true, uri: true, binary: true } });
ajv.addVocabulary(Object.keys(described));
ajv.addSchema({ $id: "api", ...described });

test("every reference is to something, and everything is referred to", () => {
  const all = references(described);
  expect(all.filter((reference) => resolve(reference) === undefined)).toEqual([]);
  const own = Object.keys({ ...resourceBodySchemas(resources), ...resourceSchemas });
  // The answer of operations that become jobs is described with them.
  expect(own.filter((name) => !all.includes(`#/components/schemas/${name}`))).toEqual(["JobAccepted"]);
});

test("every schema is one", () => {
  const names = Object.keys({ ...resourceBodySchemas(resources), ...resourceSchemas });
  expect(names.filter((name) => ajv.getSchema(`api#/components/schemas/${name}`) === undefined)).toEqual([]);
});

test("each resource is a method of its path, once, under a tag that is introduced", () => {
  const methods = Object.values(described.paths).flatMap((methodsOfPath) => Object.values(methodsOfPath));
  expect(methods).toHaveLength(resources.length);
  expect(new Set(methods.map(({ operationId }) => operationId)).size).toBe(resources.length);
  const tags = new Set(["service", ...RESOURCE_TAGS.map(({ name }) => name)]);
  expect(resources.filter(({ tag }) => !tags.has(tag))).toEqual([]);
});

test("a method has its parameters, body, answers and errors", () => {
  expect(described.paths["/api/v1/keys/{id}/rotate"]?.["post"]).toMatchObject({
    operationId: "rotate_key",
    tags: ["keys"],
    description: expect.stringContaining("Needs a key with the scope `account` or `admin`"),
    parameters: [
      { name: "id", in: "path", required: true },
      { name: "Idempotency-Key", in: "header" },
    ],
    requestBody: { required: false },
    responses: { 200: { content: { "application/json": { schema: { $ref: "#/components/schemas/RotatedKey" } } } } },
  });
  expect(Object.keys(Object(described.paths["/api/v1/keys/{id}/rotate"]?.["post"]?.["responses"]))).toEqual([
    "200",
    "401",
    "403",
    "404",
    "408",
    "409",
    "413",
    "422",
    "429",
    "500",
    "503",
  ]);
  expect(Object.keys(described.paths["/api/v1/keys/{id}"] ?? {})).toEqual(["get", "delete"]);
  expect(described.paths["/api/v1/account/usage"]?.["get"]?.["parameters"]).toContainEqual({
    name: "from",
    in: "query",
    description: expect.stringContaining("First day, UTC"),
    schema: { type: "string", anyOf: [{ format: "date" }, { format: "date-time" }] },
  });
  expect(resolve("#/components/schemas/CreateKeyBody")).toMatchObject({
    required: ["name"],
    properties: { name: { minLength: 1, maxLength: 200 }, scopes: { type: "array", default: ["*"] } },
  });
});

test("answers are as they are described", async () => {
  const { newAccount, newCaller } = await resourceService();
  const account = await newAccount("Acme", 5);
  const { ask, keyId } = await newCaller(account, { scopes: ["*", "admin"] });
  const hours = "/account/usage?from=2030-05-01&group_by=hour";
  const answers = [
    ["OwnAccount", await ask("GET /account")],
    ["Usage", await ask(`GET ${hours}`)],
    ["LedgerPage", await ask("GET /account/ledger")],
    ["Pricing", await ask("GET /pricing")],
    ["Limits", await ask("GET /limits")],
    ["NewKey", await ask("POST /keys", { name: "k", expires_at: "2031-01-01T00:00:00Z" })],
    ["Key", await ask(`GET /keys/${keyId}`)],
    ["KeyPage", await ask("GET /keys")],
    ["RotatedKey", await ask(`POST /keys/${keyId}/rotate`)],
    ["Account", await ask("POST /accounts", { name: "a" })],
    ["AccountPage", await ask("GET /accounts?limit=1")],
  ] as const;
  for (const [schema, { body }] of answers) {
    const validate = ajv.getSchema(`api#/components/schemas/${schema}`);
    expect([schema, validate?.(body), validate?.errors]).toEqual([schema, true, null]);
    // Nothing is answered that is not described.
    expect([schema, Object.keys(body).toSorted()]).toEqual([
      schema,
      Object.keys(Object(Object(resolve(`#/components/schemas/${schema}`)).properties)).toSorted(),
    ]);
  }
});

test("the result of a job has the media types of all operations, and a job that has not ended says when to ask again", () => {
  const jobPath = described.paths["/api/v1/jobs/{id}"];
  const resultPath = described.paths["/api/v1/jobs/{id}/result"];
  expect(jobPath?.["get"]).toMatchObject({ responses: { 200: { headers: { "Retry-After": {} } } } });
  expect(resultPath?.["get"]).toMatchObject({
    responses: {
      200: {
        content: { "application/json": {}, "application/pdf": { schema: { format: "binary" } } },
        headers: { "Content-Disposition": {}, "X-Credits-Charged": {} },
      },
      402: {},
      422: {},
    },
  });
});

test("every error declares what it charged, and one that may be repeated that it was", () => {
  for (const [name, response] of Object.entries(errorResponseComponents)) {
    expect(response, name).toMatchObject({ headers: { "X-Credits-Charged": {} } });
  }
  expect(errorResponseComponents["BadRequest"]).toMatchObject({ headers: { "Idempotency-Replayed": {} } });
});

test("every example is a body that the resource takes, and every body that has to be sent has one", () => {
  for (const { operationId, body, example } of resources) {
    expect([operationId, body?.safeParse(example ?? {}).error]).toEqual([operationId, undefined]);
  }
});
