import { resolve } from "node:path";
import { z } from "zod";
import { faultParametersOf } from "../../kernel/faults.ts";
import { fields } from "../../kernel/fields/fields.ts";
import { nearest } from "../../kernel/nearest.ts";
import { WORK_CLASSES } from "../../kernel/work-class.ts";
import { baseUrlFault, databaseUrlFault, networksFault, originsFault } from "./addresses.ts";
import { accessKeyFault, bucketFault, prefixFault, regionFault } from "./s3-names.ts";
import { shownSetting } from "./shown-setting.ts";
import { classesFault } from "./work-classes.ts";

/*
 * Every setting of the service: one key each, read once at the start and passed on as values. docs/configuration.md is
 * generated from this schema (`npm run docs`).
 */

const text = (fallback: string) =>
  fields
    .optionalText()
    .transform((value) => value ?? fallback)
    .meta({ default: fallback });

/** The directory that relative paths count from, wherever a command is started: the root of the program. */
const ROOT = resolve(import.meta.dirname, "../../..");

/** Makes an optional path, which becomes absolute. */
const optionalPath = () => fields.optionalText().transform((path) => path && resolve(ROOT, path));

/** Returns a check of a setting by what says what is wrong with its value. */
const without =
  (faultOf: (value: string) => string | undefined) =>
  (value: string | undefined, context: z.core.$RefinementCtx): void => {
    const message = value === undefined ? undefined : faultOf(value);
    if (message !== undefined) {
      context.addIssue(message);
    }
  };

/** The most that a timer counts, in milliseconds, nearly 25 days: Node would let a longer one end at once. */
const MAX_TIMER_MS = 2_147_483_647;
/** A pebibyte, which is more than any machine has, and still an exact number with others added to it. */
const MAX_BYTES = 2 ** 50;
/** The most of what is counted: a bound in name only, whose products are still exact numbers. */
const MAX_COUNT = 1_000_000_000;
/** The last user id of Linux is 2^32 - 2; a thousand are left for one of each engine process. */
const MAX_USER_ID = 4_294_966_000;

