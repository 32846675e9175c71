import { validate } from "@scalar/openapi-validator";
import { expect, test } from "vitest";
import { z } from "zod";
import { fields } from "../../../kernel/fields/fields.ts";
import { contentOperation } from "../../../operations/operation.ts";
import { openApiDocument } from "./openapi.ts";

const printing = contentOperation({
  name: "print-letter",
  operationId: "print_letter",
  path: "/api/v1/pdf/print-letter",
  scope: "pdf",
  workClass: "browser",
  summary: "Print a letter",
  description: "Prints one.",
  produces: ["application/pdf"],
  price: "1 credit.",
  content: {
    sources: { variables: { kind: "json", description: "Variables." } },
    template: { slug: "template_slug", version: "version" },
  },
  example: { template_slug: "letter", variables: {} },
  parameters: z.object({ template_slug: fields.text(), version: fields.optionalInteger({ min: 1 }) }),
  quote: () => 1,
  run: () => Promise.reject(new Error("not run here")),
});

const limits = { uploadBytes: 5_000_000, jsonBytes: 3_000_000, pagesPerDocument: 70, files: 200 };
const described = (operations: readonly (typeof printing)[]) =>
  JSON.parse(JSON.stringify(openApiDocument({ operations, version: "1.2.3", limits })));

test("a preview is described as the operation at its path, with nothing that must be sent", () => {
  const document = described([printing]);
  const { valid, errors } = validate(JSON.stringify(document), { checkPathParameters: true });
  expect({ valid, errors }).toEqual({ valid: true, errors: [] });
  const preview = document.paths["/api/v1/templates/{slug}/preview"].post;
  expect(preview).toMatchObject({
    operationId: "preview_template",
    tags: ["templates"],
    requestBody: { required: false },
  });
  expect(preview.parameters[0]).toMatchObject({ name: "slug", in: "path", required: true });
  expect(preview.responses).toEqual(document.paths["/api/v1/pdf/print-letter"].post.responses);
  expect(Object.keys(preview.responses)).toContain("404");
  const { properties, ...body } = document.components.schemas.PreviewTemplateBody;
  expect([body, Object.keys(properties)]).toEqual([
    { type: "object", title: "PreviewTemplateBody" },
    ["variables", "version"],
  ]);
});

test("without an operation that prints templates there is no preview", () => {
  const document = described([]);
  expect(Object.keys(document.paths)).not.toContain("/api/v1/templates/{slug}/preview");
  expect(document.components.schemas.PreviewTemplateBody).toBeUndefined();
});
