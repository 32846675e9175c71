import { mkdtemp, open, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterEach } from "vitest";
import { z } from "zod";
import type { EngineState, Engines } from "../../../engines/engines.ts";
import { Failure } from "../../../kernel/failure.ts";
import { parseText } from "../../../kernel/fields/field-values.ts";
import { documentPassword, fields } from "../../../kernel/fields/fields.ts";
import { optionalJsonList, optionalJsonTexts } from "../../../kernel/fields/json-fields.ts";
import type { Limits } from "../../../kernel/limits.ts";
import {
  type Content,
  type Context,
  contentOperation,
  type Files,
  fileOperation,
  type Operation,
  type Outcome,
} from "../../../operations/operation.ts";
import { createCallers } from "../../auth/callers.ts";
import { openFirstKey } from "../../auth/first-account.ts";
import { openPepper } from "../../auth/pepper.ts";
import { FreeDisk } from "../../blobs/free-disk.ts";
import { createJobInputs } from "../../blobs/job-inputs.ts";
import { openLocalBlobs } from "../../blobs/local/local-blobs.ts";
import { createPageResults } from "../../blobs/page-results.ts";
import { createResultFiles } from "../../blobs/result-files.ts";
import { TaskDirectories } from "../../blobs/task-directories.ts";
import { accountBoundsOf } from "../../config/account-bounds.ts";
import { compatibilityOf } from "../../config/compatibility.ts";
import { type Config, readConfig } from "../../config/config.ts";
import { settingsInForce } from "../../config/settings-in-force.ts";
import { createMetering } from "../../credits/metering.ts";
import { RetryQueue } from "../../credits/retry-queue.ts";
import { createHealth } from "../../health/health.ts";
import { createJobs } from "../../jobs/job-service.ts";
import { newId } from "../../store/ids.ts";
import { openSqliteStore } from "../../store/sqlite/sqlite-store.ts";
import { createLog, type Log } from "../../telemetry/log.ts";
import { createMetrics } from "../../telemetry/metrics.ts";
import { toProblem } from "../lifecycle/problem.ts";
import { createHttpServer } from "../server.ts";

/*
 * A service with operations and engines made for tests, on a real socket: most of what platform/http promises shows
 * only there.
 */

export const KEY = "test-key-0123456789";

/** Returns a file that the engines of the tests accept as a PDF with these facts. */
export const pdf = (
  facts: { pages?: number; protection?: string; password?: string; invalid?: boolean } = {},
): string => `%PDF-1.7 ${JSON.stringify(facts)}`;

const engines = {
  facts: {
    async inspect({ input, password }: { input: string; password?: string | undefined }) {
      await using file = await open(input);
      const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(1024) });
      const facts = JSON.parse(buffer.toString("utf8", "%PDF-1.7 ".length, bytesRead).split("\n")[0] ?? "{}");
      if (facts.invalid === true) {
        throw new Failure("invalid_pdf", "The document cannot be read.");
      }
      if (facts.password !== undefined && password !== facts.password) {
        throw password === undefined
          ? new Failure("pdf_encrypted", "The document needs a password.")
          : new Failure("wrong_password", "The password is not correct.");
      }
      return { pages: facts.pages ?? 1, protection: facts.protection ?? "none", repaired: false, firstPage: null };
    },
  },
  composer: { checkTemplate: () => Promise.resolve() },
  recognizer: { languages: () => ["deu", "eng"] },
  imageInspector: { look: () => Promise.resolve({ pages: 1, isDamaged: false, widthPx: 1, heightPx: 1 }) },
} as unknown as Engines;

type Behaviour = (files: Files, context: Context) => Promise<object | string | Buffer>;

/** Does the work of the tests' operations that take content. */
export type ContentBehaviour = (content: Content, context: Context, parameters: unknown) => Promise<Outcome>;

const answerDone: Behaviour = () => Promise.resolve("done");

/** Sets the behaviour of `POST /api/v1/pdf/test`; an object is answered as JSON, anything else as a file. */
export interface TestService {
  readonly url: string;
  readonly port: number;
  readonly dataDirectory: string;
  readonly logLines: readonly Record<string, unknown>[];
  behave(behaviour: Behaviour): void;
  /** Sets the behaviour of `POST /api/v1/convert/test` and `/api/v1/convert/test-text`. */
  behaveWithContent(behaviour: ContentBehaviour): void;
  setEngineStates(states: readonly EngineState[]): void;
  /** Sets the failure for what the operations need and do not have; undefined: nothing is missing. */
  lack(failure: Failure | undefined): void;
  /** Returns the names of the task directories that exist now. */
  tasks(): Promise<string[]>;
  close(): Promise<void>;
  stop(): Promise<void>;
}

