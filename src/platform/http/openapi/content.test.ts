import { validate } from "@scalar/openapi-validator";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { expect, test } from "vitest";
import { z } from "zod";
import { fields } from "../../../kernel/fields/fields.ts";
import { optionalJsonTexts } from "../../../kernel/fields/json-fields.ts";
import { contentOperation } from "../../../operations/operation.ts";
import { openApiDocument } from "./openapi.ts";

const parts = {
  scope: "convert",
  workClass: "browser",
  description: "Prints it.",
  produces: ["application/pdf"],
  price: "2 credits.",
  quote: () => 2,
  run: () => Promise.reject(new Error("not run here")),
} as const;

const print = contentOperation({
  ...parts,
  name: "print",
  operationId: "print_page",
  path: "/api/v1/convert/print",
  summary: "Print",
  content: {
    sources: {
      html: { kind: "text", mediaType: "text/html", description: "The document." },
      url: { kind: "parameter" },
      file: { kind: "file", accepts: ["text/html", "application/zip"], description: "HTML or ZIP." },
    },
    takesAssets: true,
  },
  example: { html: "<p>It's here</p>", scale: 2 },
  parameters: z.object({
    url: fields.optionalText().describe("Its address."),
    scale: fields.number({ min: 0.1, max: 2, default: 1 }),
    names: optionalJsonTexts(["author"])
      .meta({ examples: ['{"author": "B"}'] })
      .describe("Names."),
  }),
});

const write = contentOperation({
  ...parts,
  name: "write",
  operationId: "write_text",
  path: "/api/v1/convert/write",
  summary: "Write",
  content: { sources: { text: { kind: "text", mediaType: "text/plain", description: "The text." } } },
  example: { text: "Hello" },
  parameters: z.object({ slug: fields.textEvenEmpty() }),
});

const report = contentOperation({
  ...parts,
  name: "report",
  operationId: "report_json",
  path: "/api/v1/convert/report",
  summary: "Report",
  aliases: { data: "value" },
  content: { sources: { value: { kind: "json", description: "An object or a list." } } },
  example: { value: [{ a: 1 }] },
  parameters: z.object({}),
});

const limits = { uploadBytes: 5 * 1024 * 1024, jsonBytes: 3 * 1024 * 1024, pagesPerDocument: 70, files: 200 };
const document = JSON.parse(
  JSON.stringify(
    openApiDocument({ operations: [print, write, report], version: "1.2.3", limits, publicUrl: undefined }),
  ),
);
const body = document.paths["/api/v1/convert/print"].post.requestBody.content;

function schemaOf(name: string): ValidateFunction {
  const ajv = new Ajv2020({ formats: { binary: true, "date-time": true, uri: true, date: true, password: true } });
  ajv.addVocabulary(Object.keys(document));
  ajv.addSchema({ $id: "api", ...document });
  const schema = ajv.getSchema(`api#/components/schemas/${name}`);
  if (schema === undefined) {
    throw new Error(`There is no schema ${name}.`);
  }
  return schema;
}

test("the description is valid OpenAPI 3.1", () => {
  const { valid, errors, version } = validate(JSON.stringify(document), { checkPathParameters: true });
  expect({ valid, errors, version }).toEqual({ valid: true, errors: [], version: "3.1" });
});

test("content is described as JSON and as a form, with an example that fits", () => {
  expect(Object.keys(body)).toEqual(["application/json", "multipart/form-data"]);
  expect(body["application/json"]).toEqual({
    schema: { $ref: "#/components/schemas/PrintPageRequest" },
    examples: { example: { summary: "Print", value: print.example } },
  });
  expect(body["multipart/form-data"]).toEqual({
    schema: { $ref: "#/components/schemas/PrintPageForm" },
    encoding: {
      html: { contentType: "text/plain, text/html" },
      file: { contentType: "text/html, application/zip" },
    },
  });
  for (const { operationId, example } of [print, write, report]) {
    const name = operationId.replace(/(?:^|_)(.)/g, (_, letter: string) => letter.toUpperCase());
    expect(schemaOf(`${name}Request`)({ ...example, slug: "" })).toBe(true);
  }
});