/** The schema of all settings. */
export const configSchema = z.object({
  QUIRE_HOST: text("127.0.0.1").describe("Address to listen on; 0.0.0.0 for all."),
  QUIRE_PORT: fields
    .integer({ min: 0, max: 65535, default: 8080 })
    .describe("Port to listen on; 0 chooses a free one."),
  QUIRE_CONNECTIONS_PER_ADDRESS: fields
    .integer({ min: 0, max: 2000, default: 256 })
    .describe(
      "Most open connections of one client address, trusted proxies excepted; further ones are closed; 0: no limit.",
    ),
  QUIRE_PUBLIC_URL: fields
    .optionalText()
    .superRefine(without(baseUrlFault))
    .describe("Base address that clients use, for absolute links. Absent: the scheme and host of each request."),
  QUIRE_TRUSTED_PROXIES: text("")
    .superRefine(without(networksFault))
    .describe("Addresses or networks of proxies, separated by commas, whose X-Forwarded-* headers are trusted."),
  QUIRE_CORS_ORIGINS: text("*")
    .superRefine(without(originsFault))
    .describe("Origins that browsers may call from, separated by commas; * for any."),
  QUIRE_OUTBOUND: fields
    .choice({ values: ["on", "off"], default: "on" })
    .describe("Whether the service may send requests to other hosts; off refuses all of them, also to allowed hosts."),
  QUIRE_OUTBOUND_ALLOW: text("").describe(
    "Hosts that the service may reach although they are not public, or on ports other than 80, 443, 8080 and 8443; " +
      "separated by commas: names, .suffix for all names below it, addresses, each with or without :port, and " +
      "networks.",
  ),

  QUIRE_DATA_DIR: text("./data")
    .transform((path) => resolve(ROOT, path))
    .meta({ default: "./data" })
    .describe("Directory for everything that the service stores; only one process at a time can use it."),
  QUIRE_DATABASE_URL: fields
    .optionalText()
    .superRefine(without(databaseUrlFault))
    .describe(
      "Address of a PostgreSQL database that several nodes share, postgres://user:password@host:port/database, with " +
        "sslmode and other parameters of libpq. Absent: SQLite in the data directory.",
    ),
  QUIRE_DATABASE_CONNECTIONS: fields
    .integer({ min: 2, max: 500, default: 12 })
    .describe(
      "Most connections to the PostgreSQL database that one node has open, beside one on which it is told of changes to jobs.",
    ),
  QUIRE_KEY_PEPPER: fields
    .optionalText({ minLength: 32, maxLength: 256 })
    .describe(
      "Secret under which API keys are hashed and secrets of webhooks are sealed, the same on all nodes: with " +
        "QUIRE_DATABASE_URL it is needed. Absent: a file of the data directory, made at the first start.",
    ),
  QUIRE_MIN_FREE_DISK_BYTES: fields
    .integer({ min: 0, max: MAX_BYTES, default: 1_073_741_824 })
    .describe(
      "Free space of the data directory's file system below which new work is answered 503 storage_unavailable, in " +
        "bytes; 0: no limit.",
    ),
  QUIRE_S3_ENDPOINT: fields
    .optionalText()
    .superRefine(without(baseUrlFault))
    .describe(
      "Address of a store with the interface of Amazon S3, such as https://s3.eu-central-1.amazonaws.com, for results and " +
        "the inputs of jobs; it need not be public. Absent: they are kept in the data directory.",
    ),
  QUIRE_S3_BUCKET: fields
    .optionalText()
    .superRefine(without(bucketFault))
    .describe("Bucket of that store, which has to exist; required with QUIRE_S3_ENDPOINT."),
  QUIRE_S3_REGION: text("us-east-1")
    .superRefine(without(regionFault))
    .describe("Region of the bucket, which is part of signatures; many stores take any."),
  QUIRE_S3_ACCESS_KEY_ID: fields
    .optionalText()
    .superRefine(without(accessKeyFault))
    .describe("Id of the access key for the bucket; required with QUIRE_S3_ENDPOINT."),
  QUIRE_S3_SECRET_ACCESS_KEY: fields
    .optionalText()
    .superRefine(without(accessKeyFault))
    .describe("Secret of that access key; required with QUIRE_S3_ENDPOINT."),
  QUIRE_S3_PATH_STYLE: fields
    .flag({ default: true })
    .describe("Whether addresses have the bucket in their path, as every store takes it, or in front of the host."),
  QUIRE_S3_PREFIX: fields
    .optionalText()
    .superRefine(without(prefixFault))
    .describe("What the names of all objects begin with, such as quire/production, where others share the bucket."),
  QUIRE_S3_ENCRYPTION: fields
    .optionalFormChoice({ values: ["AES256", "aws:kms"] })
    .describe("Encryption that the store is asked for with each object. Absent: what the bucket does by itself."),
  QUIRE_LOG_LEVEL: fields
    .choice({ values: ["fatal", "error", "warn", "info", "debug", "trace", "silent"], default: "info" })
    .describe("Lowest level that is logged; logs are lines of JSON on standard output."),
  QUIRE_METRICS_TOKEN: fields
    .optionalText()
    .describe("Bearer token for /metrics. Absent: only loopback and private addresses may read them."),
  QUIRE_OTLP_ENDPOINT: fields
    .optionalText()
    .superRefine(without(baseUrlFault))
    .describe(
      "Address of a collector of traces (OTLP over HTTP), such as http://127.0.0.1:4318; /v1/traces is added. Absent: nothing is traced.",
    ),
  QUIRE_OTLP_TOKEN: fields.optionalText().describe("Bearer token for the collector of traces."),

  QUIRE_BOOTSTRAP_API_KEY: fields
    .optionalText({ minLength: 8, maxLength: 256 })
    .describe(
      "API key of the first account. Absent: one is made at the first start and printed once. Fewer than 24 characters: only on a loopback address, with a warning.",
    ),
  QUIRE_CONSOLE: fields
    .choice({ values: ["on", "off"], default: "on" })
    .describe(
      "Whether browsers that open the root of the service get the web console; off sends them to the API reference.",
    ),
  QUIRE_METERING: fields
    .choice({ values: ["on", "off"], default: "on" })
    .describe("Whether credits are held and charged; off reports the constant 999999999 and charges nothing."),
  QUIRE_MONTHLY_GRANT: fields
    .integer({ min: 0, max: 1_000_000_000_000, default: 1_000_000 })
    .describe(
      "Credits that the first account is granted each calendar month (UTC); other accounts get no monthly grant.",
    ),
  QUIRE_CREDITS_LOW: fields
    .integer({ min: 0, max: 1_000_000_000_000, default: 0 })
    .describe(
      "Balance below which the event credits.low is sent to an account's webhook endpoints; 0: a tenth of its " +
        "monthly grant, or 1,000 without one.",
    ),
  QUIRE_RATE_LIMIT: fields
    .integer({ min: 1, max: MAX_COUNT, default: 120 })
    .describe("Most requests per minute for each key."),
  QUIRE_RATE_LIMIT_READS: fields
    .integer({ min: 1, max: MAX_COUNT, default: 600 })
    .describe("Most reads of the service's own resources per minute for each key."),
  QUIRE_RATE_LIMIT_ANONYMOUS: fields
    .integer({ min: 1, max: MAX_COUNT, default: 60 })
    .describe("Most requests per minute without a valid key, for each client address."),
  QUIRE_RATE_LIMIT_TEST: fields
    .integer({ min: 1, max: MAX_COUNT, default: 10 })
    .describe("Most requests per minute for all test keys of an account together."),
  QUIRE_RATE_WINDOW_SECONDS: fields
    .integer({ min: 1, max: 86_400, default: 60 })
    .describe(
      "Length of the windows that these limits count in, in seconds. Clients expect a minute, which is what the API's description says; other lengths are for tests of clients, which need not wait for one.",
    ),
  QUIRE_CONCURRENCY: fields
    .integer({ min: 1, max: MAX_COUNT, default: 8 })
    .describe("Most operations at the same time for each key."),
  QUIRE_ACCOUNT_CONCURRENCY: fields
    .integer({ min: 0, max: MAX_COUNT, default: 16 })
    .describe("Most operations at the same time for all keys of an account together; 0: no limit."),
  QUIRE_ACCOUNT_PENDING_JOBS: fields
    .integer({ min: 0, max: MAX_COUNT, default: 200 })
    .describe("Most jobs of an account that may wait; further ones are answered 429 too_many_concurrent; 0: no limit."),
  QUIRE_ACCOUNT_STORED_BYTES: fields
    .integer({ min: 0, max: MAX_BYTES, default: 5_000_000_000 })
    .describe(
      "Most bytes that are stored for an account: results, answers and pages kept for an Idempotency-Key, templates, and " +
        "the requests, uploads and pages read of unfinished jobs; what would exceed them is answered 409 storage_full; " +
        "0: no limit.",
    ),
  QUIRE_ACCOUNT_KEYS: fields
    .integer({ min: 0, max: MAX_COUNT, default: 50 })
    .describe("Most keys of an account that are neither revoked nor expired; 0: no limit."),
  QUIRE_QUEUE_LIMIT: fields
    .integer({ min: 1, max: MAX_COUNT, default: 200 })
    .describe(
      "Most operations that may wait for a worker; further requests are answered 429 queue_full, but those of accounts that have less than their share of the places.",
    ),

  QUIRE_CLASSES: text(WORK_CLASSES.join(","))
    .superRefine(without(classesFault))
    .describe(
      "Classes of work that this node of `quire serve` does itself (pdf, ocr, browser), separated by commas, or none: requests and jobs of the others are left to workers (`quire worker`), which takes QUIRE_DATABASE_URL and QUIRE_S3_ENDPOINT. One process for PDF always runs, which looks at what is sent.",
    ),
  QUIRE_JOBS: fields
    .choice({ values: ["on", "off"], default: "on" })
    .describe(
      "Whether `quire serve` works on jobs; off needs QUIRE_DATABASE_URL and workers (`quire worker`), which find the jobs there.",
    ),
  QUIRE_JOB_CONCURRENCY: fields
    .integer({ min: 0, max: 256, default: 0 })
    .describe(
      "Most jobs of each class (pdf, ocr, browser) that run at the same time; 0: four for each process of that class, since a job also waits for the disk.",
    ),
  QUIRE_POLL_MS: fields
    .integer({ min: 100, max: 3_600_000, default: 1000 })
    .describe(
      "Milliseconds between looks at the database for work, and for ends of work, that no notice of another node told of.",
    ),
  QUIRE_MAX_PENDING_JOBS: fields
    .integer({ min: 1, max: MAX_COUNT, default: 10_000 })
    .describe("Most jobs that may wait; requests for further ones are answered 429 queue_full."),
  QUIRE_JOB_TIMEOUT_MS: fields
    .integer({ min: 1000, max: MAX_TIMER_MS, default: 1_800_000 })
    .describe("Longest time for a job, in milliseconds, waiting for a worker included."),
  QUIRE_JOB_ENGINE_TIMEOUT_MS: fields
    .integer({ min: 100, max: MAX_TIMER_MS, default: 600_000 })
    .describe("Longest time that the engines may work on one job, in milliseconds."),
  QUIRE_RESULT_RETENTION_SECONDS: fields
    .integer({ min: 60, max: 2_592_000, default: 3600 })
    .describe("How long results of jobs are kept, in seconds, unless the request says otherwise."),

  QUIRE_MAX_UPLOAD_BYTES: fields
    .integer({ min: 1024, max: MAX_BYTES, default: 104_857_600 })
    .describe("Largest request body in bytes, multipart framing included."),
  QUIRE_MAX_UPLOAD_BYTES_TEST: fields
    .integer({ min: 1024, max: MAX_BYTES, default: 5_242_880 })
    .describe("Largest request body with a test key, in bytes."),
  QUIRE_MAX_JSON_BYTES: fields
    .integer({ min: 1024, max: MAX_BYTES, default: 52_428_800 })
    .describe("Largest JSON request body in bytes, for operations that take JSON."),
  QUIRE_MAX_PAGES: fields.integer({ min: 1, max: MAX_COUNT, default: 5000 }).describe("Most pages per document."),
  QUIRE_MAX_OCR_PAGES: fields
    .integer({ min: 1, max: MAX_COUNT, default: 1000 })
    .describe("Most pages of a document for OCR."),
  QUIRE_MAX_VISION_PAGES: fields
    .integer({ min: 1, max: MAX_COUNT, default: 200 })
    .describe("Most pages of a document for vision OCR."),
  QUIRE_MAX_IMAGE_PIXELS: fields
    .integer({ min: 1, max: MAX_COUNT, default: 100_000_000 })
    .describe("Most pixels per image, rendered or uploaded."),
  QUIRE_MAX_ARCHIVE_BYTES: fields
    .integer({ min: 1, max: MAX_BYTES, default: 2_147_483_648 })
    .describe("Largest ZIP archive that an operation may write, in bytes."),
  QUIRE_REQUEST_TIMEOUT_MS: fields
    .integer({ min: 1000, max: MAX_TIMER_MS, default: 300_000 })
    .describe("Longest time for a request to arrive, body included, in milliseconds."),
  QUIRE_MIN_UPLOAD_BYTES_PER_SECOND: fields
    .integer({ min: 0, max: MAX_BYTES, default: 4096 })
    .describe("Lowest rate of an upload, averaged over 10 s; a slower upload is cut off."),
  QUIRE_SYNC_TIMEOUT_MS: fields
    .integer({ min: 100, max: MAX_TIMER_MS, default: 60_000 })
    .describe("Longest time for a synchronous request, in milliseconds, waiting for a worker included."),
  QUIRE_ENGINE_TIMEOUT_MS: fields
    .integer({ min: 100, max: MAX_TIMER_MS, default: 25_000 })
    .describe("Longest time that the engines may work on one synchronous request, in milliseconds."),
  QUIRE_SHUTDOWN_DELAY_MS: fields
    .integer({ min: 0, max: 600_000, default: 0 })
    .describe(
      "How long after SIGTERM the service still takes new work, in milliseconds, while /health/ready says that it is going: " +
        "time for a balancer to send requests elsewhere.",
    ),
  QUIRE_SHUTDOWN_TIMEOUT_MS: fields
    .integer({ min: 0, max: MAX_TIMER_MS, default: 30_000 })
    .describe("How long accepted requests may go on after SIGTERM, in milliseconds."),

  QUIRE_WORKERS: fields
    .integer({ min: 0, max: 256, default: 0 })
    .describe("Engine processes for PDF work; 0: one per core."),
  QUIRE_DOCUMENT_WORKERS: fields
    .integer({ min: 1, max: 256, default: 2 })
    .describe("Engine processes that make documents from text, Markdown, JSON and templates; each starts when needed."),
  QUIRE_OCR_WORKERS: fields
    .integer({ min: 0, max: 256, default: 0 })
    .describe("Engine processes that read text in images; 0: one per core; each starts when needed."),
  QUIRE_WARM: text("none")
    .superRefine(without(classesFault))
    .describe(
      "Classes of work whose engines are started with the service and kept, so that the first answer does not wait for them: ocr, browser (Chromium, and what makes documents), pdf (all of its processes, not one), separated by commas, or none.",
    ),
  QUIRE_WORKER_IDLE_SECONDS: fields
    .integer({ min: 0, max: 86_400, default: 300 })
    .describe(
      "Time after which an engine process ends that has had nothing to do, in seconds; it is started again when it is needed. One process for PDF and what QUIRE_WARM names stay. 0: all stay.",
    ),
  QUIRE_WORKER_MEMORY_BYTES: fields
    .integer({ min: 268_435_456, max: MAX_BYTES, default: 1_073_741_824 })
    .describe("Memory limit of an engine process in bytes, in addition to about 500 MB that the runtime needs."),
  QUIRE_WORKER_TASKS: fields
    .integer({ min: 1, max: MAX_COUNT, default: 1000 })
    .describe("Tasks after which an engine process is replaced."),
  QUIRE_WORKER_UID_FIRST: fields
    .integer({ min: 1, max: MAX_USER_ID, default: 65_000 })
    .describe("First of the user ids that engine processes run under when the service runs as root, one per process."),
  QUIRE_SANDBOX: fields
    .choice({ values: ["auto", "bubblewrap", "other-uid", "plain"], default: "auto" })
    .describe("Isolation of engine processes; auto takes the strongest that the machine offers."),
  QUIRE_PDFIUM: fields
    .choice({ values: ["auto", "native", "wasm"], default: "auto" })
    .describe("Build of PDFium; auto takes the native library where there is one."),
  QUIRE_PDFIUM_LIBRARY: optionalPath().describe("Path of a libpdfium to use instead of the packaged one."),
  QUIRE_FONTS_DIR: optionalPath().describe(
    "Folder of fonts to use beside those of the service's Debian packages, by their names and for characters that those lack; the other fonts of the machine are never used.",
  ),
  QUIRE_TESSERACT: fields
    .choice({ values: ["auto", "native", "wasm"], default: "auto" })
    .describe("Build of Tesseract, which reads text in images; auto takes the native library where there is one."),
  QUIRE_TESSERACT_LIBRARY: optionalPath().describe(
    "Path of a libtesseract of version 5. Absent: where Debian installs it.",
  ),
  QUIRE_TESSDATA: optionalPath().describe(
    "Directory of Tesseract's language data, one .traineddata file for each language. Absent: where Debian " +
      "installs it, or English alone.",
  ),

  QUIRE_VISION_PROVIDER: fields
    .optionalFormChoice({ values: ["anthropic", "openai-compatible", "google"] })
    .describe(
      "Interface of the model provider for vision OCR; openai-compatible also for vLLM, Ollama and LM Studio. " +
        "Absent: vision OCR is off.",
    ),
  QUIRE_VISION_BASE_URL: fields
    .optionalText()
    .describe(
      "Base address of the provider, such as http://127.0.0.1:11434/v1; it need not be public. Absent: the " +
        "provider's own; required for openai-compatible.",
    ),
  QUIRE_VISION_API_KEY: fields
    .optionalText()
    .describe("API key of the provider; a server that you run yourself often needs none."),
  QUIRE_VISION_MODEL_ACCURATE: fields
    .optionalText()
    .describe(
      "The provider's model for vendor-sonnet-4-20250514. Absent: a model of the provider that is known to read well.",
    ),
  QUIRE_VISION_MODEL_FAST: fields
    .optionalText()
    .describe("The provider's model for vendor-haiku-4-20250514. Absent: QUIRE_VISION_MODEL_ACCURATE if that is set."),
  QUIRE_VISION_PRICE_ACCURATE: fields
    .optionalText()
    .describe(
      "Price of the accurate model in USD per million input and output tokens, such as 3/15; used for the cost in " +
        "answers.",
    ),
  QUIRE_VISION_PRICE_FAST: fields
    .optionalText()
    .describe("Price of the fast model, in the form of QUIRE_VISION_PRICE_ACCURATE."),
  QUIRE_VISION_LONG_EDGE: fields
    .integer({ min: 512, max: 8000, default: 1568 })
    .describe("Longer side of the page images that are sent, in pixels."),
  QUIRE_VISION_MAX_OUTPUT_TOKENS: fields
    .integer({ min: 256, max: 65_536, default: 8192 })
    .describe("Most tokens of one answer; a page that needs more is read in parts."),
  QUIRE_VISION_CONCURRENCY: fields
    .integer({ min: 1, max: 64, default: 4 })
    .describe("Most calls of the provider at the same time, all requests together."),
  QUIRE_VISION_REQUESTS_PER_MINUTE: fields
    .integer({ min: 0, max: MAX_COUNT, default: 0 })
    .describe("Most calls of the provider per minute; 0: no limit."),
  QUIRE_VISION_PAGE_TIMEOUT_MS: fields
    .integer({ min: 1000, max: MAX_TIMER_MS, default: 120_000 })
    .describe(
      "Longest time for one page, all attempts together, in milliseconds; waits that the provider asks for do not " +
        "count.",
    ),

  QUIRE_CHROMIUM: optionalPath().describe(
    "Path of the Chromium that prints HTML, preferably its headless shell. Absent: where Debian installs it.",
  ),
  QUIRE_CHROMIUM_SANDBOX: fields
    .choice({ values: ["auto", "strict", "off"], default: "auto" })
    .describe(
      "What stands around documents that are printed: `auto` takes the strongest wall that works, `strict` none without " +
        "Chromium's own sandbox, and `off` turns that sandbox off. See docs/printing-sandbox.md.",
    ),
  QUIRE_CHROMIUM_TIER: fields
    .choice({ values: ["auto", "bubblewrap", "own-uid", "plain", "confined"], default: "auto" })
    .describe("Isolation around the browser; auto takes the strongest that works. See docs/printing-sandbox.md."),
  QUIRE_CHROMIUM_PAGES: fields
    .integer({ min: 0, max: 256, default: 0 })
    .describe("Most documents that are printed at the same time; 0: one per core."),
  QUIRE_CHROMIUM_UID: fields
    .integer({ min: 1, max: MAX_USER_ID, default: 64_999 })
    .describe("User and group id that the browser runs under when the service runs as root."),
  QUIRE_CHROMIUM_MEMORY_BYTES: fields
    .integer({ min: 134_217_728, max: MAX_BYTES, default: 1_610_612_736 })
    .describe("Most memory of the browser for printing one document, in bytes."),

  QUIRE_ENFORCE_PERMISSIONS: fields
    .flag({ default: false })
    .describe("Whether documents that an owner password restricts are refused unless a password is given."),
  QUIRE_COMPAT_JPEG_EXT: fields
    .choice({ values: ["jpg", "jpeg"], default: "jpg" })
    .describe("File name extension of JPEG images."),
  QUIRE_COMPAT_CONFIDENCE: fields
    .choice({ values: ["fraction", "percent"], default: "fraction" })
    .describe("OCR confidence: fraction is 0 to 1, percent 0 to 100."),
  QUIRE_COMPAT_OCR_PAGES: fields
    .choice({ values: ["number", "array"], default: "number" })
    .describe(
      "What data.pages of advanced OCR with output=detailed holds: number, how many pages there are; array, what is " +
        "otherwise data.page_results.",
    ),
});