export async function startService(
  settings: Record<string, string> = {},
  limitChanges: Partial<Limits> = {},
  timing: { uploadRateWindowMs?: number } = {},
): Promise<TestService> {
  const dataDirectory = await mkdtemp(join(tmpdir(), "quire-http-"));
  const config = readConfig({
    QUIRE_DATA_DIR: dataDirectory,
    QUIRE_PORT: "0",
    QUIRE_BOOTSTRAP_API_KEY: KEY,
    QUIRE_RATE_LIMIT: "100000",
    QUIRE_RATE_LIMIT_READS: "100000",
    QUIRE_RATE_LIMIT_ANONYMOUS: "100000",
    QUIRE_MAX_UPLOAD_BYTES: "2000000",
    ...settings,
  });
  const limits = {
    uploadBytes: config.QUIRE_MAX_UPLOAD_BYTES,
    jsonBytes: config.QUIRE_MAX_JSON_BYTES,
    files: 200,
    fields: 100,
    fieldBytes: 1_048_576,
    pagesPerDocument: 50,
    ocrPagesPerDocument: 50,
    visionPagesPerDocument: 50,
    imagePixels: 1,
    archiveBytes: 1,
    syncTimeoutMs: config.QUIRE_SYNC_TIMEOUT_MS,
    engineTimeMs: config.QUIRE_ENGINE_TIMEOUT_MS,
    ...limitChanges,
  };
  const logLines: Record<string, unknown>[] = [];
  let behaviour: Behaviour = answerDone;
  let contentBehaviour: ContentBehaviour = reportContent;
  let lacking: Failure | undefined;
  let states: readonly EngineState[] = [{ name: "pdfium", state: "ready", detail: "" }];
  const log = createLog("info", { write: (line: string) => void logLines.push(JSON.parse(line)) });
  const tasks = await TaskDirectories.open(dataDirectory);
  const operations = [
    ...testOperations((files, context) => behaviour(files, context)),
    ...contentOperations((content, context, given) => contentBehaviour(content, context, given)),
  ].map((operation) => ({ ...operation, unavailable: () => lacking }));
  const stored = await openStore(config, { limits, tasks, operations, log });
  const server = await createHttpServer({
    config,
    limits,
    version: "9.9.9",
    operations,
    engines,
    health: createHealth({
      store: stored.store,
      blobs: stored.blobs,
      dataDirectory,
      scarceBytes: 0,
      engineStates: () => states,
      log,
    }),
    describeSystem: () => ({
      versions: {},
      settings: settingsInForce(config),
      engines: states,
      queues: [],
      fonts: { folder: null, coverage: "" },
      isolation: { tier: "none", walls: [], sentence: "" },
    }),
    retryAfterSeconds: () => 7,
    ...stored,
    tasks,
    judgeUrl: (url) => (new URL(url).hostname === "10.0.0.1" ? "10.0.0.1 is not a public host." : undefined),
    metrics: createMetrics({
      poolStates: () => [{ pool: "pdf", workers: 1, busy: 0, queued: 0, restarts: 0 }],
      jobState: () => stored.store.jobs.counts(),
      webhookState: () => stored.store.webhooks.counts(),
      connections: () => stored.store.connections(),
      dataDirectory: tmpdir(),
      now: stored.store.now,
    }),
    ...timing,
    log,
  }).catch(async (error: unknown) => {
    await rm(dataDirectory, { recursive: true });
    throw error;
  });
  await stored.jobs.start();
  const url = await server.listen();
  return {
    url,
    port: Number(new URL(url).port),
    dataDirectory,
    logLines,
    behave: (next) => {
      behaviour = next;
    },
    behaveWithContent: (next) => {
      contentBehaviour = next;
    },
    setEngineStates: (next) => {
      states = next;
    },
    lack: (next) => {
      lacking = next;
    },
    tasks: () => readdir(join(dataDirectory, "tasks")),
    close: () => server.close(),
    stop: async () => {
      await server.close();
      await stored.jobs.stop();
      await stored.store.close();
      await tasks.close();
      await rm(dataDirectory, { recursive: true, force: true });
    },
  };
}

