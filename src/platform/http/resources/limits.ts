import type { Operation } from "../../../operations/operation.ts";
import type { Caller } from "../../auth/callers.ts";
import { KEY_SCOPES } from "../../auth/scopes.ts";
import { KEEP_MS } from "../../idempotency/idempotency.ts";
import { RETENTION_SECONDS } from "../body/query.ts";
import type { JsonObject } from "../openapi/json.ts";
import { type Resource, resource, type Services } from "../resource/resource.ts";
import { count, limitOrNull, listOf, objectSchema, orNull, ref } from "./json.ts";
import { CONTENT_BYTES } from "./templates/template-fields.ts";
import { MAX_ENDPOINTS } from "./webhooks/webhooks.ts";

const getLimits = resource({
  method: "GET",
  path: "/api/v1/limits",
  operationId: "get_limits",
  tag: "service",
  summary: "The limits of requests, keys and accounts",
  description: "The limits of every key and account where nothing else is said; null: no limit. A key may have others.",
  scopes: [],
  answers: { 200: { description: "The limits.", schema: ref("Limits") } },
  handle: ({ caller }, services) =>
    Promise.resolve({ kind: "json", status: 200, value: limitsObject(caller, services) }),
});

export const limitsResources: readonly Resource[] = [getLimits];

/** Returns the limits (contract §5 and §11), whose names end with their units. */
const limitsObject = (caller: Caller, services: Services): object => ({
  ...ofRequests(services),
  ...ofJobs(services),
  ...ofRates(services),
  ...ofAccounts(caller, services),
  key_scopes: caller.key.scopes,
});

const ofRequests = ({ limits, accountBounds, serviceLimits, operations }: Services) => ({
  upload_bytes: limits.uploadBytes,
  test_upload_bytes: Math.min(accountBounds.testUploadBytes, limits.uploadBytes),
  json_bytes: limits.jsonBytes,
  files: limits.files,
  fields: limits.fields,
  field_bytes: limits.fieldBytes,
  pages_per_document: limits.pagesPerDocument,
  ocr_pages_per_document: limits.ocrPagesPerDocument,
  vision_pages_per_document: limits.visionPagesPerDocument,
  image_pixels: limits.imagePixels,
  archive_bytes: limits.archiveBytes,
  request_timeout_ms: serviceLimits.requestTimeoutMs,
  sync_timeout_ms: limits.syncTimeoutMs,
  sync_timeouts_ms: byOperation(operations, ({ longWork }) =>
    longWork === undefined ? undefined : Math.max(longWork.syncTimeoutMs, limits.syncTimeoutMs),
  ),
  sync_pages: byOperation(operations, (operation) => (operation.kind === "files" ? syncPagesOf(operation) : undefined)),
  sync_body_bytes: byOperation(operations, (operation) =>
    operation.kind === "content" ? operation.syncBodyBytes : undefined,
  ),
  engine_time_ms: limits.engineTimeMs,
});

const ofJobs = ({ serviceLimits }: Services) => ({
  job_timeout_ms: serviceLimits.jobTimeoutMs,
  job_engine_time_ms: serviceLimits.jobEngineTimeMs,
  pending_jobs: serviceLimits.pendingJobs,
  retention_seconds: serviceLimits.retentionSeconds,
  retention_seconds_min: RETENTION_SECONDS.min,
  retention_seconds_max: RETENTION_SECONDS.max,
  idempotency_seconds: KEEP_MS / 1000,
});

const ofRates = ({ defaults, accountBounds, serviceLimits }: Services) => ({
  requests_per_minute: defaults.rateLimit,
  reads_per_minute: defaults.readRateLimit,
  anonymous_requests_per_minute: serviceLimits.anonymousRequestsPerMinute,
  test_requests_per_minute: accountBounds.testRequestsPerMinute,
  window_seconds: serviceLimits.windowSeconds,
  concurrency: defaults.concurrency,
  queued_requests: serviceLimits.queuedRequests,
  connections_per_address: limitOrNull(serviceLimits.connectionsPerAddress),
});

const ofAccounts = ({ account }: Caller, { accountBounds, templateBounds }: Services) => ({
  account_concurrency: limitOrNull(accountBounds.concurrency),
  account_pending_jobs: limitOrNull(accountBounds.pendingJobs),
  account_keys: limitOrNull(accountBounds.keys),
  stored_bytes: account.storedBytes,
  stored_bytes_limit: limitOrNull(accountBounds.storedBytes),
  templates: templateBounds.maxTemplates,
  template_versions: templateBounds.maxVersions,
  template_bytes: CONTENT_BYTES,
  templates_bytes: templateBounds.maxBytes,
  webhooks: MAX_ENDPOINTS,
});

