import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { validate } from "@scalar/openapi-validator";
import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, test } from "vitest";
import { z } from "zod";
import { fields } from "../../../kernel/fields/fields.ts";
import { type FileOperation, fileOperation } from "../../../operations/operation.ts";
import { openApiDocument } from "./openapi.ts";

const never = () => {
  throw new Error("not run here");
};

const parts = {
  files: { min: 1, max: 1 },
  password: () => undefined,
  price: "1 credit per request.",
  quote: () => 1,
  run: never,
} as const;

const stamp = fileOperation({
  ...parts,
  name: "stamp",
  operationId: "stamp_pages",
  path: "/api/v1/pdf/stamp",
  scope: "pdf",
  workClass: "pdf",
  summary: "Stamp pages",
  description: "Stamps them.",
  accepts: ["application/pdf"],
  produces: ["application/pdf"],
  parameters: z.object({
    secret: fields
      .textEvenEmpty({ maxLength: 9 })
      .meta({ format: "password", examples: ["it's {{n}}"] })
      .describe("A secret."),
    size: fields.integer({ min: 8, max: 200, default: 48 }).describe("Points."),
    width: fields.optionalInteger({ min: 1 }),
    dpi: fields.oneOfIntegers({ values: [72, 150], default: 150 }),
    place: fields.choice({ values: ["top", "left"], default: "top", aliases: { over: "top" } }),
    strong: fields.flag({ default: false }),
    note: fields.optionalText({ minLength: 2, maxLength: 5 }),
  }),
});

const gather = fileOperation({
  ...parts,
  name: "gather",
  operationId: "gather",
  path: "/api/v1/ocr/gather",
  scope: "ocr",
  workClass: "pdf",
  summary: "Gather",
  description: "Gathers.",
  accepts: ["application/pdf", "image/png"],
  files: { min: 2, max: 500 },
  produces: ["application/json"],
  parameters: z.object({}),
});

const limits = { uploadBytes: 5 * 1024 * 1024, jsonBytes: 3 * 1024 * 1024, pagesPerDocument: 70, files: 200 };
const operations: readonly FileOperation[] = [stamp, gather];
const documentOf = (publicUrl?: string): unknown =>
  // Clients get the document without the members that are undefined.
  JSON.parse(JSON.stringify(openApiDocument({ operations, version: "1.2.3", limits, publicUrl })));
const published: unknown = JSON.parse(
  await readFile(join(import.meta.dirname, "../../../../docs/openapi.json"), "utf8"),
);

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null;
const at = (value: unknown, ...path: readonly (string | number)[]): unknown =>
  path.reduce((inner, key) => (isObject(inner) ? inner[key] : undefined), value);
const keysOf = (value: unknown): readonly string[] => (isObject(value) ? Object.keys(value) : []);

/** Returns every `$ref` below `value`. */
function references(value: unknown): readonly string[] {
  if (!isObject(value)) {
    return [];
  }
  const own = typeof value["$ref"] === "string" ? [value["$ref"]] : [];
  return [...own, ...Object.values(value).flatMap(references)];
}