/** Opens the store of accounts, keys, credits and jobs, wired as in main.ts. */
async function openStore(
  config: Config,
  parts: { limits: Limits; tasks: TaskDirectories; operations: readonly Operation[]; log: Log },
) {
  const directory = config.QUIRE_DATA_DIR;
  const pepper = await openPepper(directory);
  const store = await openSqliteStore({ path: join(directory, "quire.db"), writer: "inline" });
  await openFirstKey(config, { store, pepper, now: Date.now() });
  const blobs = await openLocalBlobs(directory);
  const results = createResultFiles(blobs);
  const instance = newId.instance();
  const accountBounds = accountBoundsOf(config);
  const freeDisk = new FreeDisk({ path: directory, floorBytes: config.QUIRE_MIN_FREE_DISK_BYTES });
  await freeDisk.look();
  const bounds = {
    rateLimit: config.QUIRE_RATE_LIMIT,
    readRateLimit: config.QUIRE_RATE_LIMIT_READS,
    concurrency: config.QUIRE_CONCURRENCY,
    account: accountBounds,
    limits: parts.limits,
  };
  const jobs = createJobs({
    ...parts,
    store,
    inputs: createJobInputs(blobs),
    results,
    pageResults: createPageResults(blobs),
    sharesBlobs: blobs.isShared,
    execution: { engines, limits: parts.limits, compatibility: compatibilityOf(config) },
    instance,
    places: { pdf: 2, browser: 2 },
    pollMs: config.QUIRE_POLL_MS,
    maxPending: config.QUIRE_MAX_PENDING_JOBS,
    accountBounds,
    timeoutMs: config.QUIRE_JOB_TIMEOUT_MS,
    engineTimeMs: config.QUIRE_JOB_ENGINE_TIMEOUT_MS,
    retentionMs: config.QUIRE_RESULT_RETENTION_SECONDS * 1000,
    problemOf: (thrown) => toProblem(thrown, { requestId: "", retryAfterSeconds: 1 }),
    now: Date.now,
  });
  const callers = createCallers(store, { pepper, bounds });
  const metering = createMetering(config.QUIRE_METERING === "on");
  return {
    store,
    pepper,
    instance,
    accountBounds,
    freeDisk,
    jobs,
    blobs,
    results,
    callers,
    metering,
    retryQueue: new RetryQueue(() => {}),
  };
}

function testOperations(run: Behaviour): Operation[] {
  const shared = {
    scope: "pdf",
    workClass: "pdf",
    description: "",
    accepts: ["application/pdf", "image/png"],
    produces: ["application/pdf"],
    price: "1 credit per request.",
    quote: () => 1,
  } as const;
  const parameters = z.object({
    text: fields.optionalText({ maxLength: 10 }),
    size: fields.integer({ min: 1, max: 9, default: 5 }),
    mode: fields.choice({ values: ["a", "b"], default: "a" }),
    password: documentPassword(),
  });
  const runTest = async (files: Files, context: Context, given: unknown) => {
    const made = await run(files, context);
    if (typeof made === "object" && !Buffer.isBuffer(made)) {
      return { result: { kind: "json", value: { ...made, parameters: given } } as const };
    }
    const path = join(context.workspace, "result");
    await writeFile(path, made);
    const result = { kind: "file", mediaType: "application/pdf", filename: "result.pdf", path } as const;
    return { result, warnings: [{ code: "test_warning", parameters: { at: "run" } }] };
  };
  return [
    fileOperation({
      ...shared,
      name: "test",
      operationId: "test",
      path: "/api/v1/pdf/test",
      summary: "One file",
      files: { min: 1, max: 1 },
      aliases: { magnitude: "size" },
      parameters,
      password: ({ password }) => password,
      run: (files, given, context) => runTest(files, context, given),
    }),
    fileOperation({
      ...shared,
      name: "test-many",
      operationId: "test_many",
      path: "/api/v1/pdf/test-many",
      summary: "Two to four files",
      files: { min: 2, max: 4 },
      parameters,
      password: ({ password }) => password,
      run: (files, given, context) => runTest(files, context, given),
    }),
  ];
}

/** Answers with what it was given. */
export const reportContent: ContentBehaviour = async ({ file, assets }, _context, parameters) => ({
  result: {
    kind: "json",
    value: {
      parameters,
      file: file && { ...file, path: basename(file.path), text: (await readFile(file.path, "utf8")).slice(0, 1000) },
      assets: await Promise.all(
        assets.map(async ({ name, path, sizeBytes }) => ({ name, sizeBytes, text: await readFile(path, "utf8") })),
      ),
    },
  },
});

/**
 * Makes one operation that takes content in several ways, one of a single text, one of JSON and one of a stored
 * template.
 */