export type Config = z.output<typeof configSchema>;

/** Reports a setting with which the service cannot start; `message` names the key and the values that it takes. */
export class ConfigError extends Error {}

/** Settings that the command line gives, which go before those of the environment, each with the name of its flag. */
export type FlagSettings = Readonly<Partial<Record<keyof Config, { readonly flag: string; readonly value: string }>>>;

/**
 * Reads the settings from the environment, or from `environment` in tests, and from `flags`.
 * @throws ConfigError when a setting has a value that it does not take; a message of one line for each
 */
export function readConfig(environment: NodeJS.ProcessEnv = process.env, flags: FlagSettings = {}): Config {
  const { config, faults } = examineSettings(environment, flags);
  if (faults.length > 0) {
    throw new ConfigError(faults.join("\n"));
  }
  return config;
}

/** The settings of an environment, and what is wrong with them. */
export interface ExaminedSettings {
  /** The settings, those with a fault as if they were absent. */
  readonly config: Config;
  /** What is wrong with values, a line for each. */
  readonly faults: readonly string[];
  /** A sentence for each name that begins as settings do and is none. */
  readonly warnings: readonly string[];
  /** The names of the settings that have a value, in the order of the documentation. */
  readonly names: readonly string[];
}

/**
 * Examines the settings of the environment, as `readConfig` does, without an end at the first fault. An empty value counts
 * as absent; one of white space alone is a fault.
 */
