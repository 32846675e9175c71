import { expect, test } from "vitest";
import { parse } from "yaml";
import { OPERATIONS, send } from "./client.ts";
import { expectOk, json } from "./reply.ts";
import { type Service, sharedService } from "./service.ts";

/* Contract, section 12: the description of the interface that the service serves. */

const service = sharedService();

type Json = { readonly [name: string]: unknown };
const at = (value: unknown, ...path: readonly string[]): unknown =>
  path.reduce<unknown>((inner, name) => (inner as Json | undefined)?.[name], value);

async function description(from: Service): Promise<Json> {
  const document = json(expectOk(await send(from, { path: "/openapi.json", key: null }))) as Json;
  return resolveReferences(document, document) as Json;
}

/** Replaces `$ref` by what it points to; fails on one that points nowhere. */
function resolveReferences(value: unknown, document: Json): unknown {
  if (Array.isArray(value)) {
    return value.map((item) => resolveReferences(item, document));
  }
  if (typeof value !== "object" || value === null) {
    return value;
  }
  const reference = (value as Json)["$ref"];
  if (typeof reference === "string") {
    const target = at(document, ...reference.replace("#/", "").split("/"));
    expect(target, reference).toBeDefined();
    return resolveReferences(target, document);
  }
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, resolveReferences(inner, document)]));
}

test("it is OpenAPI 3.1.0 of interface version 2.5.1, as JSON and as the same YAML", async () => {
  const asJson = expectOk(await send(service(), { path: "/openapi.json", key: null }));
  expect(asJson.headers["content-type"]).toMatch(/^application\/json/);
  expect(json(asJson)).toMatchObject({ openapi: "3.1.0", info: { version: "2.5.1", title: expect.any(String) } });
  const asYaml = expectOk(await send(service(), { path: "/openapi.yaml", key: null }));
  expect(asYaml.headers["content-type"]).toMatch(/yaml/);
  expect(parse(asYaml.body.toString("utf8"))).toEqual(json(asJson));
});

test("it has every path of the service that a program uses, and each operation once", async () => {
  const { paths } = await description(service());
  expect(Object.keys(paths as Json)).toEqual(
    expect.arrayContaining([...OPERATIONS.map(({ path }) => path), "/api/v1/limits", "/health"]),
  );
  const ids = Object.values(paths as Json).flatMap((methods) =>
    Object.values(methods as Json).map((operation) => at(operation, "operationId")),
  );
  for (const id of ids) {
    expect(id).toMatch(/^[a-z]+(_[a-z0-9]+)*$/);
  }
  expect(new Set(ids).size).toBe(ids.length);
});

test.each(OPERATIONS)("$path is described as a POST of a form with a key", async ({ path }) => {
  const document = await description(service());
  expect(Object.keys(at(document, "paths", path) as Json)).toEqual(["post"]);
  const operation = at(document, "paths", path, "post");
  const schemes = Object.values(at(document, "components", "securitySchemes") as Json);
  expect(schemes).toContainEqual(expect.objectContaining({ type: "apiKey", in: "header", name: "X-API-Key" }));
  expect(at(operation, "security") ?? at(document, "security")).not.toEqual([]);
  const form = at(operation, "requestBody", "content", "multipart/form-data", "schema");
  expect(at(form, "required")).toContain("file");
  expect(at(form, "properties", "file")).toBeDefined();
  const statuses = Object.keys(at(operation, "responses") as Json);
  expect(statuses).toEqual(expect.arrayContaining(["200", "400", "401", "413", "422", "429", "500"]));
  for (const status of ["400", "401", "422"]) {
    const error = at(operation, "responses", status, "content", "application/json", "schema");
    expect(at(error, "properties", "detail"), `detail of ${status}`).toBeDefined();
  }
});

test("pdf-to-image is described with the specification's fields, defaults and choices", async () => {
  const document = await description(service());
  const operation = at(document, "paths", OPERATIONS[0].path, "post");
  const form = at(operation, "requestBody", "content", "multipart/form-data", "schema");
  const properties = at(form, "properties") as Json;
  expect(properties).toMatchObject({
    page_number: { type: "integer", default: 1, minimum: 1 },
    start_page: { type: "integer", minimum: 1 },
    end_page: { type: "integer", minimum: 1 },
    image_format: { type: "string", enum: ["PNG", "JPEG", "WEBP"], default: "PNG" },
    dpi: { type: "integer", enum: [72, 150, 300], default: 150 },
    quality: { type: "integer", minimum: 1, maximum: 100, default: 85 },
    transparent_background: { type: "boolean", default: false },
    custom_width: { type: "integer", minimum: 1, maximum: 20_000 },
    custom_height: { type: "integer", minimum: 1, maximum: 20_000 },
    password: { type: "string" },
  });
  expect(at(form, "required")).toEqual(["file"]);
  const produced = Object.keys(at(operation, "responses", "200", "content") as Json);
  expect(produced.toSorted()).toEqual(["application/zip", "image/jpeg", "image/png", "image/webp"]);
});

test("remove-password is described with the specification's fields", async () => {
  const document = await description(service());
  const operation = at(document, "paths", OPERATIONS[1].path, "post");
  const form = at(operation, "requestBody", "content", "multipart/form-data", "schema");
  expect(at(form, "properties")).toMatchObject({
    password: { type: "string" },
    re_encrypt_password: { type: "string" },
  });
  expect((at(form, "required") as string[]).toSorted()).toEqual(["file", "password"]);
  expect(Object.keys(at(operation, "responses", "200", "content") as Json)).toEqual(["application/pdf"]);
});

test("every 2xx and error answer of an operation is described with the rate and credit headers", async () => {
  const document = await description(service());
  for (const { path } of OPERATIONS) {
    const responses = at(document, "paths", path, "post", "responses") as Json;
    for (const [status, response] of Object.entries(responses)) {
      const names = Object.keys((at(response, "headers") ?? {}) as Json).map((name) => name.toLowerCase());
      expect(names, `${path} ${status}`).toEqual(
        expect.arrayContaining([
          "x-ratelimit-limit",
          "x-ratelimit-remaining",
          "x-ratelimit-reset",
          "x-credits-remaining",
        ]),
      );
    }
  }
});
