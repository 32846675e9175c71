import { MEDIA_TYPE_NAMES } from "../../../kernel/media-type.ts";
import type { FileOperation, Operation, Scope } from "../../../operations/operation.ts";
import { FACT_HEADERS } from "../../execution/result-facts.ts";
import { contentBody, contentSchemas } from "./content.ts";
import { errorResponses } from "./errors.ts";
import { answerHeaders } from "./headers.ts";
import { BINARY, bytes, type DescribedLimits, fileField, formName, inputSchema, type JsonObject } from "./json.ts";
import { contentSamples, fileSamples, formField, sample } from "./samples.ts";

/*
 * Operations in the API description: each becomes a path with its form, answers and an example, and a schema of the
 * form.
 */

/** Returns the part of the description that `operation` has under its path. */
export const operationItem = (operation: Operation, baseUrl: string): JsonObject => ({
  post: operationMethod(operation, baseUrl),
});

/** Returns the description of the operation's POST method. */
export function operationMethod(
  operation: Operation,
  baseUrl: string,
): JsonObject & { readonly parameters: readonly JsonObject[] } {
  return {
    operationId: operation.operationId,
    tags: [operation.scope],
    summary: operation.summary,
    description: `${operation.description}\n\nPrice: ${operation.price}`,
    parameters: [ASYNC, RETENTION, WEBHOOK_URL, IDEMPOTENCY_KEY],
    requestBody: {
      required: true,
      content: operation.kind === "files" ? fileBody(operation) : contentBody(operation),
    },
    responses: {
      200: {
        description: "The result.",
        headers: answerHeaders([
          "X-Credits-Charged",
          "X-Warnings",
          "Idempotency-Replayed",
          ...(isFile(operation) ? FILE_HEADERS : []),
          ...(operation.facts ?? []).map((fact) => FACT_HEADERS[fact]),
        ]),
        content: Object.fromEntries(
          operation.produces.map((mediaType) => [mediaType, { schema: answerSchema(operation, mediaType) }]),
        ),
      },
      202: ACCEPTED,
      ...errorResponses(namesTemplate(operation) ? [...ERRORS, 404] : ERRORS),
    },
    "x-codeSamples": operation.kind === "files" ? fileSamples(operation, baseUrl) : contentSamples(operation, baseUrl),
  };
}

const ERRORS = [400, 401, 402, 403, 408, 409, 413, 422, 429, 500, 503] as const;

const namesTemplate = (operation: Operation): boolean =>
  operation.kind === "content" && operation.content.template !== undefined;

const fileBody = (operation: FileOperation): JsonObject => ({
  "multipart/form-data": {
    schema: { $ref: `#/components/schemas/${formName(operation)}` },
    encoding: { [fileField(operation)]: { contentType: operation.accepts.join(", ") } },
  },
});

const ASYNC = {
  name: "async",
  in: "query",
  description: "Whether to answer 202 at once and do the work as a job.",
  schema: { type: "boolean", default: false },
};

const RETENTION = {
  name: "retention_seconds",
  in: "query",
  description: "How long the result of a job is kept, in seconds: 0 until it has been read once, else 60 or more.",
  schema: { type: "integer", minimum: 0, maximum: 2_592_000 },
};

const WEBHOOK_URL = {
  name: "webhook_url",
  in: "query",
  description:
    "Address that is notified when the job has ended, in addition to the account's endpoints; also accepted as a " +
    "field of the body. Ignored if the work does not become a job (`X-Warnings: webhook_unused`).",
  schema: { type: "string", format: "uri", maxLength: 2048 },
};

/** The header by which a request can be sent again without being done or charged again. */
export const IDEMPOTENCY_KEY = {
  name: "Idempotency-Key",
  in: "header",
  description:
    "Any text chosen by the client to identify this request. A request that is sent again within 24 h with the same " +
    "key and content is answered as before (`Idempotency-Replayed: true`) and not charged again.",
  schema: { type: "string", pattern: "^[\\x21-\\x7e]{1,255}$" },
};

const ACCEPTED: JsonObject = {
  description:
    "The work has become a job, because of `async=true` or because it takes too long for a synchronous answer.",
  headers: answerHeaders(["Location", "Retry-After", "X-Credits-Charged", "Idempotency-Replayed"]),
  content: { "application/json": { schema: { $ref: "#/components/schemas/JobAccepted" } } },
};

const FILE_HEADERS = ["Content-Disposition"] as const;

const isFile = ({ produces }: Operation): boolean => produces.some((mediaType) => mediaType !== "application/json");

const answerSchema = ({ answer = { type: "object" } }: Operation, mediaType: string): JsonObject =>
  mediaType === "application/json" ? answer : BINARY;

