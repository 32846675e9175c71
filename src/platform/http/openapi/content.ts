import type { ContentType } from "../../../kernel/media-type.ts";
import type { ContentOperation, ContentSource } from "../../../operations/operation.ts";
import {
  BINARY,
  bytes,
  type DescribedLimits,
  type FieldSchema,
  formName,
  inputSchema,
  type JsonObject,
  requestName,
} from "./json.ts";

/* Operations that take content, in the API description: the same fields as JSON and as a form. */

/** Returns the bodies that `operation` takes, by media type. */
export const contentBody = (operation: ContentOperation): JsonObject => ({
  "application/json": {
    schema: { $ref: `#/components/schemas/${requestName(operation)}` },
    examples: { example: { summary: operation.summary, value: operation.example } },
  },
  "multipart/form-data": {
    schema: { $ref: `#/components/schemas/${formName(operation)}` },
    encoding: Object.fromEntries(
      contentFieldsOf(operation).map(([name, types]) => [name, { contentType: types.join(", ") }]),
    ),
  },
});

/** Returns the fields that carry content in a form, with their types. */
const contentFieldsOf = ({ content }: ContentOperation): [name: string, types: readonly ContentType[]][] =>
  Object.entries(content.sources).flatMap(([name, source]) => {
    switch (source.kind) {
      case "file":
        return [[name, source.accepts]];
      case "text":
        return [[name, [...new Set(["text/plain", source.mediaType] as const)]]];
      case "json":
        return [[name, ["application/json"]]];
      case "parameter":
        return [];
    }
  });

/** Returns the schemas of both bodies, by their names. */
export function contentSchemas(operation: ContentOperation, limits: DescribedLimits): JsonObject {
  const parameters = inputSchema(operation.parameters);
  const common = { operation, required: parameters.required };
  const typed = Object.entries(parameters.properties).map(([name, schema]) => [name, asJson(schema)]);
  const assets = operation.content.takesAssets === true ? { assets: ASSETS } : {};
  return {
    [requestName(operation)]: bodySchema({
      ...common,
      title: requestName(operation),
      properties: { ...sourceSchemas(operation, "json", limits.jsonBytes), ...Object.fromEntries(typed) },
    }),
    [formName(operation)]: bodySchema({
      ...common,
      title: formName(operation),
      properties: { ...sourceSchemas(operation, "form", limits.uploadBytes), ...parameters.properties, ...assets },
    }),
  };
}

const ASSETS = {
  type: "array",
  items: BINARY,
  description:
    "Files that the document refers to, by their file names, which are relative paths. A file in any other field " +
    "that " +
    "is not a parameter is an asset too.",
};

/** Returns the schema of a body in which one of the sources is given. */
function bodySchema(body: {
  readonly operation: ContentOperation;
  readonly title: string;
  readonly required: readonly string[];
  readonly properties: JsonObject;
}): JsonObject {
  const { title, properties } = body;
  const sources = Object.keys(body.operation.content.sources).filter((name) => Object.hasOwn(properties, name));
  const [only, ...others] = sources;
  const required = [...(only !== undefined && others.length === 0 ? [only] : []), ...body.required];
  return {
    type: "object",
    title,
    ...(required.length > 0 && { required }),
    ...(others.length > 0 && { oneOf: sources.map((name) => ({ required: [name] })) }),
    properties,
  };
}

function sourceSchemas({ content }: ContentOperation, body: "json" | "form", limitBytes: number): JsonObject {
  const schemas = Object.entries(content.sources).map(([name, source]) => [
    name,
    sourceSchema(source, body, limitBytes),
  ]);
  return Object.fromEntries(schemas.filter(([, schema]) => schema !== undefined));
}

function sourceSchema(source: ContentSource, body: "json" | "form", limitBytes: number): FieldSchema | undefined {
  const bound = `A request has at most ${bytes(limitBytes)}.`;
  switch (source.kind) {
    case "parameter":
      return undefined;
    case "file":
      return body === "json" ? undefined : { ...BINARY, description: `${source.description} ${bound}` };
    case "text": {
      const orFile = body === "form" ? ` A text, or a file of type ${source.mediaType}.` : "";
      return {
        type: "string",
        minLength: 1,
        contentMediaType: source.mediaType,
        description: `${source.description}${orFile} ${bound}`,
      };
    }
    case "json":
      return body === "form"
        ? { ...JSON_TEXT, description: `${source.description} A JSON text, or a file of one. ${bound}` }
        : {
            oneOf: [{ type: "object" }, { type: "array", items: {} }, JSON_TEXT],
            description: `${source.description} ${bound}`,
          };
  }
}

const JSON_TEXT = { type: "string", minLength: 1, contentMediaType: "application/json" } as const;

/**
 * Returns the schema of a field in JSON: a list or object is JSON text in a form, and itself in JSON, and so are its
 * examples.
 */
function asJson({ contentMediaType, contentSchema, ...schema }: FieldSchema): JsonObject {
  if (contentMediaType !== "application/json" || typeof contentSchema !== "object") {
    return { ...schema, ...(contentMediaType !== undefined && { contentMediaType }) };
  }
  const { type: _, examples, ...rest } = schema;
  const values = examples?.map((example): unknown => (typeof example === "string" ? JSON.parse(example) : example));
  return { ...contentSchema, ...rest, ...(values !== undefined && { examples: values }) };
}