test("each body has its own fields, lists and objects its own form", () => {
  const { PrintPageRequest: json, PrintPageForm: form } = document.components.schemas;
  expect(Object.keys(json.properties)).toEqual(["html", "url", "scale", "names"]);
  expect(json.oneOf).toEqual([{ required: ["html"] }, { required: ["url"] }]);
  expect(json.properties.names).toEqual({
    type: "object",
    properties: { author: { type: "string" } },
    examples: [{ author: "B" }],
    description: "Names.",
  });
  expect(json.properties.html).toMatchObject({
    type: "string",
    minLength: 1,
    contentMediaType: "text/html",
    description: "The document. A request has at most 3 MiB.",
  });
  expect(Object.keys(form.properties)).toEqual(["html", "file", "url", "scale", "names", "assets"]);
  expect(form.oneOf).toEqual([{ required: ["html"] }, { required: ["url"] }, { required: ["file"] }]);
  expect(form.properties.names).toMatchObject({ type: "string", contentMediaType: "application/json" });
  expect(form.properties.file).toMatchObject({
    format: "binary",
    description: "HTML or ZIP. A request has at most 5 MiB.",
  });
  expect(document.components.schemas.WriteTextRequest).toMatchObject({ required: ["text", "slug"] });
  expect(document.components.schemas.WriteTextForm).not.toHaveProperty("oneOf");
  expect(document.components.schemas.WriteTextForm.properties).not.toHaveProperty("assets");
});

test("JSON is an object, an array or a text of it, and in a form also a file", () => {
  const fits = schemaOf("ReportJsonRequest");
  for (const value of [{}, [], [{ a: null }], "[1]"]) {
    expect([value, fits({ value })]).toEqual([value, true]);
  }
  for (const value of [5, true, null, ""]) {
    expect([value, fits({ value })]).toEqual([value, false]);
  }
  expect(fits({})).toBe(false);
  const { requestBody, "x-codeSamples": samples } = document.paths["/api/v1/convert/report"].post;
  expect(requestBody.content["multipart/form-data"].encoding).toEqual({ value: { contentType: "application/json" } });
  expect(document.components.schemas.ReportJsonForm.properties.value).toEqual({
    type: "string",
    minLength: 1,
    contentMediaType: "application/json",
    description: "An object or a list. A JSON text, or a file of one. A request has at most 5 MiB.",
  });
  expect(samples[1].source).toContain("-F value=@value.json");
});

test("a body that the service would refuse does not fit", () => {
  const fits = schemaOf("PrintPageRequest");
  expect([fits({ url: "x" }), fits({ html: "A", names: { author: "B" } })]).toEqual([true, true]);
  for (const wrong of [{}, { html: "" }, { html: "A", url: "x" }, { html: "A", scale: 9 }, { html: 5 }]) {
    expect([wrong, fits(wrong)]).toEqual([wrong, false]);
  }
});

test("the examples are commands with JSON and with a file", () => {
  const [json, file] = document.paths["/api/v1/convert/print"].post["x-codeSamples"];
  expect(json.source).toBe(
    "curl -X POST http://localhost:8080/api/v1/convert/print \\\n  -H 'X-API-Key: YOUR_API_KEY' \\\n" +
      "  -H 'Content-Type: application/json' \\\n" +
      `  -d '{\n  "html": "<p>It'\\''s here</p>",\n  "scale": 2\n}' \\\n  -OJ`,
  );
  expect(file.source).toContain("-F file=@document.html \\\n  -F scale=2 \\\n  -OJ");
  expect(document.paths["/api/v1/convert/write"].post["x-codeSamples"][1].source).toContain("-F text=@document.txt");
});

test("an estimate takes JSON for the operations that do", () => {
  const path = ["paths", "/api/v1/estimate", "post", "requestBody", "content"];
  const { content } = document.paths["/api/v1/estimate"].post.requestBody;
  expect(content["application/json"].schema.properties.operation.enum).toEqual(["print", "write", "report"]);
  const without: unknown = openApiDocument({ operations: [], version: "1", limits, publicUrl: undefined });
  expect(without).not.toHaveProperty([...path, "application/json"]);
  expect(without).toHaveProperty([...path, "multipart/form-data"]);
});