function resolve(document: unknown, reference: string): unknown {
  const path = reference.replace(/^#\//, "").split("/");
  return at(document, ...path.map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~")));
}

/** Compiles the schemas of `document`; the whole description is added, so that references between them resolve. */
function schemasOf(document: unknown): Ajv2020 {
  const ajv = new Ajv2020({
    formats: { binary: true, password: true, date: true, "date-time": true, uri: true },
    allErrors: true,
  });
  ajv.addVocabulary([...keysOf(document)]);
  ajv.addSchema({ $id: "api", ...(isObject(document) && document) });
  return ajv;
}

test.for([
  ["of made-up operations", documentOf()],
  ["with a public address", documentOf("https://pdf.example/")],
  ["as published", published],
] as const)("the description %s is valid OpenAPI 3.1", ([, document]) => {
  const { valid, errors, version } = validate(JSON.stringify(document), { checkPathParameters: true });
  expect({ valid, errors, version }).toEqual({ valid: true, errors: [], version: "3.1" });
  expect(at(document, "openapi")).toBe("3.1.0");
  expect(at(document, "info", "version")).toBe("2.5.1");
});

test.for([
  ["of made-up operations", documentOf()],
  ["as published", published],
] as const)("every reference and schema of the description %s holds", ([, document]) => {
  const ajv = schemasOf(document);
  const names = keysOf(at(document, "components", "schemas"));
  expect(names.length).toBeGreaterThan(10);
  // The schema compiler throws at a word, type or reference that it does not know.
  expect(names.filter((name) => ajv.getSchema(`api#/components/schemas/${name}`) === undefined)).toEqual([]);
  const all = references(document);
  expect(all.length).toBeGreaterThan(100);
  expect(all.filter((reference) => resolve(document, reference) === undefined)).toEqual([]);
});

test("nothing is described that nothing refers to", () => {
  const used = new Set(references(published));
  const components = ["schemas", "responses", "headers"].flatMap((kind) =>
    keysOf(at(published, "components", kind)).map((name) => `#/components/${kind}/${name}`),
  );
  expect(components.filter((component) => !used.has(component))).toEqual([]);
});

test("a form has the file and each parameter with its type, bounds and default", () => {
  expect(at(documentOf(), "components", "schemas", "StampPagesForm")).toEqual({
    type: "object",
    title: "StampPagesForm",
    required: ["file", "secret"],
    properties: {
      file: { type: "string", format: "binary", description: "PDF. A request has at most 5 MiB." },
      secret: { type: "string", maxLength: 9, format: "password", examples: ["it's {{n}}"], description: "A secret." },
      size: { type: "integer", minimum: 8, maximum: 200, default: 48, description: "Points." },
      width: { type: "integer", minimum: 1 },
      dpi: { type: "integer", enum: [72, 150], default: 150 },
      place: { type: "string", enum: ["top", "left"], default: "top" },
      strong: { type: "boolean", default: false },
      note: { type: "string", minLength: 2, maxLength: 5 },
    },
  });
});

test("several files are a list, bounded by the operation and the service", () => {
  const form = at(documentOf(), "components", "schemas", "GatherForm");
  expect(at(form, "required")).toEqual(["files"]);
  expect(at(form, "properties", "files")).toMatchObject({
    type: "array",
    items: { type: "string", format: "binary" },
    minItems: 2,
    maxItems: 200,
    description: "PDF or PNG, one form part for each file, in order. A request has at most 5 MiB.",
  });
});

test("an operation names its answers, their headers and what can go wrong", () => {
  const operation = at(documentOf(), "paths", "/api/v1/pdf/stamp", "post");
  expect(at(operation, "operationId")).toBe("stamp_pages");
  expect(at(operation, "tags")).toEqual(["pdf"]);
  expect(keysOf(at(operation, "responses"))).toEqual(
    expect.arrayContaining(["200", "400", "401", "402", "413", "422", "429", "500", "503"]),
  );
  const ok = at(operation, "responses", 200);
  expect(keysOf(at(ok, "content"))).toEqual(["application/pdf"]);
  expect(keysOf(at(ok, "headers"))).toEqual(
    expect.arrayContaining([
      "X-RateLimit-Limit",
      "X-RateLimit-Remaining",
      "X-RateLimit-Reset",
      "X-Credits-Remaining",
      "X-Credits-Charged",
      "X-Request-ID",
      "X-Warnings",
      "Content-Disposition",
    ]),
  );
});

test("every answer of the description carries the rate and credit headers", () => {
  const answers = Object.values(at(published, "paths") ?? {})
    .flatMap((item) => Object.values(isObject(item) ? item : {}))
    .flatMap((operation) => Object.values(at(operation, "responses") ?? {}))
    .map((answer) =>
      typeof at(answer, "$ref") === "string" ? resolve(published, String(at(answer, "$ref"))) : answer,
    );
  expect(answers.length).toBeGreaterThan(20);
  for (const answer of answers) {
    expect(keysOf(at(answer, "headers"))).toEqual(
      expect.arrayContaining([
        "X-RateLimit-Limit",
        "X-RateLimit-Remaining",
        "X-RateLimit-Reset",
        "X-Credits-Remaining",
      ]),
    );
  }
});

test("the key is asked for everywhere but where everybody may read", () => {
  expect(at(published, "components", "securitySchemes", "ApiKeyAuth")).toMatchObject({
    type: "apiKey",
    in: "header",
    name: "X-API-Key",
  });
  expect(at(published, "security")).toEqual([{ ApiKeyAuth: [] }]);
  const open = keysOf(at(published, "paths")).filter(
    (path) => at(published, "paths", path, "get", "security") !== undefined,
  );
  expect(open).toEqual([
    "/",
    "/health",
    "/health/live",
    "/health/ready",
    "/metrics",
    "/openapi.json",
    "/openapi.yaml",
    "/docs",
  ]);
});

const invalid = {
  detail: [
    {
      type: "less_than_equal",
      loc: ["body", "opacity"],
      msg: "Input should be less than or equal to 1",
      input: "1.5",
      ctx: { le: 1 },
    },
    { type: "missing", loc: ["body", "files", 0], msg: "Field required" },
  ],
  code: "validation_error",
  request_id: "req_1",
};

test("the bodies of errors are the ones of their status", () => {
  const ajv = schemasOf(published);
  const fits = (schema: string, body: unknown) => ajv.getSchema(`api#/components/schemas/${schema}`)?.(body);
  const wrongPassword = { detail: "The password is not correct.", code: "wrong_password", request_id: "req_1" };
  expect(fits("BadRequestError", wrongPassword)).toBe(true);
  expect(fits("BadRequestError", { ...wrongPassword, code: "queue_full" })).toBe(false);
  expect(fits("BadRequestError", { ...wrongPassword, detail: [] })).toBe(false);
  expect(fits("HTTPValidationError", invalid)).toBe(true);
  expect(fits("HTTPValidationError", { ...invalid, detail: "wrong" })).toBe(false);
  expect(fits("PayloadTooLargeError", { ...wrongPassword, code: "payload_too_large", limit_bytes: 9 })).toBe(true);
  expect(fits("PayloadTooLargeError", { ...wrongPassword, code: "payload_too_large", limit_bytes: "9" })).toBe(false);
});

const curl = (document: unknown, path: string) => at(document, "paths", path, "post", "x-codeSamples", 0, "source");

test("the example is a command that sends what is required", () => {
  expect(curl(documentOf("https://pdf.example/"), "/api/v1/pdf/stamp")).toBe(
    "curl -X POST https://pdf.example/api/v1/pdf/stamp \\\n  -H 'X-API-Key: YOUR_API_KEY' \\\n" +
      "  -F file=@document.pdf \\\n  -F 'secret=it'\\''s {{n}}' \\\n  -OJ",
  );
  expect(curl(documentOf(), "/api/v1/ocr/gather")).toBe(
    "curl -X POST http://localhost:8080/api/v1/ocr/gather \\\n  -H 'X-API-Key: YOUR_API_KEY' \\\n" +
      "  -F files=@first.pdf \\\n  -F files=@second.pdf",
  );
});

// The types and defaults of the customer's tables, unchanged.
test.for([
  ["/api/v1/convert/pdf-to-image", "page_number", { type: "integer", default: 1 }],
  ["/api/v1/convert/pdf-to-image", "start_page", { type: "integer" }],
  ["/api/v1/convert/pdf-to-image", "end_page", { type: "integer" }],
  ["/api/v1/convert/pdf-to-image", "image_format", { enum: ["PNG", "JPEG", "WEBP"], default: "PNG" }],
  ["/api/v1/convert/pdf-to-image", "dpi", { type: "integer", enum: [72, 150, 300], default: 150 }],
  ["/api/v1/convert/pdf-to-image", "quality", { type: "integer", minimum: 1, maximum: 100, default: 85 }],
  ["/api/v1/convert/pdf-to-image", "transparent_background", { type: "boolean", default: false }],
  ["/api/v1/convert/pdf-to-image", "custom_width", { type: "integer" }],
  ["/api/v1/convert/pdf-to-image", "custom_height", { type: "integer" }],
  ["/api/v1/pdf/remove-password", "file", { type: "string", format: "binary" }],
  ["/api/v1/pdf/remove-password", "password", { type: "string" }],
  ["/api/v1/pdf/remove-password", "re_encrypt_password", { type: "string" }],
] as const)("the published description of %s has %s as specified", ([path, name, expected]) => {
  const content = at(
    published,
    "paths",
    path,
    "post",
    "requestBody",
    "content",
    "multipart/form-data",
    "schema",
    "$ref",
  );
  const parameter = at(resolve(published, String(content)), "properties", name);
  expect(parameter).toMatchObject(expected);
  expect(at(parameter, "default")).toBe("default" in expected ? expected.default : undefined);
});