/** Returns the schemas of an operation's bodies, by their names. */
export function bodySchemas(operation: Operation, limits: DescribedLimits): JsonObject {
  if (operation.kind === "content") {
    return contentSchemas(operation, limits);
  }
  const { properties, required } = inputSchema(operation.parameters);
  return {
    [formName(operation)]: {
      type: "object",
      title: formName(operation),
      required: [fileField(operation), ...required],
      properties: { [fileField(operation)]: fileSchema(operation, limits), ...properties },
    },
  };
}

function fileSchema({ accepts, files }: FileOperation, limits: DescribedLimits): JsonObject {
  const kinds = new Intl.ListFormat("en", { type: "disjunction" }).format(
    accepts.map((type) => MEDIA_TYPE_NAMES[type]),
  );
  const bound = `A request has at most ${bytes(limits.uploadBytes)}.`;
  if (files.max === 1) {
    return { ...BINARY, description: `${kinds}. ${bound}` };
  }
  return {
    type: "array",
    items: BINARY,
    minItems: files.min,
    maxItems: Math.min(files.max, limits.files),
    description: `${kinds}, one form part for each file, in order. ${bound}`,
  };
}

export const ESTIMATE_PATH = "/api/v1/estimate";

/** Returns the description of the path that reports what a request to any of `operations` would cost. */
export const estimateItem = (operations: readonly Operation[], baseUrl: string): JsonObject => ({
  post: {
    operationId: "estimate_cost",
    tags: ["service"],
    summary: "What a request would cost",
    description: "Takes the body of an operation and the operation's name. No work is done and nothing is charged.",
    parameters: [ASYNC],
    requestBody: {
      required: true,
      content: {
        "multipart/form-data": {
          schema: {
            type: "object",
            required: ["operation"],
            properties: {
              operation: { type: "string", enum: operations.map(({ name }) => name) },
              file: { ...BINARY, description: "The file, for an operation that takes one." },
              files: { type: "array", items: BINARY, description: "The files, for an operation that takes several." },
            },
            additionalProperties: true,
          },
        },
        ...estimateJson(operations),
      },
    },
    responses: {
      200: {
        description: "The estimate.",
        headers: answerHeaders(["X-Credits-Charged"]),
        content: { "application/json": { schema: { $ref: "#/components/schemas/Estimate" } } },
      },
      ...errorResponses([400, 401, 403, 408, 413, 422, 429, 500, 503]),
    },
    "x-codeSamples": estimateSamples(operations, `${baseUrl}${ESTIMATE_PATH}`),
  },
});

/** Returns a sample that asks what the first operation on a file would cost. */
function estimateSamples(operations: readonly Operation[], url: string): JsonObject[] {
  const operation = operations.find((each) => each.kind === "files" && each.files.max === 1);
  return operation === undefined
    ? []
    : [sample("curl", url, [formField("operation", operation.name), formField("file", "@document.pdf")])];
}

/** Returns the JSON body of the estimate: operations that take content can be estimated by it. */
function estimateJson(operations: readonly Operation[]): JsonObject {
  const names = operations.filter(({ kind }) => kind === "content").map(({ name }) => name);
  const schema = {
    type: "object",
    required: ["operation"],
    properties: { operation: { type: "string", enum: names } },
    additionalProperties: true,
  };
  return names.length === 0 ? {} : { "application/json": { schema } };
}

const COUNT = { type: "integer", minimum: 0 };

export const estimateSchemas: JsonObject = {
  Estimate: {
    type: "object",
    title: "Estimate",
    required: ["operation", "pages", "credits", "mode", "available", "affordable", "files"],
    properties: {
      operation: { type: "string" },
      pages: { ...COUNT, description: "Pages of all files together." },
      credits: { ...COUNT, description: "What the request would be charged at most, or at least with `is_minimum`." },
      is_minimum: {
        const: true,
        description:
          "Present where the price is known only when the result is there: `credits` is the least that it costs.",
      },
      mode: {
        type: "string",
        enum: ["sync", "async"],
        description: "Whether it would be answered at once or as a job.",
      },
      available: { ...COUNT, description: "Credits that the account can spend now." },
      affordable: { type: "boolean" },
      files: {
        type: "array",
        items: {
          type: "object",
          required: ["filename", "pages", "size_bytes"],
          properties: { filename: { type: "string" }, pages: COUNT, size_bytes: COUNT },
        },
      },
    },
  },
};

/** The groups of operations, with the sentence that introduces them. */
export const SCOPE_TAGS: Record<Scope, { readonly title: string; readonly description: string }> = {
  convert: { title: "Conversion", description: "Documents into other formats, and other formats into documents." },
  pdf: { title: "PDF manipulation", description: "Changing PDFs, and checking them." },
  extract: { title: "Extraction", description: "The contents of a PDF as separate files." },
  ocr: { title: "OCR", description: "The text of scanned pages and images." },
  vision: { title: "Vision OCR", description: "The text of pages, read by the model of a provider." },
};
