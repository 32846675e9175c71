import { z } from "zod";
import { fields } from "../../kernel/fields.ts";

/*
 * Every setting of the service: one key each, read once at the start and passed on as values. docs/configuration.md is
 * generated from this schema (`npm run docs`).
 */

const text = (fallback: string) =>
  fields
    .optionalText()
    .transform((value) => value ?? fallback)
    .meta({ default: fallback });

/** @internal Exported for scripts/generate-docs.ts alone. */
export const configSchema = z.object({
  QUIRE_HOST: text("127.0.0.1").describe("Address to listen on; 0.0.0.0 for all."),
  QUIRE_PORT: fields.integer({ min: 0, max: 65535, default: 8080 }).describe("Port to listen on; 0 takes a free one."),
  QUIRE_PUBLIC_URL: fields
    .optionalText()
    .describe("Base address that clients use, for absolute links; absent: the request's own scheme and host."),
  QUIRE_TRUSTED_PROXIES: text("").describe(
    "Addresses or networks, separated by commas, whose X-Forwarded-* headers are believed.",
  ),
  QUIRE_CORS_ORIGINS: text("*").describe("Origins that browsers may call from, separated by commas; * for any."),
  QUIRE_OUTBOUND: fields
    .choice({ values: ["on", "off"], default: "on" })
    .describe("Requests of the service's own to other hosts; off refuses every one, allowed hosts included."),
  QUIRE_OUTBOUND_ALLOW: text("").describe(
    "Hosts that the service may reach although they are not public, or at other ports than 80, 443, 8080 and 8443; separated by commas: names, .suffix for all names beneath, addresses, each with or without :port, and networks.",
  ),

  QUIRE_DATA_DIR: text("./data").describe("Directory for everything the service stores; belongs to one process."),
  QUIRE_LOG_LEVEL: fields
    .choice({ values: ["fatal", "error", "warn", "info", "debug", "trace", "silent"], default: "info" })
    .describe("Least level that is logged; logs are lines of JSON on standard output."),
  QUIRE_METRICS_TOKEN: fields
    .optionalText()
    .describe("Bearer token for /metrics; absent: only loopback and private addresses may read it."),

  QUIRE_BOOTSTRAP_API_KEY: fields
    .optionalText({ minLength: 8, maxLength: 256 })
    .describe("API key of the first account; absent: one is made at the first start and printed once."),
  QUIRE_METERING: fields
    .choice({ values: ["on", "off"], default: "on" })
    .describe("Credits: on holds and charges them; off answers the constant 999999999 and charges nothing."),
  QUIRE_MONTHLY_GRANT: fields
    .integer({ min: 0, max: 1_000_000_000_000, default: 1_000_000 })
    .describe("Credits that the first account is granted each calendar month (UTC); no other account is."),
  QUIRE_CREDITS_LOW: fields
    .integer({ min: 0, max: 1_000_000_000_000, default: 0 })
    .describe(
      "Balance beneath which an account's endpoints are told (credits.low); 0: a tenth of its monthly grant, or 1,000 without one.",
    ),
  QUIRE_RATE_LIMIT: fields.integer({ min: 1, default: 120 }).describe("Requests per minute and key."),
  QUIRE_RATE_LIMIT_READS: fields
    .integer({ min: 1, default: 600 })
    .describe("Reads of the service's own resources per minute and key."),
  QUIRE_RATE_LIMIT_ANONYMOUS: fields
    .integer({ min: 1, default: 60 })
    .describe("Requests per minute and client address without an acceptable key."),
  QUIRE_RATE_WINDOW_SECONDS: fields
    .integer({ min: 1, max: 86_400, default: 60 })
    .describe(
      "Length of the windows that these three limits count in, in seconds. Clients expect a minute, which is what the API's description says; other lengths are for tests of clients, which need not wait for one.",
    ),
  QUIRE_CONCURRENCY: fields.integer({ min: 1, default: 8 }).describe("Operations at the same time per key."),
  QUIRE_QUEUE_LIMIT: fields
    .integer({ min: 1, default: 200 })
    .describe("Operations that may wait for a worker; above it requests are answered 429 queue_full."),

  QUIRE_JOB_CONCURRENCY: fields
    .integer({ min: 0, max: 256, default: 0 })
    .describe("Jobs in work at the same time; 0: four for each engine process, since a job also waits for the disk."),
  QUIRE_MAX_PENDING_JOBS: fields
    .integer({ min: 1, default: 10_000 })
    .describe("Jobs that may wait; above it requests for more are answered 429 queue_full."),
  QUIRE_JOB_TIMEOUT_MS: fields
    .integer({ min: 1000, default: 1_800_000 })
    .describe("Longest work of a job, in milliseconds, waiting for a worker included."),
  QUIRE_JOB_ENGINE_TIMEOUT_MS: fields
    .integer({ min: 100, default: 600_000 })
    .describe("Longest time that the engines may work on one job, in milliseconds."),
  QUIRE_RESULT_RETENTION_SECONDS: fields
    .integer({ min: 60, max: 2_592_000, default: 3600 })
    .describe("How long results of jobs are kept, unless the request says otherwise."),

  QUIRE_MAX_UPLOAD_BYTES: fields
    .integer({ min: 1024, default: 104_857_600 })
    .describe("Largest request body in bytes, multipart framing included."),
  QUIRE_MAX_JSON_BYTES: fields
    .integer({ min: 1024, default: 52_428_800 })
    .describe("Largest request body of JSON in bytes, where an operation takes JSON."),
  QUIRE_MAX_PAGES: fields.integer({ min: 1, default: 5000 }).describe("Pages per document."),
  QUIRE_MAX_OCR_PAGES: fields
    .integer({ min: 1, default: 1000 })
    .describe("Pages of a document whose text is to be recognised."),
  QUIRE_MAX_VISION_PAGES: fields
    .integer({ min: 1, default: 200 })
    .describe("Pages of a document that a model provider is to read."),
  QUIRE_MAX_IMAGE_PIXELS: fields
    .integer({ min: 1, default: 100_000_000 })
    .describe("Pixels per image, rendered or uploaded."),
  QUIRE_MAX_ARCHIVE_BYTES: fields
    .integer({ min: 1, default: 2_147_483_648 })
    .describe("Largest ZIP archive that an operation may write, in bytes."),
  QUIRE_REQUEST_TIMEOUT_MS: fields
    .integer({ min: 1000, default: 300_000 })
    .describe("Longest time for a request to arrive, body included, in milliseconds."),
  QUIRE_MIN_UPLOAD_BYTES_PER_SECOND: fields
    .integer({ min: 0, default: 4096 })
    .describe("Least rate of an upload, averaged over 10 s; a slower one is cut."),
  QUIRE_SYNC_TIMEOUT_MS: fields
    .integer({ min: 100, default: 60_000 })
    .describe("Longest work of a synchronous request, in milliseconds, waiting for a worker included."),
  QUIRE_ENGINE_TIMEOUT_MS: fields
    .integer({ min: 100, default: 25_000 })
    .describe("Longest time that the engines may work on one synchronous request, in milliseconds."),
  QUIRE_SHUTDOWN_TIMEOUT_MS: fields
    .integer({ min: 0, default: 30_000 })
    .describe("How long accepted requests may go on after SIGTERM, in milliseconds."),

  QUIRE_WORKERS: fields
    .integer({ min: 0, max: 256, default: 0 })
    .describe("Engine processes for PDF work; 0: one per core."),
  QUIRE_DOCUMENT_WORKERS: fields
    .integer({ min: 1, max: 256, default: 2 })
    .describe("Engine processes that make documents of text, Markdown, JSON and templates; each starts when needed."),
  QUIRE_OCR_WORKERS: fields
    .integer({ min: 0, max: 256, default: 0 })
    .describe("Engine processes that read text in images; 0: one per core; each starts when needed."),
  QUIRE_WORKER_MEMORY_BYTES: fields
    .integer({ min: 268_435_456, default: 1_073_741_824 })
    .describe("Memory cap of an engine process in bytes, beside about 500 MB that the runtime needs."),
  QUIRE_WORKER_TASKS: fields
    .integer({ min: 1, default: 1000 })
    .describe("Tasks after which an engine process is replaced."),
  QUIRE_WORKER_UID_FIRST: fields
    .integer({ min: 1, default: 65_000 })
    .describe("First of the user ids that engine processes take when the service runs as root, one per process."),
  QUIRE_SANDBOX: fields
    .choice({ values: ["auto", "bubblewrap", "other-uid", "plain"], default: "auto" })
    .describe("Isolation of engine processes; auto takes the strongest that the machine offers."),
  QUIRE_PDFIUM: fields
    .choice({ values: ["auto", "native", "wasm"], default: "auto" })
    .describe("Build of PDFium; auto takes the native library where there is one."),
  QUIRE_PDFIUM_LIBRARY: fields.optionalText().describe("Path of a libpdfium to use in place of the packaged one."),
  QUIRE_FONTS_DIR: fields
    .optionalText()
    .describe(
      "Folder of fonts to use beside those of the service's Debian packages, by their names and for characters that those lack; the other fonts of the machine are never used.",
    ),
  QUIRE_TESSERACT: fields
    .choice({ values: ["auto", "native", "wasm"], default: "auto" })
    .describe("Build of Tesseract, which reads text in images; auto takes the native library where there is one."),
  QUIRE_TESSERACT_LIBRARY: fields
    .optionalText()
    .describe("Path of a libtesseract of version 5; absent: where Debian installs it."),
  QUIRE_TESSDATA: fields
    .optionalText()
    .describe(
      "Directory of Tesseract's language data, one .traineddata file for each language; absent: where Debian installs it, or English alone.",
    ),

  QUIRE_VISION_PROVIDER: fields
    .optionalFormChoice({ values: ["anthropic", "openai-compatible", "google"] })
    .describe(
      "Whose interface the model provider of vision OCR speaks; openai-compatible also for vLLM, Ollama and LM Studio. Absent: there is no vision OCR.",
    ),
  QUIRE_VISION_BASE_URL: fields
    .optionalText()
    .describe(
      "Base address of the provider, such as http://127.0.0.1:11434/v1, allowed wherever it is; absent: the provider's own, which openai-compatible has not.",
    ),
  QUIRE_VISION_API_KEY: fields.optionalText().describe("The provider's API key; servers of one's own often take none."),
  QUIRE_VISION_MODEL_ACCURATE: fields
    .optionalText()
    .describe(
      "The provider's model for vendor-sonnet-4-20250514; absent: one of the provider's that is known to read well.",
    ),
  QUIRE_VISION_MODEL_FAST: fields
    .optionalText()
    .describe(
      "The provider's model for vendor-haiku-4-20250514; absent: QUIRE_VISION_MODEL_ACCURATE where that is set.",
    ),
  QUIRE_VISION_PRICE_ACCURATE: fields
    .optionalText()
    .describe(
      "What the accurate model costs, in USD per million tokens read and written, as 3/15; for the cost in answers.",
    ),
  QUIRE_VISION_PRICE_FAST: fields.optionalText().describe("What the fast model costs, as QUIRE_VISION_PRICE_ACCURATE."),
  QUIRE_VISION_LONG_EDGE: fields
    .integer({ min: 512, max: 8000, default: 1568 })
    .describe("Longer side of the pictures that are sent, in pixels."),
  QUIRE_VISION_MAX_OUTPUT_TOKENS: fields
    .integer({ min: 256, max: 65_536, default: 8192 })
    .describe("Most tokens of one answer; a page that needs more is asked for in parts."),
  QUIRE_VISION_CONCURRENCY: fields
    .integer({ min: 1, max: 64, default: 4 })
    .describe("Pages that are asked for at the same time, all requests together."),
  QUIRE_VISION_REQUESTS_PER_MINUTE: fields
    .integer({ min: 0, default: 0 })
    .describe("Most calls of the provider in a minute; 0: as many as it takes."),
  QUIRE_VISION_PAGE_TIMEOUT_MS: fields
    .integer({ min: 1000, default: 120_000 })
    .describe(
      "Longest that one page may take, all tries together, in milliseconds; waits that the provider asks for not counted.",
    ),

  QUIRE_CHROMIUM: fields
    .optionalText()
    .describe("Path of the Chromium that prints HTML, best its headless shell; absent: where Debian installs it."),
  QUIRE_CHROMIUM_SANDBOX: fields
    .choice({ values: ["auto", "off"], default: "auto" })
    .describe("Chromium's own sandbox; off only where the kernel refuses it and nobody else's documents are printed."),
  QUIRE_CHROMIUM_TIER: fields
    .choice({ values: ["auto", "bubblewrap", "own-uid", "plain"], default: "auto" })
    .describe("What stands around the browser beside its own sandbox; auto takes the strongest that works."),
  QUIRE_CHROMIUM_PAGES: fields
    .integer({ min: 0, max: 256, default: 0 })
    .describe("Documents that are printed at the same time; 0: one per core."),
  QUIRE_CHROMIUM_UID: fields
    .integer({ min: 1, default: 64_999 })
    .describe("User and group id that the browser takes when the service runs as root."),
  QUIRE_CHROMIUM_MEMORY_BYTES: fields
    .integer({ min: 134_217_728, default: 1_610_612_736 })
    .describe("Memory that the printing of one document may take in the browser, in bytes."),

  QUIRE_ENFORCE_PERMISSIONS: fields
    .flag({ default: false })
    .describe("Refuses documents that an owner password restricts, unless a password is given."),
  QUIRE_COMPAT_JPEG_EXT: fields
    .choice({ values: ["jpg", "jpeg"], default: "jpg" })
    .describe("File name extension of JPEG images."),
  QUIRE_COMPAT_CONFIDENCE: fields
    .choice({ values: ["fraction", "percent"], default: "fraction" })
    .describe("OCR confidence: fraction is 0 to 1, percent 0 to 100."),
  QUIRE_COMPAT_OCR_PAGES: fields
    .choice({ values: ["number", "array"], default: "number" })
    .describe(
      "data.pages of advanced OCR with output=detailed: the number of pages, or what is else data.page_results.",
    ),
});

export type Config = z.output<typeof configSchema>;

/** Reports a setting with which the service cannot start; `message` names the key and the values that it takes. */
export class ConfigError extends Error {}

/**
 * Reads the settings from the environment, or from `environment` in tests.
 * @throws ConfigError when a setting is unknown or invalid
 */
export function readConfig(environment: NodeJS.ProcessEnv = process.env): Config {
  const parsed = configSchema.safeParse(environment);
  if (!parsed.success) {
    // Values are not repeated: some are secrets.
    throw new ConfigError(parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`).join("\n"));
  }
  const unknown = Object.keys(environment).filter((key) => key.startsWith("QUIRE_") && !isKnown(key));
  if (unknown.length > 0) {
    throw new ConfigError(`Unknown setting ${unknown.join(", ")}. docs/configuration.md lists them all.`);
  }
  return parsed.data;
}

// QUIRE_TEST_* settings belong to the test suites.
const isKnown = (key: string): boolean => key in configSchema.shape || key.startsWith("QUIRE_TEST_");