function contentOperations(run: ContentBehaviour): Operation[] {
  const shared = {
    scope: "convert",
    workClass: "browser",
    description: "For tests.",
    produces: ["application/pdf"],
    price: "At most 9 credits.",
    quote: () => 9,
    settle: ({ pages = 0 }: Outcome) => 2 + pages,
    syncBodyBytes: 2_600_000,
  } as const;
  return [
    contentOperation({
      ...shared,
      name: "test-content",
      operationId: "test_content",
      path: "/api/v1/convert/test",
      summary: "HTML, a file or a URL",
      aliases: { html_content: "html", factor: "scale" },
      content: {
        sources: {
          html: { kind: "text", mediaType: "text/html", description: "The document." },
          url: { kind: "parameter" },
          file: { kind: "file", accepts: ["text/html", "application/zip"], description: "HTML, or ZIP." },
        },
        takesAssets: true,
      },
      example: { html: "<p>It's a test</p>", scale: 1.5, tags: ["a"] },
      parameters: z.object({
        url: fields.optionalText({ maxLength: 100 }),
        scale: fields.number({ min: 0.1, max: 2, default: 1 }),
        count: fields.optionalInteger({ min: 1, max: 9 }),
        single: fields.flag({ default: false }),
        mode: fields.choice({ values: ["print", "screen"], default: "print" }),
        title: fields.optionalText({ maxLength: 10 }),
        tags: optionalJsonList(parseTag, { items: { type: "string" }, maxItems: 3 }),
        names: optionalJsonTexts(["author"]),
        headers: optionalJsonTexts(["token"]),
      }),
      run: (content, given, context) => run(content, context, given),
    }),
    contentOperation({
      ...shared,
      name: "test-text",
      operationId: "test_text",
      path: "/api/v1/convert/test-text",
      summary: "Text",
      content: { sources: { text: { kind: "text", mediaType: "text/plain", description: "The text." } } },
      example: { text: "Hello" },
      parameters: z.object({ size: fields.integer({ min: 1, max: 9, default: 5 }) }),
      run: (content, given, context) => run(content, context, given),
    }),
    contentOperation({
      ...shared,
      name: "test-json",
      operationId: "test_json",
      path: "/api/v1/convert/test-json",
      summary: "JSON",
      aliases: { data: "value" },
      content: { sources: { value: { kind: "json", description: "Any object or array." } } },
      example: { value: { a: 1 } },
      parameters: z.object({ names: optionalJsonTexts(["author"]) }),
      run: (content, given, context) => run(content, context, given),
    }),
    contentOperation({
      ...shared,
      name: "test-template",
      operationId: "test_template",
      path: "/api/v1/pdf/test-template",
      scope: "pdf",
      workClass: "browser",
      summary: "A stored template",
      aliases: { data: "variables", template: "template_slug" },
      content: {
        sources: { variables: { kind: "json", description: "Variables." } },
        template: { slug: "template_slug", version: "version" },
      },
      example: { template_slug: "letter", variables: {} },
      parameters: z.object({ template_slug: fields.text(), version: fields.optionalInteger({ min: 1 }) }),
      run: (content, given, context) => run(content, context, given),
    }),
  ];
}

const parseTag = parseText({ maxLength: 5 });

/** Returns a form as a client library encodes it; a value of bytes is a file. */
export function formOf(
  entries: readonly (readonly [name: string, value: string | Blob, filename?: string])[],
): FormData {
  const form = new FormData();
  for (const [name, value, filename] of entries) {
    if (typeof value === "string") {
      form.append(name, value);
    } else {
      form.append(name, value, filename);
    }
  }
  return form;
}

/** Returns a form with one file and texts. */
export const uploadOf = (content: string | Buffer = pdf(), texts: Record<string, string> = {}): FormData =>
  formOf([["file", new Blob([content]), "upload.pdf"], ...Object.entries(texts)]);

export const post = (
  service: TestService,
  body: FormData | string | Buffer | undefined = uploadOf(),
  { path = "/api/v1/pdf/test", headers = {} }: { path?: string; headers?: Record<string, string> } = {},
): Promise<Response> =>
  fetch(service.url + path, { method: "POST", headers: { "x-api-key": KEY, ...headers }, body: body ?? null });

/** Waits until `condition` holds. */
export async function eventually(condition: () => Promise<boolean> | boolean, timeoutMs = 10_000): Promise<void> {
  const end = Date.now() + timeoutMs;
  while (!(await condition())) {
    if (Date.now() > end) {
      throw new Error("What was waited for did not happen.");
    }
    await delay(5);
  }
}

/** Starts services that end with their test. */
export function servicesPerTest(): typeof startService {
  const running: TestService[] = [];
  afterEach(async () => {
    await Promise.all(running.splice(0).map((service) => service.stop()));
  });
  return async (...options) => {
    const service = await startService(...options);
    running.push(service);
    return service;
  };
}
