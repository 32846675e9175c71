import type { Config } from "./config.ts";

/** The bounds of an account, whatever the number of its keys (contract §5); infinity: none. */
export interface AccountBounds {
  /** The number of operations at the same time. */
  readonly concurrency: number;
  /** The number of jobs that may wait. */
  readonly pendingJobs: number;
  readonly storedBytes: number;
  /** The number of keys that are neither revoked nor expired. */
  readonly keys: number;
  /** The number of requests per minute with all test keys together. */
  readonly testRequestsPerMinute: number;
  /** The size of a request body with a test key. */
  readonly testUploadBytes: number;
}

/** Returns the bounds that the settings give every account. */
export const accountBoundsOf = (config: Config): AccountBounds => ({
  concurrency: orNone(config.QUIRE_ACCOUNT_CONCURRENCY),
  pendingJobs: orNone(config.QUIRE_ACCOUNT_PENDING_JOBS),
  storedBytes: orNone(config.QUIRE_ACCOUNT_STORED_BYTES),
  keys: orNone(config.QUIRE_ACCOUNT_KEYS),
  testRequestsPerMinute: config.QUIRE_RATE_LIMIT_TEST,
  testUploadBytes: config.QUIRE_MAX_UPLOAD_BYTES_TEST,
});

const orNone = (setting: number): number => (setting === 0 ? Number.POSITIVE_INFINITY : setting);
