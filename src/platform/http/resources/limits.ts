import type { JsonObject } from "../openapi/json.ts";
import { type Resource, resource, type Services } from "../resource/resource.ts";
import { count, objectSchema, ref } from "./json.ts";

const getLimits = resource({
  method: "GET",
  path: "/api/v1/limits",
  operationId: "get_limits",
  tag: "service",
  summary: "The limits of requests",
  scopes: [],
  answers: { 200: { description: "The limits.", schema: ref("Limits") } },
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
  upload_bytes: count("Largest request body, in bytes."),
  json_bytes: count("Largest JSON request body, in bytes; the limit of a key may be lower."),
  files: count("Most files per request."),
  fields: count("Most text fields per request."),
  field_bytes: count("Largest text field, in bytes."),
  pages_per_document: count("Most pages per document."),
  ocr_pages_per_document: count("Most pages of a document for OCR."),
  vision_pages_per_document: count("Most pages of a document for vision OCR."),
  image_pixels: count("Most pixels per image, rendered or uploaded."),
  archive_bytes: count("Largest ZIP archive in an answer, in bytes."),
  sync_timeout_ms: count("Longest work on a request, waiting included, in milliseconds."),
  engine_time_ms: count("Longest work of the engines on a request, in milliseconds."),
  requests_per_minute: count("Most operations per minute for each key."),
  reads_per_minute: count("Most reads of the service's own resources per minute for each key."),
  concurrency: count("Most operations at the same time for each key."),
});
