import type { Limits } from "../../kernel/limits.ts";
import type { Config } from "./config.ts";

/** Returns the bounds of requests: those that are settings, and those that are the same everywhere (contract §11). */
export const limitsOf = (config: Config): Limits => ({
  uploadBytes: config.QUIRE_MAX_UPLOAD_BYTES,
  jsonBytes: config.QUIRE_MAX_JSON_BYTES,
  files: 200,
  fields: 100,
  fieldBytes: 1024 * 1024,
  pagesPerDocument: config.QUIRE_MAX_PAGES,
  ocrPagesPerDocument: Math.min(config.QUIRE_MAX_OCR_PAGES, config.QUIRE_MAX_PAGES),
  visionPagesPerDocument: Math.min(config.QUIRE_MAX_VISION_PAGES, config.QUIRE_MAX_PAGES),
  imagePixels: config.QUIRE_MAX_IMAGE_PIXELS,
  archiveBytes: config.QUIRE_MAX_ARCHIVE_BYTES,
  syncTimeoutMs: config.QUIRE_SYNC_TIMEOUT_MS,
  engineTimeMs: config.QUIRE_ENGINE_TIMEOUT_MS,
});

/** The bounds of the service beyond single requests, keys and accounts, for those who want to know them. */
export interface ServiceLimits {
  readonly requestTimeoutMs: number;
  readonly jobTimeoutMs: number;
  readonly jobEngineTimeMs: number;
  readonly retentionSeconds: number;
  readonly windowSeconds: number;
  readonly anonymousRequestsPerMinute: number;
  /** The number of operations that may wait for a worker. */
  readonly queuedRequests: number;
  /** The number of jobs of all accounts that may wait. */
  readonly pendingJobs: number;
  /** The number of open connections of one client address; infinity: any number. */
  readonly connectionsPerAddress: number;
}

/** Returns the bounds of the service that are settings (contract §11). */
export const serviceLimitsOf = (config: Config): ServiceLimits => ({
  requestTimeoutMs: config.QUIRE_REQUEST_TIMEOUT_MS,
  jobTimeoutMs: config.QUIRE_JOB_TIMEOUT_MS,
  jobEngineTimeMs: config.QUIRE_JOB_ENGINE_TIMEOUT_MS,
  retentionSeconds: config.QUIRE_RESULT_RETENTION_SECONDS,
  windowSeconds: config.QUIRE_RATE_WINDOW_SECONDS,
  anonymousRequestsPerMinute: config.QUIRE_RATE_LIMIT_ANONYMOUS,
  queuedRequests: config.QUIRE_QUEUE_LIMIT,
  pendingJobs: config.QUIRE_MAX_PENDING_JOBS,
  connectionsPerAddress: config.QUIRE_CONNECTIONS_PER_ADDRESS || Number.POSITIVE_INFINITY,
});
