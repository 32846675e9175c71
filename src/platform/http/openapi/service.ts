import { errorResponses } from "./errors.ts";
import { answerHeaders } from "./headers.ts";
import type { JsonObject } from "./json.ts";

/* The service's own resources in the API description: health, limits, metrics and the description itself. */

const PUBLIC: readonly JsonObject[] = [];

/** Returns the description of a resource that is read with GET. */
function readable(route: {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  /** The security requirements; absent: the API key is needed. */
  readonly security?: readonly JsonObject[];
  readonly mediaType: string;
  readonly schema: JsonObject;
  /** Whether the answer has an `ETag`, with which a client asks whether it has changed. */
  readonly hasETag?: boolean;
  readonly responses?: JsonObject;
}): JsonObject {
  const { operationId, summary, description, security, mediaType, schema, hasETag = false, responses } = route;
  const headers = answerHeaders(hasETag ? ["ETag"] : []);
  return {
    get: {
      operationId,
      tags: ["service"],
      summary,
      ...(description !== undefined && { description }),
      ...(security !== undefined && { security }),
      responses: {
        200: { description: "OK.", headers, content: { [mediaType]: { schema } } },
        ...(hasETag && { 304: { description: "Not changed since the version of `If-None-Match`.", headers } }),
        ...responses,
        // What is no valid HTTP is refused before any path is looked at.
        ...errorResponses([400, 500]),
      },
    },
  };
}

const ref = (schema: string): JsonObject => ({ $ref: `#/components/schemas/${schema}` });

const health = (operationId: string, summary: string): JsonObject =>
  readable({
    operationId,
    summary,
    description: "Does not include the engines; for those see `/health/ready`.",
    security: PUBLIC,
    mediaType: "application/json",
    schema: ref("Health"),
  });

export const servicePaths: JsonObject = {
  "/": readable({
    operationId: "get_front_door",
    summary: "Name, version and links of the service",
    description:
      "Browsers, which ask for HTML, get the web console; where there is none, they are sent to the page that describes the API.",
    security: PUBLIC,
    mediaType: "application/json",
    schema: ref("FrontDoor"),
    responses: {
      302: {
        description: "The page that describes the API, for clients that prefer HTML, where there is no console.",
        headers: { ...answerHeaders(), Location: { description: "`/docs`.", schema: { type: "string" } } },
      },
    },
  }),
  "/health": health("get_health", "Whether the service runs"),
  "/health/live": health("get_liveness", "Whether the service runs, for orchestrators"),
  "/health/ready": readable({
    operationId: "get_readiness",
    summary: "Whether the service can take work",
    description:
      "Returns the states of the store, the disk and each engine, which were at most 2 s old: the first two are found by writing and reading. 503 while one of them is missing or the service is shutting down. Causes are in `/api/v1/system`.",
    security: PUBLIC,
    mediaType: "application/json",
    schema: ref("Readiness"),
    responses: {
      503: {
        description: "Not ready.",
        headers: answerHeaders(["Retry-After"]),
        content: { "application/json": { schema: ref("Readiness") } },
      },
    },
  }),
  "/metrics": readable({
    operationId: "get_metrics",
    summary: "Metrics for monitoring",
    description:
      "OpenMetrics text. Needs the token of the installation or, if it has none, a client in the local network.",
    security: [{ MetricsToken: [] }, {}],
    mediaType: "application/openmetrics-text",
    schema: { type: "string" },
    responses: errorResponses([404]),
  }),
  "/openapi.json": readable({
    operationId: "get_openapi_json",
    summary: "This description as JSON",
    description: "Its samples call the address at which it was read.",
    security: PUBLIC,
    mediaType: "application/json",
    schema: { type: "object" },
    hasETag: true,
  }),
  "/openapi.yaml": readable({
    operationId: "get_openapi_yaml",
    summary: "This description as YAML",
    description: "The same as `/openapi.json`.",
    security: PUBLIC,
    mediaType: "application/yaml",
    schema: { type: "string" },
    hasETag: true,
  }),
  "/docs": readable({
    operationId: "get_docs",
    summary: "This description as a page",
    description: "HTML for browsers; requests can be tried on it.",
    security: PUBLIC,
    mediaType: "text/html",
    schema: { type: "string" },
    hasETag: true,
  }),
};

const STRING = { type: "string" };

function object(title: string, properties: JsonObject, optional: JsonObject = {}): JsonObject {
  const required = Object.keys(properties);
  return { [title]: { type: "object", title, required, properties: { ...properties, ...optional } } };
}

export const serviceSchemas: JsonObject = {
  ...object("FrontDoor", { name: STRING, version: STRING, docs: STRING, openapi: STRING, health: STRING }),
  ...object("Health", { status: { type: "string", const: "ok" }, version: STRING }),
  ...object(
    "Readiness",
    {
      status: { type: "string", enum: ["ready", "unavailable", "shutting_down"] },
      store: ref("PartState"),
      disk: ref("PartState"),
      engines: { type: "array", items: ref("EngineState") },
    },
    // The members are those of every error, with 503.
    {
      detail: STRING,
      code: { type: "string", enum: ["engine_unavailable", "storage_unavailable", "shutting_down"] },
      request_id: STRING,
    },
  ),
  PartState: {
    type: "string",
    title: "PartState",
    enum: ["ready", "degraded", "unavailable"],
    description: "`degraded`: it works, but is short of something, such as free space.",
  },
  ...object("EngineState", {
    name: STRING,
    state: {
      type: "string",
      enum: ["ready", "degraded", "unavailable", "off"],
      description: "`off`: it has not been set up, which is no fault.",
    },
  }),
};
