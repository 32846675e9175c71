import type { JsonObject } from "../openapi/json.ts";
import { type Resource, resource, type Services } from "../resource/resource.ts";
import { count, objectSchema, ref } from "./json.ts";

const getLimits = resource({
  method: "GET",
  path: "/api/v1/limits",
  operationId: "get_limits",
  tag: "service",
  summary: "The bounds that requests meet",
  scopes: [],
  answers: { 200: { description: "The bounds.", schema: ref("Limits") } },
  handle: (_request, services) => Promise.resolve({ kind: "json", status: 200, value: limitsObject(services) }),
});

export const limitsResources: readonly Resource[] = [getLimits];

/** Returns the limits (contract §11), whose names end with their units. */
const limitsObject = ({ limits, defaults }: Services): object => ({
  upload_bytes: limits.uploadBytes,
  json_bytes: limits.jsonBytes,
  files: limits.files,
  fields: limits.fields,
  field_bytes: limits.fieldBytes,
  pages_per_document: limits.pagesPerDocument,
  ocr_pages_per_document: limits.ocrPagesPerDocument,
  vision_pages_per_document: limits.visionPagesPerDocument,
  image_pixels: limits.imagePixels,
  archive_bytes: limits.archiveBytes,
  sync_timeout_ms: limits.syncTimeoutMs,
  engine_time_ms: limits.engineTimeMs,
  requests_per_minute: defaults.rateLimit,
  reads_per_minute: defaults.readRateLimit,
  concurrency: defaults.concurrency,
});

export const limitsSchemas: JsonObject = objectSchema("Limits", {
  upload_bytes: count("Whole request body."),
  json_bytes: count("A request body of JSON; a key's own bound for bodies may be lower."),
  files: count("Files per request."),
  fields: count("Text fields per request."),
  field_bytes: count("A text field."),
  pages_per_document: count("Pages per document."),
  ocr_pages_per_document: count("Pages of a document whose text is to be recognised."),
  vision_pages_per_document: count("Pages of a document that a model provider is to read."),
  image_pixels: count("Pixels per image, rendered or uploaded."),
  archive_bytes: count("A ZIP archive that is answered."),
  sync_timeout_ms: count("Work of a request, waiting included."),
  engine_time_ms: count("Work of the engines on a request."),
  requests_per_minute: count("Operations per minute and key."),
  reads_per_minute: count("Reads of the service's own resources per minute and key."),
  concurrency: count("Operations at the same time per key."),
});