/** Returns a limit of those operations that have one, by their names. */
function byOperation(
  operations: readonly Operation[],
  limitOf: (operation: Operation) => number | undefined,
): Readonly<Record<string, number>> {
  return Object.fromEntries(
    operations.flatMap((operation): [string, number][] => {
      const limit = limitOf(operation);
      return limit === undefined ? [] : [[operation.name, limit]];
    }),
  );
}

/** Returns the pages up to which an operation answers at once; where that depends on parameters, without any. */
function syncPagesOf({ syncPages, parameters }: Extract<Operation, { kind: "files" }>): number | undefined {
  return typeof syncPages === "function" ? syncPages(parameters.parse({})) : syncPages;
}

const eachOperation = (description: string): JsonObject => ({
  type: "object",
  description: `${description} By the name of the operation; those that are not here have no such limit.`,
  additionalProperties: { type: "integer", minimum: 0 },
});

export const limitsSchemas: JsonObject = objectSchema("Limits", {
  upload_bytes: count("Largest request body, in bytes."),
  test_upload_bytes: count("Largest request body with a test key, in bytes."),
  json_bytes: count("Largest JSON request body, in bytes; the limit of a key may be lower."),
  files: count("Most files per request."),
  fields: count("Most text fields per request."),
  field_bytes: count("Largest text field, in bytes."),
  pages_per_document: count("Most pages per document."),
  ocr_pages_per_document: count("Most pages of a document for OCR."),
  vision_pages_per_document: count("Most pages of a document for vision OCR."),
  image_pixels: count("Most pixels per image, rendered or uploaded."),
  archive_bytes: count("Largest ZIP archive in an answer, in bytes."),
  request_timeout_ms: count("Longest time for a request to arrive, body included, in milliseconds."),
  sync_timeout_ms: count("Longest work on a request, waiting included, in milliseconds."),
  sync_timeouts_ms: eachOperation("The same for operations whose pages are long work."),
  sync_pages: eachOperation("Most pages that are answered at once; documents with more become jobs."),
  sync_body_bytes: eachOperation("Largest request body that is answered at once, in bytes; larger ones become jobs."),
  engine_time_ms: count("Longest work of the engines on a request, in milliseconds."),
  job_timeout_ms: count("Longest time for a job, waiting for a worker included, in milliseconds."),
  job_engine_time_ms: count("Longest work of the engines on a job, in milliseconds."),
  pending_jobs: count("Most jobs of all accounts that wait."),
  retention_seconds: count("How long the result of a job is kept unless the request says otherwise, in seconds."),
  retention_seconds_min: count(
    "Shortest time that a request may ask for, in seconds; 0, until it was read, is possible too.",
  ),
  retention_seconds_max: count("Longest time that a request may ask for, in seconds."),
  idempotency_seconds: count("How long an Idempotency-Key is remembered, in seconds."),
  requests_per_minute: count("Most operations per minute for each key."),
  reads_per_minute: count("Most reads of the service's own resources per minute for each key."),
  anonymous_requests_per_minute: count("Most requests per minute without a valid key, for each client address."),
  test_requests_per_minute: count("Most operations per minute with all test keys of an account together."),
  window_seconds: count("Length of the windows that requests are counted in, in seconds: a minute unless it is set."),
  concurrency: count("Most operations at the same time for each key."),
  queued_requests: count("Most operations that wait for a worker; accounts share them."),
  connections_per_address: orNull(count("Most open connections of one client address.")),
  account_concurrency: orNull(count("Most operations at the same time for all keys of an account together.")),
  account_pending_jobs: orNull(count("Most jobs of an account that wait.")),
  account_keys: orNull(count("Most keys of an account that are neither revoked nor expired.")),
  stored_bytes: count("Bytes that are stored for the account of the key in use."),
  stored_bytes_limit: orNull(count("Most bytes that are stored for an account.")),
  templates: count("Most templates of an account."),
  template_versions: count("Most versions of a template that are kept."),
  template_bytes: count("Largest content of a template, in bytes."),
  templates_bytes: count("Most bytes of all templates of an account, with their versions."),
  webhooks: count("Most webhook endpoints of an account."),
  key_scopes: {
    ...listOf({ type: "string", enum: Object.keys(KEY_SCOPES) }),
    description: "What the key in use may be used for.",
  },
});
