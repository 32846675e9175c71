import type { components } from "../api/schema.d.ts";
import type { Fact } from "../design/fact-list.tsx";
import { shownBytes, shownDuration, shownNumber } from "../design/shown.ts";

export type Limits = components["schemas"]["Limits"];

const DAY_MS = 86_400_000;

/** Returns a span of time in words, in days where it is long. */
export const span = (ms: number): string =>
  ms >= 2 * DAY_MS ? `${shownNumber(ms / DAY_MS)} days` : shownDuration(ms).replace(".0 ", " ");

const seconds = (count: number): string => (count === 0 ? "Not at all" : span(count * 1000));
const most = (count: number | null): string => (count === null ? "No limit" : shownNumber(count));
const bytes = (count: number | null): string => (count === null ? "No limit" : shownBytes(count));

/** Returns the limits by what they limit, in words and units that people read. */
export const limitsInWords = (
  limits: Limits,
): readonly { readonly title: string; readonly facts: readonly Fact[] }[] => [
  { title: "A request", facts: ofRequests(limits) },
  { title: "A document", facts: ofDocuments(limits) },
  { title: "Rates", facts: ofRates(limits) },
  { title: "Time and jobs", facts: ofTime(limits) },
  { title: "An account", facts: ofAccounts(limits) },
  { title: "Templates and webhooks", facts: ofTemplates(limits) },
];

const ofRequests = (limits: Limits): readonly Fact[] => [
  { label: "Largest request", value: bytes(limits.upload_bytes) },
  { label: "Largest request with a test key", value: bytes(limits.test_upload_bytes) },
  { label: "Largest request of JSON", value: bytes(limits.json_bytes) },
  { label: "Most files", value: most(limits.files) },
  { label: "Most text fields", value: most(limits.fields) },
  { label: "Largest text field", value: bytes(limits.field_bytes) },
  { label: "Longest time to arrive", value: span(limits.request_timeout_ms) },
  { label: "An Idempotency-Key is remembered for", value: seconds(limits.idempotency_seconds) },
];

const ofDocuments = (limits: Limits): readonly Fact[] => [
  { label: "Most pages", value: most(limits.pages_per_document) },
  { label: "Most pages for OCR", value: most(limits.ocr_pages_per_document) },
  { label: "Most pages for vision OCR", value: most(limits.vision_pages_per_document) },
  { label: "Largest image", value: `${shownNumber(limits.image_pixels / 1_000_000)} megapixels` },
  { label: "Largest ZIP in an answer", value: bytes(limits.archive_bytes) },
];

const ofRates = (limits: Limits): readonly Fact[] => [
  { label: "Operations per minute, each key", value: most(limits.requests_per_minute) },
  { label: "Reads per minute, each key", value: most(limits.reads_per_minute) },
  { label: "Operations per minute, all test keys together", value: most(limits.test_requests_per_minute) },
  { label: "Requests per minute without a key, each address", value: most(limits.anonymous_requests_per_minute) },
  { label: "Counted in windows of", value: seconds(limits.window_seconds) },
  { label: "Operations at the same time, each key", value: most(limits.concurrency) },
  { label: "Operations at the same time, each account", value: most(limits.account_concurrency) },
  { label: "Operations that may wait for a worker", value: most(limits.queued_requests) },
  { label: "Open connections, each address", value: most(limits.connections_per_address) },
];

const ofTime = (limits: Limits): readonly Fact[] => [
  { label: "Longest work on a request", value: span(limits.sync_timeout_ms), hint: "waiting included" },
  { label: "Longest work of the engines on a request", value: span(limits.engine_time_ms) },
  { label: "Longest time for a job", value: span(limits.job_timeout_ms), hint: "waiting included" },
  { label: "Longest work of the engines on a job", value: span(limits.job_engine_time_ms) },
  { label: "Jobs that may wait, of all accounts", value: most(limits.pending_jobs) },
  {
    label: "A result is kept for",
    value: seconds(limits.retention_seconds),
    hint: `a request may ask for ${seconds(limits.retention_seconds_min)} to ${seconds(limits.retention_seconds_max)}, or until it was read`,
  },
];

const ofAccounts = (limits: Limits): readonly Fact[] => [
  { label: "Jobs that may wait", value: most(limits.account_pending_jobs) },
  { label: "Keys that work", value: most(limits.account_keys) },
  { label: "Stored", value: bytes(limits.stored_bytes_limit), hint: `${bytes(limits.stored_bytes)} are stored now` },
];

const ofTemplates = (limits: Limits): readonly Fact[] => [
  { label: "Templates of an account", value: most(limits.templates) },
  { label: "Versions of a template that are kept", value: most(limits.template_versions) },
  { label: "Largest template", value: bytes(limits.template_bytes) },
  { label: "All templates of an account, with their versions", value: bytes(limits.templates_bytes) },
  { label: "Webhook endpoints of an account", value: most(limits.webhooks) },
];

/** What an operation answers at once; undefined where only the limits of all requests hold. */
interface SyncLimit {
  readonly operation: string;
  readonly pages: number | undefined;
  readonly bodyBytes: number | undefined;
  readonly timeoutMs: number;
}

/** Returns the operations of which larger requests become jobs. */
export function syncLimits(limits: Limits): readonly SyncLimit[] {
  const { sync_pages: pages, sync_body_bytes: bodies, sync_timeouts_ms: timeouts } = limits;
  const operations = [...new Set([pages, bodies, timeouts].flatMap((byOperation) => Object.keys(byOperation)))];
  return operations.map((operation) => ({
    operation,
    pages: pages[operation],
    bodyBytes: bodies[operation],
    timeoutMs: timeouts[operation] ?? limits.sync_timeout_ms,
  }));
}