export function examineSettings(
  environment: NodeJS.ProcessEnv = process.env,
  flags: FlagSettings = {},
): ExaminedSettings {
  const flagged = Object.entries(flags).map(([name, { value }]) => [name, value] as const);
  const given: Readonly<Record<string, string | undefined>> = { ...environment, ...Object.fromEntries(flagged) };
  const parsed = configSchema.safeParse(given);
  const issues = parsed.success ? [] : parsed.error.issues;
  const wrong = new Set(issues.map(({ path }) => String(path[0])));
  const blank = Object.keys(configSchema.shape).filter((name) => isBlank(given[name]) && !wrong.has(name));
  const faulty = new Set([...wrong, ...blank]);
  const right = Object.fromEntries(Object.entries(given).filter(([name]) => !faulty.has(name)));
  return {
    config: faulty.size === 0 && parsed.success ? parsed.data : configSchema.parse(right),
    faults: [
      ...issues.map((issue) => faultText(issue, { given, flags })),
      ...blank.map((name) => `${name}: It takes more than white space. It is ${JSON.stringify(given[name])}.`),
    ],
    warnings: Object.keys(environment).flatMap((name) => unknownSetting(name) ?? []),
    names: Object.keys(configSchema.shape).filter((name) => (given[name] ?? "") !== ""),
  };
}

