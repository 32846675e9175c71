import type { Resource } from "../resource/resource.ts";
import { type DescribedStatus, errorResponses } from "./errors.ts";
import { answerHeaders } from "./headers.ts";
import { BINARY, inputSchema, type JsonObject } from "./json.ts";
import { IDEMPOTENCY_KEY } from "./operations.ts";
import { resourceSamples } from "./samples.ts";

/*
 * The service's own resources in the API description: each declaration becomes a method of a path, and its body a
 * schema.
 */

/** What the paths of resources need besides the resources. */
interface ResourcePathOptions {
  /** The address that samples call. */
  readonly baseUrl: string;
  /** The media types of the results of all operations. */
  readonly resultTypes: readonly string[];
}

/** Returns the paths of `resources`, each with all of its methods. */
export function resourcePaths(resources: readonly Resource[], options: ResourcePathOptions): JsonObject {
  const paths = new Map<string, JsonObject>();
  for (const resource of resources) {
    const path = resource.path.replaceAll(PARAMETER, "{$1}");
    paths.set(path, { ...paths.get(path), [resource.method.toLowerCase()]: methodItem(resource, options) });
  }
  return Object.fromEntries(paths);
}

// Fastify writes `:id` where OpenAPI writes `{id}`.
const PARAMETER = /:(\w+)/g;

/** Returns the schemas of the bodies that `resources` take, by name. */
export const resourceBodySchemas = (resources: readonly Resource[]): JsonObject =>
  Object.fromEntries(
    resources.flatMap((resource) => {
      if (resource.body === undefined) {
        return [];
      }
      const title = bodyName(resource);
      return [[title, { type: "object", title, ...inputSchema(resource.body) }]];
    }),
  );

/** Returns the name of a body's schema, such as `CreateKeyBody`. */
const bodyName = ({ operationId }: Resource): string =>
  `${operationId.replaceAll(/(?:^|_)(.)/g, (_, letter: string) => letter.toUpperCase())}Body`;

function methodItem(resource: Resource, { baseUrl, resultTypes }: ResourcePathOptions): JsonObject {
  const { operationId, tag, summary, answers } = resource;
  const parameters = parametersOf(resource);
  return {
    operationId,
    tags: [tag],
    summary,
    description: descriptionOf(resource),
    ...(parameters.length > 0 && { parameters }),
    ...(resource.body !== undefined && { requestBody: requestBody(resource) }),
    responses: {
      ...Object.fromEntries(
        Object.entries(answers).map(([status, answer]) => [
          status,
          answerItem(
            resource,
            Number(status),
            answer.isResult === true ? { ...answer, content: resultContent(resultTypes) } : answer,
          ),
        ]),
      ),
      ...errorResponses(errorsOf(resource)),
    },
    "x-codeSamples": resourceSamples(resource, baseUrl),
  };
}

const descriptionOf = ({ description, scopes }: Resource): string =>
  [
    ...(description === undefined ? [] : [description]),
    scopes.length === 0
      ? "Any API key may use it."
      : `Needs a key with ${listed(scopes)}; \`*\` includes every scope except \`admin\`.`,
  ].join("\n\n");

function listed(scopes: readonly string[]): string {
  const names = scopes.map((scope) => `\`${scope}\``);
  return `the scope ${new Intl.ListFormat("en", { type: "disjunction" }).format(names)}`;
}

function parametersOf({ method, path, query, conditions = [] }: Resource): readonly JsonObject[] {
  const { properties, required } = query === undefined ? { properties: {}, required: [] } : inputSchema(query);
  return [
    ...[...path.matchAll(PARAMETER)].map(([, name]) => ({
      name,
      in: "path",
      required: true,
      schema: { type: "string" },
    })),
    ...Object.entries(properties).map(([name, { description, ...schema }]) => ({
      name,
      in: "query",
      ...(required.includes(name) && { required: true }),
      ...(description !== undefined && { description }),
      schema,
    })),
    ...conditions.map((name) => CONDITIONS[name]),
    ...(method === "POST" ? [IDEMPOTENCY_KEY] : []),
  ];
}

const CONDITIONS = {
  "If-Match": {
    name: "If-Match",
    in: "header",
    description: "An `ETag`. If the current one is different, nothing is changed and the answer is 412.",
    schema: { type: "string" },
  },
  "If-None-Match": {
    name: "If-None-Match",
    in: "header",
    description:
      "An `ETag`. If it is still the current one, the answer is 304 without a body. When writing, `*`: if there is " +
      "something already, it is not replaced and the answer is 412.",
    schema: { type: "string" },
  },
} as const;

function requestBody(resource: Resource): JsonObject {
  const isRequired = resource.body !== undefined && inputSchema(resource.body).required.length > 0;
  const { example } = resource;
  const schema = { $ref: `#/components/schemas/${bodyName(resource)}` };
  return {
    required: isRequired,
    content: { "application/json": { schema, ...(example !== undefined && { example }) } },
  };
}

function answerItem(
  { method, body }: Resource,
  status: number,
  { description, schema, content, headers = [] }: Resource["answers"][number],
): JsonObject {
  const media = content ?? (schema && { "application/json": { schema } });
  return {
    description,
    headers: {
      ...answerHeaders([
        ...headers,
        ...(body === undefined ? [] : (["X-Warnings"] as const)),
        ...(method === "POST" ? (["Idempotency-Replayed"] as const) : []),
        ...(status === 202 ? (["Retry-After"] as const) : []),
      ]),
      ...(status === 201 && { Location: LOCATION }),
    },
    ...(media !== undefined && { content: media }),
  };
}

/** Returns the content of an answer that is the result of any operation. */
const resultContent = (mediaTypes: readonly string[]): Record<string, JsonObject> =>
  Object.fromEntries(
    mediaTypes.map((mediaType) => [
      mediaType,
      { schema: mediaType === "application/json" ? { type: "object" } : BINARY },
    ]),
  );

const LOCATION = { description: "Address at which it can be read.", schema: { type: "string" } };

/**
 * Returns the statuses of a resource's errors: every resource needs a key that may be used for it, and can fail as all
 * do.
 */
function errorsOf({ method, query, body, errors = [] }: Resource): readonly DescribedStatus[] {
  const isChecked = query !== undefined || body !== undefined || method === "POST";
  const statuses: readonly DescribedStatus[] = [
    401,
    403,
    ...errors,
    ...(body === undefined ? [] : ([408, 413] as const)),
    ...(method === "POST" ? ([409] as const) : []),
    ...(isChecked ? ([422] as const) : []),
    429,
    500,
    503,
  ];
  return [...new Set(statuses)].toSorted((a, b) => a - b);
}

/** The groups of resources, for the description's list of tags. */
export const RESOURCE_TAGS: readonly JsonObject[] = [
  { name: "jobs", description: "Work that takes longer than a request.", "x-displayName": "Jobs" },
  { name: "webhooks", description: "Addresses to which events are sent.", "x-displayName": "Webhooks" },
  {
    name: "templates",
    description: "Stored documents with variables, kept in versions.",
    "x-displayName": "Templates",
  },
  { name: "account", description: "Credits, usage and prices.", "x-displayName": "Account" },
  { name: "keys", description: "API keys: creating, rotating and revoking them.", "x-displayName": "Keys" },
  { name: "accounts", description: "All accounts, for administrators.", "x-displayName": "Accounts" },
];
