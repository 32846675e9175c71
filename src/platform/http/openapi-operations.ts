import type { MediaType } from "../../kernel/media-type.ts";
import type { FileOperation, Scope } from "../../operations/operation.ts";
import { errorResponses } from "./openapi-errors.ts";
import { answerHeaders } from "./openapi-headers.ts";
import { bytes, type DescribedLimits, type FieldSchema, inputSchema, type JsonObject } from "./openapi-json.ts";

/*
 * Operations in the API description: each becomes a path with its form, answers and an example, and a schema of the form.
 */

/** The part of the description that `operation` has under its path. */
export function operationItem(operation: FileOperation, baseUrl: string): JsonObject {
  return {
    post: {
      operationId: operation.operationId,
      tags: [operation.scope],
      summary: operation.summary,
      description: operation.description,
      requestBody: {
        required: true,
        content: {
          "multipart/form-data": {
            schema: { $ref: `#/components/schemas/${formName(operation)}` },
            encoding: { [fileField(operation)]: { contentType: operation.accepts.join(", ") } },
          },
        },
      },
      responses: {
        200: {
          description: "The result.",
          headers: answerHeaders(["X-Credits-Charged", "X-Warnings", ...(isFile(operation) ? FILE_HEADERS : [])]),
          content: Object.fromEntries(
            operation.produces.map((mediaType) => [mediaType, { schema: answerSchema(mediaType) }]),
          ),
        },
        ...errorResponses([400, 401, 402, 408, 413, 422, 429, 500, 503]),
      },
      "x-codeSamples": [{ lang: "shell", label: "curl", source: curlExample(operation, baseUrl) }],
    },
  };
}

const FILE_HEADERS = ["Content-Disposition"] as const;

const isFile = ({ produces }: FileOperation): boolean => produces.some((mediaType) => mediaType !== "application/json");

const answerSchema = (mediaType: string): JsonObject =>
  mediaType === "application/json" ? { type: "object" } : BINARY;

// `format: binary` is what the tools that read these descriptions know; JSON Schema itself has no word for raw bytes.
const BINARY = { type: "string", format: "binary" };

/** The name of the schema of an operation's form: `ConvertPdfToImageForm`. */
const formName = ({ operationId }: FileOperation): string =>
  `${operationId.replaceAll(/(?:^|_)(.)/g, (_, letter: string) => letter.toUpperCase())}Form`;

const fileField = ({ files }: FileOperation): string => (files.max === 1 ? "file" : "files");

/** The schema of an operation's form, under its name. */
export function formSchema(operation: FileOperation, limits: DescribedLimits): JsonObject {
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
  const kinds = new Intl.ListFormat("en", { type: "disjunction" }).format(accepts.map((type) => KINDS[type]));
  const bound = `A request has at most ${bytes(limits.uploadBytes)}.`;
  if (files.max === 1) {
    return { ...BINARY, description: `${kinds}. ${bound}` };
  }
  return {
    type: "array",
    items: BINARY,
    minItems: files.min,
    maxItems: Math.min(files.max, limits.files),
    description: `${kinds}, one part each, in order. ${bound}`,
  };
}

const KINDS: Record<MediaType, string> = {
  "application/pdf": "PDF",
  "image/png": "PNG",
  "image/jpeg": "JPEG",
  "image/webp": "WebP",
};

function curlExample(operation: FileOperation, baseUrl: string): string {
  const names = operation.files.max === 1 ? ["document.pdf"] : ["first.pdf", "second.pdf"];
  const { properties, required } = inputSchema(operation.parameters);
  return [
    `curl -X POST ${baseUrl}${operation.path}`,
    '-H "X-API-Key: $API_KEY"',
    ...names.map((name) => `-F ${fileField(operation)}=@${name}`),
    ...required.map((name) => `-F ${name}=${exampleValue(properties[name])}`),
    // The file gets the name that the service gives it.
    ...(isFile(operation) ? ["-OJ"] : []),
  ].join(" \\\n  ");
}

function exampleValue(schema: FieldSchema | undefined): string {
  const { examples = [], enum: values = [], minimum, format } = schema ?? {};
  const [example] = [...examples, ...values].map((value) => String(value));
  return example ?? minimum?.toString() ?? (format === "password" ? "secret" : "value");
}

/** The groups of operations, with the sentence that introduces them. */
export const SCOPE_TAGS: Record<Scope, { readonly title: string; readonly description: string }> = {
  convert: { title: "Conversion", description: "Documents into other formats, and other formats into documents." },
  pdf: { title: "PDF manipulation", description: "A changed PDF for a PDF, and what can be checked about one." },
  extract: { title: "Extraction", description: "What a PDF holds, as files of its own." },
  ocr: { title: "OCR", description: "The text of scanned pages and images." },
};
