import type { Operation } from "../../../operations/operation.ts";
import { PREVIEW_PATH, type TemplatePrinting, templatePrinting } from "../operation/template-preview.ts";
import { contentSchemas } from "./content.ts";
import { type DescribedLimits, type JsonObject, requestName } from "./json.ts";
import { operationMethod } from "./operations.ts";
import { EXAMPLE_SLUG, SAVE, sample } from "./samples.ts";

/* The preview of templates in the API description: the operation that prints them, at another path. */

const BODY = "PreviewTemplateBody";

/** Returns the path of the preview; none when no operation prints templates. */
export function previewPaths(operations: readonly Operation[], baseUrl: string): JsonObject {
  const printing = templatePrinting(operations);
  if (printing === undefined) {
    return {};
  }
  const { parameters, ...method } = operationMethod(printing.operation, baseUrl);
  return {
    [PREVIEW_PATH.replace(/:(\w+)/, "{$1}")]: {
      post: {
        ...method,
        operationId: "preview_template",
        tags: ["templates"],
        summary: "Print a template with its sample",
        description:
          `Same as \`${printing.operation.path}\`, at the same price; without \`variables\` the template's own ` +
          "`sample` is used. Needs a key with the scope `templates:write` or `pdf`; `*` includes every scope except " +
          "`admin`.",
        parameters: [{ name: "slug", in: "path", required: true, schema: { type: "string" } }, ...parameters],
        requestBody: {
          required: false,
          content: { "application/json": { schema: { $ref: `#/components/schemas/${BODY}` } } },
        },
        "x-codeSamples": [sample("curl", `${baseUrl}${PREVIEW_PATH.replace(":slug", EXAMPLE_SLUG)}`, [SAVE])],
      },
    },
  };
}

export function previewSchemas(operations: readonly Operation[], limits: DescribedLimits): JsonObject {
  const printing = templatePrinting(operations);
  return printing === undefined ? {} : { [BODY]: bodySchema(printing, limits) };
}

/**
 * Returns the schema of the operation's JSON without the slug, which is in the path; the template may have the
 * variables.
 */
function bodySchema({ operation, slug }: TemplatePrinting, limits: DescribedLimits): JsonObject {
  const { properties } = Object(contentSchemas(operation, limits)[requestName(operation)]);
  const { [slug]: _, ...others } = properties;
  return { type: "object", title: BODY, properties: others };
}
