import { withoutTrailing } from "../../../kernel/trailing.ts";
import type { Operation } from "../../../operations/operation.ts";
import { resourceSchemas, resources } from "../resources/resources.ts";
import { errorTable } from "./error-codes.ts";
import { errorResponseComponents, errorSchemas } from "./errors.ts";
import { headerComponents } from "./headers.ts";
import { bytes, type DescribedLimits, type JsonObject } from "./json.ts";
import { bodySchemas, ESTIMATE_PATH, estimateItem, estimateSchemas, operationItem, SCOPE_TAGS } from "./operations.ts";
import { RESOURCE_TAGS, resourceBodySchemas, resourcePaths } from "./resources.ts";
import { servicePaths, serviceSchemas } from "./service.ts";
import { previewPaths, previewSchemas } from "./templates.ts";
import { openApiWebhooks, webhookEventSchemas } from "./webhooks.ts";

/** The label of the published interface that this one is compatible with (contract §13). */
const INTERFACE_VERSION = "2.5.1";

/**
 * Returns the description of the whole HTTP API, OpenAPI 3.1.0. `version` is the service's own; `publicUrl` is the base
 * address that clients use, without which the description is relative to where it was read.
 */
export function openApiDocument(parts: {
  readonly operations: readonly Operation[];
  readonly version: string;
  readonly limits: DescribedLimits;
  readonly publicUrl?: string | undefined;
  /** The base address in the samples; absent: `publicUrl`, or else where the service listens by default. */
  readonly sampleUrl?: string;
}): JsonObject {
  const { operations, version, limits, publicUrl } = parts;
  const baseUrl = publicUrl === undefined ? undefined : withoutTrailing(publicUrl, "/");
  const sampleUrl = parts.sampleUrl ?? baseUrl ?? LOCAL_URL;
  return {
    openapi: "3.1.0",
    info: {
      title: "Quire",
      summary: "PDF and OCR service",
      description: introduction(limits),
      version: INTERFACE_VERSION,
      contact: { name: "The operator of this service" },
      license: { name: "MIT", identifier: "MIT" },
      "x-server-version": version,
    },
    servers: [{ url: baseUrl ?? "/" }],
    security: [{ ApiKeyAuth: [] }],
    tags: tags(operations),
    paths: {
      ...Object.fromEntries(operations.map((operation) => [operation.path, operationItem(operation, sampleUrl)])),
      ...previewPaths(operations, sampleUrl),
      [ESTIMATE_PATH]: estimateItem(operations, sampleUrl),
      ...resourcePaths(resources, {
        baseUrl: sampleUrl,
        resultTypes: [...new Set(operations.flatMap(({ produces }) => produces))].toSorted(),
      }),
      ...servicePaths,
    },
    webhooks: openApiWebhooks,
    components: {
      securitySchemes: SECURITY_SCHEMES,
      headers: headerComponents,
      responses: errorResponseComponents,
      schemas: {
        ...Object.assign({}, ...operations.map((operation) => bodySchemas(operation, limits))),
        ...previewSchemas(operations, limits),
        ...errorSchemas,
        ...estimateSchemas,
        ...resourceBodySchemas(resources),
        ...resourceSchemas,
        ...webhookEventSchemas,
        ...serviceSchemas,
      },
    },
  };
}

// The address at which the service listens by default.
const LOCAL_URL = "http://localhost:8080";

const SECURITY_SCHEMES = {
  ApiKeyAuth: { type: "apiKey", in: "header", name: "X-API-Key", description: "The account's API key." },
  MetricsToken: { type: "http", scheme: "bearer", description: "The installation's token for `/metrics`." },
};

function tags(operations: readonly Operation[]): readonly JsonObject[] {
  const scopes = new Set(operations.map(({ scope }) => scope));
  return [
    ...[...scopes].map((scope) => {
      const { title, description } = SCOPE_TAGS[scope];
      return { name: scope, description, "x-displayName": title };
    }),
    ...RESOURCE_TAGS,
    {
      name: "service",
      description: "Estimates, health, limits, metrics and this description.",
      "x-displayName": "Service",
    },
  ];
}

const introduction = (limits: DescribedLimits): string => `\
Operations on PDF documents and images: each takes a file, or content to make a document of, and answers with the result.

## Requests

Every operation needs the header \`X-API-Key\` and a body of type \`multipart/form-data\`, of at most
${bytes(limits.uploadBytes)}. A document has at most ${limits.pagesPerDocument} pages. Parameters are text fields: an empty
one counts as absent, an unknown one is ignored and named in the header \`X-Warnings\`, and the last one of a name wins.
Flags are \`true 1 on yes t y\` and \`false 0 off no f n\` in any case; words of a list are compared without regard to case.
The type of a file is detected from its content, not from its name or declared type.

Operations that take content rather than a file take \`application/json\` too, of at most ${bytes(limits.jsonBytes)}: the
same fields with JSON's types, in which null counts as absent. In a form their lists and objects are JSON text, and a file
may stand for the content's text.

Every POST may carry an \`Idempotency-Key\`: sent again, it is answered as before and not charged again. Work that takes
longer than a request becomes a job, also when asked for with \`?async=true\`: the answer is then 202 with the address of
the job.

## Errors

An error is a JSON object: \`detail\` says what failed, for people (an array of objects for 422), \`code\` says it for
programs, and \`request_id\` names the request in the service's log. What depends on the parameters alone is 422, what
depends on a file is 400. Codes may be added.

${errorTable}
`;
