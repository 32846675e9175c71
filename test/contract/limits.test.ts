import { expect, test } from "vitest";
import { as, call, newClient } from "../api/accounts.ts";
import { commonService } from "../api/service.ts";

/*
 * The limits in force where nothing is configured (specification, "Limits"; contract, sections 5, 6, 8 and 11), each as
 * GET /api/v1/limits reports it.
 */

const service = commonService();
const MEGABYTE = 1024 * 1024;
const MINUTE_SECONDS = 60;
const DAY_SECONDS = 86_400;

const ROWS: readonly (readonly [says: string, name: string, value: unknown])[] = [
  ["the body of a form has at most 100 MB", "upload_bytes", 104_857_600],
  ["a body of a test key has at most 5 MB", "test_upload_bytes", 5 * MEGABYTE],
  ["a JSON body has at most 50 MB", "json_bytes", 50 * MEGABYTE],
  ["a text field has at most 1 MB", "field_bytes", MEGABYTE],
  ["a form has at most 200 files", "files", 200],
  ["a form has at most 100 fields", "fields", 100],
  ["a document has at most 5,000 pages", "pages_per_document", 5000],
  ["a document to be read by OCR has at most 1,000 pages", "ocr_pages_per_document", 1000],
  ["a document to be read by a model has at most 200 pages", "vision_pages_per_document", 200],
  ["an image has at most 100 megapixels", "image_pixels", 100_000_000],
  ["a result has at most 2 GB", "archive_bytes", 2 * 1024 * MEGABYTE],
  ["work at once takes at most a minute", "sync_timeout_ms", 60_000],
  ["an engine works on a document for at most 25 s at once", "engine_time_ms", 25_000],
  ["an engine works on a document for at most 10 min in a job", "job_engine_time_ms", 600_000],
  ["a job takes at most 30 minutes", "job_timeout_ms", 1_800_000],
  ["a result is kept for 60 minutes", "retention_seconds", 60 * MINUTE_SECONDS],
  ["a result is kept for at least a minute", "retention_seconds_min", MINUTE_SECONDS],
  ["a result is kept for at most 30 days", "retention_seconds_max", 30 * DAY_SECONDS],
  ["an Idempotency-Key is kept for 24 hours", "idempotency_seconds", DAY_SECONDS],
  ["a key has 120 requests a minute", "requests_per_minute", 120],
  ["a key has 600 reads a minute", "reads_per_minute", 600],
  ["an address without a key has 60 requests a minute", "anonymous_requests_per_minute", 60],
  ["test keys of an account have 10 requests a minute", "test_requests_per_minute", 10],
  ["a key has 8 operations at a time", "concurrency", 8],
  ["an account has 16 operations at a time", "account_concurrency", 16],
  ["200 requests wait in the server's queue", "queued_requests", 200],
  ["an account has 200 pending jobs", "account_pending_jobs", 200],
  ["an account has 50 keys", "account_keys", 50],
  ["an account stores at most 5 GB", "stored_bytes_limit", 5_000_000_000],
  ["the content of a template has at most 2 MB", "template_bytes", 2 * MEGABYTE],
];

/** The pages up to which documents are read at once (specification, "Limits"). */
const SYNC_PAGES = { "ocr-extract-simple": 20, "ocr-extract-advanced": 10, "ocr-extract-vision": 3 };
const PRINTING = ["text-to-pdf", "html-to-pdf", "markdown-to-pdf", "json-to-pdf"];

// The window lasts as long as QUIRE_RATE_WINDOW_SECONDS says, and the tests' service has other rates.
const OF_THE_TESTS = new Set([
  "requests_per_minute",
  "anonymous_requests_per_minute",
  "reads_per_minute",
  "concurrency",
  "account_concurrency",
]);

const limits = async (): Promise<Readonly<Record<string, unknown>>> => {
  const { key } = await newClient(service(), 0);
  return as(await call(service(), "GET", "/api/v1/limits", { key }));
};

test.each(ROWS.filter(([, name]) => !OF_THE_TESTS.has(name)))("%s", async (_, name, value) => {
  expect((await limits())[name]).toBe(value);
});

test.each([...OF_THE_TESTS])("%s is reported", async (name) => {
  expect((await limits())[name]).toEqual(expect.any(Number));
});

test.each(Object.entries(SYNC_PAGES))("%s reads %d pages at once", async (operation, pages) => {
  expect((await limits())["sync_pages"]).toMatchObject({ [operation]: pages });
});

test("the four operations that print become jobs above 5 MiB of body, and no other one does", async () => {
  expect((await limits())["sync_body_bytes"]).toEqual(Object.fromEntries(PRINTING.map((name) => [name, 5 * MEGABYTE])));
});

test.each(Object.keys(SYNC_PAGES))("%s answers at once for up to 10 minutes", async (operation) => {
  expect((await limits())["sync_timeouts_ms"]).toMatchObject({ [operation]: 600_000 });
});
