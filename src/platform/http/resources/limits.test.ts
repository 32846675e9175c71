import { describe, expect, onTestFinished, test } from "vitest";
import { readConfig } from "../../config/config.ts";
import { limitsOf } from "../../config/limits.ts";
import { KEY, startService } from "../testing/service.ts";
import { limitsSchemas } from "./limits.ts";

/** Asks a service with these settings for its limits. */
async function limitsWith(settings: Record<string, string>) {
  const service = await startService(settings, limitsOf(readConfig(settings)));
  onTestFinished(() => service.stop());
  const answer = await fetch(`${service.url}/api/v1/limits`, { headers: { "x-api-key": KEY } });
  expect(answer.status).toBe(200);
  return Object(await answer.json());
}

/** Each limit that is a setting, its default, and another value of the setting. */
const SETTINGS = [
  ["upload_bytes", "QUIRE_MAX_UPLOAD_BYTES", 104_857_600, 1_000_000],
  ["test_upload_bytes", "QUIRE_MAX_UPLOAD_BYTES_TEST", 5_242_880, 400_000],
  ["json_bytes", "QUIRE_MAX_JSON_BYTES", 52_428_800, 500_000],
  ["pages_per_document", "QUIRE_MAX_PAGES", 5000, 4000],
  ["ocr_pages_per_document", "QUIRE_MAX_OCR_PAGES", 1000, 900],
  ["vision_pages_per_document", "QUIRE_MAX_VISION_PAGES", 200, 90],
  ["image_pixels", "QUIRE_MAX_IMAGE_PIXELS", 100_000_000, 5_000_000],
  ["archive_bytes", "QUIRE_MAX_ARCHIVE_BYTES", 2_147_483_648, 7_000_000],
  ["request_timeout_ms", "QUIRE_REQUEST_TIMEOUT_MS", 300_000, 200_000],
  ["sync_timeout_ms", "QUIRE_SYNC_TIMEOUT_MS", 60_000, 50_000],
  ["engine_time_ms", "QUIRE_ENGINE_TIMEOUT_MS", 25_000, 20_000],
  ["job_timeout_ms", "QUIRE_JOB_TIMEOUT_MS", 1_800_000, 900_000],
  ["job_engine_time_ms", "QUIRE_JOB_ENGINE_TIMEOUT_MS", 600_000, 500_000],
  ["pending_jobs", "QUIRE_MAX_PENDING_JOBS", 10_000, 70],
  ["retention_seconds", "QUIRE_RESULT_RETENTION_SECONDS", 3600, 120],
  ["requests_per_minute", "QUIRE_RATE_LIMIT", 120, 110],
  ["reads_per_minute", "QUIRE_RATE_LIMIT_READS", 600, 500],
  ["anonymous_requests_per_minute", "QUIRE_RATE_LIMIT_ANONYMOUS", 60, 50],
  ["test_requests_per_minute", "QUIRE_RATE_LIMIT_TEST", 10, 9],
  ["window_seconds", "QUIRE_RATE_WINDOW_SECONDS", 60, 30],
  ["concurrency", "QUIRE_CONCURRENCY", 8, 7],
  ["queued_requests", "QUIRE_QUEUE_LIMIT", 200, 100],
  ["connections_per_address", "QUIRE_CONNECTIONS_PER_ADDRESS", 256, 128],
  ["account_concurrency", "QUIRE_ACCOUNT_CONCURRENCY", 16, 15],
  ["account_pending_jobs", "QUIRE_ACCOUNT_PENDING_JOBS", 200, 100],
  ["account_keys", "QUIRE_ACCOUNT_KEYS", 50, 40],
  ["stored_bytes_limit", "QUIRE_ACCOUNT_STORED_BYTES", 5_000_000_000, 1_000_000],
] as const;

/** The limits that are the same everywhere. */
const FIXED = {
  files: 200,
  fields: 100,
  field_bytes: 1_048_576,
  retention_seconds_min: 60,
  retention_seconds_max: 2_592_000,
  idempotency_seconds: 86_400,
  stored_bytes: 0,
  templates: 1000,
  template_versions: 100,
  template_bytes: 2_097_152,
  templates_bytes: 268_435_456,
  webhooks: 20,
  key_scopes: ["*", "admin"],
  sync_timeouts_ms: {},
  sync_pages: {},
};

const byDefault = Object.fromEntries(SETTINGS.map(([member, , value]) => [member, value]));
const settingsOf = (values: readonly (readonly [setting: string, value: number])[]) =>
  Object.fromEntries(values.map(([setting, value]) => [setting, String(value)]));

describe("the limits", () => {
  test("are the settings' defaults, each described", async () => {
    const defaults = readConfig({});
    expect(SETTINGS.map(([, setting]) => defaults[setting])).toEqual(SETTINGS.map(([, , value]) => value));
    const limits = await limitsWith(settingsOf(SETTINGS.map(([, setting, value]) => [setting, value])));
    expect(limits).toEqual({ ...FIXED, ...byDefault, sync_body_bytes: expect.any(Object) });
    expect(Object(limitsSchemas["Limits"]).required.toSorted()).toEqual(Object.keys(limits).toSorted());
  });

  test("change with the settings", async () => {
    const limits = await limitsWith(settingsOf(SETTINGS.map(([, setting, , other]) => [setting, other])));
    expect(limits).toMatchObject(Object.fromEntries(SETTINGS.map(([member, , , other]) => [member, other])));
  });

  test("are null where there is none, and depend on each other", async () => {
    const none = ["CONNECTIONS_PER_ADDRESS", "ACCOUNT_CONCURRENCY", "ACCOUNT_PENDING_JOBS", "ACCOUNT_KEYS"];
    const limits = await limitsWith({
      ...settingsOf([...none, "ACCOUNT_STORED_BYTES"].map((name) => [`QUIRE_${name}`, 0])),
      QUIRE_MAX_PAGES: "100",
      QUIRE_MAX_UPLOAD_BYTES: "5000",
    });
    expect(limits).toMatchObject({
      ...Object.fromEntries(none.map((name) => [name.toLowerCase(), null])),
      stored_bytes_limit: null,
      ocr_pages_per_document: 100,
      vision_pages_per_document: 100,
      test_upload_bytes: 5000,
    });
  });

  test("name the bounds of operations that become jobs", async () => {
    expect((await limitsWith({})).sync_body_bytes).toEqual(
      Object.fromEntries(["content", "text", "json", "template"].map((kind) => [`test-${kind}`, 2_600_000])),
    );
  });
});
