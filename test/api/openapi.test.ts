import { expect, test } from "vitest";
import { parse } from "yaml";
import { MERGE, OPERATIONS, PDF_IMAGES, PDF_TO_IMAGE, REMOVE_PASSWORD, SPLIT, send, WATERMARK } from "./client.ts";
import { expectOk, json } from "./reply.ts";
import { commonService, type Service } from "./service.ts";

/* Contract, section 12: the description of the interface that the service serves. */

const service = commonService();

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

test("the resources of money and jobs are described, with what their routes answer", async () => {
  const document = await description(service());
  const statusesOf = (path: string, method: string): string[] =>
    Object.keys(at(document, "paths", path, method, "responses") ?? {});
  for (const { path } of OPERATIONS) {
    expect(statusesOf(path, "post"), path).toEqual(expect.arrayContaining(["202", "402", "403", "409"]));
  }
  const described: readonly (readonly [path: string, method: string, statuses: readonly string[]])[] = [
    ["/api/v1/keys", "post", ["201", "401", "403", "422"]],
    ["/api/v1/keys", "get", ["200"]],
    ["/api/v1/accounts", "post", ["201", "403", "422"]],
    ["/api/v1/accounts", "get", ["200"]],
    ["/api/v1/account", "get", ["200"]],
    ["/api/v1/account/usage", "get", ["200", "422"]],
    ["/api/v1/pricing", "get", ["200"]],
    ["/api/v1/estimate", "post", ["200", "400", "413", "422"]],
    ["/api/v1/jobs", "get", ["200", "422"]],
  ];
  for (const [path, method, statuses] of described) {
    expect(statusesOf(path, method), `${method} ${path}`).toEqual(expect.arrayContaining([...statuses]));
  }
});

test("pdf-to-image is described with the specification's fields, defaults and choices", async () => {
  const document = await description(service());
  const operation = at(document, "paths", PDF_TO_IMAGE, "post");
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
  const operation = at(document, "paths", REMOVE_PASSWORD, "post");
  const form = at(operation, "requestBody", "content", "multipart/form-data", "schema");
  expect(at(form, "properties")).toMatchObject({
    password: { type: "string" },
    re_encrypt_password: { type: "string" },
  });
  expect((at(form, "required") as string[]).toSorted()).toEqual(["file", "password"]);
  expect(Object.keys(at(operation, "responses", "200", "content") as Json)).toEqual(["application/pdf"]);
});

test("merge is described with a list of files, and lists and objects as JSON", async () => {
  const operation = at(await description(service()), "paths", MERGE, "post");
  const form = at(operation, "requestBody", "content", "multipart/form-data", "schema");
  const asJson = { type: "string", contentMediaType: "application/json" };
  expect(at(form, "properties")).toMatchObject({
    files: { type: "array", minItems: 2, maxItems: 200 },
    pages: { ...asJson, contentSchema: { type: "array" } },
    bookmarks: { type: "string", enum: ["keep", "files", "none"], default: "keep" },
    passwords: { ...asJson, contentSchema: { type: "array" } },
    metadata: { ...asJson, contentSchema: { type: "object" } },
    output_filename: { type: "string", default: "merged.pdf" },
  });
  expect(at(form, "required")).toEqual(["files"]);
  expect(Object.keys(at(operation, "responses", "200", "content") as Json)).toEqual(["application/pdf"]);
});

test("split and pdf-images are described with the contract's fields, and the header of the latter", async () => {
  const document = await description(service());
  const formOf = (path: string): unknown =>
    at(document, "paths", path, "post", "requestBody", "content", "multipart/form-data", "schema");
  expect(at(formOf(SPLIT), "properties")).toMatchObject({
    mode: { type: "string", enum: ["pages", "ranges", "chunks", "bookmarks"] },
    pages: { type: "string", default: "all" },
    ranges: { type: "string" },
    chunk_size: { type: "integer", minimum: 1 },
    unify: { type: "boolean", default: false },
  });
  expect(at(formOf(PDF_IMAGES), "properties")).toMatchObject({
    pages: { type: "string", default: "all" },
    format: { type: "string", enum: ["original", "png", "jpeg"], default: "original" },
    min_width: { type: "integer", minimum: 1, default: 1 },
    min_height: { type: "integer", minimum: 1, default: 1 },
    dedupe: { type: "boolean", default: true },
  });
  const headersOf = (path: string): object =>
    at(document, "paths", path, "post", "responses", "200", "headers") as Json;
  expect(headersOf(PDF_IMAGES)).toHaveProperty("X-Image-Count");
  expect(headersOf(SPLIT)).not.toHaveProperty("X-Image-Count");
});

test("watermark is described with the specification's fields and the contract's", async () => {
  const operation = at(await description(service()), "paths", WATERMARK, "post");
  expect(at(operation, "operationId")).toBe("add_watermark");
  const form = at(operation, "requestBody", "content", "multipart/form-data", "schema");
  const corners = ["top-left", "top-right", "bottom-left", "bottom-right"];
  expect(at(form, "properties")).toMatchObject({
    text: { type: "string", minLength: 1, maxLength: 10_000 },
    position: { type: "string", enum: ["diagonal", "center", "top", "bottom", ...corners], default: "diagonal" },
    opacity: { type: "number", minimum: 0.05, maximum: 1, default: 0.3 },
    font_size: { type: "integer", minimum: 8, maximum: 200, default: 48 },
    font_color: { type: "string", default: "#808080" },
    pages: { type: "string", default: "all" },
    password: { type: "string", format: "password" },
    rotation: { type: "number", minimum: -360, maximum: 360 },
    layer: { type: "string", enum: ["over", "under"], default: "over" },
    font_family: { type: "string", minLength: 1, maxLength: 200 },
    timezone: { type: "string", default: "UTC" },
    fit: { type: "boolean", default: false },
    output_filename: { type: "string", default: "watermarked.pdf" },
  });
  expect((at(form, "required") as string[]).toSorted()).toEqual(["file", "text"]);
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