const isBlank = (value: string | undefined): boolean => value !== undefined && value !== "" && value.trim() === "";

/** The most characters of a wrong value that a message repeats. */
const MAX_SHOWN_CHARACTERS = 80;

/** Returns what is wrong with a setting, what it takes and what it is; of a secret its value is not repeated. */
function faultText(
  issue: z.core.$ZodIssue,
  { given, flags }: { readonly given: Readonly<Record<string, string | undefined>>; readonly flags: FlagSettings },
): string {
  const name = String(issue.path[0]);
  const flag = Object.entries(flags).find(([setting]) => setting === name)?.[1].flag;
  const shown = JSON.stringify(shownSetting(name, (given[name] ?? "").slice(0, MAX_SHOWN_CHARACTERS)));
  return `${flag ?? name}: ${whatItTakes(issue)} It is ${shown}.`;
}

/** Returns what a setting takes, with both ends of its range, and what to do, in whole sentences. */
function whatItTakes(issue: z.core.$ZodIssue): string {
  const { takes, advice } = faultParametersOf(issue)?.fault ?? {};
  const sentence = takes === undefined ? issue.message : `It takes ${takes}`;
  return [/[.!?]$/.test(sentence) ? sentence : `${sentence}.`, ...(advice === undefined ? [] : [advice])].join(" ");
}

const PREFIX = "QUIRE_";

/**
 * Returns a warning when a variable looks like a setting and is none, which is most often a slip of the pen. It does not
 * stop the start: orchestrators set variables of such names themselves (Kubernetes those of a service called quire).
 * Names that begin with QUIRE_TEST_ belong to the test suites.
 */
function unknownSetting(name: string): string | undefined {
  if (!name.startsWith(PREFIX) || name.startsWith("QUIRE_TEST_") || name in configSchema.shape) {
    return undefined;
  }
  const known = Object.keys(configSchema.shape).map((setting) => setting.slice(PREFIX.length));
  const meant = nearest(name.slice(PREFIX.length), known);
  const advice = meant === undefined ? "docs/configuration.md lists all settings" : `did you mean ${PREFIX}${meant}?`;
  return `There is no setting ${name}, so it is ignored; ${advice}${meant === undefined ? "." : ""}`;
}
